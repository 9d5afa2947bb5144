import { isGateMetric } from '../verdict/gate.ts'
import { groupCauses, type Cause } from './cause.ts'
import type { AnchorRecord } from './anchor.ts'
import { measureCreepDistances, selectCreepFindings, type CreepDistance } from './creep-report.ts'
import { collectContinuedHistories, type MetricHistory } from './metric-history.ts'
import { selectUnresolvedHistories, type UnresolvedHistory } from './unresolved.ts'
import { computeMetricState, type CurrentLevel, type Shift, type ShiftRules } from './shift.ts'
import type { HistoryRecord } from '../../record/history.ts'

/** Rules for tracking regressions. */
export type TrackingRules = ShiftRules & {
  /** Tracked metrics: names, or prefixes followed by `*`. */
  readonly metrics: readonly string[]
  /** `confirmed`: opens an issue only for changes that later runs or an interleaved run confirmed. */
  readonly openWhen: 'confirmed' | 'candidate'
}

/** State of a history after its latest run. */
export type Observation = {
  readonly latest: HistoryRecord
  readonly histories: readonly MetricHistory[]
  readonly shifts: readonly Shift[]
  readonly causes: readonly Cause[]
  /** Metrics that crept away from an anchor; the others in `distances` did not, or are inconclusive. */
  readonly creeps: readonly CreepDistance[]
  readonly distances: readonly CreepDistance[]
  /** Metrics without a detected change in which a change of the minimum effect could not have been detected. */
  readonly unresolved: readonly UnresolvedHistory[]
  /** Current levels by id of the history. */
  readonly now: ReadonlyMap<string, CurrentLevel>
}

/**
 * Analyzes every history that the latest run continues. `records` are those of its testbed, in order, and include it.
 */
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
