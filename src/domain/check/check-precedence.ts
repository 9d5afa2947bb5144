import {
  noRun,
  rankResult,
  type CheckEntries,
  type CheckEntry,
  type CheckResult,
  type EntrySubject,
} from './check-entry.ts'

/** A new result that a run submits to a check. */
export type EntryClaim = EntrySubject & { readonly result: CheckResult; readonly run: string }

/** The stored results of a check after a claim was added. */
export type Precedence = CheckEntries & {
  /** The result that the check shows on GitHub; null: none. */
  readonly decisive: CheckEntry | null
  /** Whether the check shows the title and summary of the claim. */
  readonly isShown: boolean
}

/**
 * Adds a result to the stored results of a check. GitHub finds a check by name and head commit. Several pull requests
 * may share that commit, so the worst result decides:
 * - a verdict replaces the earlier one for the same pull request and base only;
 * - a run without a measurement (cancelled, timed out, no device, unrelated files) never replaces a verdict;
 * - opening a check keeps an existing verdict for the same pull request and base.
 *
 * The caller removes the results of closed pull requests from `known`.
 */
export function addResult(known: CheckEntries, claim: EntryClaim): Precedence {
  const entries = isUnderWay(claim) ? withOpened(known.entries, claim) : withCompleted(known.entries, claim)
  return present({ entries, isOverfull: known.isOverfull }, claim)
}

/**
 * Adds an open result for every pull request that shares the check and has no result for its base. Without it, a
 * check that passes for one base would unblock all of them.
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

/** Entries after a measurement for `claim` was started. */
function withOpened(entries: readonly CheckEntry[], claim: EntryClaim): CheckEntry[] {
  const own = entries.filter((entry) => isSame(entry, claim))
  const hasVerdict = own.some(({ result }) => isVerdict(result) || result === 'error')
  const result = hasVerdict || claim.pullRequest === 'unknown' ? 'waiting' : 'open'
  // Keep one opening per run, whether or not it knew its pull request.
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
  // The same result is stored already. Writing it again would make two runs overwrite each other in turns.
  if (earlier.some(({ run, result }) => run === claim.run && result === claim.result)) return others
  const base = claim.base ?? earlier.find((entry) => entry.base !== null)?.base ?? null
  return [...others.filter((entry) => !earlier.includes(entry)), { ...claim, base, isShown: false }]
}

/** Whether the newer of two results for the same pull request and base replaces the older one. */
function canReplace(newer: CheckResult, older: CheckResult): boolean {
  if (isVerdict(newer)) return true
  // A failed verdict carries more information than a run that could not be judged; both block.
  if (newer === 'error') return older !== 'failure'
  if (newer === 'unrelated') return !isVerdict(older)
  return !isVerdict(older) && older !== 'error'
}

function isVerdict(result: CheckResult): boolean {
  return result === 'success' || result === 'neutral' || result === 'failure'
}

function isOpening(entry: CheckEntry, ofRun: string): boolean {
  return entry.run === ofRun && isUnderWay(entry)
}

/**
 * Whether the check still expects a result of this run: the run opened it and no other run has replaced that entry.
 * With `orIsAbsent` also if no entry for this pull request exists, because GitHub was not reachable when the run
 * started.
 */
export function isAwaited({ entries }: CheckEntries, claim: EntryClaim, orIsAbsent: boolean): boolean {
  if (entries.some((entry) => isOpening(entry, claim.run))) return true
  return orIsAbsent && !entries.some((entry) => isSame(entry, claim))
}

/** An unknown base matches every base. */
function isSame(one: EntrySubject, other: EntrySubject): boolean {
  if (one.pullRequest !== other.pullRequest) return false
  return one.base === other.base || one.base === null || other.base === null
}

/** The result that the check shows when no run adds a new one; null: none. */
export function findDecisive({ entries }: CheckEntries): CheckEntry | null {
  return findWorst(entries)
}

/** Selects the result that decides, and whose text the check shows: the text of the deciding entry, if available. */
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

const withoutJudgment: readonly CheckResult[] = ['unjudged', 'unjudged_strict', 'unmeasured', 'cancelled', 'timed_out']

/** Returns the newest of the worst results. A run without a pull request and judgment decides only if there is no other. */
function findWorst(all: readonly CheckEntry[]): CheckEntry | null {
  const judged = all.filter(({ pullRequest, result }) => pullRequest !== 'none' || !withoutJudgment.includes(result))
  const entries = judged.some(({ pullRequest }) => pullRequest !== 'none') ? judged : all
  const ranks = entries.map(({ result }) => rankResult(result))
  return entries[ranks.lastIndexOf(Math.max(...ranks))] ?? null
}
