import { findCommit } from './commits.ts'
import { gitText } from './git-plumbing.ts'
import { readGitObject } from './git-trees.ts'
import { apiAddress, render } from './rendering.ts'
import { notFound, refusal } from './route.ts'
import type { Call, Reply, Route } from './route.ts'

/** Files, from a real git repository or from what the test wrote down. */
export const contentRoutes: Record<string, Route> = {
  'repos/get-content': { permissions: ['contents:read'], answer: getContent },
}

type Blob = { readonly id: string; readonly type: string; readonly content: Buffer }

async function getContent(call: Call): Promise<Reply> {
  const ref = call.query['ref'] ?? call.repository.defaultBranch
  const commit = await findCommit(call.repository, ref)
  if (commit === null) return refusal(404, `No commit found for the ref ${ref}`)
  const path = call.params['path'] ?? ''
  const found = await readObject(call, commit, path)
  if (found === null) return notFound()
  if (found.type === 'tree') return listDirectory(call, path, commit)
  if (/application\/vnd\.github\.(?:v3\.)?raw/u.test(call.accept)) return rawFile(found)
  return { status: 200, body: renderFile(call, path, found) }
}

function readObject(call: Call, commit: string, path: string): Promise<Blob | null> {
  const { gitPath, files } = call.repository
  if (gitPath !== null) return readGitObject(gitPath, commit, path)
  const text = files.get(`${commit}:${path}`)
  return Promise.resolve(text === undefined ? null : { id: '0'.repeat(40), type: 'blob', content: Buffer.from(text) })
}

function rawFile(blob: Blob): Reply {
  return { status: 200, body: blob.content, mediaType: 'application/vnd.github.raw+json; charset=utf-8' }
}

function renderFile(call: Call, path: string, blob: Blob): unknown {
  const url = apiAddress(call, `contents/${encodeURI(path)}`)
  return render(call, 'content-file', {
    type: 'file',
    encoding: 'base64',
    size: blob.content.length,
    name: path.split('/').at(-1),
    path,
    content: blob.content.toString('base64'),
    sha: blob.id,
    url,
    _links: { self: url },
  })
}

async function listDirectory(call: Call, path: string, commit: string): Promise<Reply> {
  const names = await gitText(call.repository.gitPath ?? '', ['ls-tree', '--name-only', `${commit}:${path}`])
  const entries = (names ?? '')
    .split('\n')
    .map((name) => ({ name, path: `${path}/${name}`, size: 0, type: 'file', sha: '0'.repeat(40) }))
  return { status: 200, body: entries.map((entry) => ({ ...directoryLinks(call, entry.path), ...entry })) }
}

function directoryLinks(call: Call, path: string): object {
  const url = apiAddress(call, `contents/${encodeURI(path)}`)
  return { url, git_url: null, html_url: null, download_url: null, _links: { self: url, git: null, html: null } }
}
