import { EnvironmentError, UserError } from '../../domain/core/errors.ts'
import type { KnownCommits } from '../../domain/core/revision.ts'
import type { RunContext } from '../../domain/core/run-context.ts'
import type { GitRepository } from '../../io/git/simple-git-repository.ts'
import type { TestMerge, ResolvedRevision } from '../../record/run.ts'
import { deriveCheckName, listNamesakes } from '../../judging/plan/restrict-config.ts'
import { loadRules, type Rules, type ReadTrusted } from '../baselines/load-committed.ts'
import { findNearestFew } from '../../config/validation/find-nearest.ts'
import type { Config } from '../../config/schema/schema.ts'
import { withMergeBase } from '../../judging/plan/plan-run.ts'

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
 * with `measure: head`, the head and its merge base with the base branch. Asks git, which may fetch into `.git` what the
 * clone lacks; never touches the working tree. Throws a UserError when the base branch cannot be found.
 */
export async function findCommits(
  context: RunContext,
  git: GitRepository,
  measure: 'merge' | 'head' = 'merge',
): Promise<RunCommits> {
  const { baseBranch, baseCommit } = context
  const branch = baseBranch ?? null
  const tip = baseBranch === undefined ? baseCommit : ((await git.findBranchTip(baseBranch)) ?? baseCommit)
  if (tip === null && baseBranch !== undefined)
    throw new UserError(
      `the branch ${baseBranch} is not in this clone and could not be fetched`,
      'Check the repository out with `fetch-depth: 0`: the rules and the baselines come from that branch.',
    )
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
  if (commit === null && context.headCommit === null)
    throw new UserError('the repository has no commit yet', 'Commit what is to be measured first: `git commit`.')
  if (commit === null)
    throw new UserError(
      `the head commit ${ref} is not in this clone and could not be fetched`,
      'Check the repository out with actions/checkout before this step; fetch-depth 1 is enough.',
    )
  const mergeBase = base === null ? null : await git.findMergeBase(base.tip, commit)
  if (base !== null && mergeBase === null)
    throw new UserError(
      `${commit.slice(0, 7)} and its base ${base.tip.slice(0, 7)} share no history`,
      'Check that the clone belongs to the repository of the pull request.',
    )
  const head = { ref: context.headName ?? (context.headCommit === null ? 'HEAD' : commit), commit }
  return { head, mergeBase, checked: commit, base, testMerge: null }
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

type ReferenceRequest = {
  readonly context: RunContext
  /** Path of the config in the repository. */
  readonly configPath: string
  /** Rules provided by a user; null: from the base, or from the head of a trusted event. */
  readonly ownRules: Rules | null
  /** Found when the check was opened. */
  readonly found: RunCommits
}

/** The commits to measure, their rules, and access to the base. */
export type Reference = {
  readonly commits: RunCommits
  readonly rules: Rules
  /** Reads rules, baselines and noise of the base; null: there is no base. */
  readonly base: TrustedFiles | null
}

/** Reads the rules at the base of the test merge, or at the tip of the base when the head itself is measured. */
export async function chooseReference(request: ReferenceRequest, git: GitRepository): Promise<Reference> {
  const first = await readReference(request, request.found, git)
  if (request.found.testMerge === null || first.rules.config.comparison.measure === 'merge') return first
  return await readReference(request, await findCommits(request.context, git, 'head'), git)
}

async function readReference(
  { context, configPath, ownRules }: Omit<ReferenceRequest, 'found'>,
  commits: RunCommits,
  git: GitRepository,
): Promise<Reference> {
  const read = (commit: string, path: string) => git.readAt(commit, path)
  const base = compareWithTip(commits, read)
  // A config outside the repository does not exist in the base.
  if (!configPath.startsWith('..')) await base?.read(configPath)
  if (ownRules !== null) return { commits, rules: ownRules, base }
  const trustedCommit = context.trust === 'trusted' ? commits.head.commit : (base?.commit ?? null)
  const rules = await loadRules({ path: configPath, trustedCommit, headCommit: commits.head.commit, read })
  for (const other of listNamesakes(configPath))
    if ((await read(trustedCommit ?? commits.head.commit, other)) !== null)
      throw new UserError(
        `${configPath} and ${other} would write one check: ${deriveCheckName(configPath)}`,
        'Rename or remove one of these configs: the path of a config, without .github and its ending, names its check.',
      )
  return { commits, rules, base }
}

/** Rules, baselines and noise at one commit of the base, compared with other commits. */
export type TrustedFiles = ReturnType<typeof compareTrustedFiles>

type ReadAt = (commit: string, path: string) => Promise<string | null>

/**
 * Reads files at commit `used`. Collects in `paths` the paths read so far, and in `changed` those that differ at one of
 * `others`.
 */
export function compareTrustedFiles(
  readAt: ReadAt,
  { used, others }: { readonly used: string; readonly others: readonly string[] },
) {
  const [paths, changed] = [new Set<string>(), new Set<string>()]
  const further = [...new Set(others)].filter((commit) => commit !== used)
  const read: ReadTrusted = async (path) => {
    paths.add(path)
    const [text, ...texts] = await Promise.all([used, ...further].map((commit) => readAt(commit, path)))
    if (texts.some((other) => other !== text)) changed.add(path)
    return text ?? null
  }
  return { commit: used, read, paths, changed }
}

/**
 * The files of the base. For a test merge: at its base, compared with the tip of the branch. For a head: at the tip of the
 * branch, compared with the merge base. Null: there is no base.
 */
export function compareWithTip({ testMerge, base, mergeBase }: RunCommits, readAt: ReadAt): TrustedFiles | null {
  if (base === null || mergeBase === null) return null
  return testMerge === null
    ? compareTrustedFiles(readAt, { used: base.tip, others: [mergeBase] })
    : compareTrustedFiles(readAt, { used: testMerge.base, others: [base.tip] })
}

/** Why a verdict cannot pass: rules or samples of the base changed after the commit that the head was compared with. */
export function describeOutdated(
  { changed }: Pick<TrustedFiles, 'changed'>,
  { mergeBase, base }: Pick<RunCommits, 'mergeBase' | 'base'>,
): string[] {
  if (changed.size === 0) return []
  const branch = base?.branch ?? 'the base'
  const since = mergeBase?.slice(0, 7) ?? 'the merge base'
  const paths = [...changed].toSorted().join(', ')
  return [
    `${paths} changed on ${branch} after ${since}, the commit that this run was compared with: merge ${branch} into the branch of the pull request`,
  ]
}

/** Resolves every revision to a commit before anything runs; an unknown ref is reported with similar tags. */
export async function resolveRevisions(
  config: Config,
  known: KnownCommits,
  git: GitRepository,
): Promise<ResolvedRevision[]> {
  const revisions: ResolvedRevision[] = [{ label: 'head', ...known.head, problem: null }]
  for (const [label, { ref }] of Object.entries(config.revisions)) {
    let problem = ref === 'merge-base' ? 'this run has no base branch for a merge base' : ''
    // The measured head can differ from HEAD of the clone.
    const commit = ref === 'merge-base' ? known.mergeBase : ref === 'HEAD' ? known.head.commit : await git.resolve(ref)
    if (commit === null && problem === '') {
      const nearest = findNearestFew(ref, await git.listTags(), 3)
      const tags = nearest.length > 0 ? `nearest tags: ${nearest.join(', ')}` : 'the repository has no tags'
      problem = `${ref} exists neither here nor in the base repository (${tags})`
    }
    revisions.push({ label, ref, commit, problem: commit === null ? problem : null })
  }
  return withMergeBase(config, revisions, known)
}
