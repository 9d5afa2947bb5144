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
 * `tell`: the claim is new. `refresh`: one of many updates of a check that is in progress. `confirm`: the claim was
 * written before and is written again where another run has overwritten it. `late`: the post step of a job; a run that
 * has taken the check over since is left alone. `close`: the same, where the run never said anything itself.
 */
export type WritePurpose = 'tell' | 'refresh' | 'confirm' | 'late' | 'close'

export type WrittenCheck = {
  /** Null: there is no check, and none was made. */
  readonly url: string | null
  readonly wasCreated: boolean
  readonly isChanged: boolean
  /** The result of another pull request or run that the check shows in the place of this one; null: it shows this one. */
  readonly heldBy: CheckEntry | null
}

/** Writes what a run has to say into the check, as far as other results on the same commit let it. */
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
 * Looks whether another run has overwritten the claim meanwhile, and writes it again then. GitHub has no way to write a
 * check only if it is unchanged.
 */
export async function confirmCheck(claim: CheckClaim, gitHub: GitHub): Promise<void> {
  const mostAttempts = 5
  for (let attempt = 0; attempt < mostAttempts; attempt += 1)
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

/** There is one check; two runs that began in the same moment may have made one each. */
export function joinStored(stored: readonly StoredCheck[]): CheckEntries {
  const all = stored.map(({ externalId, conclusion }) => parseEntries(externalId, conclusion))
  const entries = [...new Map(all.flatMap((one) => one.entries).map((entry) => [identifyEntry(entry), entry])).values()]
  return { entries, isOverfull: all.some(({ isOverfull }) => isOverfull) }
}

function identifyEntry({ pullRequest, base, run, result }: CheckEntry): string {
  return JSON.stringify([pullRequest, base, run, result])
}

/**
 * What was found for a pull request that is closed, or has another head by now, decides about nothing any more. Nor does the
 * place that is kept for a base which the pull request no longer has.
 */
export async function withoutClosed(
  known: CheckEntries,
  claim: Pick<CheckClaim, 'headCommit' | 'pullRequest' | 'base'>,
  gitHub: Pick<GitHub, 'findOpenPullRequest'>,
): Promise<CheckEntries> {
  const [stale, asked] = [new Set<CheckEntry>(), new Map<number, OpenPull>()]
  for (const entry of known.entries) {
    const { pullRequest } = entry
    if (typeof pullRequest !== 'number' || isAboutClaim(entry, claim)) continue
    const pull = asked.get(pullRequest) ?? (await readOpenPull(pullRequest, gitHub))
    asked.set(pullRequest, pull)
    if (isStale(entry, claim.headCommit, pull)) stale.add(entry)
  }
  return { ...known, entries: known.entries.filter((entry) => !stale.has(entry)) }
}

/** What a run says about its own pull request needs no second look, unless a place is kept for another base of it. */
function isAboutClaim(entry: CheckEntry, { pullRequest, base }: Pick<CheckClaim, 'pullRequest' | 'base'>): boolean {
  if (entry.pullRequest !== pullRequest) return false
  return !isUnmeasured(entry) || base === null || entry.base === shortenBase(base.branch)
}

/** `unknown`: the token may not read pull requests, which leaves every result in force. */
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

/** Names the pull request and base that the report is about, and what else was found on this commit. */
function composeLead(claim: CheckClaim, { decisive, entries }: Precedence): string {
  const entry = toEntry(claim)
  if (typeof entry.pullRequest !== 'number') return ''
  const commit = claim.base?.commit ?? null
  const base = commit === null ? '' : ` at ${commit.slice(0, 7)}`
  const others = entries.filter((other) => !isOwn(other, entry) && other.result !== 'waiting').slice(0, 10)
  const held =
    decisive === null || isOwn(decisive, entry)
      ? []
      : [`**The check says what was found for ${formatSubject(decisive)}: ${describeResult(decisive)}.**`]
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
    timed_out: 'timed out',
    open: 'being measured',
  }
  return `${(text as Record<string, string>)[result] ?? result} (run ${run.split('.')[0]})`
}
