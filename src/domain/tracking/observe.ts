import { isGateMetric } from '../verdict/gate.ts'
import { groupCauses, type Cause } from './cause.ts'
import type { AnchorRecord } from './anchor.ts'
import { measureCreepDistances, selectCreepFindings, type CreepDistance } from './creep-report.ts'
import type { HistoryRecord } from './history-record.ts'
import { collectContinuedHistories, type MetricHistory } from './metric-history.ts'
import { selectUnresolvedHistories, type UnresolvedHistory } from './unresolved.ts'
import { computeMetricState, type CurrentLevel, type Shift, type ShiftRules } from './shift.ts'

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
  readonly now: ReadonlyMap<string, CurrentLevel>
}

/** Looks at every history that the latest run goes on with. `records` are those of its testbed, in order, and hold it. */
export function observe(
  records: readonly HistoryRecord[],
  latest: HistoryRecord,
  anchors: readonly AnchorRecord[],
  rules: TrackingRules,
): Observation {
  const histories = collectContinuedHistories(records, latest, ({ name }) => isGateMetric(name, rules.metrics))
  const states = histories.map((history) => computeMetricState(history, rules))
  const shifts = states.flatMap((state) => state.shifts)
  const distances = measureCreepDistances(histories, shifts, anchors, rules)
  return {
    latest,
    histories,
    shifts,
    causes: groupCauses(shifts),
    creeps: selectCreepFindings(distances, shifts, rules, rules.openWhen === 'confirmed'),
    distances,
    unresolved: selectUnresolvedHistories(histories, shifts, rules.minEffect),
    now: new Map(states.flatMap(({ now }) => (now ? [[now.history.id, now] as const] : []))),
  }
}
