import { spawnSync } from 'node:child_process'
import { globSync, mkdtempSync, readFileSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { dirname, join, relative } from 'node:path'
import { describe, expect, test } from 'vitest'

const dist = join(import.meta.dirname, '../../dist')

describe('what Node loads of dist', () => {
  test('announces a publish without anything that judges or measures', () => {
    expect(loadedBy('index.js', 'chunks/main.js', 'chunks/action-publish.js')).toEqual([
      'chunks/action-main.js',
      'chunks/action-publish.js',
      'chunks/action.js',
      'chunks/choices.js',
      'chunks/core.js',
      'chunks/foundation.js',
      'chunks/github.js',
      'chunks/main.js',
      'chunks/node-version.js',
      'chunks/octokit.js',
      'chunks/rolldown-runtime.js',
      'chunks/zod.js',
      'index.js',
    ])
  })

  test.each(['index.js', 'post.js', 'cli.js'])('first checks the version of Node: %s', (entry) => {
    expect(loadedBy(entry)).toEqual(['chunks/node-version.js', entry])
    const pretend = join(mkdtempSync(join(tmpdir(), 'old-node-')), 'pretend.mjs')
    writeFileSync(pretend, `Object.defineProperty(process.versions, 'node', { value: '20.20.2' })`)
    const { status, stdout, stderr } = spawnSync(process.execPath, ['--import', pretend, join(dist, entry), 'run'], {
      encoding: 'utf8',
    })
    const [start, way, code] = {
      'index.js': ['::error::', 'run actions/setup-node with node-version: 24 before this step, or ', 1] as const,
      'post.js': ['::warning::', 'run actions/setup-node with node-version: 24 before this step, or ', 0] as const,
      'cli.js': [
        '',
        `install it from https://nodejs.org, or run: npx -p node@24 node ${join(dist, entry)} run`,
        2,
      ] as const,
    }[entry as 'index.js' | 'post.js' | 'cli.js']
    expect(`${stdout}${stderr}`).toContain(`${start}warpgauge needs Node 24 or newer, this is 20.20.2: ${way}`)
    expect([`${stdout}${stderr}`.split('\n').length, status]).toEqual([2, code])
  })

  test('shows the help of a command without what the command does', () => {
    expect(loadedBy('cli.js', 'chunks/program.js', 'chunks/commands.js')).toEqual([
      'chunks/choices.js',
      'chunks/commander.js',
      'chunks/commands.js',
      'chunks/core.js',
      'chunks/node-version.js',
      'chunks/program.js',
      'chunks/rolldown-runtime.js',
      'chunks/version.js',
      'cli.js',
    ])
  })

  test('publishes without the parts that measure', () => {
    const loaded = loadedBy('index.js', 'chunks/main.js', 'chunks/action-publish.js', 'chunks/publish.js')
    expect(loaded).toContain('chunks/judging.js')
    expect(loaded.filter((file) => /measuring|execa|simple-git|proxy/.test(file))).toEqual([])
  })

  test('closes a leftover check without anything that judges or measures', () => {
    const loaded = loadedBy('post.js', 'chunks/action-post.js')
    expect(loaded).toContain('chunks/github.js')
    expect(loaded.filter((file) => /judging|measuring|execa|simple-git|yaml|proxy/.test(file))).toEqual([])
  })

  test('starts the sampling thread, once per trial, without any package or anything that judges', () => {
    expect(loadedBy('sampling-worker.js', 'chunks/driver-thread.js')).toEqual([
      'chunks/core.js',
      'chunks/driver-thread.js',
      'chunks/rolldown-runtime.js',
      'chunks/telemetry.js',
      'sampling-worker.js',
    ])
  })

  test('has the proxy of the toolkit, and undici with it, in a chunk that only a proxy asks for', () => {
    const chunks = globSync('**/*.js', { cwd: dist })
    expect(chunks.filter((file) => importsOf(file).includes('chunks/proxy.js'))).toEqual([
      'chunks/octokit-proxy-fetch.js',
    ])
    expect(loadedBy('cli.js')).not.toContain('chunks/octokit-proxy-fetch.js')
  })
})

/** The files of dist that are loaded together with these: static imports only. */
function loadedBy(...doors: readonly string[]): string[] {
  const loaded = new Set(doors)
  for (const file of loaded) for (const imported of importsOf(file)) loaded.add(imported)
  return [...loaded].toSorted()
}

function importsOf(file: string): string[] {
  const code = readFileSync(join(dist, file), 'utf8')
  const from = [...code.matchAll(/^(?:import|export)\b[^;]*?"(\.{1,2}\/[^"]+)";?$/gmu)]
  return from.map(([, path = '']) => relative(dist, join(dist, dirname(file), path)))
}
