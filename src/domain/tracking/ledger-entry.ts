import type { Cause } from './cause.ts'
import type { Observation, TrackingRules } from './observe.ts'
import { formatSeriesName } from './shift.ts'
import type { LedgerClaim, LedgerEntry, LedgerMetric } from '../../record/history.ts'

/** Maximum number of metrics per entry; one cause may affect many at once. */
const mostMetrics = 200

/** Whether a cause is certain enough to be reported. */
export function hasSettled({ status }: Cause, { openWhen }: TrackingRules): boolean {
  return openWhen === 'candidate' || status === 'confirmed'
}

/** Formats the id of a cause: its testbed and the commit that most likely shows it first. */
export function formatStepId({ at }: Cause, { latest }: Observation): string {
  return `${latest.testbed.id}@${at.commit.slice(0, 12)}`
}

/** Builds the ledger entry of a step, claimed and not yet reported. */
export function buildStepEntry(
  cause: Cause,
  observation: Observation,
  rules: TrackingRules,
  claim: LedgerClaim,
): LedgerEntry {
  const { good, bad, shifts } = cause
  const metrics = shifts.map(({ history, change }): LedgerMetric => {
    const name = formatSeriesName(history.key, history.metric)
    return { history: history.id, name, good: change.before.level, bad: change.after.level }
  })
  return {
    id: formatStepId(cause, observation),
    kind: 'step',
    ...buildCommonFields(rules, claim),
    goodCommit: good.commit,
    badCommit: bad.commit,
    reach: {
      from: Math.min(...shifts.map((shift) => shift.good.order)),
      to: Math.max(...shifts.map((shift) => shift.bad.order)),
    },
    metrics: metrics.slice(0, mostMetrics),
  }
}

/** Builds the ledger entry of all creeping metrics of a testbed; null without any. */
export function buildCreepEntry(
  { latest, creeps, now }: Observation,
  rules: TrackingRules,
  claim: LedgerClaim,
): LedgerEntry | null {
  if (creeps.length === 0) return null
  const metrics = creeps.map(({ history, from: { good } }): LedgerMetric => {
    const name = formatSeriesName(history.key, history.metric)
    return { history: history.id, name, good, bad: now.get(history.id)?.level ?? good }
  })
  return {
    id: `${latest.testbed.id}@creep`,
    kind: 'creep',
    ...buildCommonFields(rules, claim),
    goodCommit: latest.commit,
    badCommit: latest.commit,
    reach: { from: 0, to: 0 },
    metrics: metrics.slice(0, mostMetrics),
  }
}

function buildCommonFields({ minEffect }: TrackingRules, { by, at }: LedgerClaim) {
  return { state: 'open', issue: null, claim: { by, at }, isTold: false, minEffect, healed: null } as const
}
