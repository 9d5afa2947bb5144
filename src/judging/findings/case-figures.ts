import { computeMedian } from '../../domain/core/statistics.ts'
import type { CaseOutcome } from '../../domain/trial/outcome.ts'
import type { DerivedValue } from '../../domain/verdict/requirement.ts'
import { wallTime, parseStageName } from '../../domain/core/metric.ts'

/** Medians of every metric of a measured case, and each stage's share of the wall time. */
export function deriveCaseFigures(outcome: CaseOutcome): DerivedValue[] {
  if (outcome.status !== 'measured') return []
  const { suite, benchmark, axes } = outcome.planned.key
  const common = { suite, benchmark, axes, interval: null, isDeclared: false, ...findDoubt(outcome) }
  const wall = outcome.measurements.find((item) => item.metric.name === wallTime.name)
  return outcome.measurements.flatMap(({ metric, samples }) => {
    const value = computeMedian(samples)
    const figure = { ...common, name: metric.name, value, unit: metric.unit }
    if (parseStageName(metric.name) === null || !wall) return [figure]
    return [
      figure,
      {
        ...common,
        name: `share:${parseStageName(metric.name)}`,
        value: value / computeMedian(wall.samples),
        unit: 'share',
      },
    ]
  })
}

/** Figures of a comparison between unlike things stand there, and judge nothing (W36). */
function findDoubt({
  trials,
}: Extract<CaseOutcome, { status: 'measured' }>): Pick<DerivedValue, 'reason' | 'isSuspicious'> {
  const differences = [...new Set(trials.flatMap(({ origin }) => origin?.differences ?? []))]
  if (differences.length === 0) return { reason: null, isSuspicious: false }
  return { reason: `not comparable: ${differences.join('; ')}`, isSuspicious: true }
}
