import { setTimeout as delay } from 'node:timers/promises'
import type { PermissionFact, TokenFacts } from '../../domain/doctor/facts.ts'
import type { TokenInspector } from '../../ports/doctor-host.ts'
import { connectTo, type Connection, type PlaceOptions } from './octokit-connection.ts'
import { isRequestFailure } from './octokit-error.ts'

/** Which token is asked about which repository. */
export type TokenInspectorOptions = PlaceOptions & {
  /** Where the token came from, for the message. */
  readonly variable: string
  /** File names of workflows, of which one is asked for in vain. */
  readonly workflows: readonly string[]
}

type Answer = Pick<PermissionFact, 'isGranted' | 'detail'>
type Probe = { readonly permission: string; readonly ask: () => Promise<Answer> }

const noCommit = '0'.repeat(40)
const absentBranch = 'warpgauge-doctor-asks-for-a-branch-that-is-not-there'
/** More than any limit of GitHub for a comment: refused whatever the token may do, and only after that was looked at. */
const tooLong = 'x'.repeat(300_000)
const longestMs = 60_000

/**
 * Asks what a token may do. GitHub has no question for that, so each permission is tried by a request that it must refuse
 * for another reason: a commit, a branch or a length that cannot be. 403 says that the permission is missing, 422 that
 * it is there; everything else says nothing.
 */
export function createTokenInspector(options: TokenInspectorOptions): TokenInspector {
  const connection = connectTo({ ...options, throttle: { isPaced: false } })
  return {
    async ask(): Promise<TokenFacts> {
      const { variable, owner, repo } = options
      const repository = `${owner}/${repo}`
      const gaveUp = {
        status: 'unasked',
        variable,
        problem: `GitHub gave no answer within ${longestMs / 1000} s`,
      } as const
      const asked = askAll(connection, options).then(
        (facts): TokenFacts => ({ status: 'asked', variable, repository, ...facts }),
        (error: unknown): TokenFacts => refusalOf(error, variable, repository),
      )
      const timer = new AbortController()
      const late = delay(longestMs, gaveUp, { signal: timer.signal, ref: false }).catch(() => gaveUp)
      return await Promise.race([asked, late]).finally(() => timer.abort())
    },
  }
}

async function askAll({ client, place }: Connection, { workflows }: TokenInspectorOptions) {
  const { data } = await client.rest.repos.get(place)
  const permissions: PermissionFact[] = []
  for (const { permission, ask } of probes({ client, place }, workflows)) {
    permissions.push({ permission, ...(await ask()) })
  }
  return { isPublic: !data.private, permissions }
}

function probes({ client, place }: Pick<Connection, 'client' | 'place'>, workflows: readonly string[]): Probe[] {
  const { rest } = client
  return [
    { permission: 'contents: read', ask: () => tried(() => rest.repos.listCommits({ ...place, per_page: 1 })) },
    {
      permission: 'contents: write',
      ask: () => tried(() => rest.git.createRef({ ...place, ref: `refs/heads/${absentBranch}`, sha: noCommit })),
    },
    {
      permission: 'checks: write',
      ask: () => tried(() => rest.checks.create({ ...place, name: 'warpgauge doctor', head_sha: noCommit })),
    },
    { permission: 'pull-requests: write', ask: () => commenting({ client, place }, true) },
    { permission: 'issues: write', ask: () => commenting({ client, place }, false) },
    { permission: 'actions: write', ask: () => dispatching({ client, place }, workflows) },
  ]
}

async function commenting({ client, place }: Pick<Connection, 'client' | 'place'>, isPull: boolean): Promise<Answer> {
  try {
    const query = { ...place, state: 'open', per_page: 50 } as const
    const numbers = isPull
      ? (await client.rest.pulls.list(query)).data.map(({ number }) => number)
      : (await client.rest.issues.listForRepo(query)).data
          .filter((issue) => issue.pull_request === undefined)
          .map(({ number }) => number)
    const [number] = numbers
    const what = isPull ? 'pull request' : 'issue'
    if (number === undefined) return { isGranted: null, detail: `there is no open ${what} to ask about` }
    return await tried(() => client.rest.issues.createComment({ ...place, issue_number: number, body: tooLong }))
  } catch (error) {
    return answerOf(error)
  }
}

async function dispatching(
  { client, place }: Pick<Connection, 'client' | 'place'>,
  [workflow]: readonly string[],
): Promise<Answer> {
  if (workflow === undefined) return { isGranted: null, detail: 'there is no workflow to ask about' }
  return await tried(() =>
    client.rest.actions.createWorkflowDispatch({ ...place, workflow_id: workflow, ref: absentBranch }),
  )
}

async function tried(call: () => Promise<unknown>): Promise<Answer> {
  try {
    await call()
    return { isGranted: true, detail: 'GitHub answered' }
  } catch (error) {
    return answerOf(error)
  }
}

function answerOf(error: unknown): Answer {
  if (!isRequestFailure(error)) throw error
  if (error.response === undefined) return { isGranted: null, detail: `no answer: ${error.message}` }
  if (error.status === 422) return { isGranted: true, detail: 'refused for the reason it was made for' }
  const isAboutToken = error.status === 403 && !/rate limit|locked/iu.test(error.message)
  if (isAboutToken) return { isGranted: false, detail: error.message }
  return { isGranted: null, detail: `GitHub answered ${error.status}` }
}

function refusalOf(error: unknown, variable: string, repository: string): TokenFacts {
  if (!isRequestFailure(error)) throw error
  if (error.response === undefined)
    return { status: 'unasked', variable, problem: `GitHub did not answer: ${error.message}` }
  if (error.status === 401)
    return { status: 'refused', variable, problem: 'GitHub does not know this token, or it has ended' }
  if (error.status === 404) return { status: 'refused', variable, problem: `this token cannot see ${repository}` }
  return { status: 'unasked', variable, problem: `GitHub answered ${error.status} to a question about ${repository}` }
}
