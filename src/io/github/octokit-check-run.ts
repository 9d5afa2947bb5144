import { isOwnExternalId } from '../../domain/check/check-entry.ts'
import type { CheckContent, CheckTarget, DecideCheck } from '../../ports/github.ts'
import { isRequestFailure } from './octokit-error.ts'
import type { GitHubClient, RepositoryName } from './octokit-client.ts'

export type ChangedCheck = {
  readonly url: string | null
  readonly wasCreated: boolean
  readonly isChanged: boolean
  /** The app of the token; absent: nothing was written. */
  readonly app?: string | undefined
}

type CheckRunData = {
  readonly id: number
  readonly external_id: string | null
  readonly status: string
  readonly conclusion: string | null
  readonly html_url: string | null
}

/**
 * Updates the check of this name on the commit with the content from `decide`, or creates it. Ignores checks of other
 * apps and programs. Throws the client's own errors.
 */
export async function changeCheckRun(
  client: GitHubClient,
  place: RepositoryName,
  check: CheckTarget,
  decide: DecideCheck,
): Promise<ChangedCheck> {
  let known = await findCheckRuns(client, place, check)
  for (;;) {
    const content = await decide(known.map(toStored))
    if (content === null) return { url: known[0]?.html_url ?? null, wasCreated: false, isChanged: false }
    if (known.length === 0) return await createCheckRun(client, place, check, content)
    const outcome = await updateAll(client, place, { known, check, content })
    if ('url' in outcome) return outcome
    known = known.filter(({ id }) => id !== outcome.foreignId)
  }
}

function toStored({ external_id, status, conclusion }: CheckRunData) {
  return { externalId: external_id ?? '', conclusion: status === 'completed' ? conclusion : null }
}

/** Checks of this name created by warpgauge, newest first. */
async function findCheckRuns(client: GitHubClient, place: RepositoryName, check: CheckTarget): Promise<CheckRunData[]> {
  const query = { ref: check.headCommit, check_name: check.name, filter: 'latest', per_page: 100 } as const
  const all: CheckRunData[] = await client.paginate(client.rest.checks.listForRef, {
    ...place,
    ...query,
    ...limitRetries(check),
  })
  return all.filter((known) => isOwnExternalId(known.external_id ?? '')).toSorted((a, b) => b.id - a.id)
}

async function createCheckRun(
  client: GitHubClient,
  place: RepositoryName,
  { name, headCommit }: CheckTarget,
  content: CheckContent,
): Promise<ChangedCheck> {
  const { data } = await client.rest.checks.create({ ...place, name, ...formatContent(content), head_sha: headCommit })
  return { url: data.html_url ?? data.url, wasCreated: true, isChanged: true, app: data.app?.slug }
}

/** Writes the same content to all of them: GitHub does not document which one a merge rule uses. */
async function updateAll(
  client: GitHubClient,
  place: RepositoryName,
  {
    known,
    check,
    content,
  }: { readonly known: readonly CheckRunData[]; readonly check: CheckTarget; readonly content: CheckContent },
): Promise<ChangedCheck | { readonly foreignId: number }> {
  const written: Written[] = []
  for (const { id } of known) {
    const done = await updateCheckRun(client, place, { id, check, content })
    if (done === null) return { foreignId: id }
    written.push(done)
  }
  return { url: written[0]?.url ?? null, wasCreated: false, isChanged: true, app: written[0]?.app }
}

type Update = { readonly id: number; readonly check: CheckTarget; readonly content: CheckContent }

type Written = { readonly url: string; readonly app: string | undefined }

/** Null when another app owns the check. */
async function updateCheckRun(
  client: GitHubClient,
  place: RepositoryName,
  { id, check, content }: Update,
): Promise<Written | null> {
  try {
    const change = { ...place, check_run_id: id, ...formatContent(content), ...limitRetries(check) }
    const { data } = await client.rest.checks.update(change)
    return { url: data.html_url ?? data.url, app: data.app?.slug }
  } catch (error) {
    if (isRequestFailure(error) && error.status === 403 && /invalid app_id/iu.test(error.message)) return null
    throw error
  }
}

/** A failed progress update must not delay the next one. */
function limitRetries({ isFleeting }: Pick<CheckTarget, 'isFleeting'>) {
  return isFleeting ? { request: { retries: 0 } } : {}
}

function formatContent({ externalId, detailsUrl, output, state }: CheckContent) {
  return {
    external_id: externalId,
    ...(detailsUrl === null ? {} : { details_url: detailsUrl }),
    ...(output === null ? {} : { output }),
    ...state,
  }
}
