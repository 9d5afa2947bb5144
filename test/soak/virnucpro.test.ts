import { spawnSync } from 'node:child_process'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, it } from 'vitest'
import type { DerivedValue } from '../../src/domain/verdict/requirement.ts'
import { createVirnucproRepository, type ReplicaSettings } from '../fakes/virnucpro-repository.ts'

// All suites of examples/virnucpro on a replica of the pipeline, as it is and with every measured property changed.
const changes: ReplicaSettings = {
  esmSecondsPerFrame: 0.008,
  dnabertSecondsPerFrame: 0.012,
  cpuSecondsPerFrame: 0.04,
  checkpointSecondsPerFrame: 0.02,
  fill: 0.5,
  waitMs: 60,
  slowestRank: 5,
  streamGain: 0.9,
  limitMegabytes: 1000,
  scoreShift: 0.3,
  profileSeqPerSecond: 100,
}

type JsonReport = {
  readonly derived: readonly DerivedValue[]
  readonly versions?: Readonly<Record<string, unknown>>
}

const folder = mkdtempSync(join(tmpdir(), 'warpgauge-virnucpro-'))
afterAll(() => rmSync(folder, { recursive: true, force: true, maxRetries: 3 }))
const repository = createVirnucproRepository(join(folder, 'repository'))
const reports: JsonReport[] = []

function warpgauge(...args: readonly string[]) {
  const command = [join(import.meta.dirname, '../../dist/cli.js'), ...args]
  return spawnSync(process.execPath, command, { cwd: repository.folder, encoding: 'utf8', maxBuffer: 2 ** 26 })
}

function measure(name: string): JsonReport {
  const out = join(folder, name)
  const run = warpgauge('run', '--out', out)
  if (run.status === null || run.status > 1) throw new Error(run.stderr)
  return JSON.parse(warpgauge('report', out, '--format', 'json').stdout) as JsonReport
}

beforeAll(() => {
  reports.push(measure('before'))
  repository.commit(changes)
  reports.push(measure('after'))
}, 400_000)

const esm = 'ESM-2 Feature Extraction'
const frames = { against: 'v1.0', table: 'frames' }
const profiled = { benchmark: 'batch-size-esm2' }

/**
 * Suite, figure and axes, and the smallest and largest ratio of the value after the changes to the value before. Times
 * have no largest ratio: a projection from runs of 0.3 s can come close to zero.
 */
const ratios: readonly (readonly [string, string, Readonly<Record<string, string | number>>, number, number])[] = [
  ['scaling', 'wall_time', { gpus: 1 }, 2, Infinity],
  ['scaling', 'inference_rate', { gpus: 2 }, 0, 0.6],
  ['end-to-end', 'projected_hours', { gpus: 2 }, 2, Infinity],
  ['revision', 'speedup', { revision: 'v1.0' }, 0, 0.7],
  ['stages', `stage:${esm}`, { gpus: 2 }, 2, Infinity],
  ['stages', 'packing_efficiency', { gpus: 1 }, 0.3, 0.8],
  ['stages', 'loader_wait_mean', { gpus: 1 }, 300, 300],
  ['stages', 'load_imbalance', { gpus: 2 }, 1.3, 1000],
  ['memory', 'oom_crashes', { load: 'pressure' }, 0, 0],
  ['variants', 'wall_time', { variant: 'checkpoints' }, 2, Infinity],
  ['equivalence', 'label_agreement', frames, 0.2, 0.9],
  ['production', 'total_hours', {}, 1.5, Infinity],
  ['command', 'bench:batch-size-profile batchTokens=8192 throughput', profiled, 2, 2],
]

function find(report: JsonReport | undefined, [suite, name, axes]: (typeof ratios)[number]): number {
  const found = report?.derived.filter(
    (item) =>
      item.suite === suite &&
      item.name === name &&
      Object.entries({ ...item.axes, benchmark: item.benchmark }).filter(([axis, value]) => axes[axis] === value)
        .length === Object.keys(axes).length,
  )
  return found?.find(({ value }) => value !== null)?.value ?? Number.NaN
}

it.each(ratios)('%s: %s of %o follows what it measures', (...row) => {
  const [before, after] = reports.map((report) => find(report, row))
  const ratio = (after ?? Number.NaN) / (before ?? Number.NaN)
  expect(ratio).toBeGreaterThanOrEqual(row[3] * (1 - 1e-9))
  expect(ratio).toBeLessThanOrEqual(row[4] * (1 + 1e-9))
})

it('sees that the model waits for data, in every suite that reads it', () => {
  const starved = reports.map(({ derived }) => derived.filter(({ name }) => name === 'starved_share'))
  expect(new Set(starved[0]?.map(({ value }) => value))).toEqual(new Set([0]))
  expect(new Set(starved[1]?.map(({ value }) => value))).toEqual(new Set([1]))
  expect(new Set(starved[1]?.map(({ suite }) => suite))).toEqual(new Set(['stages', 'production']))
})

it('finds the setting that the pipeline reads', () => {
  const best = reports[1]?.derived.find(({ suite, name }) => suite === 'sweep' && name === 'best_objective')
  // 8 and 16 differ by less than a loaded machine adds to a run; 4 takes twice the time of 8.
  expect(best?.axes['threads']).toBeGreaterThan(4)
})

it('states the versions that the config asks for (I-154)', () => {
  expect(reports[0]?.versions?.['head']).toEqual({ replica: '3' })
})
