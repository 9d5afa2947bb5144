import { chmodSync, readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { defineConfig, type Plugin } from 'rolldown'
import { chunkGroups } from './scripts/chunk-groups.ts'
import { nativeParts } from './scripts/native-parts.ts'
import { pageAssets, pagePackages } from './scripts/page-assets.ts'
import { thirdPartyNotices } from './scripts/third-party-notices.ts'

const terminalDoor = 'cli.js'

export default defineConfig({
  input: {
    index: 'src/index.ts',
    cli: 'src/cli.ts',
    post: 'src/post.ts',
    // The program of a thread, started by its file name.
    'sampling-worker': 'src/io/gpu/sampling/sampling-worker.ts',
  },
  platform: 'node',
  // What chunkGroups splits by hand needs this.
  preserveEntrySignatures: 'allow-extension',
  transform: { target: 'node24' },
  // These packages do not say that they can be loaded in part; without it every start would run all of undici.
  treeshake: { moduleSideEffects: [{ test: /\/node_modules\/(?:@actions|undici|tunnel)\//, sideEffects: false }] },
  plugins: [
    trimmedManifest(),
    thirdPartyNotices('THIRD-PARTY.txt', pagePackages),
    pageAssets(),
    nativeParts(),
    lateUnicode(),
    kernelRecorder(),
    runnable(),
  ],
  output: {
    dir: 'dist',
    cleanDir: true,
    format: 'esm',
    // No hashes, so that a rebuild changes the same files and a review sees what changed.
    entryFileNames: '[name].js',
    chunkFileNames: 'chunks/[name].js',
    codeSplitting: { groups: chunkGroups },
    minify: false,
    // Chunks import by the names that the source has.
    minifyInternalExports: false,
    sourcemap: false,
    comments: { legal: true, annotation: true, jsdoc: false },
  },
})

/** Of our own package.json only name, version and repository go into the bundle: a changed npm script is no reason to rebuild dist. */
function trimmedManifest(): Plugin {
  const path = join(import.meta.dirname, 'package.json')
  return {
    name: 'trimmed-manifest',
    transform: {
      filter: { id: path },
      handler(code) {
        const { name, version, repository } = JSON.parse(code) as Record<string, unknown>
        return { code: JSON.stringify({ name, version, repository }), moduleType: 'json' }
      },
    },
  }
}

/** What packages make when they are loaded would take every start 35 ms, and text of ASCII alone needs neither. */
const slow = { segment: String.raw`new Intl\.Segmenter\(.*\)`, test: String.raw`/\^\\p\{RGI_Emoji\}\$/v` }

/** Makes segmenters and the pattern of all emoji when they are first used. */
function lateUnicode(): Plugin {
  return {
    name: 'late-unicode',
    transform: {
      filter: { id: /\/node_modules\/(?:string-width|slice-ansi|wrap-ansi)\// },
      handler: (code) =>
        Object.entries(slow).reduce(
          (text, [method, value]) =>
            text.replace(
              new RegExp(`^const (\\w+) = (${value});$`, 'm'),
              `let $1_; const $1 = { ${method}: (text) => ($1_ ??= $2).${method}(text) };`,
            ),
          code,
        ),
    },
  }
}

/** The command line can be started as a program. */
function runnable(): Plugin {
  const shebang = '#!/usr/bin/env node\n'
  return {
    name: 'runnable',
    generateBundle(_options, bundle) {
      const door = bundle[terminalDoor]
      if (door?.type !== 'chunk') throw new Error(`the build made no ${terminalDoor}`)
      if (!door.code.startsWith('#!')) door.code = shebang + door.code
    },
    writeBundle({ dir = 'dist' }) {
      chmodSync(join(dir, terminalDoor), 0o755)
    },
  }
}

/** Puts the kernel recorder for every supported processor into the bundle; `recorder/build.sh` builds it. */
function kernelRecorder(): Plugin {
  const folder = join(import.meta.dirname, 'recorder/built')
  return {
    name: 'kernel-recorder',
    generateBundle() {
      for (const name of readdirSync(folder)
        .filter((file) => file.endsWith('.so'))
        .toSorted())
        this.emitFile({ type: 'asset', fileName: `recorder/${name}`, source: readFileSync(join(folder, name)) })
    },
  }
}
