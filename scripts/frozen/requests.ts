import { execFileSync } from 'node:child_process'
import { readFileSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'

/** Runs the contract tests of a checkout and records the requests of each test to GitHub. */
export function recordRequests(checkout: string, folder: string): void {
  const log = join(folder, 'requests.log')
  rmSync(log, { force: true })
  execFileSync('npx', ['vitest', 'run', '--project', 'contract'], {
    cwd: checkout,
    stdio: 'ignore',
    env: { ...process.env, WARPGAUGE_REQUEST_LOG: log },
  })
  // What differs from run to run: commit ids, times, ports, sizes.
  const lines = readFileSync(log, 'utf8')
    .split('\n')
    .map((line) => line.replaceAll(/[0-9a-f]{7,}/g, 'HEX').replaceAll(/\d[\d.:T-]*\d/g, 'N'))
  writeFileSync(log, `${lines.filter(Boolean).toSorted().join('\n')}\n`)
}
