import type { GitHubClient, RepositoryName } from './octokit-client.ts'
import { returnNullIfMissing } from './octokit-connection.ts'

/**
 * The commit of a reference: a tag, then a branch, then any other commit name; null when it does not exist. GitHub
 * itself prefers branches, so a branch could shadow a tag of the same name.
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

/** Whether a commit equals another one or is its ancestor. False for commits that exist only in forks. */
export async function isAncestor(
  client: GitHubClient,
  place: RepositoryName,
  commit: string,
  tip: string,
): Promise<boolean> {
  return (await returnNullIfMissing(() => readMergeBaseCommit(client, place, tip, commit))) === commit
}

/** The merge base of a ref with itself is its commit; a commit request would include the diff. */
export async function readMergeBaseCommit(
  client: GitHubClient,
  place: RepositoryName,
  base: string,
  head: string,
): Promise<string> {
  const query = { ...place, basehead: `${base}...${head}`, per_page: 1 }
  return (await client.rest.repos.compareCommitsWithBasehead(query)).data.merge_base_commit.sha
}

/** Ref names without `refs/`, as the API expects them. */
function listQualifiedNames(ref: string): string[] {
  const full = /^refs\/((?:heads|tags)\/.+)$/u.exec(ref)?.[1]
  if (full !== undefined) return [full]
  const isName = !ref.startsWith('refs/') && !/^[0-9a-f]{40}$/u.test(ref) && !/[~^]/u.test(ref)
  return isName ? [`tags/${ref}`, `heads/${ref}`] : []
}

/** Excludes commit ids, relative names such as `v1.0~2`, and other full names. */
function isTagOrBranch(ref: string): boolean {
  if (/^refs\/(?:heads|tags)\//u.test(ref)) return true
  return !ref.startsWith('refs/') && !/[~^]/u.test(ref) && !/^[0-9a-f]{7,40}$/u.test(ref)
}

const maxTags = 5

/** An annotated tag refers to a commit or to another tag. */
async function peel(
  client: GitHubClient,
  place: RepositoryName,
  object: { readonly type: string; readonly sha: string },
): Promise<string | null> {
  let found = object
  for (let depth = 0; found.type === 'tag' && depth < maxTags; depth += 1)
    found = (await client.rest.git.getTag({ ...place, tag_sha: found.sha })).data.object
  return found.type === 'commit' ? found.sha : null
}
