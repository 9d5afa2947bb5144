import { describe, expect, it } from 'vitest'
import type { Comparison } from '../../../../src/domain/verdict/comparison.ts'
import { cpuTime, createStageMetric } from '../../../../src/domain/core/metric.ts'
import { formatVerdict } from '../../../../src/domain/verdict/sentence.ts'
import { aComparison, aRegression, aSummary } from '../../reporters/a-report.ts'

const failed = { verdict: 'fail', conclusion: 'failure', exitCode: 1, reasons: [] } as const
const sentenceOf = (...comparisons: readonly Comparison[]): string => formatVerdict(failed, comparisons, [])

describe('the headline of a regression', () => {
  it('names the case as the tables do, the direction in a word, and the metric', () => {
    expect(sentenceOf(aRegression())).toBe(
      'slower: wall time +12.0 % (+8.9 to +15.2 %); scaling/virnucpro gpus=2 against baseline 9a8b7c6',
    )
  })

  it('says which of two tools it speaks of, whose figures have one name', () => {
    const figure = { suite: 'command', metric: 'bench:sort time', axes: { gpus: 0 } } as const
    const [small, large] = ['small', 'large'].map((benchmark) => aRegression({ ...figure, benchmark }))
    expect(sentenceOf({ ...small!, effect: 0.05 }, large!)).toMatch(
      /^slower: bench:sort time .*; command\/large gpus=0 /,
    )
  })

  it.each([
    ['throughput', 'rows/s', -0.2, 'slower: throughput -20.0 %'],
    ['peak_memory', 'MiB', 0.2, 'worse: peak_memory +20.0 %'],
    ['packing', 'share', -0.2, 'worse: packing -20.0 %'],
  ])('leaves no doubt of what a sign means: %s', (metric, unit, effect, said) => {
    expect(sentenceOf(aRegression({ metric, unit, effect }))).toContain(said)
  })

  it('blames no stage of another benchmark', () => {
    const whole = aRegression({ suite: 'command', benchmark: 'one' })
    const stage = aComparison({
      suite: 'command',
      benchmark: 'other',
      metric: createStageMetric('ESM-2').name,
      isGate: false,
      base: aSummary(100),
      head: aSummary(300),
    })
    expect(sentenceOf(whole, stage)).not.toContain('ESM-2')
    expect(sentenceOf(whole, { ...stage, benchmark: 'one' })).toContain('most of it in stage ESM-2')
  })

  it('gives the seconds of a stage beside wall time alone: stages are timed by the wall clock', () => {
    const whole = aComparison({ verdict: 'regression', effect: 0.1 })
    const stage = aComparison({ metric: createStageMetric('ESM-2').name, isGate: false, verdict: 'regression' })
    expect(sentenceOf(whole, stage)).toMatch(/most of it in stage ESM-2 \(\+.* s of \+.* s\);/)
    expect(sentenceOf({ ...whole, metric: cpuTime.name }, stage)).toMatch(/most of it in stage ESM-2;/)
  })
})

it('speaks of an improvement as faster, or better', () => {
  const passed = { verdict: 'pass', conclusion: 'success', exitCode: 0, reasons: [] } as const
  const faster = aComparison({ verdict: 'improvement', effect: -0.08, interval: [-0.1, -0.06] })
  expect(formatVerdict(passed, [faster], [])).toMatch(
    /^faster: wall time -8\.0 % \(-10\.0 to -6\.0 %\); scaling\/virnucpro gpus=2 /,
  )
  expect(formatVerdict(passed, [{ ...faster, unit: 'MiB' }], [])).toMatch(/^better: /)
})

describe('a part that fails the check', () => {
  const run = aComparison({ verdict: 'inconclusive', effect: 0.02, interval: [-0.03, 0.07], excluded: 0.08 })
  const stage = aRegression({
    metric: createStageMetric('embed').name,
    effect: 0.088,
    interval: [0.083, 0.093],
    cost: 0.038,
  })

  it('states what it costs of the run, and that the wall time is inconclusive', () => {
    expect(sentenceOf(run, stage)).toBe(
      'slower: stage embed +8.8 % (+8.3 to +9.3 %), which is 3.8 % of the run; wall time is inconclusive (-3.0 to +7.0 %); scaling/virnucpro gpus=2 against baseline 9a8b7c6',
    )
  })

  const workCause = {
    kind: 'clocks',
    label: 'lower clocks, not more work',
    figures: 'SM clock -4.1 %',
    caution: 'ran at 1904 MHz',
  } as const
  const busy = aRegression({ metric: 'gpu_busy_time', effect: 0.043, interval: [0.041, 0.045], workCause })

  it('says that the clocks explain it, of itself and of the wall time that rose with it', () => {
    expect(sentenceOf(run, busy)).toMatch(
      /^slower: GPU busy time \+4\.3 % \(\+4\.1 to \+4\.5 %\); lower clocks, not more work; wall time is inconclusive/,
    )
    expect(sentenceOf(aRegression(), busy)).toMatch(
      /^slower: wall time \+12\.0 % .*; GPU busy time \+4\.3 % \(\+4\.1 to \+4\.5 %\): lower clocks, not more work; /,
    )
    expect(sentenceOf(aRegression({ benchmark: 'other' }), busy)).not.toContain('clocks')
  })

  it('stands behind the wall time when that is slower, too', () => {
    expect(sentenceOf(stage, aRegression())).toMatch(/^slower: wall time \+12\.0 %/)
  })
})

describe('a pass', () => {
  const passed = { verdict: 'pass', conclusion: 'success', exitCode: 0, reasons: [] } as const

  it('states the largest slowdown that cannot be excluded', () => {
    const gates = [
      aComparison({ excluded: 0.053, resolution: 0.08 }),
      aComparison({ metric: 'gpu_busy_time', excluded: 0.004 }),
    ]
    expect(formatVerdict(passed, gates, [])).toBe(
      'not slower: 2 comparisons; wall time: a slowdown below 5.3 % cannot be excluded',
    )
  })

  it('names a slower part that costs too little to fail', () => {
    const part = aRegression({ metric: 'gpu_busy_time', effect: 0.008, interval: [0.006, 0.01], cost: 0.007 })
    const gates = [aComparison({ excluded: 0.05 }), { ...part, toleratedBecause: 'it costs 0.7 % of the run' }]
    expect(formatVerdict(passed, gates, [])).toContain(
      'GPU busy time +0.8 % (+0.6 to +1.0 %) does not fail the check: it costs 0.7 % of the run',
    )
  })
})
