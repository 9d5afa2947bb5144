import { randomUUID } from 'node:crypto'
import { rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { git } from './git-plumbing.ts'
import { apiAddress, render } from './rendering.ts'
import { notFound } from './route.ts'
import type { Call, Reply, Route } from './route.ts'

const read: Route['permissions'] = ['contents:read']
const write: Route['permissions'] = ['contents:write']

/** GitHub's git database over the real repository of `gitPath`: objects, and refs that move by fast-forward. */
export const gitDatabaseRoutes: Record<string, Route> = {
  'git/get-ref': { permissions: read, answer: getRef },
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

async function inRepository(call: Call, args: readonly string[], input?: string): Promise<string | null> {
  const { gitPath } = call.repository
  if (gitPath === null) return null
  const output = await git(gitPath, args, { env: identity, ...(input === undefined ? {} : { input }) })
  return output === null ? null : output.toString('utf8').trim()
}

/** What an id names never changes: a question about an object is asked of git once. */
const answers = new Map<string, Promise<Buffer | null>>()

async function ofObject(call: Call, args: readonly string[]): Promise<Buffer | null> {
  const { gitPath } = call.repository
  if (gitPath === null) return null
  const key = JSON.stringify([gitPath, args])
  const known = answers.get(key) ?? git(gitPath, args)
  answers.set(key, known)
  const answer = await known
  // Nobody may have written it yet.
  if (answer === null) answers.delete(key)
  return answer
}

/** GitHub signs for the owner of the token when nobody else is named. */
const identity = {
  GIT_AUTHOR_NAME: 'github-actions[bot]',
  GIT_AUTHOR_EMAIL: '41898282+github-actions[bot]@users.noreply.github.com',
  GIT_COMMITTER_NAME: 'GitHub',
  GIT_COMMITTER_EMAIL: 'noreply@github.com',
}

async function tipOf(call: Call, ref: string): Promise<string | null> {
  const found = await inRepository(call, ['rev-parse', '--verify', '--quiet', '--end-of-options', `refs/${ref}`])
  return found !== null && sha.test(found) ? found : null
}

async function getRef(call: Call): Promise<Reply> {
  const ref = call.params['ref'] ?? ''
  const tip = await tipOf(call, ref)
  return tip === null ? notFound() : { status: 200, body: renderRef(call, `refs/${ref}`, tip) }
}

async function createRef(call: Call): Promise<Reply> {
  const [ref, tip] = [String(call.input['ref']), String(call.input['sha'])]
  if (!/^refs\/[^/]+\/.+/u.test(ref)) return invalid(`Reference name must start with "refs/": ${ref}`)
  if (!(await isCommit(call, tip))) return invalid('Object does not exist')
  // An old value of zeros: git itself sees to it that of two writers one fails.
  const done = await inRepository(call, ['update-ref', ref, tip, '0'.repeat(40)])
  if (done === null) return invalid('Reference already exists')
  return { status: 201, body: renderRef(call, ref, tip) }
}

async function updateRef(call: Call): Promise<Reply> {
  const ref = call.params['ref'] ?? ''
  const next = String(call.input['sha'])
  const tip = await tipOf(call, ref)
  if (tip === null) return invalid('Reference does not exist')
  if (!(await isCommit(call, next))) return invalid('Object does not exist')
  const isForced = call.input['force'] === true
  const isAhead = (await inRepository(call, ['merge-base', '--is-ancestor', tip, next])) !== null
  if (!isAhead && !isForced) return invalid('Update is not a fast forward')
  const done = await inRepository(call, ['update-ref', `refs/${ref}`, next, tip])
  if (done === null) return invalid('Update is not a fast forward')
  return { status: 200, body: renderRef(call, `refs/${ref}`, next) }
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
  const flags = parents.flatMap((parent) => ['-p', parent])
  const made = await inRepository(call, ['commit-tree', tree, ...flags], message)
  if (made === null) return invalid('Tree SHA or parent SHA does not exist')
  return { status: 201, body: await renderCommit(call, made) }
}

async function renderCommit(call: Call, commit: string): Promise<unknown> {
  const found = await ofObject(call, ['rev-parse', '--verify', '--quiet', `${commit}^{tree}`])
  if (found === null) return null
  const tree = found.toString('utf8').trim()
  const url = apiAddress(call, `git/trees/${tree}`)
  return render(call, 'git-commit', { sha: commit, tree: { sha: tree, url } })
}

async function getTree(call: Call): Promise<Reply> {
  const tree = call.params['tree_sha'] ?? ''
  const listed = sha.test(tree) ? await ofObject(call, ['ls-tree', '--long', tree]) : null
  if (listed === null) return notFound()
  const entries = listed
    .toString('utf8')
    .split('\n')
    .flatMap((line) => {
      const found = /^(\d+) (\w+) ([0-9a-f]{40}) +(\d+|-)\t(.*)$/u.exec(line)
      if (!found) return []
      const [, mode = '', type = '', id = '', size = '-', path = ''] = found
      return [{ path, mode, type, sha: id, ...(size === '-' ? {} : { size: Number(size) }) }]
    })
  const url = apiAddress(call, `git/trees/${tree}`)
  return { status: 200, body: { sha: tree, url, truncated: false, tree: entries } }
}

type NewEntry = {
  readonly path: string
  readonly mode: string
  readonly sha?: string | null
  readonly content?: string
}

async function createTree(call: Call): Promise<Reply> {
  const { tree, base_tree: base } = call.input as { tree: NewEntry[]; base_tree?: string }
  const { gitPath } = call.repository
  if (gitPath === null) return notFound()
  const index = join(tmpdir(), `index-${randomUUID()}`)
  const inIndex = (args: string[], input = '') => git(gitPath, args, { input, env: { GIT_INDEX_FILE: index } })
  try {
    if (base !== undefined && (await inIndex(['read-tree', base])) === null) return invalid('base_tree is no tree')
    const lines = await Promise.all(tree.map((entry) => indexLine(call, entry)))
    if ((await inIndex(['update-index', '--index-info'], lines.join(''))) === null)
      return invalid('tree.sha is not valid')
    const id = ((await inIndex(['write-tree'])) ?? '').toString().trim()
    return { status: 201, body: { sha: id, url: apiAddress(call, `git/trees/${id}`), truncated: false, tree: [] } }
  } finally {
    await rm(index, { force: true })
  }
}

/** A null id removes the path. */
async function indexLine(call: Call, { path, mode, sha: id, content }: NewEntry): Promise<string> {
  if (id === null) return `0 ${'0'.repeat(40)}\t${path}\n`
  const blob = id ?? (await inRepository(call, ['hash-object', '-w', '--stdin'], content ?? ''))
  return `${mode} ${blob}\t${path}\n`
}

async function getBlob(call: Call): Promise<Reply> {
  const id = call.params['file_sha'] ?? ''
  const content = sha.test(id) ? await ofObject(call, ['cat-file', 'blob', id]) : null
  if (content === null) return notFound()
  const url = apiAddress(call, `git/blobs/${id}`)
  const body = { sha: id, size: content.length, url, encoding: 'base64', content: content.toString('base64') }
  return { status: 200, body: render(call, 'blob', body) }
}

async function createBlob(call: Call): Promise<Reply> {
  const { content, encoding = 'utf-8' } = call.input as { content: string; encoding?: string }
  const text = encoding === 'base64' ? Buffer.from(content, 'base64').toString('utf8') : content
  const id = await inRepository(call, ['hash-object', '-w', '--stdin'], text)
  if (id === null) return notFound()
  return { status: 201, body: { sha: id, url: apiAddress(call, `git/blobs/${id}`) } }
}

/** The description of these operations knows fewer fields than other refusals have. */
function invalid(message: string): Reply {
  return { status: 422, body: { message, documentation_url: 'https://docs.github.com/rest/git' } }
}

async function isCommit(call: Call, id: string): Promise<boolean> {
  return sha.test(id) && (await ofObject(call, ['cat-file', '-t', id]))?.toString('utf8').trim() === 'commit'
}
