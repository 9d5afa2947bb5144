import { git } from './git-plumbing.ts'
import { readCommit, readObject, writeCommit, writeObject } from './git-objects.ts'
import { moveRef, readRef } from './git-refs.ts'
import { readTree, treeOf, writeChanged } from './git-trees.ts'
import { apiAddress, render, webAddress } from './rendering.ts'
import { notFound } from './route.ts'
import type { Call, Reply, Route } from './route.ts'

const read: Route['permissions'] = ['contents:read']
const write: Route['permissions'] = ['contents:write']

/** GitHub's git database over the real repository of `gitPath`: objects, and refs that move by fast-forward. */
export const gitDatabaseRoutes: Record<string, Route> = {
  'git/get-ref': { permissions: read, answer: getRef },
  'git/get-tag': { permissions: read, answer: getTag },
  'git/create-ref': { permissions: write, answer: createRef },
  'git/update-ref': { permissions: write, answer: updateRef },
  'git/get-commit': { permissions: read, answer: getCommit },
  'git/create-commit': { permissions: write, answer: createCommit },
  'git/get-tree': { permissions: read, answer: getTree },
  'git/create-tree': { permissions: write, answer: createTree },
  'git/get-blob': { permissions: read, answer: getBlob },
  'git/create-blob': { permissions: write, answer: createBlob },
}

const sha = /^[0-9a-f]{40}$/u

/** The repository of a call; every route here needs one. */
function pathOf({ repository }: Call): string {
  if (repository.gitPath === null) throw new Error(`${repository.name} has no git repository behind it`)
  return repository.gitPath
}

async function getRef(call: Call): Promise<Reply> {
  const ref = `refs/${call.params['ref'] ?? ''}`
  const { gitPath, mergeBases } = call.repository
  if (gitPath === null) {
    // Without a repository behind it, a tag is what its name was said to be compared with itself.
    const name = ref.replace('refs/tags/', '')
    const commit = mergeBases.get(`${name}...${name}`)
    return commit === undefined ? notFound() : { status: 200, body: renderRef(call, ref, commit) }
  }
  const tip = readRef(gitPath, ref)
  if (tip === null) return notFound()
  const { type = 'commit' } = (await readObject(gitPath, tip)) ?? {}
  const url = apiAddress(call, `git/${type}s/${tip}`)
  return { status: 200, body: render(call, 'git-ref', { ref, object: { type, sha: tip, url } }) }
}

/** An annotated tag. */
async function getTag(call: Call): Promise<Reply> {
  const id = call.params['tag_sha'] ?? ''
  const found = await readObject(pathOf(call), id)
  const [, object = '', type = '', tag = ''] =
    /^object (.*)\ntype (.*)\ntag (.*)\n/u.exec(found?.content.toString() ?? '') ?? []
  if (found?.type !== 'tag') return notFound()
  const of = { type, sha: object, url: apiAddress(call, `git/${type}s/${object}`) }
  return { status: 200, body: render(call, 'git-tag', { sha: id, tag, object: of }) }
}

async function createRef(call: Call): Promise<Reply> {
  const [ref, tip] = [String(call.input['ref']), String(call.input['sha'])]
  if (!/^refs\/[^/]+\/.+/u.test(ref)) return invalid(`Reference name must start with "refs/": ${ref}`)
  if (!(await isCommit(call, tip))) return invalid('Object does not exist')
  if (!moveRef(pathOf(call), ref, { from: null, to: tip })) return invalid('Reference already exists')
  return { status: 201, body: renderRef(call, ref, tip) }
}

async function updateRef(call: Call): Promise<Reply> {
  const ref = `refs/${call.params['ref'] ?? ''}`
  const to = String(call.input['sha'])
  const from = readRef(pathOf(call), ref)
  if (from === null) return invalid('Reference does not exist')
  if (!(await isCommit(call, to))) return invalid('Object does not exist')
  const mayMove = call.input['force'] === true || (await isAhead(pathOf(call), from, to))
  if (!mayMove || !moveRef(pathOf(call), ref, { from, to })) return invalid('Update is not a fast forward')
  return { status: 200, body: renderRef(call, ref, to) }
}

/** Most moves are by one commit; git knows the rest. */
async function isAhead(gitPath: string, from: string, to: string): Promise<boolean> {
  if ((await readCommit(gitPath, to))?.parents.includes(from)) return true
  return (await git(gitPath, ['merge-base', '--is-ancestor', from, to])) !== null
}

function renderRef(call: Call, ref: string, tip: string): unknown {
  const url = apiAddress(call, `git/commits/${tip}`)
  return render(call, 'git-ref', { ref, object: { type: 'commit', sha: tip, url } })
}

async function getCommit(call: Call): Promise<Reply> {
  const commit = call.params['commit_sha'] ?? ''
  const body = sha.test(commit) ? await renderCommit(call, commit) : null
  return body === null ? notFound() : { status: 200, body }
}

async function createCommit(call: Call): Promise<Reply> {
  const { message, tree, parents = [] } = call.input as { message: string; tree: string; parents?: string[] }
  const areThere = await Promise.all(parents.map((parent) => isCommit(call, parent)))
  const isTree = (await readObject(pathOf(call), tree))?.type === 'tree'
  if (!isTree || areThere.includes(false)) return invalid('Tree SHA or parent SHA does not exist')
  const made = writeCommit(pathOf(call), { tree, parents, message })
  return { status: 201, body: await renderCommit(call, made) }
}

async function renderCommit(call: Call, commit: string): Promise<unknown> {
  const found = await readCommit(pathOf(call), commit)
  if (found === null) return null
  const url = apiAddress(call, `git/trees/${found.tree}`)
  const parents = found.parents.map((parent) => ({
    sha: parent,
    url: apiAddress(call, `git/commits/${parent}`),
    html_url: webAddress(call, `commit/${parent}`),
  }))
  return render(call, 'git-commit', { sha: commit, tree: { sha: found.tree, url }, parents })
}

async function getTree(call: Call): Promise<Reply> {
  const gitPath = pathOf(call)
  const tree = await treeOf(gitPath, call.params['tree_sha'] ?? '')
  const all = tree === null ? null : await entriesOf(gitPath, tree, call.query['recursive'] !== undefined)
  if (all === null) return notFound()
  const limit = call.repository.treeLimit ?? 100_000
  const url = apiAddress(call, `git/trees/${tree}`)
  return { status: 200, body: { sha: tree, url, truncated: all.length > limit, tree: all.slice(0, limit) } }
}

/** The entries of a tree, with those of its folders behind each of them; a submodule is the commit of elsewhere. */
async function entriesOf(gitPath: string, tree: string, isRecursive: boolean): Promise<Rendered[] | null> {
  const lines = await readTree(gitPath, tree)
  if (lines === null) return null
  const entries = await Promise.all(
    lines.map(async ({ mode, name, id }) => {
      const found = mode === '160000' ? null : await readObject(gitPath, id)
      const size = found?.type === 'blob' ? { size: found.content.length } : {}
      const own = { path: name, mode: mode.padStart(6, '0'), type: found?.type ?? 'commit', sha: id, ...size }
      const below = isRecursive && found?.type === 'tree' ? ((await entriesOf(gitPath, id, true)) ?? []) : []
      return [own, ...below.map((entry) => ({ ...entry, path: `${name}/${entry.path}` }))]
    }),
  )
  return entries.flat()
}

type Rendered = { readonly path: string; readonly mode: string; readonly type: string; readonly sha: string }

type NewEntry = {
  readonly path: string
  readonly mode: string
  readonly sha?: string | null
  readonly content?: string
}

async function createTree(call: Call): Promise<Reply> {
  const { tree, base_tree: base } = call.input as { tree: NewEntry[]; base_tree?: string }
  const gitPath = pathOf(call)
  const from = base === undefined ? null : await treeOf(gitPath, base)
  if (base !== undefined && from === null) return invalid('base_tree is no tree')
  const changes = tree.map(({ path, mode, sha: given, content = '' }) => ({
    path,
    mode,
    // A null id removes the path.
    id: given === undefined ? writeObject(gitPath, 'blob', Buffer.from(content)) : given,
  }))
  const named = changes.flatMap(({ id }) => (id === null ? [] : [readObject(gitPath, id)]))
  if ((await Promise.all(named)).includes(null)) return invalid('tree.sha is not valid')
  const id = await writeChanged(gitPath, from, changes)
  return { status: 201, body: { sha: id, url: apiAddress(call, `git/trees/${id}`), truncated: false, tree: [] } }
}

async function getBlob(call: Call): Promise<Reply> {
  const id = call.params['file_sha'] ?? ''
  const found = await readObject(pathOf(call), id)
  if (found?.type !== 'blob') return notFound()
  const { content } = found
  const url = apiAddress(call, `git/blobs/${id}`)
  const body = { sha: id, size: content.length, url, encoding: 'base64', content: content.toString('base64') }
  return { status: 200, body: render(call, 'blob', body) }
}

function createBlob(call: Call): Reply {
  const { content, encoding = 'utf-8' } = call.input as { content: string; encoding?: string }
  const bytes = Buffer.from(content, encoding === 'base64' ? 'base64' : 'utf8')
  const id = writeObject(pathOf(call), 'blob', bytes)
  return { status: 201, body: { sha: id, url: apiAddress(call, `git/blobs/${id}`) } }
}

/** The description of these operations knows fewer fields than other refusals have. */
function invalid(message: string): Reply {
  return { status: 422, body: { message, documentation_url: 'https://docs.github.com/rest/git' } }
}

async function isCommit(call: Call, id: string): Promise<boolean> {
  return (await readObject(pathOf(call), id))?.type === 'commit'
}
