import { spawnSync } from 'node:child_process'
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, expect, it } from 'vitest'
import { workerLogs } from '../../src/programs/virnucpro/worker-logs.ts'
import { createVirnucproRepository } from '../fakes/virnucpro-repository.ts'
import { aFile } from '../unit/adapters/an-output.ts'

const folder = mkdtempSync(join(tmpdir(), 'warpgauge-virnucpro-rates-'))
afterAll(() => rmSync(folder, { recursive: true, force: true, maxRetries: 3 }))
const repository = createVirnucproRepository(join(folder, 'repository'))

/** Forty sequences without stop codons, of 120 to 276 bases. */
const sequences = Array.from({ length: 40 }, (_, index) => `>s${index}\n${'GCA'.repeat(40 + ((index * 7) % 53))}\n`)

async function readWorker(lastBuffer: number) {
  repository.commit({ lastBuffer, tokenBudget: 512 })
  const output = join(folder, `output-${lastBuffer}`)
  writeFileSync(join(folder, 'input.fa'), sequences.join(''))
  const options = ['--gpus', '0', '--parallel', '--model-type', '500', '--output-dir', output]
  const run = spawnSync('python3', ['-m', 'virnucpro', 'predict', join(folder, 'input.fa'), ...options], {
    cwd: repository.folder,
    encoding: 'utf8',
  })
  expect({ status: run.status, errors: run.status === 0 ? '' : run.stderr }).toEqual({ status: 0, errors: '' })
  const log = readFileSync(join(output, 'esm_v2/logs/worker_0.log'), 'utf8')
  const { pipeline } = await workerLogs.read([aFile('worker_0.log', log)])
  const printed = /complete: \d+ sequences, ([\d.]+) seq/.exec(log)?.[1]
  return { ...pipeline?.workers[0], printed: Number(printed) }
}

it('gives the rates of all sequences, however many of them the printed rates leave out (F-05)', async () => {
  const [all, some, none] = [await readWorker(0), await readWorker(15), await readWorker(1000)]
  const tokensPerSequence = ({ tokensPerSecond, sequencesPerSecond }: typeof all) =>
    (tokensPerSecond ?? 0) / (sequencesPerSecond ?? 0)
  expect(all.sequencesPerSecond).toBeCloseTo(all.printed, 9)
  expect(some.sequences).toBe(all.sequences)
  expect(some.sequencesPerSecond).toBeCloseTo((some.printed * (some.sequences ?? 0)) / ((some.sequences ?? 0) - 15), 9)
  expect(tokensPerSequence(some)).toBeCloseTo(tokensPerSequence(all), 9)
  expect(none).toMatchObject({ printed: 0, sequencesPerSecond: null, tokensPerSecond: null })
})
