import type { LedgerEntry, Ledger } from '../../record/history.ts'
import { withEntries } from '../../domain/history/ledger.ts'
import type { RegressionTexts, RegressionContext } from '../../domain/history/observe.ts'
import type { Clock } from '../../io/machine/system-clock.ts'
import type { TrackingIssue } from '../../io/github/conversations.ts'
import type { GitHub } from '../../io/github/github.ts'
import { type TrackPorts, type TrackRequest, type TrackedHistory, writeUntilSettled } from './track-run.ts'
import { hasFinalMarker } from '../../domain/check/check-entry.ts'
import { buildLedgerChange, readLedger } from './history-store.ts'

export type IssueRequest = Pick<TrackRequest, 'follower' | 'signal'> & {
  readonly label: string
  readonly texts: RegressionTexts
  readonly repositoryUrl: string | null
  readonly runUrl: string | null
}

export type IssuePorts = TrackPorts & {
  readonly gitHub: GitHub
  readonly clock: Clock
}

/** What happened to the issue of one regression. */
export type IssueOutcome = {
  readonly entry: LedgerEntry
  /** `elsewhere`: another job will update it. `dismissed`: a person closed it, and it stays closed. */
  readonly status: 'opened' | 'updated' | 'closed' | 'reopened' | 'dismissed' | 'elsewhere' | 'unchanged'
  readonly issue: Pick<TrackingIssue, 'number' | 'url'> | null
}

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
    causes: tracked.causes.get(entry.id) ?? [],
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

/** A claim older than this belongs to a job that ended before it updated its issue. */
const leaseMinutes = 15

type ClaimRequest = Pick<IssueRequest, 'follower' | 'signal'>

/** Takes over the claims of ended jobs; returns the updated ledger. */
export async function claimAbandoned(ledger: Ledger, request: ClaimRequest, ports: IssuePorts): Promise<Ledger> {
  const nowMs = ports.clock.now().getTime()
  const { follower, signal } = request
  const isAbandoned = ({ isTold, claim }: LedgerEntry): boolean =>
    !isTold && claim.by !== follower.by && nowMs - Date.parse(claim.at) > leaseMinutes * 60_000
  if (!ledger.entries.some(isAbandoned)) return ledger
  return await writeUntilSettled(ports, signal, async (snapshot) => {
    const before = await readLedger(snapshot, ledger.testbedId)
    const taken = before.entries.filter(isAbandoned).map((entry) => ({ ...entry, claim: follower }))
    const result = withEntries(before, taken)
    const changes = taken.length > 0 ? [buildLedgerChange(result)] : []
    return { changes, message: `Take over unfinished issue updates on ${ledger.testbedId}`, result }
  })
}

/** Records in the ledger what this job has reported, so that no other job repeats it. */
export async function settleClaims(
  testbedId: string,
  outcomes: readonly IssueOutcome[],
  { follower, signal }: ClaimRequest,
  ports: IssuePorts,
): Promise<void> {
  const mine = new Map(
    outcomes
      .filter(({ entry }) => !entry.isTold && entry.claim.by === follower.by)
      .map((item) => [item.entry.id, item]),
  )
  if (mine.size === 0) return
  await writeUntilSettled(ports, signal, async (snapshot) => {
    const ledger = await readLedger(snapshot, testbedId)
    const settled = ledger.entries.flatMap((entry) => {
      const item = mine.get(entry.id)
      if (!item || entry.claim.by !== follower.by || entry.isTold) return []
      return [{ ...entry, issue: item.issue?.number ?? entry.issue, isTold: true }]
    })
    const changes = settled.length > 0 ? [buildLedgerChange(withEntries(ledger, settled))] : []
    return { changes, message: `Record the issues of ${testbedId}`, result: undefined }
  })
}
