import type { GitHubClient, RepositoryName } from './octokit-client.ts'
import { returnNullIfMissing } from './octokit-connection.ts'

/**
 * The commit of a reference as the repository has it: a tag, then a branch, then whatever else GitHub takes for a commit;
 * null when there is none. GitHub itself prefers branches, so that a branch could stand for a tag of the same name.
 */
export async function readReferenceCommit(
  client: GitHubClient,
  place: RepositoryName,
  ref: string,
): Promise<string | null> {
  for (const name of listQualifiedNames(ref)) {
    const found = await returnNullIfMissing(() => client.rest.git.getRef({ ...place, ref: name }))
    if (found) return await peel(client, place, found.data.object)
  }
  return isTagOrBranch(ref) ? null : await returnNullIfMissing(() => readMergeBaseCommit(client, place, ref, ref))
}

/** Whether a commit is an ancestor of another one, or the same. Commits that only forks have are of no branch here. */
export async function isAncestor(
  client: GitHubClient,
  place: RepositoryName,
  commit: string,
  tip: string,
): Promise<boolean> {
  return (await returnNullIfMissing(() => readMergeBaseCommit(client, place, tip, commit))) === commit
}

/** The merge base of a ref with itself is its commit; asking for the commit would bring its whole diff along. */
export async function readMergeBaseCommit(
  client: GitHubClient,
  place: RepositoryName,
  base: string,
  head: string,
): Promise<string> {
  const query = { ...place, basehead: `${base}...${head}`, per_page: 1 }
  return (await client.rest.repos.compareCommitsWithBasehead(query)).data.merge_base_commit.sha
}

/** Names without `refs/`, as GitHub asks for them. */
function listQualifiedNames(ref: string): string[] {
  const full = /^refs\/((?:heads|tags)\/.+)$/u.exec(ref)?.[1]
  if (full !== undefined) return [full]
  const isName = !ref.startsWith('refs/') && !/^[0-9a-f]{40}$/u.test(ref) && !/[~^]/u.test(ref)
  return isName ? [`tags/${ref}`, `heads/${ref}`] : []
}

/** Everything but commit ids, steps from a name such as `v1.0~2`, and other full names. */
function isTagOrBranch(ref: string): boolean {
  if (/^refs\/(?:heads|tags)\//u.test(ref)) return true
  return !ref.startsWith('refs/') && !/[~^]/u.test(ref) && !/^[0-9a-f]{7,40}$/u.test(ref)
}

const mostTags = 5

/** An annotated tag is an object that names a commit, or another tag. */
async function peel(
  client: GitHubClient,
  place: RepositoryName,
  object: { readonly type: string; readonly sha: string },
): Promise<string | null> {
  let found = object
  for (let depth = 0; found.type === 'tag' && depth < mostTags; depth += 1)
    found = (await client.rest.git.getTag({ ...place, tag_sha: found.sha })).data.object
  return found.type === 'commit' ? found.sha : null
}
