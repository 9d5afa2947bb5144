import { createHash } from 'node:crypto'
import { setImmediate as nextTurn } from 'node:timers/promises'
import type { Logger } from '../../ports/logger.ts'
import type { GitHubClient } from './octokit-client.ts'

/** The text of a file in a commit; null when it does not exist. */
export type ReadFile = (commit: string, path: string) => Promise<string | null>

export type FileReaderOptions = {
  /** Created for the first query: most processes read one file and need none. */
  readonly openClient: () => GitHubClient
  readonly place: { readonly owner: string; readonly repo: string }
  readonly logger: Logger
  /** Reads one file over the REST API; its errors are thrown. */
  readonly readOne: ReadFile
}

/** File texts by path; null for a missing file. Paths that the query could not answer are absent. */
type FileTexts = ReadonlyMap<string, string | null>
type Batch = { readonly paths: Set<string>; readonly texts: Promise<FileTexts> }

const nothing: FileTexts = new Map()
const maxPaths = 20
const commitId = /^[0-9a-f]{40}$/u

/**
 * Reads files of commits, each once. Concurrent reads from one commit share a GraphQL query. A text is accepted only if
 * it matches the git hash, because GitHub truncates large files and converts encodings. All other files are read one by
 * one, as is everything after a failed query.
 */
export function createFileReader({ openClient, place, logger, readOne }: FileReaderOptions): ReadFile {
  const known = new Map<string, Promise<string | null>>()
  const batches = new Map<string, Batch>()
  let client: GitHubClient | null = null
  let isUsable = true
  const query = async (commit: string, paths: ReadonlySet<string>): Promise<FileTexts> => {
    await nextTurn()
    batches.delete(commit)
    if (!isUsable || paths.size < 2 || !commitId.test(commit)) return nothing
    try {
      client ??= openClient()
      return await readMany(client, place, commit, [...paths])
    } catch (error) {
      isUsable = false
      logger.debug(`Files are read one by one: ${error instanceof Error ? error.message : String(error)}`)
      return nothing
    }
  }
  const openBatch = (commit: string): Batch => {
    const open = batches.get(commit)
    if (open !== undefined && open.paths.size < maxPaths) return open
    const paths = new Set<string>()
    const batch = { paths, texts: query(commit, paths) }
    batches.set(commit, batch)
    return batch
  }
  const read: ReadFile = async (commit, path) => {
    const batch = openBatch(commit)
    batch.paths.add(path)
    const texts = await batch.texts
    return texts.has(path) ? (texts.get(path) ?? null) : await readOne(commit, path)
  }
  return (commit, path) => {
    const key = `${commit}:${path}`
    const text = known.get(key) ?? read(commit, path)
    // Cache only by commit id: refs move, and failed reads are retried.
    if (commitId.test(commit)) known.set(key, text)
    void text.catch(() => known.delete(key))
    return text
  }
}

type BatchResponse = {
  readonly repository: Readonly<Record<string, { readonly oid?: string; readonly text?: string | null } | null>> | null
}

/** @throws GraphQL errors */
async function readMany(
  client: GitHubClient,
  { owner, repo: name }: FileReaderOptions['place'],
  commit: string,
  paths: readonly string[],
): Promise<FileTexts> {
  const expressions = Object.fromEntries(paths.map((path, index) => [`file${index}`, `${commit}:${path}`]))
  const { repository } = await client.graphql<BatchResponse>(buildQuery(paths.length), {
    owner,
    name,
    commit,
    ...expressions,
  })
  if (repository?.['commit']?.oid !== commit) return nothing
  const texts = new Map<string, string | null>()
  for (const [index, path] of paths.entries()) {
    const file = repository[`file${index}`]
    if (file === null) texts.set(path, null)
    else if (typeof file?.text === 'string' && isComplete(file.text, file.oid)) texts.set(path, file.text)
  }
  return texts
}

function buildQuery(files: number): string {
  const all = Array.from({ length: files }, (_, index) => `file${index}`)
  const variables = all.map((file) => `, $${file}: String!`).join('')
  const fields = all.map((file) => `${file}: object(expression: $${file}) { ... on Blob { oid text } }`)
  return `query ($owner: String!, $name: String!, $commit: GitObjectID!${variables}) {
  repository(owner: $owner, name: $name) {
    commit: object(oid: $commit) { oid }
    ${fields.join('\n    ')}
  }
}`
}

/** Excludes symbolic links (one line without a line feed): only the REST API follows them. */
function isComplete(text: string, oid: string | undefined): boolean {
  const bytes = Buffer.from(text, 'utf8')
  const isLinkLike = bytes.length < 4096 && !text.includes('\n')
  return !isLinkLike && createHash('sha1').update(`blob ${bytes.length}\0`).update(bytes).digest('hex') === oid
}
