import type { GitHub } from '../../io/github/github.ts'
import { EnvironmentError } from '../../domain/core/errors.ts'
import type { CommitRequest, CommitResult, CommitWriter, FileChanges } from '../../ports/commit-writer.ts'
import type { Logger } from '../../ports/logger.ts'
import { computeStoreChanges, type RefreshScope } from './refreshed-store.ts'

/** The branch of the refresh pull request. */
const refreshBranch = 'warpgauge/baselines'

/** The current commits that a refresh builds on. */
export type RefreshTips = {
  readonly branch: string
  readonly baseBranch: string
  readonly base: string
  /** Tip of the branch. */
  readonly tip: string
  /** Files that the branch changes relative to the base, and their merge base. */
  readonly pending: readonly string[]
  readonly ancestor: string
  /** The base commit, when the branch does not contain it yet. */
  readonly takesOver: string | null
  /** The branch does not exist; `tip` is its starting point. */
  readonly isMissing: boolean
}

export type RefreshMethod = 'pull-request' | 'commit'

/** Reads both branches; null when one moved in the meantime, so that the caller retries. */
async function readTips(way: RefreshMethod, gitHub: GitHub): Promise<RefreshTips | null> {
  const baseBranch = await gitHub.readDefaultBranch()
  const base = await gitHub.findBranchTip(baseBranch)
  if (base === null) return null
  const fresh = { baseBranch, base, tip: base, pending: [], ancestor: base, takesOver: null, isMissing: false }
  if (way === 'commit') return { ...fresh, branch: baseBranch }
  const branch = refreshBranch
  const tip = await gitHub.findBranchTip(branch)
  if (tip === null) return { ...fresh, branch, isMissing: true }
  if (tip === base) return { ...fresh, branch }
  const { mergeBase, files } = await gitHub.compareCommits(base, tip)
  if (mergeBase === tip) return (await gitHub.advanceBranch(branch, base)) ? { ...fresh, branch } : null
  const isLive =
    (await gitHub.findProposal(branch, baseBranch)) !== null || !(await gitHub.isProposalSettled(branch, tip))
  const pending = isLive ? files : []
  const isCurrent = isLive && mergeBase === base
  return {
    branch,
    baseBranch,
    base,
    tip,
    pending,
    ancestor: mergeBase,
    takesOver: isCurrent ? null : base,
    isMissing: false,
  }
}

export type WriteRefreshPorts = {
  readonly gitHub: GitHub
  /** In order of preference. */
  readonly writers: readonly CommitWriter[]
  readonly pause: (ms: number) => Promise<void>
  readonly logger: Logger
}

type RefreshWrite = RefreshScope & { readonly way: RefreshMethod; readonly directory: string }

/** The state after the refresh. `hasWritten` is false when nothing had changed. */
type WrittenRefresh = RefreshTips & { readonly hasWritten: boolean }

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
  const read = (commit: string, path: string) => ports.gitHub.readAt(commit, path)
  const { directory } = request
  const storeChanges = await computeStoreChanges(request, {
    directory,
    readBase: (path) => read(tips.base, path),
    pending: tips.pending.filter((path) => path.startsWith(`${directory}/`)),
    readBranch: (path) => read(tips.tip, path),
    readAncestor: (path) => read(tips.ancestor, path),
    filesOf: (id) => ports.gitHub.listDirectory(tips.base, `${directory}/${id}`),
  })
  const changes = await selectChanges(storeChanges, (path) => read(tips.takesOver ?? tips.tip, path))
  const isNeeded = Object.keys(changes).length > 0
  if (!isNeeded) return { ...tips, hasWritten: false }
  const { branch, tip: expectedHead, takesOver } = tips
  if (tips.isMissing && !(await ports.gitHub.createBranch(branch, expectedHead))) return null
  const result = await writeCommit(
    { branch, expectedHead, takesOver, changes, headline: formatHeadline(request) },
    ports,
  )
  return result.kind === 'written' ? { ...tips, tip: result.commit, hasWritten: true } : null
}

/** Contains only ids, because GitHub acts on mentions in a commit message. */
function formatHeadline({ run, prune }: RefreshScope): string {
  const parts = [
    ...(run === null ? [] : [`refresh the baselines of ${run.record.testbed.id}`]),
    ...(prune.length === 0 ? [] : [`remove ${prune.length === 1 ? prune.join() : `${prune.length} testbeds`}`]),
  ]
  const text = parts.join(' and ')
  return `${text.charAt(0).toUpperCase()}${text.slice(1)}`.slice(0, 200)
}

async function selectChanges(
  storeChanges: FileChanges,
  read: (path: string) => Promise<string | null>,
): Promise<FileChanges> {
  const changed: [string, string | null][] = []
  for (const [path, text] of Object.entries(storeChanges)) if ((await read(path)) !== text) changed.push([path, text])
  return Object.fromEntries(changed)
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
