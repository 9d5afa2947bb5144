import { EnvironmentError, UserError } from '../../domain/core/errors.ts'
import type { KnownCommits } from '../../domain/core/revision.ts'
import type { RunContext } from '../../domain/core/run-context.ts'
import type { GitRepository } from '../../ports/git-repository.ts'
import type { TestMerge } from '../../record/run.ts'

/** The commits of a run, and the base that provides its rules. */
export type RunCommits = KnownCommits & {
  /** The commit that gets the check: the head of a pull request, also when its test merge is measured. */
  readonly checked: string
  /** The target branch and its current tip; null: there is none. */
  readonly base: { readonly branch: string | null; readonly tip: string } | null
  /** Null: the head itself is measured. */
  readonly testMerge: TestMerge | null
}

/**
 * Finds the commits to measure and compare: the test merge of a pull request and its base. Without a test merge, or
 * with `measure: head`, the head and its merge base with the base branch.
 */
export async function findCommits(
  context: RunContext,
  git: GitRepository,
  measure: 'merge' | 'head' = 'merge',
): Promise<RunCommits> {
  const tip = await findBaseTip(context, git)
  const branch = context.baseBranch ?? null
  const merged = tip === null || measure === 'head' ? null : await findTestMerge(context, tip, git)
  if (merged === null) return await findHead(context, tip === null ? null : { branch, tip }, git)
  const { testMerge } = merged
  return {
    head: { ref: formatMergeRef(context), commit: testMerge.commit },
    mergeBase: testMerge.base,
    checked: testMerge.head,
    base: { branch, tip: merged.tip },
    testMerge,
  }
}

async function findHead(context: RunContext, base: RunCommits['base'], git: GitRepository): Promise<RunCommits> {
  const ref = context.headCommit ?? 'HEAD'
  const commit = await git.resolve(ref)
  if (commit === null) {
    throw new UserError(
      `the head commit ${ref} is not in this clone and could not be fetched`,
      'Check the repository out with actions/checkout before this step; fetch-depth 1 is enough.',
    )
  }
  const mergeBase = base === null ? null : await git.findMergeBase(base.tip, commit)
  if (base !== null && mergeBase === null) {
    throw new UserError(
      `${commit.slice(0, 7)} and its base ${base.tip.slice(0, 7)} share no history`,
      'Check that the clone belongs to the repository of the pull request.',
    )
  }
  const head = { ref: context.headName ?? (context.headCommit === null ? 'HEAD' : commit), commit }
  return { head, mergeBase, checked: commit, base, testMerge: null }
}

async function findBaseTip({ baseCommit, baseBranch }: RunContext, git: GitRepository): Promise<string | null> {
  if (baseBranch === undefined) return baseCommit
  const tip = (await git.findBranchTip(baseBranch)) ?? baseCommit
  if (tip !== null) return tip
  throw new UserError(
    `the branch ${baseBranch} is not in this clone and could not be fetched`,
    'Check the repository out with `fetch-depth: 0`: the rules and the baselines come from that branch.',
  )
}

type TestMergeTip = { readonly testMerge: TestMerge; readonly tip: string }

/** Prefers the commit of the event: it is the same in every job of a workflow run. */
async function findTestMerge(context: RunContext, tip: string, git: GitRepository): Promise<TestMergeTip | null> {
  const { headCommit, pullRequest, mergeCommit } = context
  if (headCommit === null || pullRequest === null) return null
  const ref = formatMergeRef(context)
  for (const name of [...(mergeCommit ? [mergeCommit] : []), ref, ref.replace('refs/', 'refs/remotes/')]) {
    const merged = await readTestMerge(name, context, tip, git)
    if (merged !== null) return merged
  }
  return null
}

/** Null: unreachable, made from another head, or merged into something else than the base branch. */
async function readTestMerge(
  name: string,
  { headCommit, baseBranch }: RunContext,
  tip: string,
  git: GitRepository,
): Promise<TestMergeTip | null> {
  const commit = await returnNullIfUnreachable(() => git.resolve(name))
  if (commit === null) return null
  const [base, head, ...others] = await git.listParents(commit)
  if (base === undefined || head === undefined || head !== headCommit || others.length > 0) return null
  const testMerge = { commit, head, base, branch: baseBranch ?? null }
  if ((await returnNullIfUnreachable(() => git.resolve(base))) === null) return null
  if (base === tip) return { testMerge, tip }
  const shared = await returnNullIfUnreachable(() => git.findMergeBase(base, tip))
  // The known tip may be older than the merge.
  if (shared === tip) return { testMerge, tip: base }
  return shared === base ? { testMerge, tip } : null
}

async function returnNullIfUnreachable(ask: () => Promise<string | null>): Promise<string | null> {
  try {
    return await ask()
  } catch (error) {
    if (error instanceof EnvironmentError) return null
    throw error
  }
}

function formatMergeRef({ pullRequest }: RunContext): string {
  return `refs/pull/${pullRequest}/merge`
}
