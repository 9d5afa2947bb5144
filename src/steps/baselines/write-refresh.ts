import type { GitHub } from '../../io/github/github.ts'
import { EnvironmentError } from '../../domain/core/errors.ts'
import type { CommitRequest, CommitResult, CommitWriter } from '../../ports/commit-writer.ts'
import type { Logger } from '../../ports/logger.ts'
import { listTestbedParts } from '../../domain/merge/parts-by-testbed.ts'
import { computeStoreChanges, type RefreshScope, type RefreshTips } from './refreshed-store.ts'

const refreshBranch = 'warpgauge/baselines'
/** GitHub lists at most 300 files of a comparison. */
const mostComparedFiles = 300

/** Proposes the new baselines in a pull request, or commits them to the default branch. */
export type RefreshMethod = 'pull-request' | 'commit'

/** Reads both branches; null when one moved in the meantime, so that the caller retries. */
async function readTips(way: RefreshMethod, gitHub: GitHub): Promise<RefreshTips | null> {
  const baseBranch = await gitHub.readDefaultBranch()
  const base = await gitHub.findBranchTip(baseBranch)
  if (base === null) return null
  const branch = way === 'commit' ? baseBranch : refreshBranch
  const tip = way === 'commit' ? base : await gitHub.findBranchTip(branch)
  const start = { branch, baseBranch, base, tip: base, ancestor: base }
  const fresh = { ...start, pending: [], takesOver: null, isMissing: tip === null }
  if (tip === null || tip === base) return fresh
  const { mergeBase, files } = await gitHub.compareCommits(base, tip)
  if (mergeBase === tip) return (await gitHub.advanceBranch(branch, base)) ? fresh : null
  const isLive =
    (await gitHub.findProposal(branch, baseBranch)) !== null || !(await gitHub.isProposalSettled(branch, tip))
  const pending = isLive ? requireAllFiles(files, { branch, baseBranch }) : []
  const takesOver = isLive && mergeBase === base ? null : base
  return { ...fresh, tip, pending, ancestor: mergeBase, takesOver }
}

function requireAllFiles(files: readonly string[], { branch, baseBranch }: Pick<RefreshTips, 'branch' | 'baseBranch'>) {
  if (files.length < mostComparedFiles) return files
  throw new EnvironmentError(
    `${branch} differs from ${baseBranch} in ${mostComparedFiles} files or more, and GitHub lists no others`,
    'Merge or close its pull request, then refresh again',
  )
}

export type WriteRefreshPorts = {
  readonly gitHub: GitHub
  /** In order of preference. */
  readonly writers: readonly CommitWriter[]
  readonly pause: (ms: number) => Promise<void>
  readonly logger: Logger
}

type RefreshWrite = RefreshScope & { readonly way: RefreshMethod }

/** The state after the refresh. `hasWritten` is false when nothing had changed. */
export type WrittenRefresh = RefreshTips & { readonly hasWritten: boolean }

const attempts = 10
const maxPauseMs = 800

/**
 * Writes a refresh to its branch. When another job wrote first, reads everything again and merges by testbed, suite and
 * case; never overwrites.
 *
 * @throws EnvironmentError after ten conflicts, or when no writer can create the commit
 */
export async function writeRefresh(request: RefreshWrite, ports: WriteRefreshPorts): Promise<WrittenRefresh> {
  for (let attempt = 1; attempt <= attempts; attempt++) {
    const tips = await readTips(request.way, ports.gitHub)
    const written = tips && (await writeOnce(request, tips, ports))
    if (written) return written
    ports.logger.debug(`Another job wrote first; starting attempt ${attempt} of ${attempts} from its changes.`)
    await ports.pause(Math.random() * Math.min(maxPauseMs, 50 * 2 ** attempt))
  }
  throw new EnvironmentError(
    `The baselines could not be written: ${attempts} attempts conflicted with other jobs`,
    'Limit concurrent refreshes (concurrency in the workflow), then run this job again.',
  )
}

/** Null: another job wrote first. */
async function writeOnce(
  request: RefreshWrite,
  tips: RefreshTips,
  ports: WriteRefreshPorts,
): Promise<WrittenRefresh | null> {
  const { gitHub } = ports
  const { branch, tip: expectedHead, takesOver } = tips
  const store = await computeStoreChanges(request, tips, gitHub)
  const changes: Record<string, string | null> = {}
  for (const [path, text] of Object.entries(store))
    if ((await gitHub.readAt(takesOver ?? expectedHead, path)) !== text) changes[path] = text
  if (Object.keys(changes).length === 0) return { ...tips, hasWritten: false }
  if (tips.isMissing && !(await gitHub.createBranch(branch, expectedHead))) return null
  const commit = { branch, expectedHead, takesOver, changes, headline: formatHeadline(request) }
  const result = await writeCommit(commit, ports)
  return result.kind === 'written' ? { ...tips, tip: result.commit, hasWritten: true } : null
}

/** Contains only ids, because GitHub acts on mentions in a commit message. */
function formatHeadline({ run, prune }: RefreshScope): string {
  const parts = [
    ...(run === null
      ? []
      : [
          `refresh the baselines of ${listTestbedParts(run.record)
            .map(({ testbed }) => testbed.id)
            .join(', ')}`,
        ]),
    ...(prune.length === 0 ? [] : [`remove ${prune.length === 1 ? prune.join() : `${prune.length} testbeds`}`]),
  ]
  const text = parts.join(' and ')
  return `${text.charAt(0).toUpperCase()}${text.slice(1)}`.slice(0, 200)
}

async function writeCommit(request: CommitRequest, { writers }: WriteRefreshPorts): Promise<CommitResult> {
  const reasons: string[] = []
  for (const writer of writers) {
    const result = await writer.commit(request)
    if (result.kind !== 'unable') return result
    reasons.push(result.reason)
  }
  throw new EnvironmentError(
    `Could not commit to ${request.branch}: ${reasons.join('; ')}`,
    `Run actions/checkout before this step so that git can merge, or delete the branch ${request.branch} after its pull request was merged or closed.`,
  )
}
