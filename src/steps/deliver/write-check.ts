import { toCheckState, type CheckClaim, type CheckState } from '../../domain/check/check-claim.ts'
import {
  formatEntries,
  isUnmeasured,
  parseEntries,
  shortenBase,
  type CheckEntries,
  type CheckEntry,
  type EntrySubject,
} from '../../domain/check/check-entry.ts'
import {
  addResult,
  addUnmeasured,
  isAwaited,
  type EntryClaim,
  type Precedence,
} from '../../domain/check/check-precedence.ts'
import { EnvironmentError } from '../../domain/core/errors.ts'
import type { CheckContent, GitHub, PullRequest, StoredCheck } from '../../ports/github.ts'

/**
 * `tell`: a new claim. `refresh`: one of many progress updates. `confirm`: writes the claim again if another run has
 * overwritten it. `late`: from the post step; leaves the check to a run that has taken it over since. `close`: like
 * `late`, for a run that never wrote a result.
 */
export type WritePurpose = 'tell' | 'refresh' | 'confirm' | 'late' | 'close'

export type WrittenCheck = {
  /** Null: no check exists, and none was created. */
  readonly url: string | null
  readonly wasCreated: boolean
  readonly isChanged: boolean
  /** The result of another pull request or run that the check shows instead; null: it shows this one. */
  readonly heldBy: CheckEntry | null
}

/** Writes the claim of a run to the check, merged with other results on the same commit. */
export async function writeCheck(
  claim: CheckClaim,
  gitHub: GitHub,
  purpose: WritePurpose = 'tell',
): Promise<WrittenCheck> {
  const { name, headCommit, result } = claim
  let heldBy: CheckEntry | null = null
  const mustBeAwaited = purpose !== 'tell' && purpose !== 'confirm'
  const decide = async (stored: readonly StoredCheck[]): Promise<CheckContent | null> => {
    const entry = toEntry(claim)
    const known = addUnmeasured(await withoutClosed(joinStored(stored), claim, gitHub), toSubjects(claim))
    if (mustBeAwaited && !isAwaited(known, entry, purpose === 'late')) return null
    const next = addResult(known, entry)
    heldBy = isOwn(next.decisive, entry) ? null : next.decisive
    return buildContent(claim, next, stored, purpose)
  }
  const isPatient = result !== 'open'
  const written = await gitHub.changeCheckRun(
    { name, headCommit, isPatient, isFleeting: purpose === 'refresh' },
    decide,
  )
  return { ...written, heldBy }
}

/**
 * Reads the check and writes the claim again if another run has overwritten it: GitHub has no conditional update of
 * checks.
 */
export async function confirmCheck(claim: CheckClaim, gitHub: GitHub): Promise<void> {
  const maxAttempts = 5
  for (let attempt = 0; attempt < maxAttempts; attempt += 1)
    if (!(await writeCheck(claim, gitHub, 'confirm')).isChanged) return
}

function toEntry({ pullRequest, isProvisional, base, run, result }: CheckClaim): EntryClaim {
  const subject = pullRequest ?? (isProvisional ? 'unknown' : 'none')
  return { pullRequest: subject, base: base === null ? null : shortenBase(base.branch), run, result }
}

export function toSubjects({ sharing = [] }: Pick<CheckClaim, 'sharing'>): Pick<CheckEntry, 'pullRequest' | 'base'>[] {
  return sharing.map(({ number, baseBranch }) => ({ pullRequest: number, base: shortenBase(baseBranch) }))
}

function isOwn(entry: CheckEntry | null, { run, pullRequest }: EntryClaim): boolean {
  return entry !== null && entry.run === run && entry.pullRequest === pullRequest
}

/** Normally one check; concurrent runs may have created one each. */
export function joinStored(stored: readonly StoredCheck[]): CheckEntries {
  const all = stored.map(({ externalId }) => parseEntries(externalId))
  const entries = [...new Map(all.flatMap((one) => one.entries).map((entry) => [identifyEntry(entry), entry])).values()]
  return { entries, isOverfull: all.some(({ isOverfull }) => isOverfull) }
}

function identifyEntry({ pullRequest, base, run, result }: CheckEntry): string {
  return JSON.stringify([pullRequest, base, run, result])
}

/**
 * Drops results for pull requests that are closed or have another head, and placeholders for a base that the pull
 * request no longer has.
 */
export async function withoutClosed(
  known: CheckEntries,
  claim: Pick<CheckClaim, 'headCommit' | 'pullRequest' | 'base'>,
  gitHub: Pick<GitHub, 'findOpenPullRequest'>,
): Promise<CheckEntries> {
  const [stale, pulls] = [new Set<CheckEntry>(), new Map<number, OpenPull>()]
  for (const entry of known.entries) {
    const { pullRequest } = entry
    if (typeof pullRequest !== 'number' || isAboutClaim(entry, claim)) continue
    const pull = pulls.get(pullRequest) ?? (await readOpenPull(pullRequest, gitHub))
    pulls.set(pullRequest, pull)
    if (isStale(entry, claim.headCommit, pull)) stale.add(entry)
  }
  return { ...known, entries: known.entries.filter((entry) => !stale.has(entry)) }
}

/** The run's own pull request needs no second check, unless a placeholder for another base exists. */
function isAboutClaim(entry: CheckEntry, { pullRequest, base }: Pick<CheckClaim, 'pullRequest' | 'base'>): boolean {
  if (entry.pullRequest !== pullRequest) return false
  return !isUnmeasured(entry) || base === null || entry.base === shortenBase(base.branch)
}

/** `unknown`: the token cannot read pull requests, so every result stays in force. */
type OpenPull = PullRequest | 'closed' | 'unknown'

async function readOpenPull(number: number, gitHub: Pick<GitHub, 'findOpenPullRequest'>): Promise<OpenPull> {
  try {
    return (await gitHub.findOpenPullRequest(number)) ?? 'closed'
  } catch (error) {
    if (error instanceof EnvironmentError) return 'unknown'
    throw error
  }
}

function isStale(entry: CheckEntry, headCommit: string, pull: OpenPull): boolean {
  if (pull === 'unknown') return false
  if (pull === 'closed' || pull.headCommit !== headCommit) return true
  return isUnmeasured(entry) && entry.base !== shortenBase(pull.baseBranch)
}

function buildContent(
  claim: CheckClaim,
  next: Precedence,
  stored: readonly StoredCheck[],
  purpose: WritePurpose,
): CheckContent | null {
  const { isShown, decisive } = next
  const state = toCheckState(next.isOverfull ? 'failure' : (decisive?.result ?? claim.result))
  const externalId = formatEntries(next)
  const isInState = stored.length > 0 && stored.every((one) => isIn(one, state))
  const isSettled = isInState && stored.every((one) => one.externalId === externalId)
  if (isSettled && (purpose === 'confirm' || !isShown)) return null
  if (!isShown) return { externalId, detailsUrl: null, output: null, state: isInState ? null : state }
  const output = { title: composeTitle(claim, next), summary: `${composeLead(claim, next)}${claim.summary}` }
  return { externalId, detailsUrl: claim.detailsUrl, output, state }
}

function isIn({ conclusion }: StoredCheck, state: CheckState): boolean {
  return conclusion === ('conclusion' in state ? state.conclusion : null)
}

function composeTitle(claim: CheckClaim, { decisive }: Precedence): string {
  if (decisive === null || isOwn(decisive, toEntry(claim))) return claim.title
  return `Held by ${formatSubject(decisive)}: ${describeResult(decisive)}`.slice(0, 250)
}

/** States the pull request and base of the report, and other results on this commit. */
function composeLead(claim: CheckClaim, { decisive, entries }: Precedence): string {
  const entry = toEntry(claim)
  if (typeof entry.pullRequest !== 'number') return ''
  const commit = claim.base?.commit ?? null
  const base = commit === null ? '' : ` at ${commit.slice(0, 7)}`
  const others = entries.filter((other) => !isOwn(other, entry) && other.result !== 'waiting').slice(0, 10)
  const held =
    decisive === null || isOwn(decisive, entry)
      ? []
      : [`**The check shows the result for ${formatSubject(decisive)}: ${describeResult(decisive)}.**`]
  const also = others.map((other) => `Also on this commit, ${formatSubject(other)}: ${describeResult(other)}.`)
  return `${[...held, `For ${formatSubject(entry)}${base}.`, ...also].join('\n\n')}\n\n`
}

/** `pull request #7 into main` */
export function formatSubject({ pullRequest, base }: EntrySubject): string {
  const into = base === null ? '' : ` into \`${base.replaceAll(/[^\w./~+-]/gu, '')}\``
  if (pullRequest === 'none') return `a run without a pull request${into}`
  return pullRequest === 'unknown' ? 'a run whose pull request is not known' : `pull request #${pullRequest}${into}`
}

export function describeResult(entry: CheckEntry): string {
  const { result, run } = entry
  if (isUnmeasured(entry)) return 'not measured yet'
  const text = {
    error: 'could not be judged',
    unmeasured: 'could not be measured',
    unjudged: 'had nothing to be judged by',
    unjudged_strict: 'had nothing to be judged by',
    unrelated: 'not measured, because no file of the program changed',
    timed_out: 'timed out',
    open: 'being measured',
  }
  return `${(text as Record<string, string>)[result] ?? result} (run ${run.split('.')[0]})`
}
