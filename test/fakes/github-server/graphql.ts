import { randomUUID } from 'node:crypto'
import { rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { git } from './git-plumbing.ts'
import { fullNameOf } from './rendering.ts'
import type { Caller, Reply } from './route.ts'
import type { GitHubState, RepositoryState } from './state.ts'

/** What GitHub's GraphQL schema says of the input of `createCommitOnBranch`: fields, and which must be there. */
type Shape = {
  readonly [field: string]: { readonly isNeeded: boolean; readonly is: (value: unknown) => string | null }
}

const text = (value: unknown): string | null => (typeof value === 'string' ? null : 'is not a String')
const oid = (value: unknown): string | null =>
  typeof value === 'string' && /^[0-9a-f]{40}$/u.test(value) ? null : 'is not a GitObjectID'
const base64 = (value: unknown): string | null =>
  typeof value === 'string' && /^[A-Za-z0-9+/]*={0,2}$/u.test(value) && value.length % 4 === 0
    ? null
    : 'is not a Base64String'
const object =
  (shape: Shape) =>
  (value: unknown): string | null =>
    problemOf(shape, value)
const list =
  (shape: Shape) =>
  (value: unknown): string | null =>
    Array.isArray(value)
      ? (value.map((item) => problemOf(shape, item)).find((one) => one !== null) ?? null)
      : 'is no list'

const commitInput: Shape = {
  branch: {
    isNeeded: true,
    is: object({
      id: { isNeeded: false, is: text },
      repositoryNameWithOwner: { isNeeded: false, is: text },
      branchName: { isNeeded: false, is: text },
    }),
  },
  expectedHeadOid: { isNeeded: true, is: oid },
  message: {
    isNeeded: true,
    is: object({ headline: { isNeeded: true, is: text }, body: { isNeeded: false, is: text } }),
  },
  fileChanges: {
    isNeeded: false,
    is: object({
      additions: {
        isNeeded: false,
        is: list({ path: { isNeeded: true, is: text }, contents: { isNeeded: true, is: base64 } }),
      },
      deletions: { isNeeded: false, is: list({ path: { isNeeded: true, is: text } }) },
    }),
  },
  clientMutationId: { isNeeded: false, is: text },
}

function problemOf(shape: Shape, value: unknown): string | null {
  if (typeof value !== 'object' || value === null || Array.isArray(value)) return 'is no object'
  const unknown = Object.keys(value).find((field) => !(field in shape))
  if (unknown !== undefined) return `${unknown} is not defined by the input type`
  for (const [field, { isNeeded, is }] of Object.entries(shape)) {
    const given = (value as Record<string, unknown>)[field]
    if (given === undefined && isNeeded) return `${field} of required type was not provided`
    const problem = given === undefined ? null : is(given)
    if (problem !== null) return `${field} ${problem}`
  }
  return null
}

type CommitInput = {
  readonly branch: { readonly repositoryNameWithOwner: string; readonly branchName: string }
  readonly expectedHeadOid: string
  readonly message: { readonly headline: string; readonly body?: string }
  readonly fileChanges?: {
    readonly additions?: readonly { readonly path: string; readonly contents: string }[]
    readonly deletions?: readonly { readonly path: string }[]
  }
}

/** The one document that is understood; GraphQL at large is not what is tested here. */
const document =
  /^\s*mutation\s*\(\$input:\s*CreateCommitOnBranchInput!\)\s*\{\s*createCommitOnBranch\(input:\s*\$input\)\s*\{\s*commit\s*\{\s*(?:oid|url|\s)+\}\s*\}\s*\}\s*$/u

export type GraphqlAnswer = { readonly reply: Reply; readonly violation: string | null }

/** Answers `createCommitOnBranch` on the real repository, as GitHub does: errors come with status 200. */
export async function answerGraphql(
  state: GitHubState,
  caller: Caller,
  { query, variables }: { readonly query?: unknown; readonly variables?: unknown },
): Promise<GraphqlAnswer> {
  if (typeof query !== 'string' || !document.test(query))
    return { ...failed('UNKNOWN', 'this rig understands createCommitOnBranch alone'), violation: 'an unknown document' }
  const input = (variables as { readonly input?: unknown } | undefined)?.input
  const problem = problemOf(commitInput, input)
  if (problem !== null)
    return { ...failed('INVALID', `Variable $input was provided invalid value: ${problem}`), violation: problem }
  return { ...(await commitOnBranch(state, caller, input as CommitInput)), violation: null }
}

function failed(type: string, message: string): { readonly reply: Reply } {
  const errors = [{ type, path: ['createCommitOnBranch'], message }]
  return { reply: { status: 200, body: { data: { createCommitOnBranch: null }, errors } } }
}

async function commitOnBranch(
  state: GitHubState,
  caller: Caller,
  input: CommitInput,
): Promise<{ readonly reply: Reply }> {
  const { repositoryNameWithOwner, branchName } = input.branch
  const repository = state.repositories.find((one) => fullNameOf(one) === repositoryNameWithOwner)
  if (!repository?.gitPath) return failed('NOT_FOUND', `Could not resolve to a Repository ${repositoryNameWithOwner}`)
  if (caller.options.contents !== 'write') return failed('FORBIDDEN', 'Resource not accessible by integration')
  const ref = `refs/heads/${branchName}`
  const tip = await plain(repository.gitPath, ['rev-parse', '--verify', '--quiet', ref])
  if (tip === null) return failed('NOT_FOUND', `No branch named ${branchName}`)
  const stale = `Expected branch to point to "${input.expectedHeadOid}" but it did not. Pull and try again.`
  if (tip !== input.expectedHeadOid) return failed('STALE_DATA', stale)
  const made = await makeCommit(repository.gitPath, input)
  if (made === null) return failed('UNPROCESSABLE', 'A path requested for deletion does not exist')
  // git itself sees to it that of two writers one fails.
  if ((await plain(repository.gitPath, ['update-ref', ref, made, tip])) === null) return failed('STALE_DATA', stale)
  followBranch(repository, branchName, made)
  return { reply: { status: 200, body: { data: { createCommitOnBranch: { commit: { oid: made } } } } } }
}

/** An open pull request has the tip of its branch as its head. */
export function followBranch(repository: RepositoryState, branch: string, tip: string): void {
  for (const pull of repository.pulls)
    if (pull.state === 'open' && pull.head.ref === branch && pull.head.repositoryId === repository.id)
      pull.head.sha = tip
}

const identity = {
  GIT_AUTHOR_NAME: 'github-actions[bot]',
  GIT_AUTHOR_EMAIL: '41898282+github-actions[bot]@users.noreply.github.com',
  GIT_COMMITTER_NAME: 'GitHub',
  GIT_COMMITTER_EMAIL: 'noreply@github.com',
}

async function makeCommit(gitPath: string, input: CommitInput): Promise<string | null> {
  const { additions = [], deletions = [] } = input.fileChanges ?? {}
  const index = join(tmpdir(), `index-${randomUUID()}`)
  const env = { ...identity, GIT_INDEX_FILE: index }
  try {
    await plain(gitPath, ['read-tree', input.expectedHeadOid], { env })
    for (const { path } of deletions) {
      const known = await plain(gitPath, ['ls-files', '--', path], { env })
      if (known === null || known === '') return null
      await plain(gitPath, ['update-index', '--index-info'], { env, input: `0 ${'0'.repeat(40)}\t${path}\n` })
    }
    for (const { path, contents } of additions) {
      const blob = await plain(gitPath, ['hash-object', '-w', '--stdin'], {
        input: Buffer.from(contents, 'base64').toString(),
      })
      await plain(gitPath, ['update-index', '--add', '--cacheinfo', `100644,${blob},${path}`], { env })
    }
    const tree = await plain(gitPath, ['write-tree'], { env })
    const message = [input.message.headline, input.message.body ?? ''].join('\n\n').trim()
    return await plain(gitPath, ['commit-tree', tree ?? '', '-p', input.expectedHeadOid, '-m', message], { env })
  } finally {
    await rm(index, { force: true })
  }
}

async function plain(
  gitPath: string,
  args: readonly string[],
  more: Parameters<typeof git>[2] = {},
): Promise<string | null> {
  const output = await git(gitPath, args, more)
  return output === null ? null : output.toString('utf8').trim()
}
