import { median } from '../../domain/core/statistics.ts'
import type { CaseOutcome } from '../../domain/trial/outcome.ts'
import type { Derived } from '../../domain/verdict/requirement.ts'
import { wallTime, stageOf } from '../../domain/core/metric.ts'

/** Medians of every metric of a measured case, and each stage's share of the wall time. */
export function caseFigures(outcome: CaseOutcome): Derived[] {
  if (outcome.status !== 'measured') return []
  const { suite, benchmark, axes } = outcome.planned.key
  const common = { suite, benchmark, axes, interval: null, isDeclared: false, ...doubtOf(outcome) }
  const wall = outcome.measurements.find((item) => item.metric.name === wallTime.name)
  return outcome.measurements.flatMap(({ metric, samples }) => {
    const value = median(samples)
    const figure = { ...common, name: metric.name, value, unit: metric.unit }
    if (stageOf(metric.name) === null || !wall) return [figure]
    return [
      figure,
      { ...common, name: `share:${stageOf(metric.name)}`, value: value / median(wall.samples), unit: 'share' },
    ]
  })
}

/** Figures of a comparison between unlike things stand there, and judge nothing (W36). */
function doubtOf({ trials }: Extract<CaseOutcome, { status: 'measured' }>): Pick<Derived, 'reason' | 'isSuspicious'> {
  const differences = [...new Set(trials.flatMap(({ origin }) => origin?.differences ?? []))]
  if (differences.length === 0) return { reason: null, isSuspicious: false }
  return { reason: `not comparable: ${differences.join('; ')}`, isSuspicious: true }
}
