import { setTimeout as delay } from 'node:timers/promises'
import type { PermissionFact, TokenFacts } from '../../domain/doctor/facts.ts'
import type { TokenInspector } from '../../ports/doctor-host.ts'
import { createClient, type ClientOptions, type GitHubClient } from './octokit.ts'
import { isRequestFailure } from './request-failure.ts'

/** The token and repository to inspect. */
export type TokenInspectorOptions = ClientOptions & {
  readonly owner: string
  readonly repo: string
  /** The variable that holds the token, for messages. */
  readonly variable: string
  /** File names of workflows; one is probed with an invalid ref. */
  readonly workflows: readonly string[]
}

type Connection = {
  readonly client: GitHubClient
  readonly place: { readonly owner: string; readonly repo: string }
}

type ProbeResult = Pick<PermissionFact, 'isGranted' | 'detail'>
type Probe = { readonly permission: string; readonly ask: () => Promise<ProbeResult> }

const noCommit = '0'.repeat(40)
const absentBranch = 'warpgauge-doctor-asks-for-a-branch-that-is-not-there'
/** Longer than any comment limit of GitHub: rejected in any case, but only after the permission check. */
const tooLong = 'x'.repeat(300_000)
const timeoutMs = 60_000

/**
 * Probes the permissions of a token. GitHub has no query for them, so each probe sends a request that must fail for
 * another reason: an invalid commit, branch or length. 403 means the permission is missing, 422 that it is granted; any
 * other status is inconclusive.
 */
export function createTokenInspector(options: TokenInspectorOptions): TokenInspector {
  const { owner, repo } = options
  const connection = { client: createClient({ ...options, throttle: { isPaced: false } }), place: { owner, repo } }
  return {
    async ask(): Promise<TokenFacts> {
      const { variable } = options
      const repository = `${owner}/${repo}`
      const gaveUp = {
        status: 'unasked',
        variable,
        problem: `GitHub gave no answer within ${timeoutMs / 1000} s`,
      } as const
      const probed = askAll(connection, options).then(
        (facts): TokenFacts => ({ status: 'asked', variable, repository, ...facts }),
        (error: unknown): TokenFacts => toRefusedToken(error, variable, repository),
      )
      const timer = new AbortController()
      const late = delay(timeoutMs, gaveUp, { signal: timer.signal, ref: false }).catch(() => gaveUp)
      return await Promise.race([probed, late]).finally(() => timer.abort())
    },
  }
}

async function askAll({ client, place }: Connection, { workflows }: TokenInspectorOptions) {
  const { data } = await client.rest.repos.get(place)
  const permissions: PermissionFact[] = []
  for (const { permission, ask } of listProbes({ client, place }, workflows)) {
    permissions.push({ permission, ...(await ask()) })
  }
  return { isPublic: !data.private, permissions }
}

function listProbes({ client, place }: Connection, workflows: readonly string[]): Probe[] {
  const { rest } = client
  return [
    { permission: 'contents: read', ask: () => probeCall(() => rest.repos.listCommits({ ...place, per_page: 1 })) },
    {
      permission: 'contents: write',
      ask: () => probeCall(() => rest.git.createRef({ ...place, ref: `refs/heads/${absentBranch}`, sha: noCommit })),
    },
    {
      permission: 'checks: write',
      ask: () => probeCall(() => rest.checks.create({ ...place, name: 'warpgauge doctor', head_sha: noCommit })),
    },
    { permission: 'pull-requests: read', ask: () => probeCall(() => rest.pulls.list({ ...place, per_page: 1 })) },
    { permission: 'pull-requests: write', ask: () => probeCommenting({ client, place }, true) },
    { permission: 'issues: write', ask: () => probeCommenting({ client, place }, false) },
    { permission: 'actions: write', ask: () => probeDispatching({ client, place }, workflows) },
  ]
}

async function probeCommenting({ client, place }: Connection, isPull: boolean): Promise<ProbeResult> {
  try {
    const query = { ...place, state: 'open', per_page: 50 } as const
    const numbers = isPull
      ? (await client.rest.pulls.list(query)).data.map(({ number }) => number)
      : (await client.rest.issues.listForRepo(query)).data
          .filter((issue) => issue.pull_request === undefined)
          .map(({ number }) => number)
    const [number] = numbers
    const what = isPull ? 'pull request' : 'issue'
    if (number === undefined) return { isGranted: null, detail: `not probed: no open ${what}` }
    return await probeCall(() => client.rest.issues.createComment({ ...place, issue_number: number, body: tooLong }))
  } catch (error) {
    return toProbeResult(error)
  }
}

async function probeDispatching({ client, place }: Connection, [workflow]: readonly string[]): Promise<ProbeResult> {
  if (workflow === undefined) return { isGranted: null, detail: 'not probed: no workflow' }
  return await probeCall(() =>
    client.rest.actions.createWorkflowDispatch({ ...place, workflow_id: workflow, ref: absentBranch }),
  )
}

async function probeCall(call: () => Promise<unknown>): Promise<ProbeResult> {
  try {
    await call()
    return { isGranted: true, detail: 'GitHub answered' }
  } catch (error) {
    return toProbeResult(error)
  }
}

function toProbeResult(error: unknown): ProbeResult {
  if (!isRequestFailure(error)) throw error
  if (error.response === undefined) return { isGranted: null, detail: `no answer: ${error.message}` }
  if (error.status === 422)
    return { isGranted: true, detail: 'granted: the probe was rejected for its invalid content' }
  const isAboutToken = error.status === 403 && !/rate limit|locked/iu.test(error.message)
  if (isAboutToken) return { isGranted: false, detail: error.message }
  return { isGranted: null, detail: `GitHub answered ${error.status}` }
}

function toRefusedToken(error: unknown, variable: string, repository: string): TokenFacts {
  if (!isRequestFailure(error)) throw error
  if (error.response === undefined)
    return { status: 'unasked', variable, problem: `GitHub did not answer: ${error.message}` }
  if (error.status === 401) return { status: 'refused', variable, problem: 'invalid or expired token' }
  if (error.status === 404) return { status: 'refused', variable, problem: `this token cannot see ${repository}` }
  return { status: 'unasked', variable, problem: `GitHub answered ${error.status} to a request for ${repository}` }
}
