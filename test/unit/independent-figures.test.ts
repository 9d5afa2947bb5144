import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, expect, test } from 'vitest'
import { shardManifest } from '../../src/programs/virnucpro/shard-manifest.ts'
import { workerLogs } from '../../src/programs/virnucpro/worker-logs.ts'
import type { Interval } from '../../src/domain/core/statistics.ts'
import { applyRules } from '../../src/domain/rules/apply-rules.ts'
import { buildScalingRequirement, type ScalingProfileName } from '../../src/domain/scaling/scaling.ts'
import { computeLoadBalance, mostImbalance } from '../../src/domain/stages/load-balance.ts'
import { evaluateRequirement, type DerivedValue } from '../../src/domain/verdict/requirement.ts'
import { silentFigures } from '../../src/domain/trial/pipeline-reading.ts'
import type { PackingReading } from '../../src/record/pipeline.ts'
import { createResultTables } from '../../src/io/tables/disk-result-tables.ts'
import { buildLimit } from '../../src/suites/figures.ts'
import { buildLoggedFigure, readPacking } from '../../src/suites/logged-figures.ts'
import { judgeProduction, judgeProjection, type GoalStatuses } from './judged-goals.ts'
import { runPython } from '../fakes/python.ts'
import { readText } from './adapters/an-output.ts'
import { judgeMemory } from './a-memory-suite.ts'
import { repeatedSeries } from './a-pipeline.ts'
import { aRule } from './a-table.ts'

// The figures and the results come from a script that shares nothing with this program. More seeds, by hand:
// WARPGAUGE_SEEDS="4 5 6" npm test -- --project unit test/unit/independent-figures.test.ts
const seeds = (process.env['WARPGAUGE_SEEDS'] ?? '1 2 3').split(' ')

type Sets<Given, Expected> = readonly { readonly seed: string; readonly given: Given; readonly expected: Expected }[]

const leakShapes = ['linear', 'step', 'saw-tooth', 'late', 'plateau'] as const
type LeakShape = (typeof leakShapes)[number]

type SampleTruth = Readonly<Record<'share' | 'worst' | 'below80' | 'batches' | 'logged' | 'starved', number>>

const areas = runPython('scripts/independent/expected_figures.py', seeds) as {
  readonly 'band edges': Sets<
    { profile: ScalingProfileName; gpus: number; runs: readonly { one: number; many: number }[] },
    readonly string[]
  >
  readonly goals: Sets<
    {
      goal: { sequences: number; hours: number; tolerance: number }
      runs: readonly { sequences: number; seconds: number }[]
    },
    readonly GoalStatuses[]
  >
  readonly projections: Sets<
    {
      cases: readonly {
        sizes: readonly { sequences: number; seconds: readonly number[] }[]
        goal: { sequences: number; hours: number }
      }[]
    },
    readonly (GoalStatuses & { hours: number; perHour: number })[]
  >
  readonly packing: Sets<{ exact: string; rates: string }, { share: number }>
  readonly 'sampled packing': Sets<{ log: string; indexed: string }, SampleTruth>
  readonly starvation: Sets<{ log: string }, { share: number; verdict: string }>
  readonly leaks: Sets<
    Readonly<Record<LeakShape, readonly number[]>>,
    Readonly<Record<LeakShape, { growth: number | null; LEAK: string; 'LEAK-slope': string }>>
  >
  readonly balance: Sets<{ log: string }, { imbalance: number; passes: boolean }>
  readonly shards: Sets<{ manifest: string }, { faults: number; isValid: boolean; isResumed: boolean }>
  readonly equivalence: Sets<
    { subject: string; reference: string },
    { unmatched: number; labels: number; scores: number; joined: number }
  >
}
const folder = mkdtempSync(join(tmpdir(), 'warpgauge-independent-'))
afterAll(() => rmSync(folder, { recursive: true, force: true }))

function aFigure(suite: string, name: string, value: number, axes: DerivedValue['axes'] = {}): DerivedValue {
  const plain = { interval: null, reason: null, isSuspicious: false, isDeclared: false }
  return { suite, benchmark: 'predict', axes, name, value, unit: '', ...plain }
}

test.each(areas['band edges'])('F-04: speed-ups at the edge of a band, set $seed', ({ given, expected }) => {
  const statuses = given.runs.map(({ one, many }) => {
    const requirement = buildScalingRequirement(given.profile, given.gpus, 'fail')
    if (!requirement) throw new Error('the profile has a limit')
    const figure = aFigure('scaling', 'speedup', one / many, { gpus: given.gpus })
    return evaluateRequirement(requirement, [figure])[0]?.status
  })
  expect(statuses).toEqual(expected)
})

test.each(areas.goals)('F-15: one goal for time and throughput, set $seed', ({ given, expected }) => {
  expect(given.runs.map((one) => judgeProduction(one, given.goal))).toEqual(expected)
})

test.each(areas.projections)('F-15: projections to the size of the goal, set $seed', ({ given, expected }) => {
  const found = given.cases.map(({ sizes, goal }) => judgeProjection(sizes, goal))
  expect(found).toEqual(
    expected.map(({ hours, perHour, ...statuses }) => {
      return { ...statuses, hours: expect.closeTo(hours, 9), perHour: expect.closeTo(perHour, 3) }
    }),
  )
})

test.each(areas.packing)('F-25: packing, set $seed', async ({ given, expected }) => {
  const exact = (await readText(workerLogs, given.exact)).pipeline?.packing
  expect(exact?.efficiency).toBeCloseTo(expected.share, 12)
  expect(exact?.bounds).toBeUndefined()
  const [low = 1, high = 0] = (await readText(workerLogs, given.rates)).pipeline?.packing?.bounds ?? []
  expect(low).toBeLessThanOrEqual(expected.share)
  expect(high).toBeGreaterThanOrEqual(expected.share)
})

test.each(areas['sampled packing'])(
  'F-25: packing of a log with every tenth batch, set $seed',
  async ({ given, expected }) => {
    const [width, indexedWidth] = await Promise.all(
      [given.log, given.indexed].map((text) => checkSample(text, expected)),
    )
    // The tokens of all sequences leave only the number of the last batches open: less than ten.
    expect(indexedWidth).toBeLessThan(10 / expected.batches)
    expect(indexedWidth).toBeLessThanOrEqual(width ?? 0)
  },
)

/** Checks every range of a log against the truth, and returns the width of the packing. */
async function checkSample(log: string, expected: SampleTruth): Promise<number> {
  const { packing, dataLoader } = (await readText(workerLogs, log)).pipeline ?? silentFigures
  if (!packing?.sample || !packing.bounds || !dataLoader?.sample) throw new Error('the log has a part of the batches')
  const { logged, batches, lowest, batchesBelow80 } = packing.sample
  expect(logged).toBe(expected.logged)
  expectInside(expected.batches, batches)
  expectInside(expected.share, packing.bounds)
  expectInside(expected.worst, lowest)
  expectInside(expected.below80, batchesBelow80)
  expectInside(expected.starved, dataLoader.sample.starvedShare)
  expectNoWrongVerdict(packing, expected.share)
  return packing.bounds[1] - packing.bounds[0]
}

/** A limit gets the verdict of the truth, or none. */
function expectNoWrongVerdict(packing: PackingReading, share: number): void {
  const key = { suite: 'stages', benchmark: 'predict', axes: {} }
  const figure = buildLoggedFigure(key, 'packing_efficiency', [readPacking({ ...silentFigures, packing })], '')
  for (const limit of [0.7, 0.8, 0.9]) {
    const more = { id: 'PERF-05', suite: 'stages', severity: 'fail' } as const
    const [result] = evaluateRequirement(buildLimit('packing_efficiency', '>=', limit, more), [figure])
    expect([share >= limit ? 'pass' : 'fail', 'not evaluated']).toContain(result?.status)
    expect(result?.reason).toMatch(/^of \d+ logged of (?:at least )?\d+ batches/)
  }
}

function expectInside(value: number, [low, high]: Interval): void {
  expect(low).toBeLessThanOrEqual(value + 1e-9)
  expect(high).toBeGreaterThanOrEqual(value - 1e-9)
}

test.each(areas.starvation)('F-26: starved batches, set $seed', async ({ given, expected }) => {
  const loader = (await readText(workerLogs, given.log)).pipeline?.dataLoader
  expect(loader?.starvedShare).toBeCloseTo(expected.share, 12)
  const derived = [aFigure('stages', 'starved_share', loader?.starvedShare ?? Number.NaN)]
  const choice = { name: 'production', severities: {}, isAlone: true } as const
  const missed = applyRules(choice, { suites: ['stages'], derived, others: [] })
    .filter(({ id }) => id === 'PERF-05-starved')
    .flatMap((requirement) => evaluateRequirement(requirement, derived))
    .flatMap(({ status, severity }) => (status === 'fail' ? [severity] : []))
  expect(missed.includes('fail') ? 'fail' : (missed[0] ?? 'pass')).toBe(expected.verdict)
})

const leakSets = areas.leaks.flatMap((set) => leakShapes.map((shape) => ({ ...set, shape })))

test.each(leakSets)('F-17: memory of the shape $shape, set $seed', ({ given, expected, shape }) => {
  const levels = given[shape].map((megabytes) => megabytes * 1e6)
  const truth = expected[shape]
  for (const [quantity, gpu] of [
    ['resident', null],
    ['own', 0],
  ] as const) {
    const { derived, status } = judgeMemory([repeatedSeries(quantity, levels, gpu)], levels.length)
    expect({ LEAK: status('LEAK'), 'LEAK-slope': status('LEAK-slope') }).toEqual({
      LEAK: [truth.LEAK],
      'LEAK-slope': [truth['LEAK-slope']],
    })
    const growth = derived.find(({ name }) => name === 'memory_growth')?.value ?? Number.NaN
    // Where only the last round is higher, the growth is unknown.
    expect(growth / 1e6).toBeCloseTo(truth.growth ?? growth / 1e6, 6)
  }
})

test.each(areas.balance)('F-05: balance of the workers, set $seed', async ({ given, expected }) => {
  const workers = (await readText(workerLogs, given.log)).pipeline?.workers ?? []
  const [balance] = computeLoadBalance([], workers)
  expect(balance?.imbalance).toBeCloseTo(expected.imbalance, 12)
  expect((balance?.imbalance ?? 1) <= mostImbalance).toBe(expected.passes)
})

test.each(areas.shards)('F-28: resumed and failed shards, set $seed', async ({ given, expected }) => {
  const pipeline = (await readText(shardManifest, given.manifest)).pipeline
  expect(pipeline?.invalid).toHaveLength(expected.faults)
  expect(pipeline?.invalid.length === 0).toBe(expected.isValid)
  expect(pipeline?.isResumed).toBe(expected.isResumed)
})

test.each(areas.equivalence)('F-23: equivalence of tables, set $seed', async ({ seed, given, expected }) => {
  const [subject, reference] = ['subject', 'reference'].map((side) => join(folder, `${side}-${seed}.txt`)) as [
    string,
    string,
  ]
  writeFileSync(subject, given.subject)
  writeFileSync(reference, given.reference)
  const rule = {
    ...aRule(),
    tolerance: { rtol: 0.001, atol: 0.001 },
    tolerances: {},
    id: null,
    labels: null,
    scores: null,
  }
  const pair = { rule, subject: [subject], reference: [reference], scratchDirectory: join(folder, `join-${seed}`) }
  const { findings } = await createResultTables(null).compare(pair)
  expect({
    unmatched: (findings?.subject.unmatchedIds ?? 0) + (findings?.reference.unmatchedIds ?? 0),
    labels: findings?.labelMismatches,
    scores: findings?.scoreMismatches,
    joined: findings?.joined,
  }).toEqual(expected)
})
