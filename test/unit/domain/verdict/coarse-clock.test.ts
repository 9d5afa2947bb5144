import { describe, expect, it } from 'vitest'
import { compareWithBaseline, makeBaseline } from '../../../../src/domain/baselines/baseline-comparison.ts'
import { createStageMetric, wallTime } from '../../../../src/domain/core/metric.ts'
import { createPlan } from '../../../../src/domain/plan/plan.ts'
import { nothingKnown } from '../../../../src/domain/plan/interleaved-runs.ts'
import { judgeComparisons, toComparisons } from '../../../../src/domain/verdict/judged-comparison.ts'
import { aCase, aKey, aStage, aTestbed, aTrial } from '../../a-run.ts'

const stage = createStageMetric('translate').name
const wall = [10.0312, 10.0461, 10.0398, 10.0274, 10.0355, 10.0419]

/** Two sides whose log has a stage `translate` with these times, next to a stage `embed`. */
function compareStages(
  base: readonly number[],
  head: readonly number[],
  embed: (index: number) => number = () => 9.1,
): ReturnType<typeof toComparisons> {
  const cases = ['head', 'base'].map((id) => aCase({ id, revision: id, repeats: 6, maxRepeats: 10 }))
  const trials = [base, head].flatMap((side, index) =>
    side.map((seconds, run) =>
      aTrial({
        caseId: index === 0 ? 'base' : 'head',
        index: run,
        wallSeconds: wall[run] ?? 10,
        stages: [aStage('translate', seconds), aStage('embed', embed(run))],
      }),
    ),
  )
  const planned = { head: 'head', base: 'base', minEffect: 0.03, mayWiden: true, gate: ['stage:*'], maxRepeats: 10 }
  const plan = { ...createPlan(cases), comparisons: [{ ...planned, isScreened: false }] }
  return judgeComparisons(plan, trials, nothingKnown).flatMap((item) => toComparisons(item, 'base', {}))
}

const times = (seconds: number, count = 6): number[] => Array.from({ length: count }, () => seconds)
const find = (comparisons: ReturnType<typeof toComparisons>) => comparisons.find(({ metric }) => metric === stage)

describe('a stage of 100 ms in a log with steps of 100 ms', () => {
  it('is not cleared, and resolves no change below one step', () => {
    const found = find(compareStages(times(0.1), times(0.1)))
    expect(found).toMatchObject({ verdict: 'inconclusive', resolution: 1, excluded: 1, interval: [-1, 1] })
    expect(found?.reason).toBe(
      '6 against 6 runs: times in steps of 100 ms show no change below 100 %; let the pipeline report more digits, or measure longer work',
    )
  })

  it('makes nothing known that one run of each side leaves unknown', () => {
    const found = find(compareStages(times(6, 1), times(6.1, 1), () => 3.1))
    expect(found).toMatchObject({ verdict: 'inconclusive', resolution: null, excluded: null, interval: null })
  })

  it('shows no change of one step', () => {
    const found = find(compareStages(times(0.1), times(0.2)))
    expect(found).toMatchObject({ verdict: 'inconclusive', effect: expect.closeTo(1, 6) })
    expect(find(compareStages(times(0.1), times(0.4)))?.verdict).toBe('regression')
  })

  it('is measured no further', () => {
    const cases = ['head', 'base'].map((id) => aCase({ id, revision: id, repeats: 3, maxRepeats: 10 }))
    const trials = ['base', 'head'].flatMap((caseId) =>
      times(0.1, 3).map((seconds, index) => aTrial({ caseId, index, stages: [aStage('translate', seconds)] })),
    )
    const planned = { head: 'head', base: 'base', minEffect: 0.03, mayWiden: false, gate: [stage], maxRepeats: 10 }
    const plan = { ...createPlan(cases), comparisons: [{ ...planned, isScreened: false }] }
    expect(judgeComparisons(plan, trials, nothingKnown)[0]?.progress).toEqual({ state: 'out of reach' })
  })
})

describe('steps that do not matter', () => {
  it('are those of a log that reports other stages with more digits', () => {
    const finer = compareStages(times(0.1), times(0.1), (index) => 9.1 + index / 1000)
    expect(find(finer)).toMatchObject({ verdict: 'unchanged' })
  })

  it('are far below the smallest effect, and are stated if they are what limits a pass', () => {
    const found = find(compareStages(times(30.1), times(30.1)))
    expect(found).toMatchObject({ verdict: 'unchanged', excluded: expect.any(Number) })
    const limited = find(compareStages(times(6), times(6), () => 3.1))
    expect(limited).toMatchObject({ verdict: 'unchanged', excluded: expect.closeTo(0.1 / 6, 6) })
    expect(limited?.reason).toBe(
      '6 against 6 runs: at most 1.7 % slower, because times in steps of 100 ms show no change below 1.7 %',
    )
  })

  it('are smaller than the noise of both sides, so that the mean is finer', () => {
    const noisy = [0.7, 1.1, 0.9, 1.3, 0.8, 1.2]
    expect(find(compareStages(noisy, noisy))?.reason).not.toContain('steps')
  })
})

it('holds for committed samples as well', () => {
  const metrics = [wallTime, createStageMetric('translate')]
  const samples = [wall, times(0.1)]
  const measurements = metrics.map((metric, index) => ({ metric, samples: samples[index] ?? [] }))
  const conditions = {
    datasetSha256: 'd'.repeat(64),
    sequences: 10,
    command: [],
    variables: {},
    resultRows: 1,
    identity: {},
  }
  const provenance = { commit: 'c'.repeat(40), runId: 'r', recordedAt: '', tool: '', configSha256: '', reason: '' }
  const head = { key: aKey(), conditions, measurements, problem: null }
  const baseline = makeBaseline('scaling', aTestbed(), [head], provenance)
  const policy = { minEffect: 0.03, confidence: 0.95 }
  const found = compareWithBaseline({ baseline, testbed: aTestbed(), cases: [head], gate: ['stage:*'], policy })
  expect(found.find(({ metric }) => metric === stage)).toMatchObject({
    verdict: 'inconclusive',
    resolution: 1,
    reason: expect.stringContaining('times in steps of 100 ms'),
  })
})
