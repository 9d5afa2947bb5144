import { describe, expect, it } from 'vitest'
import type { Comparison } from '../../../src/domain/comparison.ts'
import { stageTime } from '../../../src/domain/metric.ts'
import { verdictSentence } from '../../../src/domain/sentence.ts'
import { aComparison, aRegression, aSummary } from '../reporters/a-report.ts'

const failed = { verdict: 'fail', conclusion: 'failure', exitCode: 1, reasons: [] } as const
const sentenceOf = (...comparisons: readonly Comparison[]): string => verdictSentence(failed, comparisons, [])

describe('the headline of a regression', () => {
  it('names the case as the tables do, the direction in a word, and the metric', () => {
    expect(sentenceOf(aRegression())).toBe(
      'scaling/virnucpro gpus=2 got slower: wall_time +12.0 % (+8.9 % to +15.2 %) against baseline 9a8b7c6',
    )
  })

  it('says which of two tools it speaks of, whose figures have one name', () => {
    const figure = { suite: 'command', metric: 'bench:sort time', axes: { gpus: 0 } } as const
    const [small, large] = ['small', 'large'].map((benchmark) => aRegression({ ...figure, benchmark }))
    expect(sentenceOf({ ...small!, effect: 0.05 }, large!)).toMatch(
      /^command\/large gpus=0 got slower: bench:sort time /,
    )
  })

  it.each([
    ['throughput', 'rows/s', -0.2, 'got slower: throughput -20.0 %'],
    ['peak_memory', 'MiB', 0.2, 'got worse: peak_memory +20.0 %'],
    ['packing', 'share', -0.2, 'got worse: packing -20.0 %'],
  ])('leaves no doubt of what a sign means: %s', (metric, unit, effect, said) => {
    expect(sentenceOf(aRegression({ metric, unit, effect }))).toContain(said)
  })

  it('blames no stage of another benchmark', () => {
    const whole = aRegression({ suite: 'command', benchmark: 'one' })
    const stage = aComparison({
      suite: 'command',
      benchmark: 'other',
      metric: stageTime('ESM-2').name,
      isGate: false,
      base: aSummary(100),
      head: aSummary(300),
    })
    expect(sentenceOf(whole, stage)).not.toContain('ESM-2')
    expect(sentenceOf(whole, { ...stage, benchmark: 'one' })).toContain('most of it in stage ESM-2')
  })
})

it('speaks of an improvement as faster, or better', () => {
  const passed = { verdict: 'pass', conclusion: 'success', exitCode: 0, reasons: [] } as const
  const faster = aComparison({ verdict: 'improvement', effect: -0.08, interval: [-0.1, -0.06] })
  expect(verdictSentence(passed, [faster], [])).toMatch(
    /^scaling\/virnucpro gpus=2 got faster: wall_time -8\.0 % .*nothing got worse$/,
  )
  expect(verdictSentence(passed, [{ ...faster, unit: 'MiB' }], [])).toContain(' got better: ')
})
