import type { BaselineBranches, BaselinePulls, ProposedPull, PullText } from '../../ports/baseline-branch.ts'
import { returnNullIfMissing, type Connection } from './octokit-connection.ts'
import { isRequestFailure, repeatLostCreate } from './octokit-error.ts'

const write = 'contents: write'
const propose = 'pull-requests: write'

/** Branch operations of the REST API. Every method throws an EnvironmentError that names the missing permission. */
export function createBaselineBranches(connection: Connection): BaselineBranches {
  const { client, place, ask } = connection
  return {
    readDefaultBranch: () =>
      ask(
        'read the repository',
        'contents: read',
        async () => (await client.rest.repos.get({ ...place })).data.default_branch,
      ),
    findTip: (branch) =>
      ask(`read the branch ${branch}`, 'contents: read', async () => {
        const found = await returnNullIfMissing(() => client.rest.git.getRef({ ...place, ref: `heads/${branch}` }))
        return found?.data.object.sha ?? null
      }),
    // When the response is lost, this returns false and the caller reads the branch again.
    createBranch: (branch, sha) =>
      ask(`create the branch ${branch}`, write, () =>
        attemptWrite(isExistingRef, () => client.rest.git.createRef({ ...place, ref: `refs/heads/${branch}`, sha })),
      ),
    advance: (branch, sha) =>
      ask(`move the branch ${branch}`, write, () =>
        attemptWrite(isNotFastForward, () =>
          client.rest.git.updateRef({ ...place, ref: `heads/${branch}`, sha, force: false }),
        ),
      ),
    compare: (base, head) =>
      ask(`compare ${base.slice(0, 7)} with ${head.slice(0, 7)}`, 'contents: read', async () => {
        const query = { ...place, basehead: `${base}...${head}`, per_page: 100 }
        const { data } = await client.rest.repos.compareCommitsWithBasehead(query)
        return { mergeBase: data.merge_base_commit.sha, files: (data.files ?? []).map(({ filename }) => filename) }
      }),
    list: (commit, directory) =>
      ask(`list ${directory}`, 'contents: read', async () => {
        const query = { ...place, path: directory, ref: commit }
        const found = await returnNullIfMissing(() => client.rest.repos.getContent(query))
        return Array.isArray(found?.data) ? found.data.map(({ name }) => name) : []
      }),
  }
}

type Failure = { readonly status: number; readonly message: string }

/** Whether a write took effect; false for an expected error, and when GitHub did not respond. */
async function attemptWrite(isExpected: (failure: Failure) => boolean, call: () => Promise<unknown>): Promise<boolean> {
  try {
    await call()
    return true
  } catch (error) {
    if (isRequestFailure(error) && (isExpected(error) || error.status >= 500)) return false
    throw error
  }
}

function isNotFastForward({ status, message }: Failure): boolean {
  return status === 422 && /not a fast.forward/iu.test(message)
}

function isExistingRef({ status, message }: Failure): boolean {
  return status === 422 && /already exists/iu.test(message)
}

/**
 * Baseline pull requests over the REST API. Every method throws an EnvironmentError that names the missing permission.
 */
export function createBaselinePulls(connection: Connection): BaselinePulls {
  const { client, place, ask, retryDelayMs, logger } = connection
  const find = (branch: string, base: string) => findPull(connection, branch, base)
  return {
    find: (branch, base) =>
      ask(`search for the pull request of ${branch}`, 'pull-requests: read', () => find(branch, base)),
    open: (branch, base, text) =>
      ask(`open a pull request of ${branch}`, propose, () =>
        repeatLostCreate(
          async () => (await find(branch, base)) ?? (await openPull(connection, branch, base, text)),
          retryDelayMs,
          logger,
        ),
      ),
    isSettled: (branch, headCommit) =>
      ask(`search for earlier pull requests of ${branch}`, 'pull-requests: read', async () => {
        const query = { ...place, state: 'closed', head: `${place.owner}:${branch}`, per_page: 100 } as const
        return (await client.rest.pulls.list(query)).data.some(({ head }) => head.sha === headCommit)
      }),
    update: (number, text) =>
      ask(`update pull request #${number}`, propose, async () => {
        await client.rest.pulls.update({ ...place, pull_number: number, ...text })
      }),
  }
}

async function findPull({ client, place }: Connection, branch: string, base: string): Promise<ProposedPull | null> {
  const query = { ...place, state: 'open', head: `${place.owner}:${branch}`, base, per_page: 100 } as const
  const { data } = await client.rest.pulls.list(query)
  const [first] = data.toSorted((one, other) => one.number - other.number)
  return first === undefined ? null : toPull(first)
}

async function openPull(connection: Connection, branch: string, base: string, text: PullText): Promise<ProposedPull> {
  const { client, place } = connection
  try {
    return toPull((await client.rest.pulls.create({ ...place, head: branch, base, ...text })).data)
  } catch (error) {
    const found = isRequestFailure(error) && isExistingRef(error) ? await findPull(connection, branch, base) : null
    if (found !== null) return found
    throw error
  }
}

type RawPull = {
  readonly number: number
  readonly html_url: string
  readonly title: string
  readonly body: string | null
}

function toPull({ number, html_url: url, title, body }: RawPull): ProposedPull {
  return { number, url, title, body: body ?? '' }
}
