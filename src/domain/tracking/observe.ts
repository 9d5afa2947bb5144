import { isGateMetric } from '../verdict/gate.ts'
import { causesOf, type Cause } from './cause.ts'
import type { AnchorRecord } from './anchor.ts'
import { creepDistances, creepFindings, type CreepDistance } from './creep-report.ts'
import type { HistoryRecord } from './history-record.ts'
import { continuedHistories, type MetricHistory } from './metric-history.ts'
import { unresolvedHistories, type UnresolvedHistory } from './unresolved.ts'
import { metricState, type LevelNow, type Shift, type ShiftRules } from './shift.ts'

export type TrackingRules = ShiftRules & {
  /** Metrics to look at: names, or starts of names with `*` behind them. */
  readonly metrics: readonly string[]
  /** `confirmed`: an issue is opened only for what more runs or an interleaved run have borne out. */
  readonly openWhen: 'confirmed' | 'candidate'
}

/** What a history says after its latest run. */
export type Observation = {
  readonly latest: HistoryRecord
  readonly histories: readonly MetricHistory[]
  readonly shifts: readonly Shift[]
  readonly causes: readonly Cause[]
  /** Metrics that have crept away from an anchor; the others of `distances` have not, or nobody can tell. */
  readonly creeps: readonly CreepDistance[]
  readonly distances: readonly CreepDistance[]
  /** Metrics in which nothing was found and a change of the minimum effect could not have been found. */
  readonly unresolved: readonly UnresolvedHistory[]
  /** By id of the history. */
  readonly now: ReadonlyMap<string, LevelNow>
}

/** Looks at every history that the latest run goes on with. `records` are those of its testbed, in order, and hold it. */
export function observe(
  records: readonly HistoryRecord[],
  latest: HistoryRecord,
  anchors: readonly AnchorRecord[],
  rules: TrackingRules,
): Observation {
  const histories = continuedHistories(records, latest, ({ name }) => isGateMetric(name, rules.metrics))
  const states = histories.map((history) => metricState(history, rules))
  const shifts = states.flatMap((state) => state.shifts)
  const distances = creepDistances(histories, shifts, anchors, rules)
  return {
    latest,
    histories,
    shifts,
    causes: causesOf(shifts),
    creeps: creepFindings(distances, shifts, rules, rules.openWhen === 'confirmed'),
    distances,
    unresolved: unresolvedHistories(histories, shifts, rules.minEffect),
    now: new Map(states.flatMap(({ now }) => (now ? [[now.history.id, now] as const] : []))),
  }
}
