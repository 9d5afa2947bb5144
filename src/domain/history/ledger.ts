import type { Ledger, LedgerEntry, LedgerClaim, LedgerMetric } from '../../record/history.ts'
import { type Cause, formatSeriesName, isBackAt, computeWidth } from './shift.ts'
import type { Observation, TrackingRules } from './observe.ts'

/** Maximum number of healed entries, so that each run need not read those of past years. */
const mostHealed = 200

/** Updates the ledger of known regressions: replaces entries by id, adds new ones, and drops the oldest healed ones. */
export function withEntries(ledger: Ledger, changed: readonly LedgerEntry[]): Ledger {
  const all = [...new Map([...ledger.entries, ...changed].map((entry) => [entry.id, entry])).values()]
  const healed = all.filter(({ state }) => state === 'healed').slice(0, -mostHealed)
  return { ...ledger, entries: all.filter((entry) => !healed.includes(entry)) }
}

/** Maximum number of metrics per entry; one cause may affect many at once. */
const mostMetrics = 200

/** What one run adds to the ledger: its observation by these rules, and the claim of its job to report the changes. */
type Sight = { readonly observation: Observation; readonly rules: TrackingRules; readonly claim: LedgerClaim }

/** Formats the id of a cause: its testbed and the commit that most likely shows it first. */
function formatStepId({ at }: Cause, { latest }: Observation): string {
  return `${latest.testbed.id}@${at.commit.slice(0, 12)}`
}

/** Builds the entry of a cause, or of all creeping metrics; claimed and not yet reported. */
function buildEntry(cause: Cause | null, { observation, rules, claim }: Sight): LedgerEntry {
  const { latest, creeps, now } = observation
  const levels = cause
    ? cause.shifts.map(({ history, change }) => ({ history, good: change.before.level, bad: change.after.level }))
    : creeps.map(({ history, from: { good } }) => ({ history, good, bad: now.get(history.id)?.level ?? good }))
  const common = {
    minEffect: rules.minEffect,
    metrics: levels.slice(0, mostMetrics).map(({ history: { id, key, metric }, good, bad }): LedgerMetric => {
      return { history: id, name: formatSeriesName(key, metric), good, bad }
    }),
    healed: null,
  }
  const state = { state: 'open', issue: null, claim, isTold: false } as const
  if (!cause) {
    const commits = { goodCommit: latest.commit, badCommit: latest.commit, reach: { from: 0, to: 0 } }
    return { id: `${latest.testbed.id}@creep`, kind: 'creep', ...state, ...commits, ...common }
  }
  const { good, bad, shifts } = cause
  const reach = {
    from: Math.min(...shifts.map((shift) => shift.good.order)),
    to: Math.max(...shifts.map((shift) => shift.bad.order)),
  }
  const commits = { goodCommit: good.commit, badCommit: bad.commit, reach }
  return { id: formatStepId(cause, observation), kind: 'step', ...state, ...commits, ...common }
}

/** The ledger after a run, and the causes that the run shows, by the id of their entry. */
export type FollowedLedger = { readonly ledger: Ledger; readonly causes: ReadonlyMap<string, readonly Cause[]> }

/**
 * Updates the ledger after an observation. Each cause belongs to the open entry with common suspect commits, else to
 * a healed entry that returned, else to a new one. An entry without a cause lasts until its levels are back. A new or
 * changed entry gets the claim, and counts as not reported (`isTold` false).
 */
export function followLedger(
  ledger: Ledger,
  observation: Observation,
  rules: TrackingRules,
  claim: LedgerClaim,
): FollowedLedger {
  const sight = { observation, rules, claim }
  const causes = new Map<string, readonly Cause[]>()
  const opened: LedgerEntry[] = []
  for (const cause of observation.causes) {
    const isCertain = rules.openWhen === 'candidate' || cause.status === 'confirmed'
    const known = findEntry(cause, ledger.entries, observation)
    if (known && (known.state === 'open' || isCertain)) causes.set(known.id, [...(causes.get(known.id) ?? []), cause])
    else if (!known && isCertain && !isPartOfCreep(cause, ledger.entries)) {
      const entry = buildEntry(cause, sight)
      causes.set(entry.id, [cause])
      opened.push(entry)
    }
  }
  if (observation.creeps.length > 0) opened.push(buildEntry(null, sight))
  const followed = ledger.entries.map((entry): LedgerEntry => {
    const next = followEntry(entry, causes.get(entry.id) ?? [], sight)
    return hasNews(entry, next) ? { ...next, claim, isTold: false } : next
  })
  // Known entries replace new ones: there is one for all creeping metrics.
  return { ledger: withEntries(ledger, [...opened, ...followed]), causes }
}

/** Whether the issue has to be updated: for another state, or for the slow drift (creep) of further metrics. */
function hasNews(entry: LedgerEntry, next: LedgerEntry): boolean {
  const known = new Set(entry.metrics.map(({ history }) => history))
  return (
    next.state !== entry.state || (next.kind === 'creep' && !next.metrics.every(({ history }) => known.has(history)))
  )
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
  const id = formatStepId(cause, observation)
  const sharing = steps.filter((entry) => entry.id === id || hasSharedCommits(cause, entry))
  const open = sharing.filter(({ state }) => state === 'open')
  const nearest = open.toSorted((one, other) => countSharedMetrics(cause, other) - countSharedMetrics(cause, one))[0]
  return nearest ?? sharing.at(-1) ?? steps.findLast((entry) => hasComeBack(cause, entry, observation)) ?? null
}

function hasSharedCommits(cause: Cause, entry: LedgerEntry): boolean {
  const { good, bad } = cause
  const { reach } = entry
  if (good.order >= reach.to || bad.order <= reach.from) return false
  // Commits suspected by the entry's widest metric alone may belong to a neighboring cause; then the metrics decide.
  return (bad.order <= reach.to && good.order >= reach.from) || countSharedMetrics(cause, entry) > 0
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

function followEntry(entry: LedgerEntry, causes: readonly Cause[], sight: Sight): LedgerEntry {
  const { kind, state, metrics } = entry
  const { latest, creeps } = sight.observation
  // Applies after a change of the testbed too, where the old metrics have no history.
  const isDetected = kind === 'creep' ? creeps.length > 0 : causes.length > 0
  if (isDetected && (state === 'healed' || kind === 'creep')) return refreshEntry(entry, causes, sight)
  if (state === 'healed') return entry
  const standings = Map.groupBy(metrics, (metric) => determineStanding(metric, entry, causes, sight.observation))
  const count = (standing: Standing): number => standings.get(standing)?.length ?? 0
  if (count('unknown') === metrics.length) return entry
  // A regression is over when no metric shows it and at least half of all metrics, also unmeasured ones, are back.
  const isOver = count('bad') === 0 && count('back') > 0 && count('back') >= count('doubtful') + count('unknown')
  if (!isOver) return refreshEntry(entry, causes, sight)
  return { ...entry, state: 'healed', healed: { order: latest.order, commit: latest.commit } }
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
function refreshEntry(entry: LedgerEntry, causes: readonly Cause[], sight: Sight): LedgerEntry {
  const { id, claim, isTold, issue, minEffect } = entry
  const main = causes.toSorted((one, two) => countSharedMetrics(two, entry) - countSharedMetrics(one, entry))
  const isCreep = entry.kind === 'creep' && sight.observation.creeps.length > 0
  const [first, ...others] = (isCreep ? [null] : main).map((cause) => buildEntry(cause, sight))
  if (!first) return entry
  // What was not measured stays listed, and so does a creeping metric that is better for a while, or it would be news again.
  const kept = entry.metrics.filter(({ history }) => isCreep || !sight.observation.now.has(history))
  const listed = [...[first, ...others].flatMap((one) => one.metrics), ...kept]
  const metrics = listed.filter(({ name }, index) => listed.findIndex((one) => one.name === name) === index)
  return { ...first, id, claim, isTold, issue, minEffect, metrics }
}
