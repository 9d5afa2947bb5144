import { expect, it, describe } from 'vitest'
import {
  computeGpuPart,
  listUnmatchedGates,
  buildGateTerms,
  judgeFamily,
  autoGates,
  selectAutoGates,
  type AutoGate,
  isGateMetric,
  selectGates,
} from '../../../../src/domain/verdict/gate.ts'
import {
  createGpuBusyMetric,
  gpuBusyTime,
  gpuInUseTime,
  startUpTime,
  wallTime,
  type Metric,
} from '../../../../src/domain/core/metric.ts'
import { aComparison } from '../../reporters/a-report.ts'

const key = { suite: 'scaling', benchmark: 'predict', axes: { gpus: 1 }, reference: 'v1.0' }
const metricsOf = (count: number) => Array.from({ length: count }, (_, index) => `m${index}`)

it.each([
  ['a name that is measured', ['m1'], 2, []],
  ['a prefix that is measured', ['m*'], 2, []],
  [
    'a name that is not',
    ['m1', 'x'],
    2,
    ['names x, but no run measured it; correct the gate, or make the pipeline report it (known: m0, m1)'],
  ],
  ['a prefix that is not', ['x*'], 1, ['names x*, but']],
  ['one of eight metrics', ['x'], 8, ['(known: m0, m1, m2, m3, m4, m5, m6, m7)']],
  ['one of nine', ['x'], 9, ['m6, m7 and 1 more)']],
])('misses %s', (_name, patterns, count, reasons) => {
  const rows = listUnmatchedGates(patterns, metricsOf(count), key)
  expect(rows.map(({ reason }) => reason)).toEqual(reasons.map((text) => expect.stringContaining(text) as string))
  for (const row of rows) expect(row).toMatchObject({ ...key, isGate: true, verdict: 'missing' })
})

const gpus = Array.from({ length: 8 }, (_, gpu) => createGpuBusyMetric(gpu))
/** Eight GPUs, each busy for half of a run of 10 s. */
const baseLevels = new Map([
  ['wall_time', 10],
  [gpuBusyTime.name, 40],
  ...gpus.map(({ name }): [string, number] => [name, 5]),
])
const terms = buildGateTerms({ gate: [autoGates.gpu], minEffect: 0.03, minCost: 0.01, minGpuEffect: 0.01 }, [
  baseLevels,
  baseLevels,
])

/** Judges more busy time of all GPUs together, 1.25 % unless told otherwise. */
function judgeBusyTime(effects: Readonly<Record<string, number>>, together = 0.0125) {
  const answer = ({ name }: Metric) => {
    const effect = name === gpuBusyTime.name ? together : (effects[name] ?? 0)
    return () => ({ decision: aComparison({ verdict: effect > 0.005 ? 'regression' : 'unchanged', effect }) })
  }
  return judgeFamily([gpuBusyTime, ...gpus], { terms, baseLevels }, answer)[0]
}

it('costs 10 % more work of one of eight GPUs as the run that waits for it, not as an eighth', () => {
  const judged = judgeBusyTime({ 'gpu_busy_time:gpu=5': 0.1 })
  expect(judged?.cost).toBeCloseTo(0.05, 9)
  expect(judged).not.toHaveProperty('toleratedBecause')
})

it('fails by 1.25 % more GPU work whatever it costs of a short run, and tolerates less than minGpuEffect', () => {
  const judged = judgeBusyTime({})
  expect(judged?.cost).toBeCloseTo(0.00625, 9)
  expect(judged).not.toHaveProperty('toleratedBecause')
  const less = judgeBusyTime({}, 0.008)
  expect(less?.toleratedBecause).toBe('it is 0.8 % of the GPU work, less than comparison.minGpuEffect (1 %)')
})

it('counts a slower GPU by its own busy time: one that hardly works delays no run', () => {
  const uneven = new Map([
    ['wall_time', 10],
    [gpuBusyTime.name, 9.05],
    ['gpu_busy_time:gpu=0', 9],
    ['gpu_busy_time:gpu=1', 0.05],
  ])
  const rules = buildGateTerms({ gate: [autoGates.gpu], minEffect: 0.03, minCost: 0.01, minGpuEffect: 0.01 }, [
    uneven,
    uneven,
  ])
  const judge = (effects: Readonly<Record<string, number>>) =>
    judgeFamily([gpuBusyTime, ...gpus.slice(0, 2)], { terms: rules, baseLevels: uneven }, ({ name }) => () => ({
      decision: aComparison({ verdict: 'regression', effect: effects[name] ?? 0 }),
    }))[0]
  const idle = judge({ [gpuBusyTime.name]: 0.009, 'gpu_busy_time:gpu=0': 0.009, 'gpu_busy_time:gpu=1': 0.4 })
  expect(idle?.toleratedBecause).toContain('less than comparison.minGpuEffect')
  const busy = judge({ [gpuBusyTime.name]: 0.02, 'gpu_busy_time:gpu=0': 0.02 })
  expect(busy?.cost).toBeCloseTo(0.018, 9)
})

const levels = (values: Readonly<Record<string, number>>): ReadonlyMap<string, number> =>
  new Map(Object.entries(values))
const names = (sides: readonly Readonly<Record<string, number>>[], kind: AutoGate = autoGates.gpu): string[] =>
  selectAutoGates(kind, sides.map(levels)).map(({ metric }) => metric)

it.each([
  ['works as much as the others', { wall_time: 10, 'gpu_busy_time:gpu=0': 5, 'gpu_busy_time:gpu=1': 5 }, 1],
  ['works more than the others', { wall_time: 10, 'gpu_busy_time:gpu=0': 9, 'gpu_busy_time:gpu=1': 1 }, 1],
  ['works less than the others', { wall_time: 10, 'gpu_busy_time:gpu=0': 2, 'gpu_busy_time:gpu=1': 8 }, 0.4],
  ['does nothing', { wall_time: 10, 'gpu_busy_time:gpu=0': 0, 'gpu_busy_time:gpu=1': 8 }, 0],
  ['does nothing, as the others', { wall_time: 10, 'gpu_busy_time:gpu=0': 0, 'gpu_busy_time:gpu=1': 0 }, 0],
])('weighs a GPU that %s', (_what, own, expected) => {
  const all = own['gpu_busy_time:gpu=0'] + own['gpu_busy_time:gpu=1']
  const side = levels({ ...own, [gpuBusyTime.name]: all })
  expect(computeGpuPart('gpu_busy_time:gpu=0', gpuBusyTime.name, side)).toBeCloseTo(expected, 9)
})

describe('gate: auto on GPUs', () => {
  const run = { wall_time: 10, gpu_busy_time: 8, cpu_time: 12, 'stage:embed': 4, 'stage:write': 0.9 }

  it('selects wall time, busy time and the stages of a tenth of the run or more', () => {
    expect(names([run, run])).toEqual(['wall_time', 'gpu_busy_time', 'stage:embed'])
  })

  it('selects the time in use beside busy time that decides: it shows the host between kernels', () => {
    const inUse = { ...run, gpu_in_use_time: 9 }
    expect(names([inUse, inUse])).toEqual(['wall_time', 'gpu_busy_time', 'stage:embed', 'gpu_in_use_time'])
    const unknown = { ...inUse, gpu_busy_time: 0.1, gpu_in_use_time: 0.5 }
    expect(names([unknown, unknown])).not.toContain('gpu_in_use_time')
    const ofRun = buildGateTerms({ gate: [autoGates.gpu], minEffect: 0.03, minCost: 0.01 }, [levels(inUse)])
    expect(ofRun.get('gpu_in_use_time')).toMatchObject({ minEffect: 0.03, isDeciding: false, mayWiden: true })
    expect(isGateMetric('gpu_in_use_time', [autoGates.gpu])).toBe(true)
  })

  it('selects the start-up beside busy time that decides, and tests it for its effect on the run', () => {
    const known = { ...run, gpu_in_use_time: 6, start_up_time: 3 }
    expect(names([known, known])).toContain('start_up_time')
    expect(names([known, { ...run, gpu_in_use_time: 6 }])).not.toContain('start_up_time')
    const short = { ...known, start_up_time: 0.9 }
    expect(names([short, short])).not.toContain('start_up_time')
    const ofRun = buildGateTerms({ gate: [autoGates.gpu], minEffect: 0.03, minCost: 0.01 }, [levels(known)])
    expect(ofRun.get('start_up_time')).toMatchObject({ minEffect: 0.1, isDeciding: false, mayWiden: true, minCost: 0 })
    expect(ofRun.get('gpu_in_use_time')).toMatchObject({ minEffect: 0.03 })
    const judged = judgeFamily([startUpTime], { terms: ofRun, baseLevels: levels(known) }, () => () => ({
      decision: aComparison({ verdict: 'regression', effect: 0.2, interval: [0.15, 0.25] }),
    }))
    expect(judged[0]?.cost).toBeCloseTo(0.06, 9)
    expect(judged[0]).not.toHaveProperty('toleratedBecause')
  })

  it.each([
    ['is open', 0.2, undefined],
    ['does not take longer', 0.005, 'the complete run does not take longer'],
  ])('fails by a longer time in use unless the run %s: the GPU may be in use earlier', (_, most, because) => {
    const inUse = levels({ wall_time: 10, gpu_busy_time: 8, gpu_in_use_time: 9 })
    const ofRun = buildGateTerms({ gate: [autoGates.gpu], minEffect: 0.03 }, [inUse])
    const judged = judgeFamily([wallTime, gpuInUseTime], { terms: ofRun, baseLevels: inUse }, ({ name }) => () => ({
      decision:
        name === wallTime.name
          ? aComparison({ verdict: 'inconclusive', effect: 0, interval: [-most, most] })
          : aComparison({ verdict: 'regression', effect: 0.05, interval: [0.04, 0.06] }),
    }))
    expect(judged[1]?.cost).toBeCloseTo(0.045, 9)
    expect(judged[1]?.toleratedBecause).toBe(because)
  })

  it('selects a stage that is large on one side only: it may have grown', () => {
    expect(names([run, { ...run, 'stage:write': 2 }])).toContain('stage:write')
  })

  it('selects no stage that one side lacks, and the busy time that it should have shown', () => {
    expect(names([run, { wall_time: 10, 'stage:write': 4 }])).toEqual(['wall_time', 'gpu_busy_time', 'stage:write'])
  })

  it('tests busy time from minGpuEffect on, a stage from the effect that costs so much, and clears at minEffect or there', () => {
    const ofRun = buildGateTerms({ gate: [autoGates.gpu], minEffect: 0.03, minCost: 0.01, minGpuEffect: 0.01 }, [
      levels(run),
      levels(run),
    ])
    expect(ofRun.get('gpu_busy_time')).toMatchObject({
      minEffect: 0.01,
      clearEffect: 0.03,
      isDeciding: true,
      mayWiden: false,
    })
    expect(ofRun.get('stage:embed')).toMatchObject({
      minEffect: expect.closeTo(0.025, 9),
      clearEffect: 0.03,
      isDeciding: false,
    })
    expect(ofRun.get('wall_time')).toMatchObject({ minEffect: 0.03, isDeciding: false, mayWiden: true })
    const small = { ...run, 'stage:embed': 1 }
    expect(
      buildGateTerms({ gate: [autoGates.gpu], minEffect: 0.03, minCost: 0.01 }, [levels(small)]).get('stage:embed'),
    ).toMatchObject({ minEffect: expect.closeTo(0.1, 9), clearEffect: expect.closeTo(0.1, 9) })
  })

  it('takes the busy time of several GPUs by their mean', () => {
    const two = { wall_time: 10, gpu_busy_time: 16, 'gpu_busy_time:gpu=0': 8, 'gpu_busy_time:gpu=1': 8 }
    expect(selectAutoGates(autoGates.gpu, [levels(two)])[1]).toMatchObject({ metric: 'gpu_busy_time', share: 0.8 })
  })

  it('lets the wall time decide where the GPUs are hardly used, or nobody counted', () => {
    const idle = { wall_time: 10, gpu_busy_time: 0.5 }
    expect(selectAutoGates(autoGates.gpu, [levels(idle)])).toEqual([
      { metric: 'wall_time', share: null, isDeciding: true },
    ])
  })
})

describe('gate: auto without GPUs', () => {
  it('is wall time and CPU time, both of which decide', () => {
    const run = levels({ wall_time: 10, cpu_time: 12, 'stage:embed': 4 })
    expect(selectAutoGates(autoGates.cpu, [run, run]).map(({ metric, isDeciding }) => [metric, isDeciding])).toEqual([
      ['wall_time', true],
      ['cpu_time', true],
    ])
  })
})

describe('gates by name', () => {
  it('all decide, are never widened and fail at any cost', () => {
    const run = levels({ wall_time: 10, 'stage:a': 1, 'stage:b': 2 })
    const named = buildGateTerms({ gate: ['stage:*'], minEffect: 0.03, minCost: 0.01 }, [run])
    expect([...named.keys()]).toEqual(['stage:a', 'stage:b'])
    expect(named.get('stage:a')).toEqual({
      minEffect: 0.03,
      clearEffect: 0.03,
      isDeciding: true,
      mayWiden: false,
      minCost: null,
    })
  })

  it('may be selected by auto at any share, but are selected by their share', () => {
    expect(isGateMetric('stage:write', [autoGates.gpu])).toBe(true)
    expect([...selectGates([autoGates.gpu], levels({ wall_time: 10, 'stage:write': 0.5 }))]).toEqual(['wall_time'])
  })
})
