import { computeMedian } from '../../domain/core/statistics.ts'
import type { CaseOutcome } from '../../domain/trial/outcome.ts'
import type { DerivedValue } from '../../domain/verdict/requirement.ts'
import { wallTime, parseStageName } from '../../domain/core/metric.ts'

/** Median of every metric of a measured case, and the share of the wall time (0 to 1) of each stage. */
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

/** Marks figures of ingested runs that differ from their reference as suspicious, so that no requirement uses them. */
function findDoubt({
  trials,
}: Extract<CaseOutcome, { status: 'measured' }>): Pick<DerivedValue, 'reason' | 'isSuspicious'> {
  const differences = [...new Set(trials.flatMap(({ origin }) => origin?.differences ?? []))]
  if (differences.length === 0) return { reason: null, isSuspicious: false }
  return { reason: `not comparable: ${differences.join('; ')}`, isSuspicious: true }
}
