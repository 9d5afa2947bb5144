import { setTimeout as delay } from 'node:timers/promises'
import type { PermissionFact, TokenFacts } from '../../domain/doctor/facts.ts'
import { createClient, type ClientOptions } from './octokit.ts'
import { isRequestFailure } from './connection.ts'

/** The token and repository to inspect. */
type TokenOptions = ClientOptions & {
  readonly owner: string
  readonly repo: string
  /** The variable that holds the token, for messages. */
  readonly variable: string
  /** File name of a workflow, which is probed with an invalid ref; undefined: there is none. */
  readonly workflow: string | undefined
}

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
export async function inspectToken(options: TokenOptions): Promise<TokenFacts> {
  const problem = `GitHub gave no answer within ${timeoutMs / 1000} s`
  const gaveUp = { status: 'unasked', variable: options.variable, problem } as const
  const timer = new AbortController()
  const late = delay(timeoutMs, gaveUp, { signal: timer.signal, ref: false }).catch(() => gaveUp)
  return await Promise.race([probeAll(options), late]).finally(() => timer.abort())
}

async function probeAll({ owner, repo, variable, workflow, ...options }: TokenOptions): Promise<TokenFacts> {
  const { rest } = createClient({ ...options, throttle: { isPaced: false } })
  const place = { owner, repo }
  const open = { ...place, state: 'open', per_page: 50 } as const
  const probeCommenting = async (what: string, [first]: readonly { readonly number: number }[]) =>
    first === undefined
      ? `not probed: no open ${what}`
      : await rest.issues.createComment({ ...place, issue_number: first.number, body: tooLong })
  // A text: there is nothing to probe with.
  const probes: Readonly<Record<string, () => Promise<unknown>>> = {
    'contents: read': () => rest.repos.listCommits({ ...place, per_page: 1 }),
    'contents: write': () => rest.git.createRef({ ...place, ref: `refs/heads/${absentBranch}`, sha: noCommit }),
    'checks: write': () => rest.checks.create({ ...place, name: 'warpgauge doctor', head_sha: noCommit }),
    'pull-requests: read': () => rest.pulls.list({ ...place, per_page: 1 }),
    'pull-requests: write': async () => await probeCommenting('pull request', (await rest.pulls.list(open)).data),
    'issues: write': async () => {
      const { data } = await rest.issues.listForRepo(open)
      const issues = data.filter((issue) => issue.pull_request === undefined)
      return await probeCommenting('issue', issues)
    },
    'actions: write': async () =>
      workflow === undefined
        ? 'not probed: no workflow'
        : await rest.actions.createWorkflowDispatch({ ...place, workflow_id: workflow, ref: absentBranch }),
  }
  try {
    const { data } = await rest.repos.get(place)
    const permissions: PermissionFact[] = []
    for (const [permission, probe] of Object.entries(probes)) {
      const answer = await probe()
        .then((done) =>
          typeof done === 'string' ? { isGranted: null, detail: done } : { isGranted: true, detail: 'GitHub answered' },
        )
        .catch(toProbeResult)
      permissions.push({ permission, ...answer })
    }
    return { status: 'asked', variable, repository: `${owner}/${repo}`, isPublic: !data.private, permissions }
  } catch (error) {
    return toRefusedToken(error, variable, `${owner}/${repo}`)
  }
}

function toProbeResult(error: unknown): Pick<PermissionFact, 'isGranted' | 'detail'> {
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
