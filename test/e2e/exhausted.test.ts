import { spawnSync } from 'node:child_process'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'

const cli = fileURLToPath(new URL('../../dist/cli.js', import.meta.url))

let folder = ''
beforeAll(() => {
  folder = mkdtempSync(join(tmpdir(), 'warpgauge-exhausted-'))
})
afterAll(() => rmSync(folder, { recursive: true, force: true }))

function bash(line: string, env: Readonly<Record<string, string>> = {}) {
  const options = { cwd: folder, encoding: 'utf8', env: { ...process.env, ...env }, timeout: 30_000 } as const
  return spawnSync('bash', ['-c', line, process.execPath, cli], options)
}

const cases = '{"id":1,"kind":"pair","base":[1,1,1,1,1,1,1],"head":[2,2,2,2,2,2,2]}'

describe('a machine that runs out of something', () => {
  const commands = ['judge', 'dataset --preset tiny --out data', 'report absent', 'init --dry-run --yes']

  it.each(commands)('T-46: %s with too few file descriptors leaves with 0 or 2, never as a regression', (command) => {
    const codes = [21, 23, 25, 27, 29].map((most) => {
      const { status, signal, stderr } = bash(`ulimit -n ${most}; echo '${cases}' | "$0" "$1" ${command}`)
      // Node that cannot open its program leaves with 1, or aborts, before anything of ours runs.
      const isNode = signal !== null || (status ?? 0) > 128 || stderr.includes('internal/modules/run_main')
      return { most, status: isNode ? 2 : status, isBug: stderr.includes('internal error: ') }
    })
    expect(codes.filter(({ status, isBug }) => isBug || (status !== 0 && status !== 2))).toEqual([])
  })

  it.each(['judge', 'dataset --preset tiny --out full'])(
    'T-46: %s on a full disk behind its output leaves with 2',
    (command) => {
      expect(bash(`echo '${cases}' | "$0" "$1" ${command} > /dev/full`).status).toBe(2)
    },
  )

  it.each(['Promise.reject(new Error("x"))', 'setImmediate(()=>{throw new Error("x")})'])(
    'T-46: what nobody caught (%s) is no verdict',
    (fault) => {
      const env = {
        NODE_OPTIONS: `--import=data:text/javascript,${encodeURIComponent(`setTimeout(()=>{${fault}},30)`)}`,
      }
      expect(bash('sleep 2 | "$0" "$1" judge', env).status).toBe(2)
    },
  )
})
