import { describe, expect, it } from 'vitest'
import type { CaseOutcome } from '../../../../src/domain/trial/outcome.ts'
import type { Trial } from '../../../../src/domain/trial/trial.ts'
import { memory } from '../../../../src/suites/memory/memory.ts'
import { aMemorySuite, judgeMemory, judgeMemoryOutcomes } from '../../a-memory-suite.ts'
import { aSuite, judgeSuite } from '../../a-judge-input.ts'
import { pipelineThatTold, repeatedSeries, someMemory } from '../../a-pipeline.ts'
import { aCase, aKey, aTrial, measured, someDevices } from '../../a-run.ts'
import { aGpuUse, aTelemetry, steady } from '../../a-telemetry.ts'
import type { PipelineFigures, MemorySeries, TrialMemory } from '../../../../src/record/pipeline.ts'
import { formatFrozen } from '../../frozen-text.ts'

const MB = 1e6
const repeat = { options: ['--repeat', '12'], count: 12 }

const judge = judgeMemoryOutcomes

const key = (load?: string) => aKey({ suite: 'memory', axes: { gpus: 1, ...(load && { load }) } })

type RunOptions = {
  readonly series?: readonly MemorySeries[]
  readonly memory?: Partial<TrialMemory>
  readonly pipeline?: Partial<PipelineFigures>
  readonly trial?: Partial<Trial>
}

/** Three runs with the same memory. */
function runs({ series = [], memory: more = {}, pipeline = {}, trial = {} }: RunOptions = {}): CaseOutcome {
  const outcome = measured({ key: key(), seconds: [12, 12.1, 11.9] })
  if (outcome.status !== 'measured') throw new Error('it is measured')
  const trials = outcome.trials.map((own) => ({
    ...own,
    memory: someMemory(series, more),
    pipeline: pipelineThatTold(pipeline),
    ...trial,
  }))
  return { ...outcome, trials }
}

const levels = (step: number, count = 12) => Array.from({ length: count }, (_, index) => 4000 * MB + index * step)

describe('the memory suite', () => {
  it('runs the command with its repeats and keeps memory over time; pressure is a case of its own (I-163)', () => {
    const input = aMemorySuite({ repeat, pressure: ['--batch-size', '3072'] })
    const plan = memory.plan({ ...input, devices: someDevices(1), revisions: [] })
    expect(plan.cases.map(({ options, keepsMemory, key: { axes } }) => [options?.args, keepsMemory, axes])).toEqual([
      [['--repeat', '12'], true, { gpus: 1 }],
      [['--batch-size', '3072'], undefined, { gpus: 1, load: 'pressure' }],
    ])
    expect(memory.plan({ ...input, devices: [], revisions: [] }).notTested).toHaveLength(2)
  })

  it('catches a leak of 20 MB per repeat, by its slope and by the 100 MB rule (F-17, I-155)', () => {
    const result = judge([runs({ series: [repeatedSeries('own', levels(20 * MB))] })], { repeat })
    expect(result.status('LEAK')).toEqual(['fail'])
    expect(result.status('LEAK-slope')).toEqual(['fail'])
    expect(result.section('memory-growth')?.rows[0]).toEqual([
      'GPU, own processes',
      '0',
      { value: expect.closeTo(20 * MB, 0), unit: 'B' },
      { value: expect.closeTo(160 * MB, 0), unit: 'B' },
      expect.anything(),
      'leak',
      expect.stringContaining('the first 3 left out as warm-up'),
    ])
  })

  it('catches a slow leak that stays below 100 MB by its slope alone', () => {
    const result = judge([runs({ series: [repeatedSeries('resident', levels(5 * MB), null)] })], { repeat })
    expect(result.status('LEAK')).toEqual(['pass'])
    expect(result.status('LEAK-slope')).toEqual(['fail'])
  })

  const uneven = [186, 196, 216, 226, 246, 256, 276, 286, 306, 316, 328, 338, 348, 368]
  it.each([
    ['20 MB in every round, unevenly', uneven, 'fail', 'fail'],
    ['70 MB, then 338 MB', [...Array<number>(8).fill(70), ...Array<number>(6).fill(338)], 'fail', 'fail'],
    ['70 MB, 338 MB in the last round', [...Array<number>(13).fill(70), 338], 'not evaluated', 'not evaluated'],
    ['a saw-tooth', Array.from({ length: 14 }, (_, index) => 100 + 90 * (index % 4)), 'pass', 'pass'],
  ])('judges growth by its shape, in main memory and on the GPU: %s', (_name, megabytes, leak, slope) => {
    const bytes = megabytes.map((level) => level * MB)
    for (const series of [repeatedSeries('resident', bytes, null), repeatedSeries('own', bytes)]) {
      const result = judgeMemory([series], bytes.length)
      expect([result.status('LEAK'), result.status('LEAK-slope')]).toEqual([[leak], [slope]])
    }
  })

  it('takes the verdict of most runs, and none if the runs differ', () => {
    const grow = (step: number) => ({ memory: someMemory([repeatedSeries('own', levels(step * MB))]) })
    const judgeRuns = (...steps: readonly number[]) => {
      const outcome = runs()
      if (outcome.status !== 'measured') throw new Error('it is measured')
      const trials = steps.flatMap((step, index) => {
        const trial = outcome.trials[index]
        return trial ? [{ ...trial, ...grow(step) }] : []
      })
      return judge([{ ...outcome, trials }], { repeat })
    }
    expect(judgeRuns(20, 0, 20).status('LEAK')).toEqual(['fail'])
    expect(judgeRuns(0, 20, 0).status('LEAK')).toEqual(['pass'])
    const differing = judgeRuns(0, 20)
    expect(differing.status('LEAK-slope')).toEqual(['not evaluated'])
    expect(differing.results.find(({ id }) => id === 'LEAK')).toMatchObject({
      status: 'not evaluated',
      reason: 'the runs differ: no leak in 1, leak in 1',
    })
  })

  it('passes a pipeline that holds what it took, per GPU and in main memory', () => {
    const series = [
      repeatedSeries('own', levels(0), 0),
      repeatedSeries('own', levels(0), 1),
      repeatedSeries('resident', levels(0), null),
    ]
    const result = judge([runs({ series })], { repeat })
    expect(result.status('LEAK')).toEqual(['pass', 'pass', 'pass'])
    expect(result.results.filter(({ id }) => id === 'LEAK').map(({ axes }) => [axes['memory'], axes['gpu']])).toEqual([
      ['own', 0],
      ['own', 1],
      ['resident', undefined],
    ])
  })

  it('follows the GPU as a whole only where the own part of it is not known', () => {
    const series = [
      repeatedSeries('device', levels(0), 0),
      repeatedSeries('own', levels(0), 0),
      repeatedSeries('device', levels(0), 1),
    ]
    const rows = judge([runs({ series })], { repeat })
      .section('memory-growth')
      ?.rows.map((row) => row.slice(0, 2))
    expect(rows).toEqual([
      ['GPU, own processes', '0'],
      ['GPU, total by the driver', '1'],
    ])
  })

  it('takes the ends of its repeats from the pipeline where it tells them', () => {
    const endsSeconds = levels(0).map((_, index) => 2 * index + (index % 2 === 0 ? 1.5 : 0.5) + 1)
    const points = endsSeconds.flatMap((end, index) =>
      [0.9, 0.4, 0.1].map((before) => ({ seconds: end - before / 2, bytes: 4000 * MB + index * 20 * MB })),
    )
    const series = [{ quantity: 'own' as const, gpu: 0, points }]
    const result = judge([runs({ series, memory: { visits: [{ stage: 'predict', endsSeconds }] } })], { repeat })
    expect(result.derived.find(({ name }) => name === 'memory_slope')?.value).toBeCloseTo(20 * MB, 0)
    const equalParts = judge([runs({ series })], { repeat })
    expect(equalParts.derived.find(({ name }) => name === 'memory_slope')?.value).not.toBeCloseTo(20 * MB, 0)
    const others = { visits: [{ stage: 'predict', endsSeconds: endsSeconds.slice(1) }] }
    expect(
      judge([runs({ series, memory: others })], { repeat })
        .section('memory-growth')
        ?.rows[0]?.at(-1),
    ).toMatch(
      /; the pipeline reported 11 visits of predict instead of 12 repeats, so equal parts of the time are used$/,
    )
  })

  it('does not evaluate what nobody followed, nor too few repeats (W18, W19)', () => {
    expect(judge([runs()], { repeat }).status('LEAK')).toEqual(['not evaluated'])
    const short = judge([runs({ series: [repeatedSeries('own', levels(50 * MB, 4))] })], {
      repeat: { ...repeat, count: 4 },
    })
    expect(short.results.find(({ id }) => id === 'LEAK')).toMatchObject({
      status: 'not evaluated',
      reason: expect.stringContaining('4 repeats are too few'),
    })
  })

  it('evaluates no memory that a part of the runs lacks, and names the run that was too short', () => {
    const lackOne = (series: readonly MemorySeries[]) => {
      const outcome = runs({ series: [repeatedSeries('own', levels(0))] })
      if (outcome.status !== 'measured') throw new Error('it is measured')
      const telemetry = aTelemetry({ gpus: [aGpuUse({ memoryUsedBytes: steady(9), memoryTotalBytes: 24 })] })
      const remainders = [{ gpu: 0, beforeBytes: 5, afterBytes: 5 }]
      const trials = outcome.trials.map((trial, index) =>
        index === 1
          ? { ...trial, memory: someMemory(series) }
          : { ...trial, telemetry, memory: { ...trial.memory!, remainders } },
      )
      return judge([{ ...outcome, trials }], { repeat })
    }
    const { results } = lackOne([])
    expect(results.map(({ id, status, reason }) => [id, status, reason]).slice(0, 4)).toEqual([
      ['LEAK', 'not evaluated', 'sampled in 2 of 3 runs'],
      ['LEAK-slope', 'not evaluated', 'sampled in 2 of 3 runs'],
      ['LEAK-device', 'not evaluated', 'the memory of the GPU was not sampled before and after the run'],
      ['PEAK', 'not evaluated', 'the memory of the GPU was not sampled in every run'],
    ])
    const full = repeatedSeries('own', levels(0))
    const short = { ...full, points: full.points.slice(0, 2) }
    expect(lackOne([short]).results[0]?.reason).toContain('2 repeats are too few')
  })

  it('says of a single pass that results which pile up look the same', () => {
    const series = [{ ...repeatedSeries('resident', levels(20 * MB), null) }]
    const result = judge([runs({ series })])
    expect(result.section('memory-growth')?.rows[0]?.[5]).toBe('grows')
    expect(result.results.find(({ id }) => id === 'LEAK')).toMatchObject({
      status: 'fail',
      reason: expect.stringContaining('accumulating results'),
    })
    expect(result.status('LEAK-slope')).toEqual([])
  })

  it('holds what lies on the GPU after the end against what lay there before (I-155, I-156)', () => {
    const remainders = [{ gpu: 0, beforeBytes: 500 * MB, afterBytes: 800 * MB }]
    expect(judge([runs({ memory: { remainders } })]).status('LEAK-device')).toEqual(['fail'])
    const clean = [{ gpu: 0, beforeBytes: 500 * MB, afterBytes: 500 * MB }]
    expect(judge([runs({ memory: { remainders: clean } })]).status('LEAK-device')).toEqual(['pass'])
    expect(judge([runs()]).results.find(({ id }) => id === 'LEAK-device')).toMatchObject({
      status: 'not evaluated',
      reason: 'the memory of the GPU was not sampled before and after the run',
    })
  })
})

describe('peaks and the allocator', () => {
  const gpuByStage = (peaks: Readonly<Record<string, number>>) => ({
    source: 'times' as const,
    host: [],
    notes: [],
    rows: Object.entries(peaks).map(([stage, memoryPeakBytes]) => ({
      stage,
      gpu: 0,
      seconds: 5,
      timeShare: 0.4,
      utilizationPercent: 90,
      smUtilization: null,
      memoryPeakBytes,
      energyJoules: null,
    })),
  })
  const telemetry = aTelemetry({ gpus: [aGpuUse({ memoryUsedBytes: steady(23e9), memoryTotalBytes: 24e9 })] })

  it('are held per stage against 95 % of the GPU (F-18, I-160, I-161)', () => {
    const trial = { telemetry, gpuByStage: gpuByStage({ dnabert: 20e9, esm2: 23e9 }) }
    const peaks = judge([runs({ trial })]).results.filter(({ id }) => id === 'PEAK')
    expect(peaks.map(({ axes, status }) => [axes['stage'], status])).toEqual([
      ['dnabert', 'pass'],
      ['esm2', 'fail'],
      ['(whole run)', 'fail'],
    ])
  })

  it('do not pass at exactly 95 %', () => {
    const trial = { telemetry: aTelemetry({ gpus: [aGpuUse({ memoryUsedBytes: steady(95), memoryTotalBytes: 100 })] }) }
    expect(judge([runs({ trial })]).status('PEAK')).toEqual(['fail'])
  })

  it('are not evaluated without a peak: 0 GB is no measurement (W18)', () => {
    const unseen = judge([runs()])
    expect(unseen.results.find(({ id }) => id === 'PEAK')).toMatchObject({
      status: 'not evaluated',
      reason: 'the memory of the GPU was not sampled',
      axes: { gpu: 0 },
    })
    expect(unseen.section('memory-peaks')).toBeUndefined()
  })

  it('do not apply to a pipeline without GPUs', () => {
    const onCpu = aSuite('memory', { pipeline: { devices: 'cpu' }, suites: { memory: { run: { dataset: 'medium' } } } })
    const { status } = judgeSuite(memory, { ...onCpu, outcomes: [runs()] })
    expect([...status('PEAK'), ...status('LEAK-device'), ...status('LEAK')]).toEqual(['not evaluated'])
  })

  it('judge allocated by reserved at 70 %, by stage (F-20, I-167)', () => {
    const at = (allocatedBytes: number) =>
      judge([
        runs({
          pipeline: { allocator: [{ stage: 'esm2', gpu: 0, allocatedBytes, reservedBytes: 10e9, when: 'peak' }] },
        }),
      ]).status('ALLOCATOR')
    expect(at(7e9)).toEqual(['pass'])
    expect(at(6.99e9)).toEqual(['fail'])
  })

  it('leave the allocator "not evaluated" without the pipeline’s figures, and do not hold that against the run (F-20, W19)', () => {
    const [result] = judge([runs()]).results.filter(({ id }) => id === 'ALLOCATOR')
    expect(result).toMatchObject({ status: 'not evaluated', severity: 'info', actual: null })
  })

  it('give no share of nothing, and doubt more than the whole', () => {
    const shareOf = (allocatedBytes: number, reservedBytes: number) => {
      const allocator = [{ stage: 'esm2', gpu: 0, allocatedBytes, reservedBytes, when: 'peak' as const }]
      return judge([runs({ pipeline: { allocator } })]).derived.find(({ axes }) => axes['stage'] === 'esm2')
    }
    expect(shareOf(0, 0)).toMatchObject({ value: null, reason: 'nothing was reserved', isSuspicious: false })
    expect(shareOf(9e9, 10e9)).toMatchObject({ value: 0.9, reason: null, isSuspicious: false })
    expect(shareOf(10e9, 10e9)).toMatchObject({ value: 1, isSuspicious: false })
    expect(shareOf(11e9, 10e9)).toMatchObject({ value: 1.1, isSuspicious: true })
  })

  it('do not judge the allocator by figures of the moment when memory ran out (I-167)', () => {
    const allocator = [{ stage: null, gpu: null, allocatedBytes: 1e9, reservedBytes: 10e9, when: 'failure' as const }]
    expect(judge([runs({ pipeline: { allocator } })]).status('ALLOCATOR')).toEqual(['not evaluated'])
  })
})

describe('the end of memory (F-19)', () => {
  const ran = {
    lines: [{ where: 'standard output', line: 'OUT OF MEMORY ERROR' }],
    count: 1,
    reductions: 0,
    unread: [],
  }
  const pressed = (trial: Partial<Trial>): CaseOutcome => {
    const outcome = measured({ key: key('pressure'), seconds: [9] })
    if (outcome.status !== 'measured') throw new Error('it is measured')
    return { ...outcome, trials: outcome.trials.map((own) => ({ ...own, ...trial })) }
  }
  const crashed: CaseOutcome = {
    status: 'failed',
    failureKind: 'out-of-memory',
    planned: aCase({ key: key('pressure') }),
    failures: [aTrial({ exitCode: 4, failure: { kind: 'out-of-memory', detail: 'exit code 4: out of memory' } })],
    reason: 'out-of-memory: exit code 4: out of memory',
  }
  const pressure = ['--batch-size', '3072']

  it('is absent: nothing is said of it and nothing fails', () => {
    const result = judge([runs()])
    expect(result.status('OOM')).toEqual(['pass'])
    expect(result.section('out-of-memory')?.rows[0]?.slice(0, 2)).toEqual(['as configured', 'absent'])
  })

  it('is handled: all rows are there', () => {
    const result = judge([runs(), pressed({ pipeline: pipelineThatTold({ outOfMemory: ran }) })], { pressure })
    expect(result.status('OOM')).toEqual(['pass', 'pass'])
    expect(result.status('OOM-handled')).toEqual(['pass'])
  })

  it('is a crash by the exit map, and never passes (W20)', () => {
    const result = judge([runs(), crashed], { pressure })
    expect(result.status('OOM')).toEqual(['pass', 'fail'])
    expect(result.status('OOM-handled')).toEqual(['fail'])
  })

  it('is not shown by a pressure under which memory did not run out', () => {
    const result = judge([runs(), pressed({ pipeline: pipelineThatTold() })], { pressure })
    expect(result.results.find(({ id }) => id === 'OOM-handled')).toMatchObject({
      status: 'not evaluated',
      reason: 'memory did not run out; increase the load of suites.memory.pressure',
    })
  })

  it('is not known where no run counts, for the reason of the case', () => {
    const contaminated = { ...crashed, status: 'contaminated', failures: [], reason: 'others used the GPU' } as const
    const [row] = judge([contaminated], { pressure }).section('out-of-memory')?.rows ?? []
    expect(row?.slice(1)).toEqual(['unknown', '0', 'others used the GPU'])
  })

  it('is not told by records without searched output', () => {
    expect(judge([runs({ trial: { pipeline: pipelineThatTold({ outOfMemory: null }) } })]).status('OOM')).toEqual([
      'not evaluated',
    ])
  })
})

it('says the same about memory that grows, that holds, and that nobody tells of', async () => {
  const series = [
    repeatedSeries('own', levels(20 * MB)),
    repeatedSeries('own', levels(1 * MB), 1),
    repeatedSeries('resident', levels(5 * MB), null),
  ]
  const told = [
    judge([runs({ series })], { repeat }),
    judge([runs({ series: series.slice(1, 2) })], { repeat }),
    judge([runs()]),
  ]
  await expect(told.map((item) => formatFrozen(item)).join('')).toMatchFileSnapshot('../../../frozen/suite-memory.txt')
})
