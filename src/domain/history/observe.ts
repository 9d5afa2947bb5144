import { isGateMetric } from '../verdict/gate.ts'
import { groupCauses, type Cause, computeMetricState, type CurrentLevel, type Shift, type ShiftRules } from './shift.ts'
import {
  type AnchorRecord,
  collectContinuedHistories,
  collectMetricHistories,
  type MetricHistory,
  computePointValue,
} from './history-records.ts'
import { measureCreepDistances, selectCreepFindings, type CreepDistance } from './creep.ts'
import type { HistoryRecord, LedgerEntry } from '../../record/history.ts'
import { computeDetectableStep } from '../detection/series/describe-changes.ts'
import { hasAxes, formatCaseId, type CaseKey } from '../core/case.ts'
import { formatNames } from '../core/errors.ts'
import { gpuCopiedBytes, gpuLaunches, type Metric } from '../core/metric.ts'
import { forecastCrossing, type Forecast } from './forecast.ts'
import { refuseOtherMetric } from '../verdict/comparison.ts'
import type { Requirement } from '../verdict/requirement.ts'

/** Which metrics of a history are searched for changes, and which changes deserve an issue. */
export type TrackingRules = ShiftRules & {
  /** Tracked metrics: names, or prefixes followed by `*`. */
  readonly metrics: readonly string[]
  /** `confirmed`: opens an issue only for changes that later runs or an interleaved run confirmed. */
  readonly openWhen: 'confirmed' | 'candidate'
}

/** What the history of one testbed shows after its latest run. */
export type Observation = {
  readonly latest: HistoryRecord
  readonly histories: readonly MetricHistory[]
  readonly shifts: readonly Shift[]
  readonly causes: readonly Cause[]
  /** Metrics that drifted slowly away from an anchor; the others in `distances` did not, or are inconclusive. */
  readonly creeps: readonly CreepDistance[]
  readonly distances: readonly CreepDistance[]
  /** Metrics without a detected change in which a change of the minimum effect could not have been detected. */
  readonly unresolved: readonly UnresolvedHistory[]
  /** Metrics that the latest run did not measure and the last run of the case did, so that a change is not seen. */
  readonly lost: readonly MetricHistory[]
  /** Current levels by id of the history. */
  readonly now: ReadonlyMap<string, CurrentLevel>
}

/** A faster program may launch more kernels and copy more. */
const explaining: readonly string[] = [gpuLaunches.name, gpuCopiedBytes.name]

/**
 * Analyzes every history that the latest run continues. `records` are those of its testbed, in order, and include it.
 */
export function observe(
  records: readonly HistoryRecord[],
  latest: HistoryRecord,
  anchors: readonly AnchorRecord[],
  rules: TrackingRules,
): Observation {
  const isKept = ({ name }: Metric) => isGateMetric(name, rules.metrics)
  const isTracked = ({ name }: Metric) => rules.metrics.includes(name) || !explaining.includes(name)
  const histories = collectContinuedHistories(records, latest, isKept)
  const tracked = histories.filter(({ metric }) => isTracked(metric))
  const states = tracked.map((history) => computeMetricState(history, rules))
  const shifts = states.flatMap((state) => state.shifts)
  const distances = measureCreepDistances(tracked, shifts, anchors, rules)
  return {
    latest,
    histories,
    shifts,
    causes: groupCauses(shifts),
    creeps: selectCreepFindings(distances, shifts, rules, rules.openWhen === 'confirmed'),
    distances,
    unresolved: selectUnresolvedHistories(tracked, shifts, rules.minEffect),
    lost: findLostMetrics(records, latest, (metric) => isKept(metric) && isTracked(metric)),
    now: new Map(states.flatMap(({ now }) => (now ? [[now.history.id, now] as const] : []))),
  }
}

/** Other runs may measure other cases, so each case is compared with the last run that measured it. */
function findLostMetrics(
  records: readonly HistoryRecord[],
  latest: HistoryRecord,
  isTracked: (metric: Metric) => boolean,
): MetricHistory[] {
  return latest.cases.flatMap((item) => {
    const isSame = (other: CaseKey): boolean => formatCaseId(other) === formatCaseId(item)
    const before = records.findLast(
      (record) => record !== latest && record.order <= latest.order && record.cases.some(isSame),
    )
    const known = new Set(item.metrics.flatMap(({ name, samples }) => (samples.length > 0 ? [name] : [])))
    const own = before ? [{ ...before, cases: before.cases.filter(isSame) }] : []
    return collectMetricHistories(own, (metric) => isTracked(metric) && !known.has(metric.name))
  })
}

/** A metric without a detected change in which a change of the minimum effect could not have been detected. */
export type UnresolvedHistory = {
  readonly history: MetricHistory
  readonly runs: number
  readonly minEffect: number
  /** Minimum detectable effect as a share, at a power of about 80 %; null: too few runs, or no level above zero. */
  readonly detectable: number | null
}

/** Selects metrics for which "no change" is not supported by the data. Metrics without values are left out. */
function selectUnresolvedHistories(
  histories: readonly MetricHistory[],
  shifts: readonly Shift[],
  minEffect: number,
): UnresolvedHistory[] {
  const changed = new Set(shifts.map(({ history }) => history.id))
  return histories.flatMap((history) => {
    const values = history.points.map(computePointValue).filter(Number.isFinite)
    if (changed.has(history.id) || values.length === 0) return []
    const detectable = computeDetectableStep(values)
    const isResolved = detectable !== null && detectable <= minEffect
    return isResolved ? [] : [{ history, runs: values.length, minEffect, detectable }]
  })
}

type Limit = Pick<Requirement, 'id' | 'suite' | 'value' | 'axes' | 'operator' | 'limit' | 'unit'>

/** Forecast of when a metric breaks a limit of the config. */
export type LimitOutlook = { readonly history: MetricHistory; readonly limit: Limit; readonly forecast: Forecast }

/**
 * Forecasts the limits that are already broken or will be, the soonest first. Limits on derived values have no history.
 */
export function forecastLimits(histories: readonly MetricHistory[], limits: readonly Limit[]): LimitOutlook[] {
  const outlooks = histories.flatMap((history) =>
    limits.flatMap((limit): LimitOutlook[] => {
      const { operator } = limit
      const { key, metric, points } = history
      const isMeant = limit.suite === key.suite && limit.value === metric.name && hasAxes(key.axes, limit.axes)
      if (!isMeant || (limit.unit !== '' && limit.unit !== metric.unit) || operator === '==') return []
      const forecast = forecastCrossing(points.map(computePointValue), limit.limit, { operator })
      const isNews = ['already-crossed', 'within-one-run', 'approaching'].includes(forecast.kind)
      return isNews ? [{ history, limit, forecast }] : []
    }),
  )
  const getRunsUntil = ({ forecast }: LimitOutlook): number => ('runs' in forecast ? forecast.runs : 0)
  return outlooks.toSorted((one, other) => getRunsUntil(one) - getRunsUntil(other))
}

/** A case whose history restarts, and the conditions that changed. */
type CaseRestart = CaseKey & { readonly what: readonly string[] }

/** Finds cases that their previous run measured under other conditions: a difference is no change of the program. */
export function findRestartedCases(records: readonly HistoryRecord[], latest: HistoryRecord): CaseRestart[] {
  return latest.cases.flatMap((item) => {
    const id = formatCaseId(item)
    const find = ({ cases }: HistoryRecord) => cases.find((other) => formatCaseId(other) === id)
    const before = records.findLast((record) => record !== latest && record.order <= latest.order && find(record))
    const was = before && find(before)
    if (!before || !was) return []
    const { conditions: now } = item
    const { conditions: then } = was
    const known = new Map(was.metrics.map((one) => [one.name, one]))
    const others = item.metrics.filter((one) => refuseOtherMetric(known.get(one.name), one) !== null)
    const facts = [
      [before.testbed.sha256 === latest.testbed.sha256, 'the testbed'],
      [then.datasetSha256 === now.datasetSha256, 'the dataset'],
      [then.commandSha256 === now.commandSha256, 'the command'],
      [then.filesSha256 === now.filesSha256, 'the model files'],
      [then.resultRows === now.resultRows, 'the number of result rows'],
      [others.length === 0, `the unit or direction of ${formatNames(others.map(({ name }) => name))}`],
    ] as const
    const what = facts.flatMap(([isSame, name]) => (isSame ? [] : [name]))
    const { suite, benchmark, axes } = item
    return what.length === 0 ? [] : [{ suite, benchmark, axes, what }]
  })
}

/** What a run added to the history of a branch, for its report. */
export type HistoryReport = {
  readonly branch: string
  /** False: this run was already recorded. */
  readonly isNew: boolean
  /** Analyzed runs of this testbed. */
  readonly runs: number
  readonly observation: Observation
  readonly anchors: readonly AnchorRecord[]
  readonly outlooks: readonly LimitOutlook[]
  readonly restarts: readonly CaseRestart[]
  /** What was done to the issue of each regression. `url` null: it has none. */
  readonly issues: readonly { readonly status: string; readonly url: string | null; readonly id: string }[]
}

/** A suspect commit. Everything but the id is untrusted input. */
export type Suspect = { readonly commit: string; readonly subject: string; readonly author: string }

/** All data for the issue about one regression. */
export type RegressionContext = {
  readonly entry: LedgerEntry
  /** Causes found by the latest run; empty when the change is no longer detected although the level is still bad. */
  readonly causes: readonly Cause[]
  readonly seen: Observation
  /** The commits after the last good run, oldest first; null when unknown. */
  readonly suspects: { readonly commits: readonly Suspect[]; readonly total: number } | null
  /** Labels of anchors without a run on this testbed. */
  readonly unmeasuredAnchors: readonly string[]
  /** URL of the repository; null outside of GitHub. */
  readonly repositoryUrl: string | null
  /** Null: no workflow run. */
  readonly runUrl: string | null
}
