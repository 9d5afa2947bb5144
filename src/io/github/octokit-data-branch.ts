import { EnvironmentError } from '../../domain/core/errors.ts'
import type { DataBranch, DataChange, DataEntry, DataSnapshot } from '../../ports/data-branch.ts'
import type { GitHubClient, RepositoryName } from './octokit-client.ts'
import type { Connection } from './octokit-connection.ts'
import { isRequestFailure } from './octokit-error.ts'

type BranchTarget = {
  readonly client: GitHubClient
  readonly place: RepositoryName
  readonly branch: string
  readonly texts: Texts
  readonly trees: Trees
}
/** Content by object id; ids are immutable, so a retry reads only what has changed. */
type Texts = Map<string, string>
type Trees = Map<string, DataEntry[]>
/** Null where the branch does not exist. */
type Tip = { readonly head: string | null; readonly root: string | null }
type GitSnapshot = DataSnapshot & Tip

/**
 * A data branch through GitHub's git database API. The first write creates it as an orphan branch; later writes are
 * fast-forwards. Every method throws an EnvironmentError when GitHub refuses or is unreachable.
 */
export function createDataBranch({ client, place, ask }: Connection, branch: string): DataBranch {
  const target: BranchTarget = { client, place, branch, texts: new Map(), trees: new Map() }
  const askForContents = <T>(action: string, permission: string, call: () => Promise<T>): Promise<T> =>
    ask(`${action} the branch ${branch}`, permission, call)
  const tips = new WeakMap<DataSnapshot, Tip>()
  return {
    async open() {
      const snapshot = await askForContents('read', 'contents: read', () => openSnapshot(target))
      const opened: DataSnapshot = {
        list: (directory) => askForContents('read', 'contents: read', () => snapshot.list(directory)),
        read: (entry) => askForContents('read', 'contents: read', () => snapshot.read(entry)),
      }
      tips.set(opened, snapshot)
      return opened
    },
    async write(snapshot, changes, message) {
      const tip = tips.get(snapshot)
      if (!tip) throw new TypeError('the snapshot is of another branch')
      return await askForContents('write to', 'contents: write', () => writeOnTop(target, tip, changes, message))
    },
  }
}

async function openSnapshot(target: BranchTarget): Promise<GitSnapshot> {
  const head = await readHead(target)
  const root = head === null ? null : await readTreeId(target, head)
  const list = async (directory: string): Promise<DataEntry[]> => {
    if (root === null) return []
    let entries = await readTree(target, root, '')
    const parts = directory === '' ? [] : directory.split('/')
    for (const [index] of parts.entries()) {
      const path = parts.slice(0, index + 1).join('/')
      const found = entries.find((entry) => entry.kind === 'directory' && entry.path === path)
      if (!found) return []
      entries = await readTree(target, found.id, path)
    }
    return entries
  }
  return { head, root, list, read: (entry) => readBlob(target, entry) }
}

async function readHead({ client, place, branch }: BranchTarget): Promise<string | null> {
  try {
    return (await client.rest.git.getRef({ ...place, ref: `heads/${branch}` })).data.object.sha
  } catch (error) {
    if (isRequestFailure(error) && error.status === 404) return null
    throw error
  }
}

async function readTreeId({ client, place }: BranchTarget, commit: string): Promise<string> {
  return (await client.rest.git.getCommit({ ...place, commit_sha: commit })).data.tree.sha
}

async function readTree(
  { client, place, branch, trees }: BranchTarget,
  id: string,
  directory: string,
): Promise<DataEntry[]> {
  const key = `${id} ${directory}`
  const known = trees.get(key)
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
  trees.set(key, entries)
  return entries
}

async function readBlob({ client, place, texts }: BranchTarget, { id }: DataEntry): Promise<string> {
  const known = texts.get(id)
  if (known !== undefined) return known
  const { data } = await client.rest.git.getBlob({ ...place, file_sha: id })
  const text = Buffer.from(data.content, 'base64').toString('utf8')
  texts.set(id, text)
  return text
}

async function writeOnTop(
  { client, place, branch }: BranchTarget,
  { head, root }: Tip,
  changes: readonly DataChange[],
  message: string,
): Promise<'written' | 'moved'> {
  try {
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
    return 'written'
  } catch (error) {
    if (hasMoved(error) || isLost(error)) return 'moved'
    throw error
  }
}

/** Another job wrote first: the branch now exists, or the update is not a fast-forward. */
function hasMoved(error: unknown): boolean {
  if (!isRequestFailure(error)) return false
  return (
    error.status === 409 ||
    (error.status === 422 && /not a fast.forward|already exists|does not exist/iu.test(error.message))
  )
}

/** The result is unknown; the caller must read the branch again. */
function isLost(error: unknown): boolean {
  return isRequestFailure(error) && error.status >= 500
}
