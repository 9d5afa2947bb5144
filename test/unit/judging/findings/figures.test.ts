import { expect, it, describe } from 'vitest'
import { type DerivedValue, evaluateRequirement, type Requirement } from '../../../../src/domain/verdict/requirement.ts'
import {
  deriveCommonFigures,
  joinFigures,
  deriveLogFigures,
  deriveTelemetryFigures,
  listUsedGpus,
} from '../../../../src/judging/findings/figures.ts'
import { silentFigures } from '../../../../src/domain/trial/pipeline-reading.ts'
import type { Trial } from '../../../../src/domain/trial/trial.ts'
import { aConfig } from '../../a-config.ts'
import { aCase, aRecord, aStage, aTestbed, aTrial, measured, someDevices } from '../../a-run.ts'
import { aGpuUse, aTelemetry, steady } from '../../a-telemetry.ts'
import type { PipelineFigures } from '../../../../src/record/pipeline.ts'
import { buildTelemetryDigest, buildTelemetrySections } from '../../../../src/judging/findings/sections.ts'
import { summarizeOutcome, type CaseOutcome } from '../../../../src/domain/trial/outcome.ts'
import type { TelemetrySummary } from '../../../../src/record/telemetry.ts'

const figure = (name: string, value: number | null, reason: string | null = null): DerivedValue => ({
  suite: 'stages',
  benchmark: 'predict',
  axes: { gpus: 1 },
  name,
  value,
  unit: 'share',
  interval: null,
  reason,
  isSuspicious: false,
  isDeclared: false,
})

it('keeps one figure of each name and case, that of the suite, so that a limit is judged once', () => {
  const own = figure('packing_efficiency', 0.9, 'exact')
  expect(joinFigures([figure('packing_efficiency', 0.9), figure('wall_time', 3)], [own])).toEqual([
    figure('wall_time', 3),
    own,
  ])
  expect(joinFigures([{ ...own, axes: { gpus: 2 } }], [own])).toHaveLength(2)
})

it('prefers the figure that has a value', () => {
  const known = figure('packing_efficiency', 0.9)
  expect(joinFigures([known], [figure('packing_efficiency', null, 'no batch')])).toEqual([known])
  expect(joinFigures([], [figure('packing_efficiency', null, 'no batch')])).toHaveLength(1)
})

function derive(trials: readonly Partial<Trial>[], gpus: readonly number[] = []): Record<string, unknown> {
  const outcome = measured({ seconds: [1] })
  const planned = aCase({ gpus: [...gpus] })
  const derived = deriveLogFigures(
    { ...outcome, planned, trials: trials.map(aTrial) } as typeof outcome,
    someDevices(2),
  )
  return Object.fromEntries(derived.map(({ name, value, reason }) => [name, reason === null ? value : [value, reason]]))
}

const told = (overrides: Partial<PipelineFigures>): Partial<Trial> => ({ pipeline: { ...silentFigures, ...overrides } })

it.each([
  ['no stage', [[]], {}],
  ['a stage without a time', [[aStage('a', 1), aStage('b', null)]], {}],
  ['stages of one run', [[aStage('a', 1), aStage('b', 2)]], { stage_total: 3 }],
  ['the median of the runs', [[aStage('a', 1)], [aStage('a', 5)], [aStage('a', 2)]], { stage_total: 2 }],
  ['a run without stages', [[aStage('a', 1)], []], {}],
])('sums the stage times: %s', (_name, runs, expected) => {
  expect(derive(runs.map((stages) => ({ stages })))).toEqual(expected)
})

it.each([
  ['without a GPU', [], [], {}],
  ['of the least busy one', [95, 40], [0, 1], { lowest_gpu_utilization: 40 }],
  ['of the assigned one', [95, 40], [0], { lowest_gpu_utilization: 95 }],
  [
    'of two, one unseen',
    [95, null],
    [0, 1],
    { lowest_gpu_utilization: [null, 'the utilization of 1 of 2 GPUs is unknown'] },
  ],
])('derives the utilization %s', (_name, percents, gpus, expected) => {
  const uses = percents.map((percent, gpu) =>
    aGpuUse({ gpu, utilizationPercent: percent === null ? null : steady(percent) }),
  )
  expect(derive([{ telemetry: aTelemetry({ gpus: uses }) }], gpus)).toEqual(expected)
})

function aWorker(sequencesPerSecond: number | null): PipelineFigures['workers'][number] {
  const unknown = { sequences: null, tokensPerSecond: null, seconds: null, error: null }
  return { worker: 0, status: 'completed', sequencesPerSecond, ...unknown }
}

const loader = {
  waitMeanSeconds: 1,
  waitP95Seconds: 2,
  waitMaxSeconds: 4,
  batches: 1,
  full: 0,
  normal: 1,
  starved: 0,
  starvedShare: 0,
}
const packing = {
  efficiency: 0.8,
  tokens: 1,
  batches: 1,
  tokenBudget: null,
  lowest: null,
  batchesBelow80: null,
  reason: null,
}

it.each([
  ['rates of the workers', [told({ workers: [aWorker(10), aWorker(30)] })], { inference_rate: 40 }],
  ['rates, one unknown', [told({ workers: [aWorker(10), aWorker(null)] })], {}],
  [
    'the longest wait',
    [told({ dataLoader: loader }), told({ dataLoader: { ...loader, waitMaxSeconds: 6 } })],
    { loader_wait_max: 5 },
  ],
  ['a run without a report', [told({ dataLoader: loader }), {}], {}],
  [
    'a printed share',
    [told({ packing: { ...packing, printed: 1 } })],
    { packing_printed: [1, 'printed by the pipeline'] },
  ],
  [
    'an impossible one',
    [told({ packing: { ...packing, printed: 1.01 } })],
    { packing_printed: [1.01, 'printed by the pipeline; more than 100 % is impossible'] },
  ],
])('derives what the pipeline told in every run: %s', (_name, trials, expected) => {
  expect(derive(trials)).toEqual(expected)
})

function watched(telemetry: TelemetrySummary | null, gpus: readonly number[] = [0]): CaseOutcome {
  const outcome = measured({ seconds: [10, 10] })
  if (outcome.status !== 'measured') throw new Error('measured gives a measured case')
  const planned = aCase({ gpus })
  return { ...outcome, planned, trials: [aTrial({ telemetry }), aTrial({ index: 1, telemetry })] }
}

const two = aTelemetry({
  gpus: [
    aGpuUse({ gpu: 0, utilizationPercent: steady(90), memoryUsedBytes: steady(4e9), memoryTotalBytes: 8e9 }),
    aGpuUse({ gpu: 1, utilizationPercent: steady(0) }),
  ],
})
const ofGpus = (outcome: CaseOutcome, name: string) =>
  deriveTelemetryFigures(outcome, someDevices(2)).filter((item) => item.name === name)

describe('deriveTelemetryFigures', () => {
  it('looks only at the GPUs a case was given, not at others (W23)', () => {
    expect(ofGpus(watched(two), 'gpu_utilization').map(({ axes, value }) => [axes['gpu'], value])).toEqual([[0, 90]])
  })

  it('finds a GPU by its physical index when some are hidden from the pipeline (W21)', () => {
    const [, second] = someDevices(2)
    if (!second) throw new Error('two devices were made')
    const hidden = [{ ...second, id: 0 }]
    expect(listUsedGpus(watched(two), hidden).map(({ gpu }) => gpu)).toEqual([1])
  })

  it('counts a GPU of which the case has two slices once', () => {
    const slices = someDevices(2).map((device) => ({ ...device, physicalIndex: 0, migProfile: '1g.10gb' }))
    const outcome = watched(two, [0, 1])
    const found = deriveTelemetryFigures(outcome, slices).filter(({ name }) => name === 'gpu_utilization')
    expect(found.map(({ axes, value }) => [axes['gpu'], value])).toEqual([[0, 90]])
    const lowest = deriveLogFigures(outcome, slices).find(({ name }) => name === 'lowest_gpu_utilization')
    expect(lowest?.value).toBe(90)
  })

  it('has no figure of a GPU for a case on CPU cores', () => {
    const cores = someDevices(2).map((device) => ({ ...device, physicalIndex: null, uuid: null }))
    const outcome = watched(null, [0, 1])
    const names = deriveLogFigures(outcome, cores).map(({ name }) => name)
    expect(names).not.toContain('lowest_gpu_utilization')
    expect(deriveTelemetryFigures(watched(two, [0, 1]), cores)).toEqual([])
  })

  it('counts GPUs whose record has no physical index', () => {
    const devices = someDevices(2).map((device) => ({ ...device, physicalIndex: null }))
    expect(deriveTelemetryFigures(watched(two, [0, 1]), devices)).not.toEqual([])
  })

  it('gives the peak as a share of the capacity (F-18, I-160)', () => {
    expect(ofGpus(watched(two), 'gpu_memory_peak_share')[0]?.value).toBe(0.5)
  })

  it('has no value, rather than 0, for what the monitor did not offer (W16, W18, F-14)', () => {
    const blind = aTelemetry({ gpus: [aGpuUse({ gpu: 0, utilizationPercent: null })] })
    expect(ofGpus(watched(blind), 'gpu_utilization')[0]).toMatchObject({
      value: null,
      reason: expect.stringContaining('not offered'),
    })
  })

  it.each<[string, Requirement['operator'], number]>([
    ['gpu_utilization', '>=', 70],
    ['gpu_memory_peak_share', '<', 0.95],
    ['gpu_energy', '<', 1e9],
  ])('leaves a limit on %s unjudged when it is unknown, whatever 0 would have been (W18)', (value, operator, limit) => {
    const unknown = { utilizationPercent: null, memoryUsedBytes: null, ownMemoryPeakBytes: null, energyJoules: null }
    const blind = aTelemetry({ gpus: [aGpuUse({ gpu: 0, ...unknown })] })
    const common = { id: 'X-1', suite: 'scaling', axes: {}, unit: '', severity: 'fail', rule: 'config@1' } as const
    const [result] = evaluateRequirement(
      { ...common, value, operator, limit },
      deriveTelemetryFigures(watched(blind), someDevices(2)),
    )
    expect(result).toMatchObject({ status: 'not evaluated', actual: null })
  })

  it.each([
    ['a GPU that the telemetry lacks', [aTelemetry({ gpus: [aGpuUse({ gpu: 0 })] })], [0, 1], 'missing in the tel'],
    ['a run that nobody watched', [aTelemetry({ gpus: [aGpuUse({ gpu: 0 })] }), null], [0], 'in 1 of 2 runs'],
  ])('has no value for %s', (_, runs, gpus, reason) => {
    const outcome = measured({ seconds: [10, 10] })
    if (outcome.status !== 'measured') throw new Error('measured gives a measured case')
    const trials = runs.map((telemetry, index) => aTrial({ telemetry, index }))
    const found = ofGpus({ ...outcome, planned: aCase({ gpus }), trials }, 'gpu_memory_peak')
    expect(found.at(-1)).toMatchObject({
      value: null,
      reason: expect.stringContaining(reason),
    })
  })

  it.each(['gpu_utilization', 'loader_wait_max'])('misses %s in a case that lacks it while another has it', (value) => {
    const config = aConfig({
      requirements: [{ id: 'X-1', suite: 'scaling', value, operator: '<', limit: 1e9 }],
    })
    const outcomes = [1, 2].map((gpus): CaseOutcome => {
      const outcome = watched(gpus === 1 ? two : null)
      const planned = aCase({ key: { ...aCase().key, axes: { gpus } }, gpus: [0, 1].slice(0, gpus) })
      const trial = aTrial(gpus === 1 ? { telemetry: two, ...told({ dataLoader: loader }) } : {})
      return outcome.status === 'measured' ? { ...outcome, planned, trials: [trial] } : outcome
    })
    const derived = deriveCommonFigures(outcomes, { ...aRecord(), testbed: aTestbed() }, config)
    const lacking = derived.filter(({ name, axes }) => name === value && axes['gpus'] === 2)
    expect(lacking).toMatchObject([{ value: null, reason: expect.stringContaining('which other cases') }])
  })

  it('has no energy of a GPU for runs with and without its counter: their total is unknown', () => {
    const trials = (['counter', 'counter', 'integrated'] as const).map((energySource, index) =>
      aTrial({ index, gpus: [0], telemetry: aTelemetry({ gpus: [aGpuUse({ energySource })] }) }),
    )
    const own = (count: number) => summarizeOutcome(aCase({ id: trials[0]!.caseId }), trials.slice(0, count))
    expect([2, 3].map((count) => ofGpus(own(count), 'gpu_energy').map(({ value }) => value))).toEqual([[5000], [null]])
  })

  it('misses a figure of a tool in the cases of its benchmark, and not in those of another tool', () => {
    const value = 'bench:Load value'
    const config = aConfig({
      requirements: [{ id: 'X-1', suite: 'command', value, operator: '<', limit: 1 }],
    })
    const found = { metric: { name: value, unit: 's', betterWhen: 'lower' as const }, samples: [0.01] }
    const outcomes = ['latency 1', 'latency 2', 'rate 1'].map((name): CaseOutcome => {
      const [benchmark = '', gpus] = name.split(' ')
      const outcome = measured({ key: { suite: 'command', benchmark, axes: { gpus: Number(gpus) } }, seconds: [1] })
      return outcome.status === 'measured' && name === 'latency 1' ? { ...outcome, measurements: [found] } : outcome
    })
    const derived = deriveCommonFigures(outcomes, { ...aRecord(), testbed: aTestbed() }, config)
    const own = derived.filter(({ name }) => name === value)
    expect(own.map((one) => [one.benchmark, one.axes['gpus'], one.value])).toEqual([
      ['latency', 1, 0.01],
      ['latency', 2, null],
    ])
  })

  it.each([
    [0.004, 'The sampling used up to 0.40 % of one core; at most 1 % is allowed.'],
    [0.0128, 'The sampling used up to 1.28 % of one core; above the allowed 1 %.'],
  ])('tells what the sampling cost when it was %d of a core, and whether that is too much (F-10)', (share, note) => {
    const [section] = buildTelemetrySections([watched(aTelemetry({ overheadCpuShare: share }))], someDevices(2))
    expect(section?.notes).toContain(note)
  })

  it('names a GPU that the table leaves out', () => {
    const first = aTelemetry({ gpus: [aGpuUse({ gpu: 0 })] })
    const [section] = buildTelemetrySections([watched(first, [0, 1])], someDevices(2))
    expect(section?.rows).toHaveLength(1)
    expect(section?.notes.join()).toContain('GPU 1 left out, because not every run observed it.')
  })

  it('says nothing about a case that nobody watched', () => {
    expect(deriveTelemetryFigures(watched(null), someDevices(2))).toEqual([])
    expect(buildTelemetrySections([watched(null)], someDevices(2))).toEqual([])
  })
})

describe('the line about the GPUs', () => {
  it('spans the GPUs that cases of the head were given, and leaves out what nobody knows', () => {
    const both = buildTelemetryDigest([watched(two, [0, 1]), watched(two, [0])], someDevices(2))
    expect(both).toMatchObject({ gpus: 2, utilizationPercent: [0, 90] })
    expect(buildTelemetryDigest([watched(two, [0])], someDevices(2))).toMatchObject({
      gpus: 1,
      utilizationPercent: [90, 90],
      memoryPeakBytes: 4e9,
    })
    const unknown = { utilizationPercent: null, powerWatts: null, temperatureCelsius: null }
    const blind = aTelemetry({
      gpus: [aGpuUse({ gpu: 0, ...unknown, memoryUsedBytes: null, ownMemoryPeakBytes: null })],
    })
    expect(buildTelemetryDigest([watched(blind)], someDevices(2))).toEqual({
      gpus: 1,
      utilizationPercent: null,
      powerWatts: null,
      memoryPeakBytes: null,
      hottestCelsius: null,
    })
  })

  it('is absent when nobody watched', () => {
    expect(buildTelemetryDigest([watched(null)], someDevices(2))).toBeNull()
  })
})

it('counts as monitored only a run with samples of each of its GPUs, not of others', () => {
  const share = (outcome: CaseOutcome) =>
    deriveCommonFigures([outcome], { ...aRecord(), testbed: aTestbed() }, aConfig()).find(
      ({ name }) => name === 'gpu_samples_logged',
    )?.value
  const first = aTelemetry({ gpus: [aGpuUse({ gpu: 0 })] })
  const [one] = first.gpus
  const blind = aTelemetry({ gpus: [one!, { ...one!, gpu: 1, samples: 0 }] })
  expect([share(watched(two, [0, 1])), share(watched(first, [0]))]).toEqual([1, 1])
  expect([share(watched(first, [1])), share(watched(blind, [0, 1])), share(watched(null))]).toEqual([0, 0, 0])
})
