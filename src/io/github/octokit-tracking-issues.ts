import { hasFinalMarker } from '../../domain/check/final-marker.ts'
import { EnvironmentError } from '../../domain/core/errors.ts'
import { type IssueDraft, type TrackingIssue, type TrackingIssues } from '../../ports/tracking-issues.ts'
import type { GitHubClient, RepositoryName } from './octokit-client.ts'
import { createWhoAmI, upsertComment, type WhoAmI } from './octokit-comment.ts'
import type { Connection } from './octokit-connection.ts'
import { repeatLostCreate } from './octokit-error.ts'

type IssueTarget = { readonly client: GitHubClient; readonly place: RepositoryName; readonly whoAmI: WhoAmI }

/** Tracking issues over the REST API. Every method throws an EnvironmentError that names the missing permission. */
export function createTrackingIssues({ client, place, ask, logger, retryDelayMs }: Connection): TrackingIssues {
  const target: IssueTarget = { client, place, whoAmI: createWhoAmI(client) }
  const askForIssues = <T>(action: string, call: () => Promise<T>): Promise<T> => ask(action, 'issues: write', call)
  return {
    list: (label) => askForIssues(`list the issues with the label "${label}"`, () => listIssues(target, label)),
    open: (draft) =>
      askForIssues('open an issue', () => repeatLostCreate(() => openIssue(target, draft), retryDelayMs, logger)),
    update: (number, change) =>
      askForIssues(`update issue #${number}`, async () => {
        await client.rest.issues.update({ ...target.place, issue_number: number, ...change })
      }),
    addComment: (number, marker, body) =>
      askForIssues(`comment on issue #${number}`, async () => {
        const comment = { pullRequest: number, marker, body }
        await repeatLostCreate(() => upsertComment(client, target.place, comment, target.whoAmI), retryDelayMs, logger)
      }),
  }
}

type IssueData = {
  readonly number: number
  readonly html_url: string
  readonly state: string
  readonly title: string
  readonly body?: string | null
  readonly user: { readonly id: number; readonly type: string } | null
  readonly pull_request?: unknown
}

/** The author decides, because anyone can write the marker; see `findOwnComment`. */
async function listIssues({ client, place, whoAmI }: IssueTarget, label: string): Promise<TrackingIssue[]> {
  const query = { ...place, labels: label, state: 'all', sort: 'created', direction: 'asc', per_page: 100 } as const
  const all: IssueData[] = await client.paginate(client.rest.issues.listForRepo, query)
  const issues = all.filter((issue) => issue.pull_request === undefined)
  const isAnyByPerson = issues.some(({ user }) => user !== null && user.type !== 'Bot')
  const ownId = isAnyByPerson ? await whoAmI.askUser() : null
  return issues
    .filter(({ user }) => user?.type === 'Bot' || (user !== null && user.id === ownId))
    .map(toIssue)
    .toSorted((one, other) => one.number - other.number)
}

async function openIssue(target: IssueTarget, draft: IssueDraft): Promise<TrackingIssue> {
  const all = await listIssues(target, draft.label)
  return all.find(({ body }) => hasFinalMarker(body, draft.marker)) ?? (await createIssue(target, draft))
}

async function createIssue({ client, place }: IssueTarget, { title, body, label }: IssueDraft): Promise<TrackingIssue> {
  const { data } = await client.rest.issues.create({ ...place, title, body, labels: [label] })
  const names = data.labels.map((item) => (typeof item === 'string' ? item : item.name))
  // GitHub silently drops labels that the token may not set; without its label the issue could not be found again.
  if (names.includes(label)) return toIssue(data)
  await client.rest.issues.update({ ...place, issue_number: data.number, state: 'closed' })
  throw new EnvironmentError(
    `GitHub did not give issue #${data.number} its label "${label}", so the issue was closed again`,
    'Give the job `permissions: issues: write`, or use a token with push access to the repository.',
  )
}

function toIssue({ number, html_url: url, state, title, body }: IssueData): TrackingIssue {
  return { number, url, title, state: state === 'open' ? 'open' : 'closed', body: body ?? '' }
}
