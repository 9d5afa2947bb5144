import { createHash } from 'node:crypto'
import { findCommit } from './commits.ts'
import { readGitObject } from './git-trees.ts'
import { fullNameOf } from './rendering.ts'
import type { Caller, Reply } from './route.ts'
import type { GitHubState, RepositoryState } from './state.ts'

/** More than this of a text is cut, as GitHub does without saying a word in `text`. */
const longestText = 512_000

type Refusal = { readonly type: string; readonly message: string }

/**
 * Whether the document asks for files of one commit: each variable declared, used once and of the type that the schema gives
 * its argument (`expression: String`, `oid: GitObjectID`), and `text` asked for on a Blob alone.
 */
export function asksForFiles(query: string): boolean {
  const one = query.replaceAll(/\s+/gu, ' ').trim()
  const outer =
    /^query \(\$owner: String!, \$name: String!, \$commit: GitObjectID!((?:, \$file\d+: String!)+)\) \{ repository\(owner: \$owner, name: \$name\) \{ commit: object\(oid: \$commit\) \{ oid \} ((?:file\d+: object\(expression: \$file\d+\) \{ \.\.\. on Blob \{ oid text \} \} ?)+)\} \}$/u.exec(
      one,
    )
  if (outer === null) return false
  const [, declared = '', fields = ''] = outer
  const names = [...declared.matchAll(/\$(file\d+)/gu)].map(([, name]) => name)
  const used = [...fields.matchAll(/(file\d+): object\(expression: \$(file\d+)\)/gu)]
  return (
    new Set(names).size === names.length &&
    used.every(([, alias, name], index) => alias === name && name === names[index])
  )
}

/** Answers such a document; a missing path is null without an error. */
export async function answerFiles(
  state: GitHubState,
  caller: Caller,
  variables: Readonly<Record<string, unknown>>,
): Promise<Reply> {
  const { owner, name, commit, ...files } = variables
  const wrong = Object.entries(variables).find(([, value]) => typeof value !== 'string')
  if (wrong || !/^[0-9a-f]{40}$/u.test(String(commit)))
    return refuse({ type: 'INVALID', message: `Variable $${wrong?.[0] ?? 'commit'} was provided invalid value` })
  const repository = state.repositories.find((one) => fullNameOf(one) === `${String(owner)}/${String(name)}`)
  if (repository === undefined) return refuse({ type: 'NOT_FOUND', message: 'Could not resolve to a Repository' })
  if (caller.options.contents === undefined)
    return refuse({ type: 'FORBIDDEN', message: 'Resource not accessible by integration' })
  const isKnown = (await findCommit(repository, String(commit))) !== null
  const found: Record<string, unknown> = { commit: isKnown ? { oid: commit } : null }
  for (const [alias, expression] of Object.entries(files)) found[alias] = await objectAt(repository, String(expression))
  return { status: 200, body: { data: { repository: found } } }
}

function refuse(error: Refusal): Reply {
  return { status: 200, body: { data: { repository: null }, errors: [{ ...error, path: ['repository'] }] } }
}

async function objectAt(repository: RepositoryState, expression: string): Promise<object | null> {
  const [, commit = '', path = ''] = /^([^:]+):(.*)$/u.exec(expression) ?? []
  const content = await contentAt(repository, commit, path)
  if (content === null || content === 'tree') return content === null ? null : {}
  const oid = createHash('sha1').update(`blob ${content.length}\0`).update(content).digest('hex')
  return { oid, text: content.includes(0) ? null : content.toString('utf8').slice(0, longestText) }
}

async function contentAt(repository: RepositoryState, commit: string, path: string): Promise<Buffer | 'tree' | null> {
  if (repository.gitPath === null) {
    const text = repository.files.get(`${commit}:${path}`)
    return text === undefined ? null : Buffer.from(text)
  }
  const found = await readGitObject(repository.gitPath, commit, path)
  if (found === null) return null
  return found.type === 'blob' ? found.content : 'tree'
}
