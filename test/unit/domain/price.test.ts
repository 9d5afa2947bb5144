import type { NoiseRecord } from '../../../src/record/noise.ts'
import { describe, expect, test } from 'vitest'
import type { Comparison } from '../../../src/domain/verdict/comparison.ts'
import {
  chooseMinutesUnit,
  estimateCost,
  type CostEstimateInput,
  buildCostEstimateSection,
  buildRunCostSection,
  describeCostEstimate,
} from '../../../src/domain/cost/cost.ts'
import { addSessions } from '../../../src/domain/noise/noise.ts'
import { createPlan, type Plan, type PlannedComparison } from '../../../src/domain/plan/plan.ts'
import { aCase, aKey, aTestbed, aTrial } from '../a-run.ts'

const sha256 = 'd'.repeat(64)
const datasets = new Map([['medium', sha256]])
const noBudget = { run: null, suites: {} }
const head = aCase({ gpus: [0, 1], maxRepeats: 10 })
const baseKey = aKey({ axes: { gpus: 1, revision: 'merge-base' } })
const base = { ...head, id: 'scaling/predict gpus=1 revision=merge-base', key: baseKey, revision: 'merge-base' }

function aPlan(overrides: Partial<PlannedComparison> = {}): Plan {
  const comparison = {
    head: head.id,
    base: base.id,
    minEffect: 0.03,
    mayWiden: true,
    gate: ['wall_time'],
    maxRepeats: 10,
  }
  return { ...createPlan([head, base]), comparisons: [{ ...comparison, isScreened: false, ...overrides }] }
}

/** Sessions of five runs of about a minute that scatter by a share to both sides. */
function noiseOf(share: number, sessions: number): NoiseRecord {
  let noise: NoiseRecord | null = null
  for (let day = 1; day <= sessions; day += 1) {
    const samples = [60, 60 * (1 + share), 60 * (1 - share), 60 * (1 + share), 60 * (1 - share)]
    const metrics = [{ name: 'wall_time', unit: 's', betterWhen: 'lower' as const, samples }]
    const recordedAt = `2026-11-0${day}T12:00:00.000Z`
    const fresh = { suite: 'scaling', benchmark: 'predict', axes: { gpus: 1 }, datasetSha256: sha256, metrics }
    noise = addSessions(noise, aTestbed(), [fresh], { runId: `run ${day}`, recordedAt, commit: 'a'.repeat(40) })
  }
  if (!noise) throw new Error('a noise of no session')
  return noise
}

function price(overrides: Partial<CostEstimateInput> = {}) {
  return estimateCost({ plan: aPlan(), noise: null, baselines: [], datasets, ...overrides })
}

describe('before a run', () => {
  test('says device-minutes at most, and what the runs can detect', () => {
    const known = price({ noise: noiseOf(0.01, 2) })
    const [only] = known.comparisons
    // Four of five runs lie 1 % off: a coefficient of variation of 1 % with n − 1; 3 % is three times that.
    expect(only?.noisiest).toMatchObject({ name: 'wall_time', minEffect: 0.03, note: null })
    expect(only?.noisiest?.floor.cv).toBeCloseTo(0.01, 12)
    // Two sides, a warm-up, ten runs and two repeated ones each, a minute on two GPUs a run.
    expect(known.largest).toEqual({ minutes: expect.closeTo(2 * (1 + 10 + 2) * 2, 6), unknownCases: 0 })
    expect(describeCostEstimate(known, 'GPU-minutes', noBudget)).toEqual([
      'This run takes at most about 52 GPU-minutes.',
      'scaling/predict gpus=1 against merge-base: wall_time varies by 1 % between runs (10 runs, 2 sessions); 10 runs per side can detect 1.7 %.',
    ])
  })

  test('without a history the price is unknown, not guessed', () => {
    const unknown = price()
    expect(unknown.largest).toEqual({ minutes: 0, unknownCases: 2 })
    expect(describeCostEstimate(unknown, 'GPU-minutes', noBudget)).toEqual([
      'The cost of this run cannot be estimated: 2 cases have no history on this testbed.',
      'scaling/predict gpus=1 against merge-base: no history of wall_time on this testbed, so its noise is unknown; measure it with `warpgauge run --calibrate`.',
    ])
  })

  test('a case without a history is named beside the price of the others', () => {
    const fresh = aCase({ id: 'scaling/train gpus=1', key: aKey({ benchmark: 'train' }) })
    const plan = { ...aPlan(), cases: [...aPlan().cases, fresh] }
    expect(describeCostEstimate(price({ plan, noise: noiseOf(0.01, 2) }), 'GPU-minutes', noBudget)[0]).toBe(
      '1 case has no history on this testbed; the other cases of this run take at most about 52 GPU-minutes.',
    )
  })

  test('a history of other data is none, and few runs tell a time but no noise', () => {
    expect(price({ noise: noiseOf(0.01, 2), datasets: new Map() }).largest.unknownCases).toBe(2)
    const scarce = price({ noise: noiseOf(0.01, 1) })
    expect(scarce.comparisons[0]).toMatchObject({ noisiest: null, unknownMetrics: ['wall_time'] })
    expect(scarce.largest.minutes).toBeCloseTo(52, 6)
  })

  test('a baseline tells how long a run takes, not how it scatters', () => {
    const stored = { benchmark: 'predict', axes: { gpus: 1 }, conditions: aCondition() }
    const metrics = [{ name: 'wall_time', unit: 's', betterWhen: 'lower' as const, samples: [30, 30, 31] }]
    const known = price({ baselines: [aBaseline([{ ...stored, metrics }])] })
    expect(known.largest).toEqual({ minutes: expect.closeTo(26, 6), unknownCases: 0 })
    expect(known.comparisons[0]?.noisiest).toBeNull()
  })

  test('a screened head may start again with its reference', () => {
    const screened = price({ plan: aPlan({ isScreened: true }), noise: noiseOf(0.001, 3) })
    expect(screened.largest.minutes).toBeCloseTo((1 + 3 + 10 + 2 + (1 + 10 + 2)) * 2, 6)
  })

  test('a head with two references is paid once', () => {
    const other = { ...base, id: 'scaling/predict gpus=1 revision=v1.0', revision: 'v1.0' }
    const [comparison] = aPlan().comparisons
    const plan = {
      ...createPlan([head, base, other]),
      comparisons: [comparison!, { ...comparison!, base: other.id, maxRepeats: 20 }],
    }
    const both = price({ plan, noise: noiseOf(0.01, 2) })
    expect(both.comparisons.map(({ against }) => against)).toEqual(['merge-base', 'v1.0'])
    expect(both.largest.minutes).toBeCloseTo(2 * (1 + 20 + 2 + (1 + 10 + 2) + (1 + 20 + 2)), 6)
  })

  test('a gate below the noise is widened before anything is spent, and the budget is compared', () => {
    const widened = price({ noise: noiseOf(0.03, 2) })
    const said = describeCostEstimate(widened, 'device-minutes', { run: 5, suites: {} })
    expect(said[1]).toBe(
      'The budget of 5 device-minutes may end it earlier; comparisons that are open then stay inconclusive.',
    )
    expect(said[2]).toMatch(
      /^scaling\/predict gpus=1, wall_time: 3 % is below .*\([56]\S* %\).* judged at [56]\S* %\.$/,
    )
    expect(buildCostEstimateSection(widened, 'device-minutes', noBudget)).toMatchObject({
      rows: [
        [
          head.id,
          'merge-base',
          'wall_time',
          { value: 0.03 },
          { value: 0.03 },
          { value: expect.closeTo(0.06, 1) },
          { value: expect.closeTo(0.06, 1) },
          '10',
        ],
      ],
      notes: [expect.stringContaining('device-minutes'), expect.stringContaining('judged at ')],
    })
  })

  test('minutes on cores are not called GPU-minutes', () => {
    expect(chooseMinutesUnit(aTestbed())).toBe('GPU-minutes')
    expect(chooseMinutesUnit(aTestbed({ deviceKind: 'cpu' }))).toBe('device-minutes')
  })
})

describe('after a run', () => {
  const trials = [
    aTrial({ isWarmup: true, wallSeconds: 60 }),
    ...[60, 62, 58].map((wallSeconds) => aTrial({ wallSeconds })),
    aTrial({ caseId: base.id, wallSeconds: 60 }),
    aTrial({ caseId: base.id, wallSeconds: 60, cachedFromRun: 'earlier' }),
    aTrial({ caseId: base.id, wallSeconds: 30, failure: { kind: 'exit-code', detail: '1' } }),
  ]

  test('says what every suite spent: warm-ups and failures cost, reused samples do not', () => {
    expect(buildRunCostSection(aPlan(), trials, [], 'GPU-minutes')).toMatchObject({
      rows: [['scaling', '6', '4', { value: 11, unit: 'GPU-minutes' }]],
      notes: [],
    })
  })

  test('says what twice the runs would have told of an open gate, and their price', () => {
    const open = [anOpen({ resolution: 0.06 }), anOpen({ isGate: false }), anOpen({ verdict: 'unchanged' })]
    expect(buildRunCostSection(aPlan(), trials, open, 'GPU-minutes').notes).toEqual([
      'wall_time of scaling/predict gpus=1 is inconclusive after 3 runs, which can detect 6 %; twice as many would detect 4.2 % for about 12 GPU-minutes more',
    ])
  })

  test('a comparison named after its reference is priced by its head; one against committed samples costs one side', () => {
    const note = (plan: Plan, overrides: Partial<Comparison>) =>
      buildRunCostSection(plan, trials, [anOpen(overrides)], 'GPU-minutes').notes[0]
    expect(note(aPlan(), { axes: baseKey.axes })).toMatch(/ for about 12 GPU-minutes more$/)
    expect(note(createPlan([head]), {})).toMatch(/ for about 6 GPU-minutes more$/)
    expect(note(createPlan([head]), { resolution: null })).toMatch(
      /after 3 runs: too few to estimate what more would detect$/,
    )
  })
})

function anOpen(overrides: Partial<Comparison> = {}): Comparison {
  const side = { count: 3, median: 60, mean: 60, standardDeviation: 2, min: 58, max: 62 }
  return {
    ...aKey(),
    metric: 'wall_time',
    unit: 's',
    betterWhen: 'lower',
    reference: 'merge-base',
    isGate: true,
    verdict: 'inconclusive',
    effect: 0.01,
    interval: [-0.05, 0.07],
    resolution: 0.06,
    excluded: null,
    base: side,
    head: side,
    reason: '',
    ...overrides,
  }
}

function aCondition() {
  return { datasetSha256: sha256, sequences: 1000, command: ['python'], resultRows: null, identity: {} }
}

function aBaseline(cases: CostEstimateInput['baselines'][number]['cases']): CostEstimateInput['baselines'][number] {
  const provenance = {
    commit: 'a'.repeat(40),
    runId: 'run',
    recordedAt: '2026-11-01T12:00:00.000Z',
    tool: 'warpgauge 0.1.0',
    configSha256: sha256,
    reason: 'first',
  }
  return { schemaVersion: 1, suite: 'scaling', testbed: aTestbed(), provenance, cases }
}
