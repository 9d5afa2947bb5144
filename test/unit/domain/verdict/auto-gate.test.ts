import { describe, expect, it } from 'vitest'
import {
  autoGates,
  selectAutoGates,
  type AutoGate,
  buildGateTerms,
  isGateMetric,
  selectGates,
} from '../../../../src/domain/verdict/gate.ts'

const levels = (values: Readonly<Record<string, number>>): ReadonlyMap<string, number> =>
  new Map(Object.entries(values))
const names = (sides: readonly Readonly<Record<string, number>>[], kind: AutoGate = autoGates.gpu): string[] =>
  selectAutoGates(kind, sides.map(levels)).map(({ metric }) => metric)

describe('gate: auto on GPUs', () => {
  const run = { wall_time: 10, gpu_busy_time: 8, cpu_time: 12, 'stage:embed': 4, 'stage:write': 0.9 }

  it('selects wall time, busy time and the stages of a tenth of the run or more', () => {
    expect(names([run, run])).toEqual(['wall_time', 'gpu_busy_time', 'stage:embed'])
  })

  it('selects a stage that is large on one side only: it may have grown', () => {
    expect(names([run, { ...run, 'stage:write': 2 }])).toContain('stage:write')
  })

  it('selects nothing that one side lacks', () => {
    expect(names([run, { wall_time: 10, 'stage:embed': 4 }])).toEqual(['wall_time', 'stage:embed'])
  })

  it('tests busy time from minGpuEffect on, a stage from the effect that costs so much, and clears at minEffect or there', () => {
    const terms = buildGateTerms({ gate: [autoGates.gpu], minEffect: 0.03, minCost: 0.01, minGpuEffect: 0.01 }, [
      levels(run),
      levels(run),
    ])
    expect(terms.get('gpu_busy_time')).toMatchObject({ minEffect: 0.01, clearEffect: 0.03, isDeciding: true })
    expect(terms.get('stage:embed')).toMatchObject({
      minEffect: expect.closeTo(0.025, 9),
      clearEffect: 0.03,
      isDeciding: false,
    })
    expect(terms.get('wall_time')).toMatchObject({ minEffect: 0.03, isDeciding: false, mayWiden: true })
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
    const terms = buildGateTerms({ gate: ['stage:*'], minEffect: 0.03, minCost: 0.01 }, [run])
    expect([...terms.keys()]).toEqual(['stage:a', 'stage:b'])
    expect(terms.get('stage:a')).toEqual({
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
