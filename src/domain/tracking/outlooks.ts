import { hasAxes, formatCaseId, type Axes } from '../core/case.ts'
import { formatNames } from '../core/format-value.ts'
import { forecastCrossing } from '../history/forecast-crossing.ts'
import type { Forecast } from '../history/forecast.ts'
import { computePointValue } from '../history/history-point.ts'
import { refuseOtherMetric } from '../verdict/comparison.ts'
import type { Requirement } from '../verdict/requirement.ts'
import type { MetricHistory } from './metric-history.ts'
import type { HistoryRecord } from '../../record/history.ts'

type Limit = Pick<Requirement, 'id' | 'suite' | 'value' | 'axes' | 'operator' | 'limit' | 'unit'>

/** Forecast of when a metric breaks a limit of the config. */
export type LimitOutlook = { readonly history: MetricHistory; readonly limit: Limit; readonly forecast: Forecast }

/**
 * Forecasts the limits that are already broken or will be, the soonest first. Limits on derived values have no history.
 */
export function forecastLimits(histories: readonly MetricHistory[], limits: readonly Limit[]): LimitOutlook[] {
  return histories
    .flatMap((history) => limits.flatMap((limit) => forecastLimit(history, limit) ?? []))
    .toSorted((one, other) => getRunsUntil(one) - getRunsUntil(other))
}

function forecastLimit(history: MetricHistory, limit: Limit): LimitOutlook | null {
  const { operator } = limit
  const { key, metric } = history
  const isMeant = limit.suite === key.suite && limit.value === metric.name && hasAxes(key.axes, limit.axes)
  if (!isMeant || operator === '==') return null
  const forecast = forecastCrossing(history.points.map(computePointValue), limit.limit, { operator })
  const isNews = ['already-crossed', 'within-one-run', 'approaching'].includes(forecast.kind)
  return isNews ? { history, limit, forecast } : null
}

function getRunsUntil({ forecast }: LimitOutlook): number {
  return 'runs' in forecast ? forecast.runs : 0
}

/** A case whose history restarts, and the conditions that changed. */
export type CaseRestart = {
  readonly suite: string
  readonly benchmark: string
  readonly axes: Axes
  readonly what: readonly string[]
}

/**
 * Finds cases that the previous run measured under other conditions: a difference between the two is not a change of
 * the program.
 */
export function findRestartedCases(records: readonly HistoryRecord[], latest: HistoryRecord): CaseRestart[] {
  return latest.cases.flatMap((item) => {
    const id = formatCaseId(item)
    const earlier = records.filter((record) => record !== latest && record.order <= latest.order)
    const before = earlier.findLast((record) => record.cases.some((other) => formatCaseId(other) === id))
    const was = before?.cases.find((other) => formatCaseId(other) === id)
    if (!before || !was) return []
    const { conditions: now } = item
    const { conditions: then } = was
    const known = new Map(was.metrics.map((one) => [one.name, one]))
    const others = item.metrics.filter((one) => refuseOtherMetric(known.get(one.name), one) !== null)
    const what = [
      ...(before.testbed.sha256 === latest.testbed.sha256 ? [] : ['the testbed']),
      ...(then.datasetSha256 === now.datasetSha256 ? [] : ['the dataset']),
      ...(then.commandSha256 === now.commandSha256 ? [] : ['the command']),
      ...(then.filesSha256 === now.filesSha256 ? [] : ['the model files']),
      ...(then.resultRows === now.resultRows ? [] : ['the number of result rows']),
      ...(others.length === 0 ? [] : [`the unit or direction of ${formatNames(others.map(({ name }) => name))}`]),
    ]
    const { suite, benchmark, axes } = item
    return what.length === 0 ? [] : [{ suite, benchmark, axes, what }]
  })
}
