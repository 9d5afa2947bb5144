import { EnvironmentError } from '../../domain/core/errors.ts'
import type { DataBranch, DataChange, DataEntry } from '../../ports/data-branch.ts'
import type { GitHubClient } from './octokit.ts'
import { acceptRefusal, returnNullIfMissing, type RequestFailure } from './connection.ts'

type BranchAccess = {
  readonly client: GitHubClient
  readonly place: { readonly owner: string; readonly repo: string }
  readonly call: <T>(action: string, permission: string, send: () => Promise<T>) => Promise<T>
}

/** Null where the branch does not exist. */
type Tip = { readonly head: string | null; readonly root: string | null }

/**
 * A data branch through GitHub's git database API. The first write creates it as an orphan branch; later writes are
 * fast-forwards. Every method throws an EnvironmentError when GitHub refuses or is unreachable.
 */
export function openDataBranch(branch: string, access: BranchAccess): DataBranch {
  const { client, place, call } = access
  const { git } = client.rest
  // Content by object id; ids are immutable, so a retry reads only what has changed.
  const texts = new Map<string, string>()
  const trees = new Map<string, DataEntry[]>()
  const read = <T>(send: () => Promise<T>) => call(`read the branch ${branch}`, 'contents: read', send)

  async function readTree(treeId: string, directory: string): Promise<DataEntry[]> {
    const key = `${treeId} ${directory}`
    const known = trees.get(key)
    if (known) return known
    const { data } = await git.getTree({ ...place, tree_sha: treeId })
    if (data.truncated)
      throw new EnvironmentError(
        `the directory ${directory} of the branch ${branch} has more files than GitHub lists`,
        'Name a fresh branch as tracking.branch; the old one can still be read from a clone.',
      )
    const entries = data.tree.flatMap(({ path: name, type, sha: id, size: bytes = 0 }): DataEntry[] => {
      const path = directory === '' ? name : `${directory}/${name}`
      if (type === 'blob') return [{ path, kind: 'file', id, bytes }]
      return type === 'tree' ? [{ path, kind: 'directory', id, bytes }] : []
    })
    trees.set(key, entries)
    return entries
  }

  async function list(directory: string, { root }: Tip): Promise<DataEntry[]> {
    if (root === null) return []
    let entries = await readTree(root, '')
    const parts = directory === '' ? [] : directory.split('/')
    for (const [index] of parts.entries()) {
      const path = parts.slice(0, index + 1).join('/')
      const found = entries.find((entry) => entry.kind === 'directory' && entry.path === path)
      if (!found) return []
      entries = await readTree(found.id, path)
    }
    return entries
  }

  async function readText({ id }: DataEntry): Promise<string> {
    const known = texts.get(id)
    if (known !== undefined) return known
    const { data } = await git.getBlob({ ...place, file_sha: id })
    const text = Buffer.from(data.content, 'base64').toString('utf8')
    texts.set(id, text)
    return text
  }

  return {
    async open() {
      const tip = await read(async (): Promise<Tip> => {
        const found = await returnNullIfMissing(() => git.getRef({ ...place, ref: `heads/${branch}` }))
        if (found === null) return { head: null, root: null }
        const head = found.data.object.sha
        return { head, root: (await git.getCommit({ ...place, commit_sha: head })).data.tree.sha }
      })
      return {
        list: (directory) => read(() => list(directory, tip)),
        read: (entry) => read(() => readText(entry)),
        write: (changes, message) =>
          call(`write to the branch ${branch}`, 'contents: write', () =>
            acceptRefusal('moved' as const, hasMoved, async () => {
              const sha = await createCommit(access, tip, changes, message)
              if (tip.head === null) await git.createRef({ ...place, ref: `refs/heads/${branch}`, sha })
              else await git.updateRef({ ...place, ref: `heads/${branch}`, sha, force: false })
              return 'written' as const
            }),
          ),
      }
    },
  }
}

async function createCommit(
  { client, place }: BranchAccess,
  { head, root }: Tip,
  changes: readonly DataChange[],
  message: string,
): Promise<string> {
  const { git } = client.rest
  const tree = []
  for (const { path, text } of changes) {
    const { data } = await git.createBlob({ ...place, content: text, encoding: 'utf-8' })
    tree.push({ path, mode: '100644', type: 'blob', sha: data.sha } as const)
  }
  const made = await git.createTree({ ...place, tree, ...(root !== null && { base_tree: root }) })
  const parents = head === null ? [] : [head]
  // Without an author, GitHub attributes the commit to the owner of the token and signs it.
  return (await git.createCommit({ ...place, message, tree: made.data.sha, parents })).data.sha
}

/** Another job wrote first, or the result is unknown and the caller must read the branch again. */
function hasMoved({ status, message }: RequestFailure): boolean {
  if (status >= 500 || status === 409) return true
  return status === 422 && /not a fast.forward|already exists|does not exist/iu.test(message)
}
