import type { LedgerEntry, Ledger } from '../../record/history.ts'
import { withEntries } from '../../domain/history/ledger.ts'
import type { RegressionContext } from '../../domain/history/observe.ts'
import type { Clock } from '../../io/machine/system-clock.ts'
import type { TrackingIssue } from '../../io/github/conversations.ts'
import type { GitHub } from '../../io/github/github.ts'
import { type TrackPorts, type TrackRequest, type TrackedHistory, writeUntilSettled } from './track-run.ts'
import { hasFinalMarker } from '../../domain/check/check-entry.ts'
import { buildLedgerChange, readLedger } from './history-store.ts'
import { regressionTexts as texts } from '../../reporters/regression-issue.ts'

export type IssueRequest = Pick<TrackRequest, 'follower' | 'signal'> & {
  /** Marks the issues of warpgauge. */
  readonly label: string
  /** For links; null outside of GitHub. */
  readonly repositoryUrl: string | null
  /** Of this workflow run; null outside of GitHub. */
  readonly runUrl: string | null
}

export type IssuePorts = TrackPorts & { readonly gitHub: GitHub; readonly clock: Clock }

/** What was done with the issue of one regression. */
export type IssueOutcome = {
  readonly entry: LedgerEntry
  /** `elsewhere`: another job will update it. `dismissed`: a person closed it, and it stays closed. */
  readonly status: 'opened' | 'updated' | 'closed' | 'reopened' | 'dismissed' | 'elsewhere' | 'unchanged'
  /** Null: there is none. */
  readonly issue: Pick<TrackingIssue, 'number' | 'url'> | null
}

type IssueContext = { readonly tracked: TrackedHistory; readonly request: IssueRequest; readonly ports: IssuePorts }

/** A claim older than this belongs to a job that ended before it updated its issue. */
const leaseMinutes = 15

/**
 * Synchronizes issues with the ledger: one issue per regression, updated by the job with its claim; other jobs only
 * refresh existing issues. Closes duplicates, which a job can leave when it outlives its claim.
 */
export async function updateIssues(
  tracked: TrackedHistory,
  request: IssueRequest,
  ports: IssuePorts,
): Promise<IssueOutcome[]> {
  const context = { tracked, request, ports }
  const { follower, label } = request
  const nowMs = ports.clock.now().getTime()
  const isMine = ({ isTold, claim }: LedgerEntry): boolean => !isTold && claim.by === follower.by
  const isAbandoned = ({ isTold, claim }: LedgerEntry): boolean =>
    !isTold && claim.by !== follower.by && nowMs - Date.parse(claim.at) > leaseMinutes * 60_000
  const ledger = tracked.ledger.entries.some(isAbandoned)
    ? await changeEntries(context, 'Take over unfinished issue updates on', (entry) =>
        isAbandoned(entry) ? { ...entry, claim: follower } : null,
      )
    : tracked.ledger
  const due = ledger.entries.filter(({ state, isTold }) => state === 'open' || !isTold)
  if (due.length === 0) return []
  const listed = await ports.gitHub.listIssues(label)
  const outcomes: IssueOutcome[] = []
  for (const entry of due) {
    const own = listed.filter(({ body }) => hasFinalMarker(body, formatMarker(entry)))
    const known = own.find(({ number }) => number === entry.issue) ?? own[0] ?? null
    await closeDuplicates(own, known, context)
    outcomes.push(await (isMine(entry) ? reportState : refreshIssue)(entry, known, context))
  }
  // Records what this job has reported, so that no other job repeats it.
  const mine = new Map(outcomes.filter(({ entry }) => isMine(entry)).map((item) => [item.entry.id, item]))
  if (mine.size > 0)
    await changeEntries(context, 'Record the issues of', (entry) => {
      const item = isMine(entry) ? mine.get(entry.id) : undefined
      return item ? { ...entry, issue: item.issue?.number ?? entry.issue, isTold: true } : null
    })
  return outcomes
}

async function changeEntries(
  { tracked: { ledger }, request, ports }: IssueContext,
  what: string,
  change: (entry: LedgerEntry) => LedgerEntry | null,
): Promise<Ledger> {
  return await writeUntilSettled(ports, request.signal, async (snapshot) => {
    const before = await readLedger(snapshot, ledger.testbedId)
    const changed = before.entries.flatMap((entry) => change(entry) ?? [])
    const result = withEntries(before, changed)
    const changes = changed.length > 0 ? [buildLedgerChange(result)] : []
    return { changes, message: `${what} ${ledger.testbedId}`, result }
  })
}

/** Reports the new state of an entry that this job has claimed. */
async function reportState(
  entry: LedgerEntry,
  known: TrackingIssue | null,
  context: IssueContext,
): Promise<IssueOutcome> {
  const { gitHub } = context.ports
  const { label } = context.request
  const story = await buildStory(entry, context)
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
  const isClosed = known.state === 'closed'
  // An issue missing in the ledger is up to date: the job that opened it failed to record it.
  if (entry.issue !== null || isClosed) {
    const what = isClosed ? 'returned' : 'grown'
    await gitHub.addIssueComment(known.number, formatCommentMarker(what, entry, entry.badCommit), texts[what](story))
  }
  await gitHub.updateIssue(known.number, { title, body, state: 'open' })
  return { entry, status: isClosed ? 'reopened' : 'updated', issue: known }
}

/** Refreshes an open issue of another job; leaves an issue that a person closed. */
async function refreshIssue(
  entry: LedgerEntry,
  known: TrackingIssue | null,
  context: IssueContext,
): Promise<IssueOutcome> {
  if (!entry.isTold) return { entry, status: 'elsewhere', issue: known }
  if (known?.state !== 'open') return { entry, status: 'dismissed', issue: known }
  // Without a figure of this run there is no news.
  const isSeen = entry.metrics.some(({ history }) => context.tracked.observation.now.has(history))
  if (!isSeen) return { entry, status: 'unchanged', issue: known }
  const { title, body } = withMarker(texts.issue(await buildStory(entry, context)), entry)
  if (known.body.trimEnd() === body.trimEnd() && known.title === title)
    return { entry, status: 'unchanged', issue: known }
  await context.ports.gitHub.updateIssue(known.number, { title, body })
  return { entry, status: 'updated', issue: known }
}

async function closeDuplicates(
  own: readonly TrackingIssue[],
  known: TrackingIssue | null,
  { ports: { gitHub } }: IssueContext,
): Promise<void> {
  for (const { number, state } of own) {
    if (known === null || number === known.number || state === 'closed') continue
    await gitHub.addIssueComment(number, `<!-- warpgauge:double:${known.number} -->`, texts.double(known.number))
    await gitHub.updateIssue(number, { state: 'closed' })
  }
}

async function buildStory(
  entry: LedgerEntry,
  { tracked, request: { repositoryUrl, runUrl }, ports }: IssueContext,
): Promise<RegressionContext> {
  const { goodCommit, badCommit, kind, state } = entry
  const hasSuspects = kind === 'step' && state === 'open'
  return {
    entry,
    causes: tracked.causes.get(entry.id) ?? [],
    seen: tracked.observation,
    suspects: hasSuspects ? await ports.gitHub.listBetween(goodCommit, badCommit) : null,
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

function formatCommentMarker(what: 'healed' | 'returned' | 'grown', { id }: LedgerEntry, commit = ''): string {
  return `<!-- warpgauge:${what}:${id}:${commit.slice(0, 12)} -->`
}
