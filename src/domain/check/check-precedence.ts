import {
  noRun,
  rankResult,
  type CheckEntries,
  type CheckEntry,
  type CheckResult,
  type EntrySubject,
} from './check-entry.ts'

/** What a run has to say about a check. */
export type EntryClaim = EntrySubject & { readonly result: CheckResult; readonly run: string }

/** What a claim makes of a check. */
export type Precedence = CheckEntries & {
  /** The result that the check shows to GitHub; null: there is none. */
  readonly decisive: CheckEntry | null
  /** The title and summary of the claim belong into the check. */
  readonly isShown: boolean
}

/**
 * Adds a result to those that a check already has. GitHub finds a check by name and head commit, which several pull
 * requests may share, so the worst result counts:
 * - a verdict replaces the earlier one for the same pull request and base, and no other;
 * - a run that measured nothing (cancelled, timed out, no device) never replaces a verdict;
 * - opening a check that has a verdict for the same pull request and base leaves that verdict in force.
 *
 * Results of closed pull requests are to be left out of `known`.
 */
export function addResult(known: CheckEntries, claim: EntryClaim): Precedence {
  const entries = isUnderWay(claim) ? withOpened(known.entries, claim) : withCompleted(known.entries, claim)
  return present({ entries, isOverfull: known.isOverfull }, claim)
}

/**
 * Adds an open result for each pull request that shares the check and has none for its base yet: a check that passes for one
 * base would let all of them be merged.
 */
export function addUnmeasured(
  known: CheckEntries,
  sharing: readonly Pick<CheckEntry, 'pullRequest' | 'base'>[],
): CheckEntries {
  const found = known.entries.filter(({ result }) => result !== 'waiting')
  const missing = sharing.filter((subject) => !found.some((entry) => isSame(entry, subject)))
  const waiting = missing.map((subject) => ({ ...subject, result: 'open' as const, run: noRun, isShown: false }))
  return { ...known, entries: [...waiting, ...known.entries] }
}

/** The check is about to be measured for `claim`. */
function withOpened(entries: readonly CheckEntry[], claim: EntryClaim): CheckEntry[] {
  const own = entries.filter((entry) => isSame(entry, claim))
  const hasVerdict = own.some(({ result }) => isVerdict(result) || result === 'error')
  const result = hasVerdict || claim.pullRequest === 'unknown' ? 'waiting' : 'open'
  // One opening of a run is enough, whatever it knew of its pull request then.
  const others = entries.filter((entry) => !isOpening(entry, claim.run) && (hasVerdict || !own.includes(entry)))
  return [...others, { ...claim, result, isShown: false }]
}

function withCompleted(entries: readonly CheckEntry[], claim: EntryClaim): CheckEntry[] {
  const others = entries.filter(
    (entry) => !isOpening(entry, claim.run) && (claim.pullRequest === 'unknown' || entry.pullRequest !== 'unknown'),
  )
  const earlier = others.filter((entry) => isSame(entry, claim) && entry.result !== 'waiting')
  const isVoid = claim.pullRequest === 'unknown' && !isVerdict(claim.result) && claim.result !== 'error'
  const finished = isVoid ? others.filter(({ result }) => result !== 'waiting' && result !== 'open') : earlier
  if (finished.some(({ result }) => !canReplace(claim.result, result))) return others
  // Said before: nothing moves, so that two runs that look again do not write in turns.
  if (earlier.some(({ run, result }) => run === claim.run && result === claim.result)) return others
  const base = claim.base ?? earlier.find((entry) => entry.base !== null)?.base ?? null
  return [...others.filter((entry) => !earlier.includes(entry)), { ...claim, base, isShown: false }]
}

/** Of two results for the same pull request and base, whether the newer one counts. */
function canReplace(newer: CheckResult, older: CheckResult): boolean {
  if (isVerdict(newer)) return true
  // A failed verdict says more than a run that could not be judged, and both block.
  if (newer === 'error') return older !== 'failure'
  return !isVerdict(older) && older !== 'error'
}

function isVerdict(result: CheckResult): boolean {
  return result === 'success' || result === 'neutral' || result === 'failure'
}

function isOpening(entry: CheckEntry, ofRun: string): boolean {
  return entry.run === ofRun && isUnderWay(entry)
}

/**
 * Whether the check still waits for this run: it was opened and nobody else has taken it. `orIsAbsent`: also when no run has
 * said anything about this pull request, because GitHub could not be reached when this one began.
 */
export function isAwaited({ entries }: CheckEntries, claim: EntryClaim, orIsAbsent: boolean): boolean {
  if (entries.some((entry) => isOpening(entry, claim.run))) return true
  return orIsAbsent && !entries.some((entry) => isSame(entry, claim))
}

/** A base that is not known may be any. */
function isSame(one: EntrySubject, other: EntrySubject): boolean {
  if (one.pullRequest !== other.pullRequest) return false
  return one.base === other.base || one.base === null || other.base === null
}

/** The result that a check shows to GitHub when nobody has anything new to say; null: there is none. */
export function findDecisive({ entries }: CheckEntries): CheckEntry | null {
  return findWorst(entries)
}

/** Decides which result counts, and whose text the check shows: that of the decisive one, if it is at hand. */
function present({ entries, isOverfull }: CheckEntries, claim: EntryClaim): Precedence {
  const decisive = findWorst(entries)
  const own = entries.findLast(({ run, pullRequest }) => run === claim.run && pullRequest === claim.pullRequest) ?? null
  const shown = entries.find((entry) => entry.isShown) ?? null
  const isFree = !isUnderWay(own) && (shown === null || shown === own)
  if (own === null || (decisive !== own && !isFree)) return { entries, isOverfull, decisive, isShown: false }
  const marked = entries.map((entry) => ({ ...entry, isShown: entry === own }))
  return { entries: marked, isOverfull, decisive: findWorst(marked), isShown: true }
}

function isUnderWay(entry: Pick<CheckEntry, 'result'> | null): boolean {
  return entry?.result === 'open' || entry?.result === 'waiting'
}

/** Of results that are equally bad the newest. */
function findWorst(entries: readonly CheckEntry[]): CheckEntry | null {
  const ranks = entries.map(({ result }) => rankResult(result))
  return entries[ranks.lastIndexOf(Math.max(...ranks))] ?? null
}
