import { spawnSync } from 'node:child_process'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, expect, it } from 'vitest'
import { createVirnucproRepository } from '../fakes/virnucpro-repository.ts'

// `npm run test:soak` runs all suites of examples/virnucpro.

const folder = mkdtempSync(join(tmpdir(), 'warpgauge-virnucpro-'))
afterAll(() => rmSync(folder, { recursive: true, force: true, maxRetries: 3 }))
const repository = createVirnucproRepository(join(folder, 'repository'))

function warpgauge(...args: readonly string[]) {
  const command = [join(import.meta.dirname, '../../dist/cli.js'), ...args]
  return spawnSync(process.execPath, command, { cwd: repository.folder, encoding: 'utf8', maxBuffer: 2 ** 26 })
}

it('reports memory that ran out in a worker as the cause of a failed run', () => {
  repository.commit({ failRank: 1 })
  const out = join(folder, 'failed')
  const run = warpgauge('run', '--suite', 'production', '--out', out)
  expect(run.status).toBe(2)
  const text = warpgauge('report', out, '--format', 'markdown').stdout
  expect(text).toContain('worker 1: CUDA OOM error - CUDA out of memory. Tried to allocate 2.00 GiB')
})
