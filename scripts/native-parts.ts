import { execFileSync } from 'node:child_process'
import { createHash } from 'node:crypto'
import { existsSync, mkdirSync, mkdtempSync, readFileSync, renameSync, rmSync } from 'node:fs'
import { homedir } from 'node:os'
import { join } from 'node:path'
import type { Plugin } from 'rolldown'

type Lock = { readonly packages: Readonly<Record<string, { version?: string; integrity?: string }>> }
type Part = { readonly path: string; readonly bytes: Buffer }

const root = join(import.meta.dirname, '..')
const processors = ['x64', 'arm64'] as const

/** koffi's own files that are loaded, and its licence, which is also that of its native parts. */
const loaderFiles = ['package.json', 'index.cjs', 'src/koffi/index.cjs', 'src/koffi/src/static.cjs', 'LICENSE.txt']

/** A rolldown plugin that puts koffi, with its native part for every supported processor, beside the bundle. */
export function nativeParts(): Plugin {
  return {
    name: 'native-parts',
    generateBundle() {
      for (const { path, bytes } of collectNativeParts())
        this.emitFile({ type: 'asset', fileName: path, source: bytes })
    },
  }
}

/**
 * What belongs under dist/node_modules, always the same bytes. npm installs only the part of the machine that builds,
 * so both come from the registry's archives, checked against the lockfile. Throws when one is missing or is another.
 */
export function collectNativeParts(
  lockPath: string = join(root, 'package-lock.json'),
  cache: string = join(process.env['XDG_CACHE_HOME'] ?? join(homedir(), '.cache'), 'warpgauge-build'),
): Part[] {
  const lock = JSON.parse(readFileSync(lockPath, 'utf8')) as Lock
  const koffi = join(root, 'node_modules/koffi')
  const licence = readFileSync(join(koffi, 'LICENSE.txt'))
  return [
    ...loaderFiles.map((file) => ({ path: `node_modules/koffi/${file}`, bytes: readFileSync(join(koffi, file)) })),
    ...processors.flatMap((processor) => [
      ...nativePart(`@koromix/koffi-linux-${processor}`, processor, archiveOf(lock, processor, cache)),
      { path: `node_modules/@koromix/koffi-linux-${processor}/LICENSE.txt`, bytes: licence },
    ]),
  ]
}

/** Only the build for glibc: the driver's library, which is all that koffi is for, exists for no other C library. */
function nativePart(name: string, processor: string, archive: string): Part[] {
  return ['package.json', 'index.js', `linux_${processor}/koffi.node`].map((file) => ({
    path: `node_modules/${name}/${file}`,
    bytes: execFileSync('tar', ['-xzOf', archive, `package/${file}`], { maxBuffer: 64 * 1024 ** 2 }),
  }))
}

/** The path of the package's archive, from the cache or fetched into it. */
function archiveOf(lock: Lock, processor: string, cache: string): string {
  const name = `@koromix/koffi-linux-${processor}`
  const { version, integrity } = lock.packages[`node_modules/${name}`] ?? {}
  if (!version || !integrity) throw new Error(`package-lock.json has no version and integrity of ${name}`)
  const path = join(cache, `${name.replace('/', '-')}-${version}.tgz`)
  if (!existsSync(path) || integrityOf(path) !== integrity) fetchArchive(`${name}@${version}`, path, cache)
  const found = integrityOf(path)
  if (found !== integrity) throw new Error(`${name}@${version} is not what package-lock.json says: ${found}`)
  return path
}

function fetchArchive(wanted: string, path: string, cache: string): void {
  mkdirSync(cache, { recursive: true })
  const folder = mkdtempSync(join(cache, 'fetch-'))
  try {
    const options = ['pack', wanted, '--json', '--silent', '--pack-destination', folder]
    const answer = execFileSync('npm', options, { encoding: 'utf8', cwd: folder })
    const [packed] = JSON.parse(answer) as { filename: string }[]
    // npm once printed the scope with its slash, where the file has a dash.
    const file = (packed?.filename ?? '').replace(/^@/, '').replace('/', '-')
    renameSync(join(folder, file), path)
  } finally {
    rmSync(folder, { recursive: true, force: true })
  }
}

function integrityOf(path: string): string {
  return `sha512-${createHash('sha512').update(readFileSync(path)).digest('base64')}`
}
