import type { RegressionContext } from '../../domain/tracking/regression-context.ts'
import { hasFinalMarker } from '../../domain/check/final-marker.ts'
import type { TrackingIssue } from '../../io/github/conversations.ts'
import { claimAbandoned, settleClaims } from './ledger-claims.ts'
import type { TrackedHistory } from './track-run.ts'
import type { IssueRequest, IssuePorts, IssueOutcome } from './issue-request.ts'
import type { LedgerEntry } from '../../record/history.ts'

/**
 * Synchronizes issues with the ledger: one issue per regression, updated by the job with its claim; other jobs only
 * refresh existing issues. Closes duplicates, which a job can leave when it outlives its claim.
 */
export async function updateIssues(
  tracked: TrackedHistory,
  request: IssueRequest,
  ports: IssuePorts,
): Promise<IssueOutcome[]> {
  const ledger = await claimAbandoned(tracked.ledger, request, ports)
  const due = ledger.entries.filter(({ state, isTold }) => state === 'open' || !isTold)
  if (due.length === 0) return []
  const listed = await ports.gitHub.listIssues(request.label)
  const outcomes: IssueOutcome[] = []
  for (const entry of due) {
    const own = listed.filter(({ body }) => hasFinalMarker(body, formatMarker(entry)))
    const known = own.find(({ number }) => number === entry.issue) ?? own[0] ?? null
    await closeDuplicates(own, known, request, ports)
    const isMine = !entry.isTold && entry.claim.by === request.follower.by
    if (isMine) outcomes.push(await updateIssue(entry, known, { tracked, request }, ports))
    else outcomes.push(await refresh(entry, known, { tracked, request }, ports))
  }
  await settleClaims(tracked.ledger.testbedId, outcomes, request, ports)
  return outcomes
}

type IssueContext = { readonly tracked: TrackedHistory; readonly request: IssueRequest }

async function updateIssue(
  entry: LedgerEntry,
  known: TrackingIssue | null,
  { tracked, request }: IssueContext,
  ports: IssuePorts,
): Promise<IssueOutcome> {
  const { gitHub } = ports
  const { texts, label } = request
  const story = await buildStory(entry, { tracked, request }, ports)
  if (entry.state === 'healed') {
    if (known?.state !== 'open') return { entry, status: 'unchanged', issue: known }
    const marker = formatCommentMarker('healed', entry, entry.healed?.commit)
    await gitHub.addIssueComment(known.number, marker, texts.healed(story))
    await gitHub.updateIssue(known.number, { state: 'closed' })
    return { entry, status: 'closed', issue: known }
  }
  const { title, body } = withMarker(texts.issue(story), entry)
  if (!known) {
    const opened = await gitHub.openIssue({ title, body, label, marker: formatMarker(entry) })
    return { entry, status: 'opened', issue: opened }
  }
  const [what, text] =
    known.state === 'closed' ? (['returned', texts.returned] as const) : (['grown', texts.grown] as const)
  // An issue missing in the ledger is up to date: the job that opened it failed to record it.
  if (entry.issue !== null || known.state === 'closed')
    await gitHub.addIssueComment(known.number, formatCommentMarker(what, entry, entry.badCommit), text(story))
  await gitHub.updateIssue(known.number, { title, body, state: 'open' })
  return { entry, status: known.state === 'closed' ? 'reopened' : 'updated', issue: known }
}

/** Refreshes an open issue of another job; leaves an issue that a person closed. */
async function refresh(
  entry: LedgerEntry,
  known: TrackingIssue | null,
  context: IssueContext,
  ports: IssuePorts,
): Promise<IssueOutcome> {
  if (!entry.isTold) return { entry, status: 'elsewhere', issue: known }
  if (known?.state !== 'open') return { entry, status: 'dismissed', issue: known }
  // Without a figure of this run there is no news.
  const isSeen = entry.metrics.some(({ history }) => context.tracked.observation.now.has(history))
  if (!isSeen) return { entry, status: 'unchanged', issue: known }
  const { title, body } = withMarker(context.request.texts.issue(await buildStory(entry, context, ports)), entry)
  if (known.body.trimEnd() === body.trimEnd() && known.title === title)
    return { entry, status: 'unchanged', issue: known }
  await ports.gitHub.updateIssue(known.number, { title, body })
  return { entry, status: 'updated', issue: known }
}

async function closeDuplicates(
  own: readonly TrackingIssue[],
  known: TrackingIssue | null,
  { texts }: IssueRequest,
  { gitHub }: IssuePorts,
): Promise<void> {
  for (const { number, state } of own) {
    if (known === null || number === known.number || state === 'closed') continue
    await gitHub.addIssueComment(number, `<!-- warpgauge:double:${known.number} -->`, texts.double(known.number))
    await gitHub.updateIssue(number, { state: 'closed' })
  }
}

async function buildStory(
  entry: LedgerEntry,
  { tracked, request: { repositoryUrl, runUrl } }: IssueContext,
  { gitHub }: IssuePorts,
): Promise<RegressionContext> {
  const { goodCommit, badCommit, kind, state } = entry
  const hasSuspects = kind === 'step' && state === 'open'
  return {
    entry,
    causes: tracked.moves.find((move) => move.entry.id === entry.id)?.causes ?? [],
    seen: tracked.observation,
    suspects: hasSuspects ? await gitHub.listBetween(goodCommit, badCommit) : null,
    unmeasuredAnchors: tracked.anchors.filter(({ record }) => record === null).map(({ label }) => label),
    repositoryUrl,
    runUrl,
  }
}

function withMarker({ title, body }: { title: string; body: string }, entry: LedgerEntry) {
  return { title, body: `${body.trimEnd()}\n\n${formatMarker(entry)}` }
}

/** The id consists of a testbed and a commit, so it cannot contain the end of a comment. */
function formatMarker({ id }: LedgerEntry): string {
  return `<!-- warpgauge:regression:${id} -->`
}

function formatCommentMarker(
  what: 'healed' | 'returned' | 'grown',
  { id }: LedgerEntry,
  commit: string | undefined,
): string {
  return `<!-- warpgauge:${what}:${id}:${(commit ?? '').slice(0, 12)} -->`
}
