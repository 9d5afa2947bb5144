import { RevisionError, UnrecordableError, UserError } from '../domain/core/errors.ts'
import type { LoggedCommit } from '../domain/bisect/logged-commit.ts'
import { parseRevisionRange } from '../domain/history/revision-range.ts'
import { selectEvery } from '../domain/history/select-commits.ts'
import type { CommitPosition } from '../domain/tracking/commit-position.ts'
import type { RunRecord } from '../domain/trial/run-record.ts'
import { buildHistoryRecord } from '../judging/history/build-history-record.ts'
import type { CommitRange } from '../ports/commit-range.ts'
import type { GitRepository } from '../ports/git-repository.ts'
import type { Logger } from '../ports/logger.ts'
import type { HistoryRecord } from '../record/history.ts'

/** Commits to measure for the history. */
export type RangeRequest = {
  /** `A..B`: the commits of B after A. */
  readonly range: string
  /** Only every n-th commit, counted back from the last one. */
  readonly every: number
  /** Commits that the history has for this testbed. */
  readonly recorded: ReadonlySet<string>
}

export type RangePorts = {
  readonly git: Pick<GitRepository, 'resolve'>
  readonly commits: CommitRange
  /** Measures a commit, or continues or returns its earlier run. */
  readonly measureCommit: (commit: string) => Promise<RunRecord>
  readonly locateCommit: (commit: string) => Promise<CommitPosition>
  readonly addRecord: (record: HistoryRecord) => Promise<unknown>
  readonly logger: Logger
}

/** Number of commits by outcome. */
export type RangeResult = {
  readonly recorded: number
  /** The history had them already. */
  readonly skipped: number
  /** Could not be built or measured. */
  readonly failed: number
  /** Why the range was not finished; null: it was. */
  readonly interruption: string | null
}

/**
 * Measures the commits of a range along the branch itself (first parents), oldest first, and records each one at once, so
 * that a second call continues where the first one stopped.
 *
 * @throws UserError when the range names no commits
 */
export async function measureRange(request: RangeRequest, ports: RangePorts): Promise<RangeResult> {
  const commits = selectEvery(await listCommits(request.range, ports), request.every)
  const counts = { recorded: 0, skipped: 0, failed: 0 }
  for (const [index, { commit, subject }] of commits.entries()) {
    const title = `commit ${index + 1} of ${commits.length}: ${commit.slice(0, 12)} ${subject.slice(0, 60)}`
    if (request.recorded.has(commit)) {
      counts.skipped += 1
      ports.logger.info(`${title}: already recorded`)
      continue
    }
    ports.logger.info(title)
    const problem = await measureOne(commit, ports)
    if (problem?.isInterrupted) return { ...counts, interruption: problem.reason }
    if (problem) ports.logger.warning(`${commit.slice(0, 12)} is not recorded: ${problem.reason}`)
    counts[problem ? 'failed' : 'recorded'] += 1
  }
  return { ...counts, interruption: null }
}

type CommitProblem = { readonly reason: string; readonly isInterrupted: boolean }

/** Null: measured and recorded. A commit that cannot run leaves a gap, as in a history that is measured live. */
async function measureOne(commit: string, ports: RangePorts): Promise<CommitProblem | null> {
  try {
    const run = await ports.measureCommit(commit)
    if (run.status === 'interrupted')
      return { reason: run.statusDetail ?? 'the run was interrupted', isInterrupted: true }
    const place = await ports.locateCommit(commit)
    await ports.addRecord(buildHistoryRecord({ record: run, place, runUrl: null }))
    return null
  } catch (error) {
    if (!(error instanceof RevisionError || error instanceof UnrecordableError)) throw error
    return { reason: error.message, isInterrupted: false }
  }
}

async function listCommits(text: string, { git, commits }: RangePorts): Promise<LoggedCommit[]> {
  const { from, to } = parseRevisionRange(text)
  const [first, last] = [await git.resolve(from), await git.resolve(to)]
  const missing = first === null ? from : last === null ? to : null
  if (first === null || last === null)
    throw new UserError(`${missing} is not a commit of this repository`, 'Use a tag, branch or commit of this clone.')
  const found = await commits.listCommitsBetween(first, last, true)
  if (found.length > 0) return found
  throw new UserError(`there is no commit in ${text}`, 'The first commit of a range is not part of it: use its parent.')
}
