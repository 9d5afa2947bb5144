import { formatCaseId } from '../core/case.ts'
import type { Cause } from '../tracking/cause.ts'
import { selectDistinctRecords, withoutAbandoned } from '../tracking/history-record.ts'
import { observe, type TrackingRules } from '../tracking/observe.ts'
import type { BisectQuestion } from './bisect-result.ts'
import type { HistoryRecord } from '../../record/history.ts'

type HistoryQuestion = Pick<BisectQuestion, 'good' | 'bad' | 'suite' | 'cases' | 'metric'>

/**
 * Builds the question about the newest lasting regression of a history: from its last good run to its first bad one,
 * with the metric of the clearest change. Uses the testbed of the newest record. Null without a regression, or without
 * a range to search.
 */
export function findQuestion(
  records: readonly HistoryRecord[],
  rules: TrackingRules,
  suite: string | null,
): HistoryQuestion | null {
  const newest = records.toSorted((one, other) => Date.parse(one.measuredAt) - Date.parse(other.measuredAt)).at(-1)
  const own = withoutAbandoned(
    selectDistinctRecords(records.filter(({ testbed }) => testbed.id === newest?.testbed.id)),
  )
  const latest = own.at(-1)
  if (!latest) return null
  const { causes } = observe(own, latest, [], rules)
  const questions = causes
    .toSorted((one, other) => one.bad.order - other.bad.order)
    .flatMap((cause) => toQuestion(cause, suite) ?? [])
  return questions.at(-1) ?? null
}

/** Null when the cause does not affect the suite. */
function toQuestion({ good, bad, shifts }: Cause, suite: string | null): HistoryQuestion | null {
  const clearest = shifts.find(({ history }) => suite === null || history.key.suite === suite)
  if (!clearest || good.commit === bad.commit) return null
  const { key, metric } = clearest.history
  return { good: good.commit, bad: bad.commit, suite: key.suite, cases: [formatCaseId(key)], metric: metric.name }
}
