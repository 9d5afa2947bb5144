import { describe, expect, it } from 'vitest'
import type { CaseOutcome } from '../../../../src/domain/trial/outcome.ts'
import { createStageMetric } from '../../../../src/domain/core/metric.ts'
import type { Trial } from '../../../../src/domain/trial/trial.ts'
import { stages } from '../../../../src/suites/stages/stages.ts'
import { aSuite, judgeSuite } from '../../a-judge-input.ts'
import { aShard, aWorker, pipelineThatTold } from '../../a-pipeline.ts'
import { aKey, measured, someDevices } from '../../a-run.ts'
import { aGpuUse, aTelemetry } from '../../a-telemetry.ts'
import type { PipelineFigures } from '../../../../src/record/pipeline.ts'
import type { StageGpuUse, StageHostUse } from '../../../../src/record/telemetry.ts'
import { formatFrozen } from '../../frozen-text.ts'

type Overrides = {
  readonly suite?: object
  readonly scaling?: object
  readonly cpuCores?: number
  readonly requirements?: object[]
}

function setUp({ suite = {}, scaling, requirements = [] }: Overrides = {}) {
  const suites = {
    stages: { run: { dataset: 'medium' }, ...suite },
    ...(scaling && { scaling: { run: { dataset: 'medium' }, ...scaling } }),
  }
  return aSuite('stages', { suites, requirements: requirements as never })
}

function judge(outcomes: readonly CaseOutcome[], overrides: Overrides = {}) {
  const machine = { devices: someDevices(8), cpuCores: overrides.cpuCores ?? 16 }
  return judgeSuite(stages, { ...setUp(overrides), outcomes, ...machine })
}

type PointOptions = {
  readonly pipeline?: Partial<PipelineFigures>
  readonly use?: readonly Partial<StageGpuUse>[]
  readonly host?: readonly Partial<StageHostUse>[]
}

/** Three runs of one GPU count with the given stage seconds. */
function point(gpus: number, seconds: Readonly<Record<string, number>>, options: PointOptions = {}): CaseOutcome {
  const spread = [0.999, 1, 1.001]
  const total = Object.values(seconds).reduce((sum, one) => sum + one, 0)
  const outcome = measured({
    key: aKey({ suite: 'stages', axes: { gpus } }),
    seconds: spread.map((factor) => total * factor),
    stages: Object.entries(seconds).map(([stage, one]) => ({
      metric: createStageMetric(stage),
      samples: spread.map((factor) => one * factor),
    })),
  })
  if (outcome.status !== 'measured') throw new Error('it is measured')
  const given = Array.from({ length: gpus }, (_, id) => id)
  const trials = outcome.trials.map((trial): Trial => ({
    ...trial,
    telemetry: aTelemetry({ gpus: given.map((gpu) => aGpuUse({ gpu })) }),
    ...(options.pipeline && { pipeline: pipelineThatTold(options.pipeline) }),
    gpuByStage: options.use || options.host ? attribution(options) : null,
  }))
  return { ...outcome, planned: { ...outcome.planned, gpus: given }, trials }
}

function attribution({ use = [], host = [] }: PointOptions) {
  const idle = { cpuCores: 2, ioWaitShare: 0, readBytes: 0, residentPeakBytes: 1e9 }
  return {
    source: 'times' as const,
    rows: use.map((row) => ({
      stage: 'esm2',
      gpu: 0,
      seconds: 10,
      timeShare: 0.8,
      utilizationPercent: null,
      smUtilization: null,
      memoryPeakBytes: 6e9,
      energyJoules: null,
      ...row,
    })),
    host: host.map((row) => ({ stage: 'esm2', ...idle, ...row })),
    notes: [],
  }
}

/** The published stage times, for the arithmetic only. */
const one = { chunking: 7.1, translation: 8.4, dnabert: 501.9, esm2: 2591.1, merge: 34.7, prediction: 57.4 }
const two = { chunking: 7.3, translation: 8.5, dnabert: 523.5, esm2: 1383.2, merge: 41.5, prediction: 61 }

describe('the stages suite', () => {
  it('measures one count as it is, and several with the 1-GPU run among them (I-022)', () => {
    const plan = (gpus: number[], devices: number) =>
      stages.plan({ ...setUp({ suite: { gpus } }), devices: someDevices(devices), revisions: [] })
    expect(plan([2], 4).cases.map(({ gpus }) => gpus.length)).toEqual([2])
    expect(plan([4, 2, 8], 4).cases.map(({ gpus }) => gpus.length)).toEqual([1, 2, 4])
    expect(plan([4, 2, 8], 4).notTested.map(({ reason }) => reason)).toEqual(['needs 8 devices, this runner has 4'])
  })

  it('flags the stage above 30 % of the time and not the one at 25.9 % (F-13, E23)', () => {
    const rows = judge([point(1, one), point(2, two)], { suite: { gpus: [1, 2] } }).section('stages')?.rows ?? []
    const flagged = rows
      .filter((row) => JSON.stringify(row.at(-1)).includes('of the time'))
      .map(([stage, gpus]) => [stage, gpus])
    expect(flagged).toEqual([
      ['esm2', '1'],
      ['esm2', '2'],
    ])
  })

  it('recommends by what was seen, whatever the stage is called (I-128, I-137)', () => {
    const use = [{ utilizationPercent: 40, smUtilization: 0.3 }]
    const waiting = { shards: [aShard({ waitSeconds: 1200, dataLoader: null })] }
    const starved = judge([point(1, one, { use, host: [{}], pipeline: waiting })])
    expect(starved.section('bottlenecks')?.rows).toEqual([
      [
        'esm2',
        '1',
        { value: expect.any(Number), unit: 'share' },
        'starved',
        expect.stringContaining('46.3 %'),
        expect.stringContaining('The host has free capacity'),
      ],
    ])
    const busy = judge([
      point(1, { ...one, translation: 9000 }, { use: [], host: [{ stage: 'translation', cpuCores: 1 }] }),
    ])
    expect(busy.section('bottlenecks')?.rows[0]?.slice(0, 4)).toEqual([
      'translation',
      '1',
      expect.anything(),
      'serial-host',
    ])
  })

  it('says that nothing was seen instead of recommending from the name of the stage', () => {
    expect(judge([point(1, one)]).section('bottlenecks')?.rows[0]?.[3]).toBe('unknown')
  })

  it('judges every GPU of a GPU stage by itself: an average hides the idle one (I-125, X-34)', () => {
    const use = [
      { gpu: 0, utilizationPercent: 99 },
      { gpu: 1, utilizationPercent: 61 },
      { stage: 'merge', gpu: 0, utilizationPercent: 2 },
      { stage: 'merge', gpu: 1, utilizationPercent: 0 },
      { gpu: 7, utilizationPercent: 1 },
    ]
    const result = judge([point(2, two, { use })], { suite: { gpus: [2] } })
    expect(
      result.results
        .filter(({ id }) => id === 'PERF-02')
        .map(({ axes, status }) => [axes['stage'], axes['gpu'], status]),
    ).toEqual([
      ['esm2', 0, 'pass'],
      ['esm2', 1, 'fail'],
    ])
  })

  it('asks of the stages that the config calls GPU stages, and of no others (X-23)', () => {
    const use = ['dnabert', 'esm2', 'prediction'].map((stage) => ({ stage, gpu: 0, utilizationPercent: 60 }))
    const asked = (suite: object) =>
      judge([point(1, one, { use })], { suite })
        .results.filter(({ id }) => id === 'PERF-02')
        .map(({ axes, status }) => `${axes['stage']}: ${status}`)
    expect(asked({ gpuStages: ['dnabert', 'esm2'] })).toEqual(['dnabert: fail', 'esm2: fail'])
    expect(asked({ gpuStages: ['prediction'] })).toEqual(['prediction: fail'])
  })

  it('does not pass a stage one of whose GPUs was seen while nobody saw the other (X-34)', () => {
    const { status } = judge([point(2, two, { use: [{ gpu: 0, utilizationPercent: 95 }] })], { suite: { gpus: [2] } })
    expect(status('PERF-02')).toEqual(['pass', 'not evaluated'])
  })

  const busy = [0, 1].map((gpu) => ({ gpu, utilizationPercent: 95 }))
  it.each([
    ['nobody saw it', point(2, two), ['pass', 'not evaluated']],
    ['the stage has no time', point(2, { dnabert: 1 }, { use: busy }), ['pass', 'not evaluated']],
    [
      'its GPUs idled',
      point(2, two, { use: busy.map(({ gpu }) => ({ gpu, utilizationPercent: 5 })) }),
      ['fail', 'fail'],
    ],
  ])('does not pass a GPU stage by the other GPU count when %s', (_, second, expected) => {
    const first = point(1, one, { use: busy.slice(0, 1) })
    const { status } = judge([first, second], { suite: { gpus: [1, 2] } })
    expect(status('PERF-02').slice(-2)).toEqual(expected)
  })

  it('does not take an unavailable utilisation for 0 (F-14, W16, W18)', () => {
    const result = judge([point(1, one, { use: [{ utilizationPercent: null }] })], { suite: { gpuStages: ['esm2'] } })
    expect(result.status('PERF-02')).toEqual(['not evaluated'])
    expect(result.figure('gpu_stage_utilization')?.value).toBeNull()
    expect(judge([point(1, one)], { suite: { gpuStages: ['esm2'] } }).status('PERF-02')).toEqual(['not evaluated'])
  })

  it('flags kernels that are too small for the GPU although it looks busy', () => {
    const result = judge([point(1, one, { use: [{ utilizationPercent: 97, smUtilization: 0.1 }], host: [{}] })])
    expect(result.status('PERF-02')).toEqual(['pass'])
    expect(result.section('bottlenecks')?.rows[0]?.[3]).toBe('tiny-kernels')
  })

  it('says which count a rate is of (I-130, W27)', () => {
    const result = judge([point(1, one, { pipeline: { shards: [aShard({ sequences: 794_577 })] } })])
    expect(result.figure('stage_rate', { stage: 'esm2' })?.value).toBeCloseTo(794_577 / 2591.1, 6)
    expect(result.figure('stage_rate', { stage: 'merge' })).toMatchObject({
      reason: 'input sequences / stage time',
    })
    expect(result.section('stages')?.notes.join(' ')).toContain('sequences in the batches of the stage')
  })

  it('reports a pipeline that tells no stages instead of passing it (W6, W59)', () => {
    const result = judge([point(1, {})])
    expect(result.findings).toMatchObject([{ kind: 'missing', reason: expect.stringContaining('no stage times') }])
    expect(result.results.filter(({ status }) => status === 'pass')).toEqual([])
  })
})

describe('scaling by stage', () => {
  const result = judge([point(1, one), point(2, two)], { suite: { gpus: [1, 2] }, scaling: { gpus: [1, 2] } })

  it('takes the ceiling from the 1-GPU shares of the stages that scale: 1.680, not 1.52 (W37, E24)', () => {
    expect(result.figure('ceiling', { gpus: 2 })?.value).toBeCloseTo(1.68, 3)
    expect(result.figure('speedup', { gpus: 2 })?.value).toBeCloseTo(3200.6 / 2025, 3)
  })

  it('shows each stage by itself and says which are slower with more GPUs (E6, E7)', () => {
    expect(result.figure('stage_efficiency', { stage: 'esm2' })?.value).toBeCloseTo(0.9366, 3)
    expect(result.figure('stage_speedup', { stage: 'dnabert' })).toMatchObject({ reason: 'slower than on 1 GPU' })
    expect(result.section('stage-scaling')?.notes.join(' ')).toContain('dnabert is slower on 2 GPUs than on 1.')
  })

  it('flags limits above the ceiling as out of reach, whoever asks for them (W37)', () => {
    const own = judge([point(1, one), point(2, two)], {
      suite: { gpus: [1, 2] },
      scaling: { gpus: [1, 2] },
      requirements: [
        { id: 'OURS', suite: 'scaling', value: 'efficiency', axes: { gpus: 2 }, operator: '>=', limit: 0.9 },
        { id: 'OTHER', suite: 'revision', value: 'speedup', axes: {}, operator: '>=', limit: 3 },
      ],
    })
    expect(own.findings.map(({ subject }) => subject)).toEqual(['scaling profile perf-03 on 2 GPUs', 'OURS on 2 GPUs'])
    expect(own.findings[0]?.reason).toBe(
      'requires 1.9×, which exceeds the ceiling: the 1-GPU shares of the stages allow 1.68×',
    )
    const three = judge([point(1, one), point(3, two)], {
      suite: { gpus: [1, 3] },
      requirements: [{ id: 'OURS', suite: 'scaling', value: 'efficiency', operator: '>=', limit: 0.7 }],
    })
    expect(three.findings[0]?.reason).toContain('requires 2.1×, which')
  })

  it('takes the stages that the config calls parallel at its word', () => {
    const named = judge([point(1, one), point(2, two)], {
      suite: { gpus: [1, 2], parallelStages: ['esm2', 'dnabert'] },
    })
    expect(named.figure('ceiling', { gpus: 2 })?.value).toBeCloseTo(1 / (1 - 3093 / 3200.6 / 2), 3)
  })

  it('has no ceiling and no speed-up without the 1-GPU run, and says why', () => {
    const alone = judge([point(2, two)], { suite: { gpus: [1, 2] } })
    expect(alone.figure('speedup')).toMatchObject({ value: null, reason: expect.stringContaining('no 1-GPU run') })
    expect(alone.figure('ceiling')).toMatchObject({ value: null })
  })

  it('fits the scalability law from three counts on and says where it is not identifiable', () => {
    expect(result.figure('usl_peak')).toMatchObject({
      value: null,
      reason: expect.stringContaining('fewer than three'),
    })
    const three = judge(
      [point(1, { esm2: 100 }), point(2, { esm2: 56 }), point(4, { esm2: 40 }), point(8, { esm2: 45 })],
      { suite: { gpus: [1, 2, 4, 8] } },
    )
    expect(three.figure('usl_peak')?.value).toBeGreaterThan(3)
    expect(three.figure('usl_peak')?.interval?.[1]).toBeLessThan(8)
    expect(three.section('stage-scaling')?.rows.at(-1)?.[0]).toBe('scalability law')
  })
})

describe('packing, starvation, balance and completeness', () => {
  const packing = {
    efficiency: null,
    tokens: null,
    batches: null,
    tokenBudget: null,
    lowest: null,
    batchesBelow80: null,
    printed: null,
    reason: null,
  }
  const loader = {
    waitMeanSeconds: 1e-4,
    waitP95Seconds: 3e-4,
    waitMaxSeconds: 6e-4,
    batches: 100,
    full: 100,
    normal: 0,
    starved: 0,
    starvedShare: 0,
  }

  it('refuses a printed 358 % and passes nothing on it (F-25, W14, E17)', () => {
    const reason =
      'cannot be computed: the pipeline does not report the tokens of its batches or their budget and the printed 358.0 % is impossible'
    const result = judge([point(1, one, { pipeline: { packing: { ...packing, printed: 3.58, reason } } })])
    expect(result.figure('packing_efficiency')).toMatchObject({ value: null, reason })
    expect(result.status('PERF-05')).toEqual(['not evaluated'])
  })

  it('judges the packing computed from tokens: 89.5 % misses 90 % (F-25, E18)', () => {
    const efficiency = (794_577 * (16_474 / 321)) / (2780 * 16_384)
    const result = judge([
      point(1, one, { pipeline: { packing: { ...packing, efficiency, lowest: 0.23, batchesBelow80: 397 } } }),
    ])
    expect(result.figure('packing_efficiency')?.value).toBeCloseTo(0.895, 3)
    expect(result.status('PERF-05')).toEqual(['fail'])
    expect(result.figure('badly_packed_batches')?.value).toBe(397)
  })

  it('shows tokens by rows times longest row beside it', () => {
    const shards = [aShard({ tokens: 900, paddedTokens: 1000 }), aShard({ gpu: 1, tokens: 600, paddedTokens: 1000 })]
    expect(judge([point(1, one, { pipeline: { shards } })]).figure('padding_efficiency')?.value).toBeCloseTo(0.75, 9)
  })

  it('shows how the states of the queue are distributed, and nothing where none was reported (I-200, I-238)', () => {
    const states = { ...loader, batches: 200, full: 130, normal: 64, starved: 6, starvedShare: 0.03 }
    const found = judge([point(1, one, { pipeline: { dataLoader: states } })])
    expect(
      ['queue_full_share', 'queue_normal_share', 'starved_share'].map((name) => found.figure(name)?.value),
    ).toEqual([0.65, 0.32, 0.03])
    const rows = found.section('throughput')?.rows ?? []
    expect(rows.map(([title]) => title)).toEqual(
      expect.arrayContaining(['Batches with a full queue', 'Batches with a normal queue', 'Starved batches']),
    )
    const silent = { ...loader, batches: 0, full: 0, normal: 0, starved: 0, starvedShare: null }
    expect(judge([point(1, one, { pipeline: { dataLoader: silent } })]).figure('queue_full_share')).toBeUndefined()
    const mixed = point(1, one, { pipeline: { dataLoader: states } })
    if (mixed.status !== 'measured') throw new Error('it is measured')
    const [first, ...others] = mixed.trials
    const unread = { ...first!, pipeline: pipelineThatTold({ dataLoader: silent }) }
    expect(judge([{ ...mixed, trials: [unread, ...others] }]).figure('queue_full_share')).toMatchObject({
      value: null,
      reason: 'not every run reports its data-loader waits',
    })
  })

  it.each([
    [0, ['pass', 'pass']],
    [0.0999, ['pass', 'pass']],
    [0.1, ['fail', 'pass']],
    [0.2, ['fail', 'pass']],
    [0.2001, ['fail', 'fail']],
    [0.35, ['fail', 'fail']],
  ])('puts %d starved batches into the bands at 10 and 20 %% (F-26, X-24)', (starvedShare, expected) => {
    const result = judge([point(1, one, { pipeline: { dataLoader: { ...loader, starvedShare } } })])
    const rows = result.results.filter(({ id }) => id === 'PERF-05-starved')
    expect(rows.map(({ status }) => status)).toEqual(expected)
    expect(rows.map(({ severity }) => severity)).toEqual(['warn', 'fail'])
  })

  it('does not evaluate starvation that not every run told', () => {
    const told = point(1, one, { pipeline: { dataLoader: { ...loader, starvedShare: 0.35 } } })
    if (told.status !== 'measured') throw new Error('it is measured')
    const trials = told.trials.map((trial, index) => (index > 0 ? trial : { ...trial, pipeline: pipelineThatTold() }))
    const limits = judge([{ ...told, trials }]).results.filter(({ id }) => id === 'PERF-05-starved')
    expect(limits.map(({ status, reason }) => [status, reason])).toEqual([
      ['not evaluated', 'not every run reports its data-loader waits'],
      ['not evaluated', 'not every run reports its data-loader waits'],
    ])
  })

  it('says nothing about starvation that nobody told (W13)', () => {
    const result = judge([point(1, one)])
    expect(result.status('PERF-05-starved')).toEqual([])
    expect(result.figure('starved_share')).toMatchObject({ value: null })
  })

  it.each([
    [[aWorker(0, 397_289, 315.7), aWorker(1, 397_288, 313.5)], 'pass'],
    [
      [
        { ...aWorker(0, 1, 1), seconds: 3.2 * 3600 },
        { ...aWorker(1, 1, 1), seconds: 2.1 * 3600 },
      ],
      'fail',
    ],
  ])('judges the balance of the workers (F-05, E22)', (workers, status) => {
    expect(judge([point(2, two, { pipeline: { workers } })], { suite: { gpus: [2] } }).status('BALANCE')).toEqual([
      status,
    ])
  })

  it('counts utilisation warnings by looks, one in ten batches, not by batches (W29)', () => {
    const warnings = { mild: 41, critical: 0, checks: 276 }
    expect(judge([point(1, one, { pipeline: { warnings } })]).figure('utilization_warnings')?.value).toBeCloseTo(
      0.149,
      3,
    )
  })

  it('names what PERF-05 wants and nobody told (I-240, I-273)', () => {
    const bare = judge([point(1, one)])
    expect(bare.figure('telemetry_captured')).toMatchObject({
      value: 0.4,
      reason: 'unavailable: tokens_per_second, packing_efficiency, loader_wait_mean',
    })
    const pipeline = { shards: [aShard()], packing: { ...packing, efficiency: 0.93 }, dataLoader: loader }
    const whole = judge([point(1, one, { pipeline })])
    expect(whole.figure('telemetry_captured')).toMatchObject({ value: 1, reason: null })
    expect(whole.section('throughput')?.rows.some((row) => row.includes('unavailable'))).toBe(true)
  })
})

it('says the same about stages that scale, that wait and that are padded', async () => {
  const shards = [0, 1].map((gpu) => aShard({ gpu, waitSeconds: 20 + gpu, paddedTokens: 1200 }))
  const use = [
    { smUtilization: 0.2, utilizationPercent: 60 },
    { gpu: 1, timeShare: 0.5 },
  ]
  const options = { use, host: [{ ioWaitShare: 0.4 }, { stage: 'dnabert' }], pipeline: { shards } }
  const limits = ['speedup', 'efficiency'].map((value, at) => ({
    id: `R-${value}`,
    suite: 'stages',
    value,
    operator: '>=',
    limit: 1.9 - at,
  }))
  const overrides = { suite: { gpus: [1, 2] }, scaling: { gpus: [1, 2] }, requirements: limits }
  const told = [judge([point(1, one, options), point(2, two, options)], overrides), judge([point(1, one)], overrides)]
  await expect(told.map((item) => formatFrozen(item)).join('')).toMatchFileSnapshot('../../../frozen/suite-stages.txt')
})

it('finds no bottleneck only in stages and GPUs that were observed', () => {
  const even = { a: 1, b: 1, c: 1 }
  const listNotes = (outcome: CaseOutcome | null, suite = {}) =>
    judge(outcome ? [outcome] : [], { suite: { maxShare: 0.5, ...suite } }).section('bottlenecks')?.notes
  const seen = [{ stage: 'a', utilizationPercent: 95 }]
  expect(listNotes(null)).toEqual(['Not evaluated: no stage was observed.'])
  expect(listNotes(point(1, even, { use: seen }))).toEqual(['No bottleneck found.'])
  const unseen = ['GPU utilization not observed: only the shares of the time are assessed.']
  expect(listNotes(point(1, even))).toEqual(unseen)
  expect(listNotes(point(1, even, { use: seen }), { gpuStages: ['b'] })).toEqual(unseen)
})
