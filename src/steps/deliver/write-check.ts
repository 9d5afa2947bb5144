import { hash } from 'node:crypto'
import {
  toCheckState,
  type CheckClaim,
  addResult,
  markShared,
  formatEntry,
  isAwaited,
  isBlocking,
  isSame,
  joinEntries,
  parseEntry,
  type CheckEntry,
  type EntryClaim,
  type EntrySubject,
} from '../../domain/check/check-entry.ts'
import { EnvironmentError, OutageError } from '../../domain/core/errors.ts'
import type { CheckContent, CheckTarget, GitHub, PullRequest, StoredCheck } from '../../io/github/github.ts'
import type { CheckConclusion } from '../../domain/verdict/report.ts'
import type { PendingCheck } from '../../ports/pending-check.ts'

/**
 * `report`: a new claim. `refresh`: one of many progress updates. `confirm`: writes the claim again if another run has
 * overwritten it. `late`: from the post step; leaves the check to a run that has taken it over since. `close`: like
 * `late`, for a run that never wrote a result.
 */
export type WritePurpose = 'report' | 'refresh' | 'confirm' | 'late' | 'close'

/** `held`: a sentence when the check shows something else than the claim. No URL: there is no check. */
type WrittenCheck = Awaited<ReturnType<GitHub['changeCheckRun']>> & {
  readonly held: string | null
  /** What the check shows; null: it is in progress, or was not written. */
  readonly conclusion: CheckConclusion | null
}

/**
 * Writes the claim of a run to the check. GitHub finds a check by name and head commit, so it carries the result for
 * one base. It is blocked when an open pull request with the same head has another base.
 */
export async function writeCheck(
  claim: CheckClaim,
  gitHub: GitHub,
  purpose: WritePurpose = 'report',
): Promise<WrittenCheck> {
  let held: string | null = null
  let conclusion: CheckConclusion | null = null
  const decide = async (stored: readonly StoredCheck[]): Promise<CheckContent | null> => {
    const next = await decideEntry(claim, joinStored(stored), gitHub, purpose)
    if (next === null) return null
    const content = composeContent(claim, next)
    conclusion = content.state !== null && 'conclusion' in content.state ? content.state.conclusion : null
    held = isOwn(next.entry, claim) && next.entry.result !== 'shared' ? null : `The check shows: ${describe(next)}.`
    return leaveSettled(content, stored, purpose)
  }
  const options = { waits: claim.result !== 'open', isFleeting: purpose === 'refresh' }
  return { ...(await gitHub.changeCheckRun(claim, decide, options)), held, conclusion }
}

/**
 * Writes the claim again if another run has overwritten it: GitHub has no conditional update of checks.
 *
 * @throws EnvironmentError when it was overwritten five times
 */
export async function confirmCheck(claim: CheckClaim, gitHub: GitHub): Promise<void> {
  const maxAttempts = 5
  for (let attempt = 0; attempt < maxAttempts; attempt += 1)
    if (!(await writeCheck(claim, gitHub, 'confirm')).isChanged) return
  throw new EnvironmentError(
    `other runs overwrote the check ${maxAttempts} times`,
    'Run the job again when no other run writes the check of this commit',
  )
}

/**
 * Blocks a check that would allow merging a pull request never measured against its base: another pull request with
 * the same head passed, or the base was changed. Returns the reason; null: nothing was written.
 */
export async function holdCheck(place: CheckTarget, gitHub: GitHub): Promise<string | null> {
  const pulls = await gitHub.listPullRequests(place.headCommit)
  let held: string | null = null
  const decide = async (stored: readonly StoredCheck[]): Promise<CheckContent | null> => {
    const known = joinStored(stored)
    const next = known === null ? null : applyPulls(known, pulls)
    held = null
    if (known === null || next?.entry.result !== 'shared' || known.result === 'shared') return null
    held = describe(next)
    const externalId = formatEntry(next.entry)
    return { externalId, detailsUrl: null, output: composeShared(next), state: toCheckState('shared') }
  }
  await gitHub.changeCheckRun(place, decide)
  return held
}

/** The entry to store. `pulls`: the open pull requests with this head; null: not looked up, or the token may not. */
type Decision = { readonly entry: CheckEntry; readonly pulls: readonly PullRequest[] | null }

async function decideEntry(
  claim: CheckClaim,
  stored: CheckEntry | null,
  gitHub: GitHub,
  purpose: WritePurpose,
): Promise<Decision | null> {
  const own = toEntry(claim)
  const known = await withoutClosed(stored, claim, gitHub)
  const mustBeAwaited = purpose !== 'report' && purpose !== 'confirm'
  if (mustBeAwaited && !isAwaited(known, own, purpose === 'late')) return null
  // Two runs for different bases must not overwrite each other in turns.
  const isForeign = known !== null && known.pullRequest !== 'unknown' && !isSame(known, own)
  if (purpose === 'confirm' && isForeign && isBlocking(known.result)) return null
  const entry = addResult(known, own)
  if (entry.pullRequest === 'none') return { entry, pulls: [] }
  const mayPass = !isBlocking(entry.result) && purpose !== 'refresh'
  return applyPulls(entry, mayPass ? await listPulls(claim.headCommit, gitHub) : null)
}

function applyPulls(entry: CheckEntry, pulls: Decision['pulls']): Decision {
  const others = pulls?.map(toSubject).filter(({ base }) => base !== entry.base) ?? null
  return { entry: markShared(entry, others), pulls }
}

/** A run without a pull request replaces the result of one that is closed, for example of a merge by fast-forward. */
async function withoutClosed(stored: CheckEntry | null, claim: CheckClaim, gitHub: GitHub): Promise<CheckEntry | null> {
  const number = stored?.pullRequest
  if (toEntry(claim).pullRequest !== 'none' || typeof number !== 'number') return stored
  const pulls = await listPulls(claim.headCommit, gitHub)
  return pulls === null || pulls.some((pull) => pull.number === number) ? stored : null
}

/** An outage is thrown, so that the write is repeated: nothing passes on a guess. */
async function listPulls(headCommit: string, gitHub: GitHub): Promise<PullRequest[] | null> {
  try {
    return await gitHub.listPullRequests(headCommit, { waits: false })
  } catch (error) {
    if (error instanceof EnvironmentError && !(error instanceof OutageError)) return null
    throw error
  }
}

function joinStored(stored: readonly StoredCheck[]): CheckEntry | null {
  return joinEntries(stored.map(({ externalId }) => parseEntry(externalId)).filter((entry) => entry !== null))
}

function toEntry({ pullRequest, isProvisional, base, run, result }: CheckClaim): EntryClaim {
  const subject = pullRequest ?? (isProvisional ? 'unknown' : 'none')
  return { pullRequest: subject, base: base === null ? null : shortenBase(base.branch), run, result }
}

function toSubject({ number, baseBranch }: PullRequest): EntrySubject {
  return { pullRequest: number, base: shortenBase(baseBranch) }
}

/** Keeps the external id below 255 characters. No branch name contains `~`. */
function shortenBase(branch: string): string {
  if (encodeURIComponent(branch).length <= 64) return branch
  return `~${hash('sha256', branch).slice(0, 40)}`
}

function isOwn(entry: CheckEntry, claim: CheckClaim): boolean {
  return entry.run === claim.run && entry.pullRequest === toEntry(claim).pullRequest
}

const notLookedUp =
  'Not looked up: other open pull requests with this head commit, because the token lacks `pull-requests: read`.'

/** The report states its pull request and base. */
function composeContent(claim: CheckClaim, decision: Decision): CheckContent {
  const { entry } = decision
  const about = { externalId: formatEntry(entry), state: toCheckState(entry.result) }
  const { pullRequest, base } = claim
  const commit = base === null || base.commit === null ? '' : ` at ${base.commit.slice(0, 7)}`
  const lead =
    pullRequest === null ? '' : `For ${formatSubject({ pullRequest, base: base?.branch ?? null })}${commit}.\n\n`
  const isUnseen = decision.pulls === null && !isBlocking(entry.result)
  const note = isUnseen ? `\n\n${notLookedUp}` : ''
  const report = isOwn(entry, claim) ? `${lead}${claim.summary}${note}` : null
  if (entry.result === 'shared') return { ...about, detailsUrl: null, output: composeShared(decision, report) }
  if (report === null) return { ...about, detailsUrl: null, output: null }
  return { ...about, detailsUrl: claim.detailsUrl, output: { title: claim.title, summary: report } }
}

/** Writes no more than what differs. */
function leaveSettled(
  content: CheckContent,
  stored: readonly StoredCheck[],
  purpose: WritePurpose,
): CheckContent | null {
  const { externalId, state, output } = content
  const target = state !== null && 'conclusion' in state ? state.conclusion : null
  const isInState = stored.length > 0 && state !== null && stored.every(({ conclusion }) => conclusion === target)
  const isSettled = isInState && stored.every((one) => one.externalId === externalId)
  if (isSettled && (purpose === 'confirm' || output === null)) return null
  return output === null && isInState ? { ...content, state: null } : content
}

/** Names what is missing, and how to continue. */
function composeShared(decision: Decision, report: string | null = null): { title: string; summary: string } {
  const { entry, pulls } = decision
  const measured = `This commit was measured for ${formatSubject(entry)}.`
  const listed = (pulls?.map(toSubject) ?? [entry.other ?? entry]).map((one) => `- ${formatSubject(one)}`)
  const way = isOfOneBase(pulls)
    ? 'Measure it for its present base: run the workflow again, or write `/warpgauge run` in a comment.'
    : 'A check belongs to a commit, so it cannot pass for one base and not for another. Push one more commit to one of the pull requests (an empty one is enough: `git commit --allow-empty`), so that each has a head of its own. Then measure the other one again.'
  const parts = [measured, 'It is also the head of:', listed.slice(0, 20).join('\n'), way]
  const own = report === null ? [] : ['---', report]
  return { title: `Blocked: ${describe(decision)}`.slice(0, 250), summary: [...parts, ...own].join('\n\n') }
}

/** Whether all open pull requests with this head have the same base: then the result is only outdated. */
function isOfOneBase(pulls: Decision['pulls']): boolean {
  return pulls !== null && new Set(pulls.map(({ baseBranch }) => baseBranch)).size === 1
}

function describe({ entry, pulls }: Decision): string {
  const { result, run, other } = entry
  if (result !== 'shared' || other === null)
    return `${formatSubject(entry)}: ${result === 'open' ? 'being measured' : result} (run ${run.split('.')[0]})`
  return `${formatSubject(other)} ${isOfOneBase(pulls) ? 'is not measured yet' : 'has the same head commit'}`
}

/** `pull request #7 into main` */
export function formatSubject({ pullRequest, base }: EntrySubject): string {
  const into = base === null ? '' : ` into \`${base.replaceAll(/[^\w./~+-]/gu, '')}\``
  if (pullRequest === 'none') return `a run without a pull request${into}`
  return pullRequest === 'unknown' ? 'a run whose pull request is not known' : `pull request #${pullRequest}${into}`
}

/** Completes a check. Stores the result in `pending` first, because this process may be killed during the attempt. */
export async function completeCheck(
  claim: CheckClaim,
  { gitHub, pending }: { readonly gitHub: GitHub; readonly pending?: PendingCheck | null | undefined },
): Promise<WrittenCheck> {
  pending?.keep(claim)
  const written = await writeCheck(claim, gitHub)
  pending?.settle()
  return written
}
