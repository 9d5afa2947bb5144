import { isCommitId, isCommitPrefix } from '../../domain/core/revision.ts'
import { EnvironmentError } from '../../domain/core/errors.ts'
import type { TreeFile } from '../../domain/paths/program-paths.ts'
import type { CommitPosition } from '../../domain/history/history-records.ts'
import type { Suspect } from '../../domain/history/observe.ts'
import type { CommitRequest, CommitResult } from '../../ports/commit-writer.ts'
import { acceptRefusal, Connection, isRequestFailure, returnNullIfMissing } from './connection.ts'

const pageSize = 100
const maxCommits = 250
const maxTags = 5

/** Reads and writes commits, branches and files of a repository through the API of GitHub. */
export class Commits extends Connection {
  readonly #files = new Map<string, Promise<string | null>>()

  /**
   * The commit of a tag, branch or commit id; null when it does not exist. A tag takes precedence over a branch of the
   * same name, which GitHub itself would prefer. A commit id may belong to a fork.
   */
  findCommit(ref: string): Promise<string | null> {
    return this.#read(`resolve ${ref}`, async () => {
      const { names, mayBeCommit } = parseName(ref)
      for (const name of names) {
        const found = await this.#readRef(name)
        if (found !== null) return await this.#peel(found)
      }
      return mayBeCommit ? await returnNullIfMissing(() => this.#readMergeBase(ref, ref)) : null
    })
  }

  /** Throws an EnvironmentError when the commits have none, or one of them is unknown. */
  findMergeBase(base: string, head: string): Promise<string> {
    return this.#read(`compare ${base} with ${head}`, () => this.#readMergeBase(base, head))
  }

  /** Whether `commit` is `tip` or an ancestor of it; false when the repository does not know it. */
  isAncestor(commit: string, tip: string): Promise<boolean> {
    return this.#read(
      `compare ${commit} with ${tip}`,
      async () => (await returnNullIfMissing(() => this.#readMergeBase(tip, commit))) === commit,
    )
  }

  /**
   * The tip of a branch of this repository, also if a tag has its name; null when the branch does not exist. With `waits:
   * false` an outage of GitHub fails at once.
   */
  findBranchTip(branch: string, options: { readonly waits?: boolean } = {}): Promise<string | null> {
    return this.call(
      `read the branch ${branch}`,
      'contents: read',
      async () => (await this.#readRef(`heads/${branch}`))?.sha ?? null,
      options,
    )
  }

  readDefaultBranch(): Promise<string> {
    return this.#read(
      'read the repository',
      async () => (await this.client.rest.repos.get({ ...this.place })).data.default_branch,
    )
  }

  /** The parents of a commit in order; null when GitHub does not know the commit. */
  listParents(commit: string): Promise<string[] | null> {
    return this.#read(`read the commit ${commit}`, async () => {
      const query = { ...this.place, commit_sha: commit }
      const found = await returnNullIfMissing(() => this.client.rest.git.getCommit(query))
      return found?.data.parents.map(({ sha }) => sha) ?? null
    })
  }

  /** The text of a file in a commit; null: it has none. Only files of commit ids are kept, because refs move. */
  readAt(commit: string, path: string): Promise<string | null> {
    const key = `${commit}:${path}`
    const text = this.#files.get(key) ?? this.#readFile(commit, path)
    if (isCommitId(commit)) this.#files.set(key, text)
    void text.catch(() => this.#files.delete(key))
    return text
  }

  #readFile(commit: string, path: string): Promise<string | null> {
    // Octokit would encode the slashes of the path.
    const route = `GET /repos/{owner}/{repo}/contents/${path.split('/').map(encodeURIComponent).join('/')}`
    const query = { ...this.place, ref: commit, headers: { accept: 'application/vnd.github.raw+json' } }
    return this.#read(`read ${path} at ${commit}`, async () => {
      const found = await acceptRefusal(
        null,
        // An unknown commit is an error, not a missing file.
        ({ status, message }) => status === 404 && !/no commit found/iu.test(message),
        () => this.client.request(route, query),
      )
      const data: unknown = found?.data
      // A file is returned as raw text, a directory as a list.
      if (data instanceof ArrayBuffer) return new TextDecoder().decode(data)
      return typeof data === 'string' ? data : null
    })
  }

  /** All files, links and submodules of a commit; null when GitHub does not list all of them (100,000, or 7 MB). */
  listFiles(commit: string): Promise<readonly TreeFile[] | null> {
    return this.#read(`list the files of ${commit}`, async () => {
      const { data } = await this.client.rest.git.getTree({ ...this.place, tree_sha: commit, recursive: '1' })
      if (data.truncated) return null
      return data.tree.flatMap(({ path, mode, type, sha }) => (type === 'tree' ? [] : [{ path, mode, id: sha }]))
    })
  }

  /** The target of a symbolic link, by its object id. */
  readLinkTarget(id: string): Promise<string> {
    return this.#read(`read the symbolic link ${id}`, async () => {
      const { data } = await this.client.rest.git.getBlob({ ...this.place, file_sha: id })
      return Buffer.from(data.content, 'base64').toString('utf8')
    })
  }

  /** Entry names of a directory in a commit; empty when the directory does not exist. */
  listDirectory(commit: string, directory: string): Promise<readonly string[]> {
    return this.#read(`list ${directory}`, async () => {
      const query = { ...this.place, path: directory, ref: commit }
      const found = await returnNullIfMissing(() => this.client.rest.repos.getContent(query))
      return Array.isArray(found?.data) ? found.data.map(({ name }) => name) : []
    })
  }

  /** The number of ancestors of a commit, itself included, and its time. One per page, so the last page counts them. */
  locateCommit(commit: string): Promise<CommitPosition> {
    return this.#read(`read the commit ${commit}`, async () => {
      const query = { ...this.place, sha: commit, per_page: 1 }
      const { data, headers } = await this.client.rest.repos.listCommits(query)
      const last = /[?&]page=(\d+)[^>]*>; rel="last"/u.exec(headers.link ?? '')?.[1]
      const date = data[0]?.commit.committer?.date ?? data[0]?.commit.author?.date
      if (date === undefined)
        throw new EnvironmentError(
          `GitHub states no date of the commit ${commit}, by which the history is ordered`,
          'Look at the commit on GitHub, and run the job again.',
        )
      return { order: last === undefined ? data.length : Number(last), committedAt: new Date(date).toISOString() }
    })
  }

  /** The commits after `good` up to `bad`, oldest first, at most 250, and their total number; null when unknown. */
  listBetween(good: string, bad: string): Promise<{ readonly commits: Suspect[]; readonly total: number } | null> {
    const readPages = async () => {
      const commits: Suspect[] = []
      for (let page = 1; ; page += 1) {
        const size = good === bad ? 1 : pageSize
        const query = { ...this.place, basehead: `${good}...${bad}`, per_page: size, page }
        const { commits: found, total_commits: total } = (
          await this.client.rest.repos.compareCommitsWithBasehead(query)
        ).data
        for (const { sha, commit } of found) {
          const [subject = ''] = commit.message.split('\n', 1)
          commits.push({ commit: sha, subject, author: commit.author?.name ?? 'unknown' })
        }
        const isAll = found.length < pageSize || commits.length >= Math.min(total, maxCommits)
        if (isAll) return { commits: commits.slice(0, maxCommits), total }
      }
    }
    return this.#read(`list the commits ${good}..${bad}`, () => returnNullIfMissing(readPages))
  }

  /** The tag of the latest release; null when there is none. */
  findLatestRelease(): Promise<string | null> {
    return this.#read('read the latest release', () =>
      returnNullIfMissing(async () => (await this.client.rest.repos.getLatestRelease(this.place)).data.tag_name),
    )
  }

  /** The merge base of two commits and the files that `head` changed since then, at most 300. */
  compareCommits(base: string, head: string) {
    return this.#read(`compare ${base.slice(0, 7)} with ${head.slice(0, 7)}`, async () => {
      const query = { ...this.place, basehead: `${base}...${head}`, per_page: 100 }
      const { data } = await this.client.rest.repos.compareCommitsWithBasehead(query)
      return { mergeBase: data.merge_base_commit.sha, files: (data.files ?? []).map(({ filename }) => filename) }
    })
  }

  /** False when the branch already exists. When the response is lost, also false: the caller reads the branch again. */
  createBranch(branch: string, sha: string): Promise<boolean> {
    return this.#write(`create the branch ${branch}`, /already exists/iu, () =>
      this.client.rest.git.createRef({ ...this.place, ref: `refs/heads/${branch}`, sha }),
    )
  }

  /** Fast-forwards a branch to a commit. False when the current tip is not an ancestor of that commit. */
  advanceBranch(branch: string, sha: string): Promise<boolean> {
    return this.#write(`move the branch ${branch}`, /not a fast.forward/iu, () =>
      this.client.rest.git.updateRef({ ...this.place, ref: `heads/${branch}`, sha, force: false }),
    )
  }

  /**
   * Commits with the GraphQL mutation `createCommitOnBranch`: signed by GitHub, atomic, and rejected when the branch has
   * moved. Such a commit has one parent, and old Enterprise Servers lack the mutation: both cases are `unable`.
   */
  async commit(request: CommitRequest): Promise<CommitResult> {
    if (request.takesOver !== null) return { kind: 'unable', reason: 'a commit through the API has one parent' }
    const { owner, repo } = this.place
    const changes = Object.entries(request.changes)
    const input = {
      branch: { repositoryNameWithOwner: `${owner}/${repo}`, branchName: request.branch },
      expectedHeadOid: request.expectedHead,
      message: { headline: request.headline },
      fileChanges: {
        additions: changes.flatMap(([path, text]) =>
          text === null ? [] : [{ path, contents: Buffer.from(text, 'utf8').toString('base64') }],
        ),
        deletions: changes.flatMap(([path, text]) => (text === null ? [{ path }] : [])),
      },
    }
    return await this.call(`commit to ${request.branch}`, 'contents: write', async () => {
      try {
        const { createCommitOnBranch: made } = await this.client.graphql<{
          readonly createCommitOnBranch: { readonly commit: { readonly oid: string } } | null
        }>(mutation, { input })
        return made === null ? { kind: 'moved' } : { kind: 'written', commit: made.commit.oid }
      } catch (error) {
        return toCommitResult(error, request)
      }
    })
  }

  #read<T>(action: string, send: () => Promise<T>): Promise<T> {
    return this.call(action, 'contents: read', send)
  }

  /** Whether a write took effect; false for the expected refusal, and when GitHub did not respond. */
  #write(action: string, expected: RegExp, send: () => Promise<unknown>): Promise<boolean> {
    return this.call(action, 'contents: write', () =>
      acceptRefusal(
        false,
        ({ status, message }) => status >= 500 || (status === 422 && expected.test(message)),
        () => send().then(() => true),
      ),
    )
  }

  /** The object of a ref, which may be an annotated tag. */
  async #readRef(ref: string) {
    return (await returnNullIfMissing(() => this.client.rest.git.getRef({ ...this.place, ref })))?.data.object ?? null
  }

  /** An annotated tag refers to a commit or to another tag. */
  async #peel(object: { readonly type: string; readonly sha: string }): Promise<string | null> {
    let found = object
    for (let depth = 0; found.type === 'tag' && depth < maxTags; depth += 1)
      found = (await this.client.rest.git.getTag({ ...this.place, tag_sha: found.sha })).data.object
    return found.type === 'commit' ? found.sha : null
  }

  /** The merge base of a ref with itself is its commit; a commit request would include the diff. */
  async #readMergeBase(base: string, head: string): Promise<string> {
    const query = { ...this.place, basehead: `${base}...${head}`, per_page: 1 }
    return (await this.client.rest.repos.compareCommitsWithBasehead(query)).data.merge_base_commit.sha
  }
}

/** The tags and branches that a ref can be, without `refs/`, and whether it can be a commit. */
function parseName(ref: string): { readonly names: readonly string[]; readonly mayBeCommit: boolean } {
  const full = /^refs\/((?:heads|tags)\/.+)$/u.exec(ref)?.[1]
  if (full !== undefined) return { names: [full], mayBeCommit: false }
  // Also relative names such as `v1.0~2`, and other full names.
  if (ref.startsWith('refs/') || /[~^]/u.test(ref) || isCommitId(ref)) return { names: [], mayBeCommit: true }
  return { names: [`tags/${ref}`, `heads/${ref}`], mayBeCommit: isCommitPrefix(ref) }
}

const mutation = `mutation ($input: CreateCommitOnBranchInput!) {
  createCommitOnBranch(input: $input) { commit { oid } }
}`

function toCommitResult(error: unknown, { branch }: CommitRequest): CommitResult {
  if (isRequestFailure(error)) {
    if (error.status >= 500) return { kind: 'moved' }
    if (error.status === 404) return { kind: 'unable', reason: 'this server has no GraphQL' }
    throw error
  }
  if (!(error instanceof Error) || !('errors' in error) || !Array.isArray(error.errors)) throw error
  const all: readonly { readonly type?: string; readonly message?: string }[] = error.errors
  const message = all.map(({ type = '', message: text = '' }) => `${type} ${text}`.trim()).join('; ')
  if (/expected branch to point to|but expected|STALE_DATA/iu.test(message)) return { kind: 'moved' }
  if (/doesn't exist on type 'Mutation'|isn't a defined input type/iu.test(message))
    return { kind: 'unable', reason: 'this server knows no createCommitOnBranch' }
  const hint = /not accessible|permission/iu.test(message)
    ? 'Give the job `permissions: contents: write`.'
    : /rule violation|protected branch/iu.test(message)
      ? 'Rules forbid direct commits there: set refresh-by: pull-request.'
      : 'Look at https://www.githubstatus.com, then run the job again.'
  throw new EnvironmentError(`Could not commit to ${branch}: ${message}`, hint, { cause: error })
}
