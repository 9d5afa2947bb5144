import { EnvironmentError } from '../../domain/core/errors.ts'
import type { DataBranch, DataChange, DataEntry, DataSnapshot } from '../../ports/data-branch.ts'
import type { GitHubClient } from './octokit.ts'
import { returnNullIfMissing } from './connection.ts'
import { isRequestFailure } from './request-failure.ts'

type BranchAccess = {
  readonly client: GitHubClient
  readonly place: { readonly owner: string; readonly repo: string }
  readonly branch: string
  readonly call: <T>(action: string, permission: string, send: () => Promise<T>) => Promise<T>
}

/** Null where the branch does not exist. */
type Tip = { readonly head: string | null; readonly root: string | null }

/**
 * A data branch through GitHub's git database API. The first write creates it as an orphan branch; later writes are
 * fast-forwards. Every method throws an EnvironmentError when GitHub refuses or is unreachable.
 */
export class GitHubDataBranch implements DataBranch {
  readonly #access: BranchAccess
  readonly #tips = new WeakMap<DataSnapshot, Tip>()
  /** Content by object id; ids are immutable, so a retry reads only what has changed. */
  readonly #texts = new Map<string, string>()
  readonly #trees = new Map<string, DataEntry[]>()

  constructor(access: BranchAccess) {
    this.#access = access
  }

  async open(): Promise<DataSnapshot> {
    const { client, place, branch } = this.#access
    const tip = await this.#read(async () => {
      const found = await returnNullIfMissing(() => client.rest.git.getRef({ ...place, ref: `heads/${branch}` }))
      if (found === null) return { head: null, root: null }
      const head = found.data.object.sha
      return { head, root: (await client.rest.git.getCommit({ ...place, commit_sha: head })).data.tree.sha }
    })
    const snapshot: DataSnapshot = {
      list: (directory) => this.#read(() => this.#list(directory, tip)),
      read: (entry) => this.#read(() => this.#readText(entry)),
    }
    this.#tips.set(snapshot, tip)
    return snapshot
  }

  async write(snapshot: DataSnapshot, changes: readonly DataChange[], message: string): Promise<'written' | 'moved'> {
    const { branch, call } = this.#access
    const tip = this.#tips.get(snapshot)
    if (!tip) throw new TypeError('the snapshot is of another branch')
    return await call(`write to the branch ${branch}`, 'contents: write', async () => {
      try {
        await this.#writeOnTop(tip, changes, message)
        return 'written'
      } catch (error) {
        if (hasMoved(error)) return 'moved'
        throw error
      }
    })
  }

  #read<T>(send: () => Promise<T>): Promise<T> {
    return this.#access.call(`read the branch ${this.#access.branch}`, 'contents: read', send)
  }

  async #list(directory: string, { root }: Tip): Promise<DataEntry[]> {
    if (root === null) return []
    let entries = await this.#readTree(root, '')
    const parts = directory === '' ? [] : directory.split('/')
    for (const [index] of parts.entries()) {
      const path = parts.slice(0, index + 1).join('/')
      const found = entries.find((entry) => entry.kind === 'directory' && entry.path === path)
      if (!found) return []
      entries = await this.#readTree(found.id, path)
    }
    return entries
  }

  async #readTree(id: string, directory: string): Promise<DataEntry[]> {
    const { client, place, branch } = this.#access
    const key = `${id} ${directory}`
    const known = this.#trees.get(key)
    if (known) return known
    const { data } = await client.rest.git.getTree({ ...place, tree_sha: id })
    if (data.truncated)
      throw new EnvironmentError(
        `the directory ${directory} of the branch ${branch} has more files than GitHub lists`,
        'Name a fresh branch as tracking.branch; the old one can still be read from a clone.',
      )
    const prefix = directory === '' ? '' : `${directory}/`
    const entries = data.tree.flatMap(({ path, type, sha, size }): DataEntry[] => {
      if (type !== 'blob' && type !== 'tree') return []
      return [{ path: `${prefix}${path}`, kind: type === 'blob' ? 'file' : 'directory', id: sha, bytes: size ?? 0 }]
    })
    this.#trees.set(key, entries)
    return entries
  }

  async #readText({ id }: DataEntry): Promise<string> {
    const { client, place } = this.#access
    const known = this.#texts.get(id)
    if (known !== undefined) return known
    const { data } = await client.rest.git.getBlob({ ...place, file_sha: id })
    const text = Buffer.from(data.content, 'base64').toString('utf8')
    this.#texts.set(id, text)
    return text
  }

  async #writeOnTop({ head, root }: Tip, changes: readonly DataChange[], message: string): Promise<void> {
    const { client, place, branch } = this.#access
    const tree = []
    for (const { path, text } of changes) {
      const { data } = await client.rest.git.createBlob({ ...place, content: text, encoding: 'utf-8' })
      tree.push({ path, mode: '100644', type: 'blob', sha: data.sha } as const)
    }
    const base = root === null ? {} : { base_tree: root }
    const made = await client.rest.git.createTree({ ...place, tree, ...base })
    const parents = head === null ? [] : [head]
    // Without an author, GitHub attributes the commit to the owner of the token and signs it.
    const commit = await client.rest.git.createCommit({ ...place, message, tree: made.data.sha, parents })
    const { sha } = commit.data
    if (head === null) await client.rest.git.createRef({ ...place, ref: `refs/heads/${branch}`, sha })
    else await client.rest.git.updateRef({ ...place, ref: `heads/${branch}`, sha, force: false })
  }
}

/**
 * Another job wrote first (the branch now exists, or the update is not a fast-forward), or the result is unknown and the
 * caller must read the branch again.
 */
function hasMoved(error: unknown): boolean {
  if (!isRequestFailure(error)) return false
  const { status, message } = error
  return (
    status >= 500 ||
    status === 409 ||
    (status === 422 && /not a fast.forward|already exists|does not exist/iu.test(message))
  )
}
