import { attempt } from '../core/errors.ts'
import type { CheckConclusion } from '../verdict/report.ts'

/**
 * Result of one run for one base branch, which a GitHub check run keeps in its external id. `error`: the run failed
 * before the judgment. `unmeasured`: the machine could not measure. `unjudged` (`unjudged_strict`: it fails the check):
 * a run without a pull request had nothing to be judged by. `unrelated`: no file of the program changed. `open`: in
 * progress. `shared`: it would not block, but an open pull request with the same head commit has another base.
 */
export type CheckResult = keyof typeof ranks

/** Severity of each result. Results below `open` do not block the merge. */
const ranks = {
  success: 0,
  unrelated: 0,
  neutral: 1,
  unmeasured: 1,
  unjudged: 1,
  open: 2,
  cancelled: 3,
  timed_out: 3,
  shared: 3,
  error: 4,
  failure: 5,
  unjudged_strict: 5,
} as const

/** The pull request and base branch of a result. */
export type EntrySubject = {
  /** `none`: the commit is not the head of a pull request. `unknown`: not looked up yet. */
  readonly pullRequest: number | 'none' | 'unknown'
  /** The base branch; null: none, or not known. */
  readonly base: string | null
}

/** A new result that a run submits to a check. */
export type EntryClaim = EntrySubject & { readonly result: CheckResult; readonly run: string }

/** What a check stores: one result, for one base. `run`: `RUN.ATTEMPT` of the workflow run. */
export type CheckEntry = EntryClaim & {
  /** A newer run in progress, as `RUN.ATTEMPT`; null: none. The result applies until it ends. */
  readonly next: string | null
  /** A pull request with the same head commit and another base, as far as known; null: none. */
  readonly other: EntrySubject | null
}

const prefix = 'warpgauge:3'

/** Whether GitHub blocks the merge because of this result. */
export function isBlocking(result: CheckResult): boolean {
  return ranks[result] >= ranks.open
}

/** Whether `formatEntry` wrote this external id. */
export function isOwnExternalId(externalId: string): boolean {
  return externalId.startsWith(`${prefix} `)
}

/** Parses the external id of a check; null: another app wrote it, or an older version. */
export function parseEntry(externalId: string): CheckEntry | null {
  const pattern = /^warpgauge:3 (\S+) ([a-z_]+) (\d+\.\d+)(?: next=(\d+\.\d+))?(?: other=(\S+))?$/u
  const [, about = '', result = '', run = '', next = null, other] = pattern.exec(externalId) ?? []
  const subject = parseSubject(about)
  if (subject === null || !isResult(result)) return null
  return { ...subject, result, run, next, other: other === undefined ? null : parseSubject(other) }
}

function isResult(text: string): text is CheckResult {
  return Object.hasOwn(ranks, text)
}

function parseSubject(text: string): EntrySubject | null {
  const [, pull = '', base = ''] = /^(\d+|none|unknown)\/(\S*)$/u.exec(text) ?? []
  if (pull === '') return null
  const pullRequest = pull === 'none' || pull === 'unknown' ? pull : Number(pull)
  // Other apps may write text that resembles our format.
  return { pullRequest, base: base === '' ? null : (attempt(() => decodeURIComponent(base)) ?? base) }
}

/** Formats the entry as an external id. */
export function formatEntry(entry: CheckEntry): string {
  const { result, run, next, other } = entry
  const rest = `${next === null ? '' : ` next=${next}`}${other === null ? '' : ` other=${formatKey(other)}`}`
  return `${prefix} ${formatKey(entry)} ${result} ${run}${rest}`
}

function formatKey({ pullRequest, base }: EntrySubject): string {
  return `${pullRequest}/${encodeURIComponent(base ?? '')}`
}

/** Joins the entries of checks that concurrent runs created: the worst one counts. Null without entries. */
export function joinEntries(entries: readonly CheckEntry[]): CheckEntry | null {
  const [worst, ...rest] = entries.toSorted((one, two) => ranks[two.result] - ranks[one.result])
  if (worst === undefined) return null
  return rest.reduce((entry, one) => ({ ...entry, other: findOther(one, entry) ?? entry.other }), worst)
}

/**
 * Returns the entry of a check (null: none yet) after another result. Within one base, the newest verdict counts, and a
 * run without a measurement (cancelled, timed out, no device, unrelated files) never replaces a verdict. A result for
 * another base is replaced and stays named in `other`. A run without a pull request never changes the check of a pull
 * request.
 */
export function addResult(known: CheckEntry | null, claim: EntryClaim): CheckEntry {
  if (known === null) return { ...claim, next: null, other: null }
  if (claim.pullRequest === 'none' && known.pullRequest !== 'none') return known
  const next = known.next === claim.run ? null : known.next
  if (isKept(known, claim))
    return { ...known, base: known.base ?? claim.base, next: claim.result === 'open' ? claim.run : next }
  const entry = { ...claim, base: claim.base ?? (isSame(known, claim) ? known.base : null) }
  return { ...entry, next: claim.result === 'open' ? null : next, other: findOther(known, entry) }
}

/** Whether the check keeps its result when this claim arrives. */
function isKept(known: CheckEntry, { pullRequest, base, result }: EntryClaim): boolean {
  // A run that does not know its pull request yet can only make a check worse.
  const isVague = pullRequest === 'unknown' && typeof known.pullRequest === 'number'
  if (isVague && (result === 'open' || !isBlocking(result))) return true
  if (!isVague && !isSame(known, { pullRequest, base })) return false
  if (result === 'open') return isVerdict(known.result) || known.result === 'error'
  return !canReplace(result, known.result)
}

/** Whether the newer of two results for the same base replaces the older one. */
function canReplace(newer: CheckResult, older: CheckResult): boolean {
  if (isVerdict(newer)) return true
  // A failed verdict carries more information than a run that could not be judged; both block.
  if (newer === 'error') return older !== 'failure'
  if (newer === 'unrelated') return !isVerdict(older)
  return !isVerdict(older) && older !== 'error' && older !== 'shared'
}

function isVerdict(result: CheckResult): boolean {
  return result === 'success' || result === 'neutral' || result === 'failure'
}

/** The pull request of the entry if it has another base, else the one that it names, which stays in doubt. */
function findOther(entry: CheckEntry, subject: EntrySubject): EntrySubject | null {
  const { pullRequest, base, other } = entry
  const isNumbered = typeof pullRequest === 'number'
  if (isNumbered && isSame(entry, subject)) return other
  if (isNumbered) return (subject.pullRequest === 'unknown' ? other : null) ?? { pullRequest, base }
  return other !== null && subject.base !== null && isSame(other, subject) ? null : other
}

/**
 * Returns the entry, as `shared` where it would not block although another base has the same head commit. `others`: the
 * open pull requests with this head and another base; null: not known, so the one that the check names counts.
 */
export function markShared(entry: CheckEntry, others: readonly EntrySubject[] | null): CheckEntry {
  const other = others === null ? entry.other : (others[0] ?? null)
  return { ...entry, other, result: other !== null && !isBlocking(entry.result) ? 'shared' : entry.result }
}

/**
 * Whether the check still expects a result of this run: the run opened it and no other run has replaced that entry.
 * With `orIsAbsent` also if there is no result for this base, because GitHub was not reachable when the run started.
 */
export function isAwaited(known: CheckEntry | null, claim: EntryClaim, orIsAbsent: boolean): boolean {
  if (known === null) return orIsAbsent
  const isOpen = known.result === 'open' && known.run === claim.run
  return isOpen || known.next === claim.run || (orIsAbsent && !isSame(known, claim))
}

/** Whether both are about the same base. An unknown base matches every base of the same pull request. */
export function isSame(one: EntrySubject, two: EntrySubject): boolean {
  if (typeof one.pullRequest !== 'number' || typeof two.pullRequest !== 'number')
    return one.pullRequest === two.pullRequest
  return one.base === null || two.base === null ? one.pullRequest === two.pullRequest : one.base === two.base
}

/** What a check result belongs to. */
export type CheckSubject = {
  /** Null: none, or not known yet. */
  readonly pullRequest: number | null
  /** The base branch, and the commit of it that the head is compared with. Null: no base, or not known yet. */
  readonly base: { readonly branch: string; readonly commit: string | null } | null
  /** The head belongs to a pull request whose number has not been looked up yet. */
  readonly isProvisional?: boolean
}

/** The result that one run writes to a check. Plain data, because the post step of the job reads it from a file. */
export type CheckClaim = CheckSubject & {
  readonly name: string
  readonly headCommit: string
  /** `RUN.ATTEMPT` of the workflow run. */
  readonly run: string
  /** The page of the workflow run; null: none. */
  readonly detailsUrl: string | null
  readonly title: string
  readonly summary: string
  readonly result: CheckResult
}

/** Status and conclusion of a GitHub check run. */
export type CheckState =
  | { readonly status: 'in_progress' }
  | { readonly status: 'completed'; readonly conclusion: CheckConclusion }

const conclusions: Readonly<Record<CheckResult, CheckConclusion | null>> = {
  open: null,
  error: 'failure',
  unjudged_strict: 'failure',
  unmeasured: 'neutral',
  unjudged: 'neutral',
  unrelated: 'success',
  success: 'success',
  neutral: 'neutral',
  failure: 'failure',
  shared: 'failure',
  cancelled: 'cancelled',
  timed_out: 'timed_out',
}

/** Maps a result to the status and conclusion of a GitHub check run. */
export function toCheckState(result: CheckResult): CheckState {
  const conclusion = conclusions[result]
  return conclusion === null ? { status: 'in_progress' } : { status: 'completed', conclusion }
}

/** Whether the last line of a text is this marker, which identifies what warpgauge wrote. */
export function hasFinalMarker(body: string, marker: string): boolean {
  return body.trimEnd().split(/\r?\n/u).at(-1) === marker
}
