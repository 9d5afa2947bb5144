/** A GitHub App as the author of checks and comments. `GITHUB_TOKEN` is the app 15368. */
export type App = { readonly id: number; readonly slug: string }

export type Account = { readonly id: number; readonly login: string; readonly type: 'User' | 'Bot' }

export type CheckRunState = {
  readonly id: number
  readonly app: App
  readonly headSha: string
  readonly suiteId: number
  name: string
  externalId: string
  detailsUrl: string | null
  status: string
  conclusion: string | null
  startedAt: string
  completedAt: string | null
  title: string | null
  summary: string | null
  text: string | null
  annotations: Record<string, unknown>[]
}

export type CommentState = {
  readonly id: number
  readonly issueNumber: number
  readonly author: Account
  readonly app: App | null
  readonly createdAt: string
  updatedAt: string
  body: string
  reactions: { readonly id: number; readonly content: string; readonly author: Account }[]
}

export type PullState = {
  readonly number: number
  title: string
  state: 'open' | 'closed'
  isDraft: boolean
  head: { sha: string; ref: string; repositoryId: number; repositoryName: string }
  base: { sha: string; ref: string }
  author: Account
  labels: string[]
  updatedAt: string
  body?: string | null
}

export type IssueState = {
  readonly number: number
  readonly author: Account
  title: string
  body: string | null
  state: 'open' | 'closed'
  labels: string[]
  createdAt: string
}

export type RepositoryState = {
  readonly owner: string
  readonly name: string
  readonly id: number
  readonly isPrivate: boolean
  readonly defaultBranch: string
  /** A real git repository that answers contents, compare and "is this commit known"; null when the maps below do. */
  readonly gitPath: string | null
  commits: Set<string>
  /** Text by `commit:path`. */
  files: Map<string, string>
  /** Merge base by `base...head`. */
  mergeBases: Map<string, string>
  checkRuns: CheckRunState[]
  comments: CommentState[]
  pulls: PullState[]
  issues: IssueState[]
  /** Tag of the latest release; absent: there is none. */
  latestRelease?: string
  /** How many entries of a tree are listed before the answer says that it is cut; absent: GitHub's number. */
  treeLimit?: number
  /** `role_name` by login: read, triage, write, maintain, admin. */
  collaborators: Map<string, string>
}

export type GitHubState = { readonly repositories: RepositoryState[]; nextId: number }

type Mutable<T> = { -readonly [K in keyof T]: T[K] }

/** What a test says about a repository; the rest is filled in. */
export type RepositoryOptions = Partial<
  Omit<Mutable<RepositoryState>, 'commits' | 'files' | 'mergeBases' | 'collaborators' | 'pulls'>
> & {
  readonly owner: string
  readonly name: string
  readonly commits?: readonly string[]
  readonly files?: Readonly<Record<string, string>>
  readonly mergeBases?: Readonly<Record<string, string>>
  readonly collaborators?: Readonly<Record<string, string>>
  readonly pulls?: readonly PullOptions[]
}

export type PullOptions = Pick<PullState, 'number'> &
  Partial<Omit<PullState, 'head' | 'base'>> & {
    readonly head: { readonly sha: string } & Partial<PullState['head']>
    readonly base: { readonly sha: string } & Partial<PullState['base']>
  }

/** The actor of `GITHUB_TOKEN`. */
export const actionsApp: App = { id: 15368, slug: 'github-actions' }

/** State as GitHub would hold it for these repositories. */
export function createState(repositories: readonly RepositoryOptions[]): GitHubState {
  return { repositories: repositories.map(createRepository), nextId: 1_000_001 }
}

/** The next id of anything: ids only grow, as on GitHub. */
export function takeId(state: GitHubState): number {
  return state.nextId++
}

function createRepository(options: RepositoryOptions, index: number): RepositoryState {
  const id = options.id ?? 5000 + index
  const repository = { id, isPrivate: false, defaultBranch: 'main', gitPath: null, ...emptyLists(), ...options }
  const pulls = (options.pulls ?? []).map((pull) => createPull(repository, pull))
  return {
    ...repository,
    pulls,
    commits: new Set([...(options.commits ?? []), ...pulls.flatMap((pull) => [pull.head.sha, pull.base.sha])]),
    files: new Map(Object.entries(options.files ?? {})),
    mergeBases: new Map(Object.entries(options.mergeBases ?? {})),
    collaborators: new Map(Object.entries(options.collaborators ?? {})),
  }
}

function emptyLists(): Pick<RepositoryState, 'checkRuns' | 'comments' | 'issues'> {
  return { checkRuns: [], comments: [], issues: [] }
}

/** A pull request of a repository; from the same repository unless `head` says otherwise. */
export function createPull(
  repository: Pick<RepositoryState, 'id' | 'owner' | 'name' | 'defaultBranch'>,
  options: PullOptions,
): PullState {
  const repositoryName = `${repository.owner}/${repository.name}`
  return {
    title: `Pull request ${options.number}`,
    state: 'open',
    isDraft: false,
    author: { id: 1, login: 'octocat', type: 'User' },
    labels: [],
    updatedAt: '2026-01-01T00:00:00Z',
    ...options,
    head: { ref: 'feature', repositoryId: repository.id, repositoryName, ...options.head },
    base: { ref: repository.defaultBranch, ...options.base },
  }
}
