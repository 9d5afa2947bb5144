import type { Ledger, LedgerEntry, LedgerClaim, LedgerMetric } from '../../record/history.ts'
import { type Cause, formatSeriesName, isBackAt, computeWidth } from './shift.ts'
import type { Observation, TrackingRules } from './observe.ts'

/** Maximum number of healed entries, so that each run need not read those of past years. */
const mostHealed = 200

/** Replaces entries by id, appends new ones, and drops the oldest healed ones. */
export function withEntries(ledger: Ledger, changed: readonly LedgerEntry[]): Ledger {
  const byId = new Map(ledger.entries.map((entry) => [entry.id, entry]))
  for (const entry of changed) byId.set(entry.id, entry)
  const all = [...byId.values()]
  const healed = all.filter(({ state }) => state === 'healed').slice(0, -mostHealed)
  return { ...ledger, entries: all.filter((entry) => !healed.includes(entry)) }
}

/** Maximum number of metrics per entry; one cause may affect many at once. */
const mostMetrics = 200

/** Whether a cause is certain enough to be reported. */
function hasSettled({ status }: Cause, { openWhen }: TrackingRules): boolean {
  return openWhen === 'candidate' || status === 'confirmed'
}

/** Formats the id of a cause: its testbed and the commit that most likely shows it first. */
function formatStepId({ at }: Cause, { latest }: Observation): string {
  return `${latest.testbed.id}@${at.commit.slice(0, 12)}`
}

/** Builds the ledger entry of a step, claimed and not yet reported. */
function buildStepEntry(cause: Cause, observation: Observation, rules: TrackingRules, claim: LedgerClaim): LedgerEntry {
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
function buildCreepEntry(
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

/** The ledger after a run, and the causes that the run shows, by the id of their entry. */
export type FollowedLedger = { readonly ledger: Ledger; readonly causes: ReadonlyMap<string, readonly Cause[]> }

/**
 * Updates the ledger after an observation. Each cause belongs to the open entry with common suspect commits, else to
 * a healed entry that returned, else to a new one. An entry without a cause lasts until its levels are back.
 */
export function followLedger(
  ledger: Ledger,
  observation: Observation,
  rules: TrackingRules,
  follower: LedgerClaim,
): FollowedLedger {
  const causes = new Map<string, readonly Cause[]>()
  const opened: LedgerEntry[] = []
  for (const cause of observation.causes) {
    const known = findEntry(cause, ledger.entries, observation)
    if (known && (known.state === 'open' || hasSettled(cause, rules)))
      causes.set(known.id, [...(causes.get(known.id) ?? []), cause])
    else if (!known && hasSettled(cause, rules) && !isPartOfCreep(cause, ledger.entries)) {
      const entry = buildStepEntry(cause, observation, rules, follower)
      causes.set(entry.id, [cause])
      opened.push(entry)
    }
  }
  const creep = buildCreepEntry(observation, rules, follower)
  if (creep && !ledger.entries.some(({ id }) => id === creep.id)) opened.push(creep)
  const claim = { claim: { by: follower.by, at: follower.at }, isTold: false }
  const followed = ledger.entries.map((entry): LedgerEntry => {
    const next = followEntry(entry, causes.get(entry.id) ?? [], observation, rules)
    return hasNews(entry, next) ? { ...next, ...claim } : next
  })
  return { ledger: withEntries(ledger, [...followed, ...opened]), causes }
}

/** Whether the issue must say more than the current text: another state, or a creep of further metrics. */
function hasNews(entry: LedgerEntry, next: LedgerEntry): boolean {
  const isKnown = ({ history }: LedgerMetric): boolean => entry.metrics.some((metric) => metric.history === history)
  return next.state !== entry.state || (next.kind === 'creep' && !next.metrics.every(isKnown))
}

/** If the position of a step in a creeping metric spans more runs, the step is part of the drift. */
const sharpPlace = 8

function isPartOfCreep({ shifts }: Cause, entries: readonly LedgerEntry[]): boolean {
  const creeping = entries.filter(({ kind, state }) => kind === 'creep' && state === 'open')
  const known = new Set(creeping.flatMap(({ metrics }) => metrics.map(({ history }) => history)))
  return shifts.every((shift) => known.has(shift.history.id) && computeWidth(shift) > sharpPlace)
}

function findEntry(cause: Cause, entries: readonly LedgerEntry[], observation: Observation): LedgerEntry | null {
  const steps = entries.filter(({ kind }) => kind === 'step')
  const sharing = steps.filter(
    (entry) => entry.id === formatStepId(cause, observation) || hasSharedCommits(cause, entry),
  )
  const open = sharing.filter(({ state }) => state === 'open')
  const nearest = open.toSorted((one, other) => countSharedMetrics(cause, other) - countSharedMetrics(cause, one))[0]
  return nearest ?? sharing.at(-1) ?? steps.findLast((entry) => hasComeBack(cause, entry, observation)) ?? null
}

function hasSharedCommits(cause: Cause, entry: LedgerEntry): boolean {
  const { good, bad } = cause
  const { reach } = entry
  const isInReach = good.order < reach.to && bad.order > reach.from
  if (!isInReach) return false
  // Commits suspected by the entry's widest metric alone may belong to a neighboring cause; then the metrics decide.
  const isWithin = bad.order <= reach.to && good.order >= reach.from
  return isWithin || countSharedMetrics(cause, entry) > 0
}

function countSharedMetrics({ shifts }: Cause, { metrics }: LedgerEntry): number {
  return shifts.filter(({ history }) => metrics.some((metric) => metric.history === history.id)).length
}

/** Whether a metric is back at the same bad level after it was good: a fix was reverted. */
function hasComeBack({ good, shifts }: Cause, { state, reach, metrics, minEffect }: LedgerEntry, { now }: Observation) {
  if (state !== 'healed' || good.order < reach.to) return false
  return shifts.some(({ history }) => {
    const known = metrics.find((metric) => metric.history === history.id)
    const level = now.get(history.id)?.level
    return known !== undefined && level !== undefined && Math.abs(level / known.bad - 1) < minEffect
  })
}

function followEntry(
  entry: LedgerEntry,
  causes: readonly Cause[],
  observation: Observation,
  rules: TrackingRules,
): LedgerEntry {
  // Applies after a change of the testbed too, where the old metrics have no history.
  const isDetected = entry.kind === 'creep' ? observation.creeps.length > 0 : causes.length > 0
  if (entry.state === 'healed')
    return isDetected ? refreshEntry({ ...entry, state: 'open', healed: null }, causes, observation, rules) : entry
  if (entry.kind === 'creep' && isDetected) return refreshEntry(entry, [], observation, rules)
  const states = entry.metrics.map((metric) => determineStanding(metric, entry, causes, observation))
  const count = (state: Standing): number => states.filter((other) => other === state).length
  if (count('unknown') === states.length) return entry
  // A regression is over when no metric shows it and most are back at their old level.
  const isOver = count('bad') === 0 && count('back') > 0 && count('back') >= count('doubtful')
  const { order, commit } = observation.latest
  return isOver
    ? { ...entry, state: 'healed', healed: { order, commit } }
    : refreshEntry(entry, causes, observation, rules)
}

/**
 * `bad`: the change is still detected. `doubtful`: the level is bad but the change is no longer detected, because it
 * lies before the examined runs or was misidentified.
 */
type Standing = 'bad' | 'doubtful' | 'back' | 'unknown'

function determineStanding(
  { history, good, bad }: LedgerMetric,
  { kind, minEffect }: LedgerEntry,
  causes: readonly Cause[],
  { now, distances }: Observation,
): Standing {
  const found = now.get(history)
  if (!found) return 'unknown'
  if (kind === 'creep') {
    const beyond = distances.filter((distance) => distance.history.id === history).map((distance) => distance.beyond)
    return beyond.length === 0 ? 'unknown' : Math.max(...beyond) < minEffect / 2 ? 'back' : 'bad'
  }
  if (causes.some(({ shifts }) => shifts.some((shift) => shift.history.id === history))) return 'bad'
  const { betterWhen } = found.history.metric
  return isBackAt(found.level, { good, bad, minEffect, betterWhen }) ? 'back' : 'doubtful'
}

/** Updates an entry with the current state; its claim and its issue stay. */
function refreshEntry(
  entry: LedgerEntry,
  causes: readonly Cause[],
  observation: Observation,
  rules: TrackingRules,
): LedgerEntry {
  const { id, claim, isTold, issue, minEffect } = entry
  const kept = { id, claim, isTold, issue, minEffect }
  if (entry.kind === 'creep') {
    const now = buildCreepEntry(observation, rules, claim)
    // A metric that is better for a while stays listed; otherwise it would cause repeated notifications.
    return now ? { ...now, ...kept, metrics: joinMetrics(now.metrics, entry.metrics) } : entry
  }
  const main = causes.toSorted((one, two) => countSharedMetrics(two, entry) - countSharedMetrics(one, entry))
  const [first, ...others] = main.map((cause) => buildStepEntry(cause, observation, rules, claim))
  if (!first) return entry
  return { ...first, ...kept, metrics: others.reduce((all, { metrics }) => joinMetrics(all, metrics), first.metrics) }
}

function joinMetrics(one: readonly LedgerMetric[], other: readonly LedgerMetric[]): readonly LedgerMetric[] {
  return [...one, ...other.filter(({ history }) => !one.some((metric) => metric.history === history))]
}
