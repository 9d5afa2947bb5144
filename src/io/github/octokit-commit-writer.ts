import { EnvironmentError } from '../../domain/core/errors.ts'
import type { CommitRequest, CommitResult, CommitWriter } from '../../ports/commit-writer.ts'
import type { Connection } from './octokit-connection.ts'
import { isRequestFailure } from './octokit-error.ts'

const mutation = `mutation ($input: CreateCommitOnBranchInput!) {
  createCommitOnBranch(input: $input) { commit { oid } }
}`

type CommitResponse = { readonly createCommitOnBranch: { readonly commit: { readonly oid: string } } | null }

/**
 * Commits with the GraphQL mutation `createCommitOnBranch`: signed by GitHub, atomic, and rejected when the branch has
 * moved. Such a commit has one parent, and old Enterprise Servers lack the mutation: both cases are `unable`.
 */
export function createApiCommitWriter(connection: Connection): CommitWriter {
  return {
    commit: (request) =>
      connection.ask(`commit to ${request.branch}`, 'contents: write', () => commit(connection, request)),
  }
}

async function commit({ client, place }: Connection, request: CommitRequest): Promise<CommitResult> {
  if (request.takesOver !== null) return { kind: 'unable', reason: 'a commit through the API has one parent' }
  const input = {
    branch: { repositoryNameWithOwner: `${place.owner}/${place.repo}`, branchName: request.branch },
    expectedHeadOid: request.expectedHead,
    message: { headline: request.headline },
    fileChanges: buildFileChanges(request),
  }
  try {
    const { createCommitOnBranch: made } = await client.graphql<CommitResponse>(mutation, { input })
    return made === null ? { kind: 'moved' } : { kind: 'written', commit: made.commit.oid }
  } catch (error) {
    return toCommitResult(error, request)
  }
}

function buildFileChanges({ changes }: CommitRequest) {
  const all = Object.entries(changes)
  return {
    additions: all.flatMap(([path, text]) =>
      text === null ? [] : [{ path, contents: Buffer.from(text, 'utf8').toString('base64') }],
    ),
    deletions: all.flatMap(([path, text]) => (text === null ? [{ path }] : [])),
  }
}

function toCommitResult(error: unknown, { branch }: CommitRequest): CommitResult {
  if (isRequestFailure(error)) {
    if (error.status >= 500) return { kind: 'moved' }
    if (error.status === 404) return { kind: 'unable', reason: 'this server has no GraphQL' }
    throw error
  }
  const message = findRefusalMessage(error)
  if (message === null) throw error
  if (/expected branch to point to|but expected|STALE_DATA/iu.test(message)) return { kind: 'moved' }
  if (/doesn't exist on type 'Mutation'|isn't a defined input type/iu.test(message))
    return { kind: 'unable', reason: 'this server knows no createCommitOnBranch' }
  const options = { cause: error }
  const could = `Could not commit to ${branch}: ${message}`
  if (/not accessible|permission/iu.test(message))
    throw new EnvironmentError(could, 'Give the job `permissions: contents: write`.', options)
  if (/rule violation|protected branch/iu.test(message))
    throw new EnvironmentError(could, 'Rules forbid direct commits there: set refresh-by: pull-request.', options)
  throw new EnvironmentError(could, 'Look at https://www.githubstatus.com, then run the job again.', options)
}

/** All messages of a GraphQL error; null for another error. */
function findRefusalMessage(error: unknown): string | null {
  if (!(error instanceof Error) || !('errors' in error) || !Array.isArray(error.errors)) return null
  const all: readonly { readonly type?: string; readonly message?: string }[] = error.errors
  return all.map(({ type = '', message = '' }) => `${type} ${message}`.trim()).join('; ')
}
