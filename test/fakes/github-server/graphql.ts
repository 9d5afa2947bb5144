import { writeCommit, writeObject } from './git-objects.ts'
import { moveRef, readRef } from './git-refs.ts'
import { entryAt, treeOf, writeChanged } from './git-trees.ts'
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

/** The documents that are understood; GraphQL at large is not what is tested here. */
const viewer = /^\s*\{\s*viewer\s*\{\s*login\s*\}\s*\}\s*$/u
const document =
  /^\s*mutation\s*\(\$input:\s*CreateCommitOnBranchInput!\)\s*\{\s*createCommitOnBranch\(input:\s*\$input\)\s*\{\s*commit\s*\{\s*(?:oid|url|\s)+\}\s*\}\s*\}\s*$/u

export type GraphqlAnswer = { readonly reply: Reply; readonly violation: string | null }

/** Answers `viewer`, and `createCommitOnBranch` on the real repository, as GitHub does: errors come with status 200. */
export async function answerGraphql(
  state: GitHubState,
  caller: Caller,
  { query, variables }: { readonly query?: unknown; readonly variables?: unknown },
): Promise<GraphqlAnswer> {
  if (typeof query === 'string' && viewer.test(query))
    return { reply: { status: 200, body: { data: { viewer: { login: caller.account.login } } } }, violation: null }
  if (typeof query !== 'string' || !document.test(query))
    return {
      ...failed('UNKNOWN', 'this rig does not know this document'),
      violation: 'an unknown document',
    }
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
  const tip = readRef(repository.gitPath, ref)
  if (tip === null) return failed('NOT_FOUND', `No branch named ${branchName}`)
  const stale = `Expected branch to point to "${input.expectedHeadOid}" but it did not. Pull and try again.`
  if (tip !== input.expectedHeadOid) return failed('STALE_DATA', stale)
  const made = await makeCommit(repository.gitPath, input)
  if (made === null) return failed('UNPROCESSABLE', 'A path requested for deletion does not exist')
  if (!moveRef(repository.gitPath, ref, { from: tip, to: made })) return failed('STALE_DATA', stale)
  followBranch(repository, branchName, made)
  return { reply: { status: 200, body: { data: { createCommitOnBranch: { commit: { oid: made } } } } } }
}

/** An open pull request has the tip of its branch as its head. */
export function followBranch(repository: RepositoryState, branch: string, tip: string): void {
  for (const pull of repository.pulls)
    if (pull.state === 'open' && pull.head.ref === branch && pull.head.repositoryId === repository.id)
      pull.head.sha = tip
}

async function makeCommit(gitPath: string, input: CommitInput): Promise<string | null> {
  const { additions = [], deletions = [] } = input.fileChanges ?? {}
  const base = await treeOf(gitPath, input.expectedHeadOid)
  if (base === null) return null
  const removed = await Promise.all(deletions.map(({ path }) => entryAt(gitPath, base, path)))
  if (removed.includes(null)) return null
  const tree = await writeChanged(gitPath, base, [
    ...deletions.map(({ path }) => ({ path, mode: '100644', id: null })),
    ...additions.map(({ path, contents }) => {
      const id = writeObject(gitPath, 'blob', Buffer.from(contents, 'base64'))
      return { path, mode: '100644', id }
    }),
  ])
  const message = [input.message.headline, input.message.body ?? ''].join('\n\n').trim()
  return writeCommit(gitPath, { tree, parents: [input.expectedHeadOid], message })
}
