import type { CheckRun, CheckState } from '../ports/github.ts'
import { isRequestFailure } from './octokit-error.ts'
import type { GitHubClient } from './octokit-client.ts'

type Place = { readonly owner: string; readonly repo: string }

type Written = { readonly url: string; readonly wasCreated: boolean }

type Known = { readonly id: number; readonly external_id: string | null; readonly status: string }

/** What finds a check again. */
export type CheckIdentity = Pick<CheckRun, 'name' | 'headCommit' | 'externalId'>

/** Ids of the checks that this process has written, by what finds them again: the second write of one need not look for it. */
export type WrittenChecks = Map<string, number>

/**
 * Updates the check of this name on the commit, or creates it. A check that another app made cannot be updated and is
 * left alone. Throws the client's own errors.
 */
export async function upsertCheckRun(
  client: GitHubClient,
  place: Place,
  check: CheckRun,
  written: WrittenChecks,
): Promise<Written> {
  const identity = JSON.stringify([check.name, check.headCommit, check.externalId])
  const id = written.get(identity)
  const known = id === undefined ? await findCheckRuns(client, place, check) : [{ id }]
  for (const one of known) {
    const url = await updateCheckRun(client, place, one.id, check)
    if (url !== null) written.set(identity, one.id)
    if (url !== null) return { url, wasCreated: false }
  }
  const { data } = await client.rest.checks.create({ ...place, ...contentOf(check), head_sha: check.headCommit })
  written.set(identity, data.id)
  return { url: data.html_url ?? data.url, wasCreated: true }
}

/** How the check with exactly this identity stands. Throws the client's own errors. */
export async function readCheckState(client: GitHubClient, place: Place, check: CheckIdentity): Promise<CheckState> {
  const all = await findCheckRuns(client, place, check)
  const ours = all.filter((known) => known.external_id === check.externalId)
  if (ours.length === 0) return all.length === 0 ? 'absent' : 'taken'
  return ours.some(({ status }) => status !== 'completed') ? 'open' : 'completed'
}

/** Checks of the same name, the one with our external id first: a re-run must not add a second. */
async function findCheckRuns(
  client: GitHubClient,
  place: Place,
  check: CheckIdentity & Pick<CheckRun, 'isFleeting'>,
): Promise<readonly Known[]> {
  const query = { ref: check.headCommit, check_name: check.name, filter: 'latest', per_page: 100 } as const
  const all: Known[] = await client.paginate(client.rest.checks.listForRef, { ...place, ...query, ...hasteOf(check) })
  const isOurs = (known: Known): boolean => known.external_id === check.externalId
  return [...all.filter(isOurs), ...all.filter((known) => !isOurs(known))]
}

/** The address of the updated check; null when another app owns it. */
async function updateCheckRun(client: GitHubClient, place: Place, id: number, check: CheckRun): Promise<string | null> {
  try {
    const { data } = await client.rest.checks.update({
      ...place,
      check_run_id: id,
      ...contentOf(check),
      ...hasteOf(check),
    })
    return data.html_url ?? data.url
  } catch (error) {
    if (isRequestFailure(error) && error.status === 403 && /invalid app_id/iu.test(error.message)) return null
    throw error
  }
}

/** A fleeting look must not hold up what follows it. */
function hasteOf({ isFleeting }: Pick<CheckRun, 'isFleeting'>) {
  return isFleeting ? { request: { retries: 0 } } : {}
}

function contentOf({ name, externalId, detailsUrl, title, summary, state }: CheckRun) {
  return {
    name,
    external_id: externalId,
    ...(detailsUrl === null ? {} : { details_url: detailsUrl }),
    output: { title, summary },
    ...state,
  }
}
