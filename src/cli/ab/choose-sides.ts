import type { EnvironmentVariables } from '../../domain/core/child-environment.ts'
import { UserError } from '../../domain/core/errors.ts'
import { workingTreeName } from '../../domain/core/revision.ts'
import {
  findDefaultBranch,
  isShallowClone,
  commitWorkingTree,
  listChangedSubmodules,
} from '../../io/git/clone-facts.ts'
import { openGitRepository, type GitRepository } from '../../io/git/simple-git-repository.ts'
import type { AbSides } from '../../reporters/ab.ts'

/** The commits of a comparison, and their names for the reader. */
export type ChosenSides = AbSides & {
  readonly headCommit: { readonly commit: string; readonly name: string }
  /** The merge base; null: both sides run at `headCommit`. */
  readonly baseCommit: string | null
}

/** What the user compares. */
export type SidesRequest = {
  readonly workspace: string
  /** Null: the default branch. */
  readonly base: string | null
  /** Two commands that run at one commit, the reference first; null: one command at two commits. */
  readonly commands: readonly [string, string] | null
  readonly environment: EnvironmentVariables
  /** Receives a sentence about each uncertainty, such as an unreachable remote. */
  readonly warn: (message: string) => void
}

/**
 * Chooses the measured commits: the working tree or HEAD, and its merge base with a revision. Stores uncommitted
 * changes as a commit without a ref, and asks the remote for its default branch if no revision is named.
 *
 * @throws UserError when both sides are one commit, or have no merge base
 */
export async function chooseSides(request: SidesRequest): Promise<ChosenSides> {
  const { workspace, environment, warn } = request
  const git = await openGitRepository(workspace, { env: environment, warn })
  const headCommit = await chooseHead(request, git)
  if (request.commands !== null) {
    const [one, two] = request.commands
    const sides = { base: { title: 'A', text: one }, head: { title: 'B', text: two }, place: headCommit.label }
    return { ...sides, headCommit, baseCommit: null }
  }
  const other = await findOther(request, git)
  const mergeBase = await git.findMergeBase(other.commit, headCommit.commit)
  if (mergeBase === null) throw await explainNoMergeBase(other, headCommit, request)
  if (mergeBase === headCommit.commit)
    throw new UserError(
      `the base equals the head: ${other.name} contains ${shorten(mergeBase)}, and nothing is uncommitted`,
      'Name an earlier commit, such as --base HEAD~1, or compare two commands with --command.',
    )
  const relation = mergeBase === other.commit ? other.name : `merge base with ${other.name}`
  const base = { title: 'Base', text: `${shorten(mergeBase)} (${relation})` }
  return { base, head: { title: 'Head', text: headCommit.label }, headCommit, baseCommit: mergeBase }
}

type ChosenHead = ChosenSides['headCommit'] & { readonly label: string }

async function chooseHead({ workspace, environment, warn }: SidesRequest, git: GitRepository): Promise<ChosenHead> {
  const commit = await git.resolve('HEAD')
  if (commit === null)
    throw new UserError('the repository has no commit yet', 'Commit the base version first: `git commit`.')
  const changed = await listChangedSubmodules(workspace, environment)
  if (changed.length > 0)
    warn(`uncommitted changes inside ${changed.join(', ')} are not measured: commit them in the submodule`)
  const uncommitted = await commitWorkingTree(workspace, environment)
  if (uncommitted === null) return { commit, name: 'HEAD', label: `${shorten(commit)} (HEAD)` }
  const { files } = uncommitted
  const shown = files.slice(0, 3).join(', ') + (files.length > 3 ? ` and ${files.length - 3} more` : '')
  const label = `uncommitted working tree on ${shorten(commit)} (${shown})`
  return { commit: uncommitted.commit, name: workingTreeName, label }
}

type NamedCommit = { readonly name: string; readonly commit: string }

async function findOther({ base, workspace, environment }: SidesRequest, git: GitRepository): Promise<NamedCommit> {
  if (base === null) {
    // The clone may know an old name, or an old tip: the remote is asked, and a warning says where it does not answer.
    const name = await git.findRemoteDefault()
    const commit = name === null ? null : await git.resolve(name)
    if (name !== null && commit !== null) return { name, commit }
    const found = await findDefaultBranch(workspace, environment)
    if (found) return { ...found, commit: (await git.resolve(found.name)) ?? found.commit }
    throw new UserError(
      'no default branch found: neither origin/HEAD, nor main or master',
      'Name the revision to compare with: --base REV, such as --base HEAD~1.',
    )
  }
  const commit = await git.resolve(base)
  if (commit !== null) return { name: base, commit }
  const hint = (await isShallowClone(workspace, environment))
    ? 'This clone is shallow: fetch the history with `git fetch --unshallow`, or name a branch, tag or commit that exists.'
    : 'Name a branch, tag or commit that exists.'
  throw new UserError(`--base ${base} is not a commit of this repository`, hint)
}

async function explainNoMergeBase(
  other: NamedCommit,
  head: NamedCommit,
  { workspace, environment }: SidesRequest,
): Promise<UserError> {
  if (await isShallowClone(workspace, environment))
    return new UserError(
      `this shallow clone lacks the merge base of the head and ${other.name}`,
      'Fetch the history with `git fetch --unshallow`.',
    )
  return new UserError(
    `the head and ${other.name} (${shorten(other.commit)}) have no common ancestor`,
    'Name a revision of the same history with --base REV.',
  )
}

function shorten(commit: string): string {
  return commit.slice(0, 7)
}
