import { median } from '../domain/statistics.ts'
import type { CaseOutcome } from '../domain/outcome.ts'
import type { Derived } from '../domain/requirement.ts'
import { wallTime, stageOf } from '../domain/metric.ts'

/** Medians of every metric of a measured case, and each stage's share of the wall time. */
export function caseFigures(outcome: CaseOutcome): Derived[] {
  if (outcome.status !== 'measured') return []
  const { suite, benchmark, axes } = outcome.planned.key
  const common = { suite, benchmark, axes, interval: null, reason: null, isSuspicious: false, isDeclared: false }
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
