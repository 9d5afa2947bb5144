import { type CheckState, isOwnExternalId } from '../../domain/check/check-entry.ts'
import type { GrantedRole } from '../../domain/commands/command.ts'
import type { DataBranch } from '../../ports/data-branch.ts'
import { acceptRefusal, isRequestFailure, returnNullIfMissing, type CallOptions } from './connection.ts'
import { Conversations } from './conversations.ts'
import { openDataBranch } from './data-branch.ts'
import type { GitHubClient } from './octokit.ts'

/** A check run that warpgauge created; without a conclusion while it is in progress. */
export type StoredCheck = { readonly externalId: string; readonly conclusion: string | null }

/** New content of a check run. Null fields stay unchanged. */
export type CheckContent = {
  readonly externalId: string
  readonly detailsUrl: string | null
  readonly output: { readonly title: string; readonly summary: string } | null
  readonly state: CheckState | null
}

/** GitHub finds a check by its name on a commit. */
export type CheckTarget = { readonly name: string; readonly headCommit: string }

/**
 * Computes the new content from the stored checks of this name (none, one, or several that were created at the same
 * time). Null: write nothing. Called again without a check that turns out to belong to another app.
 */
export type DecideCheck = (stored: readonly StoredCheck[]) => Promise<CheckContent | null>

type WrittenCheck = { readonly url: string | null; readonly wasCreated: boolean; readonly isChanged: boolean }

/** A check run of any app. */
export type CheckRun = ReturnType<typeof toCheckRun>

/** An open pull request, as found by its number or head. */
export type PullRequest = ReturnType<typeof toPullRequest>

/** The current state of a pull request on GitHub. */
export type PullState = {
  readonly number: number
  readonly isOpen: boolean
  readonly headCommit: string
  readonly headBranch: string
  /** Null when the fork was deleted. */
  readonly headRepository: { readonly owner: string; readonly name: string; readonly id: number } | null
  readonly baseCommit: string
  readonly isFork: boolean
}

/** The pull request that proposes refreshed baselines. */
export type ProposedPull = PullText & { readonly number: number; readonly url: string }

/** Title and Markdown body of a pull request. */
export type PullText = { readonly title: string; readonly body: string }

/** A workflow run that was just started; null: GitHub did not report it. */
export type StartedRun = { readonly id: number | null; readonly url: string | null }

const readPull = 'pull-requests: read'

/**
 * GitHub over its REST API, for one repository. Writes are idempotent: they find and update what an earlier call wrote.
 * Every method throws an EnvironmentError that names the required permission when GitHub refuses, and an OutageError
 * when it is unreachable.
 */
export class GitHub extends Conversations {
  /** Updates or creates the check of this name with the content from `decide`. Ignores those of other apps. */
  changeCheckRun(check: CheckTarget, decide: DecideCheck, options: CallOptions = {}): Promise<WrittenCheck> {
    return this.call(
      `write the check "${check.name}" on ${check.headCommit}`,
      'checks: write',
      async (mayExist) => {
        const { app, ...written } = await this.#changeCheckRun(check, decide)
        if (app !== undefined) this.bot = `${app}[bot]`
        // A check found after a lost create was made by that create.
        return { ...written, wasCreated: written.wasCreated || mayExist }
      },
      { ...options, repeat: true },
    )
  }

  async #changeCheckRun(
    { name, headCommit }: CheckTarget,
    decide: DecideCheck,
  ): Promise<WrittenCheck & { readonly app?: string | undefined }> {
    const { checks } = this.client.rest
    let known = (await this.#readChecks(headCommit, name))
      .filter((check) => isOwnExternalId(check.external_id ?? ''))
      .toSorted((a, b) => b.id - a.id)
    for (;;) {
      const content = await decide(known.map(toStored))
      const [newest] = known
      if (content === null) return { url: newest?.html_url ?? null, wasCreated: false, isChanged: false }
      const fields = { ...this.place, ...formatContent(content) }
      if (newest === undefined) {
        const { data } = await checks.create({ ...fields, name, head_sha: headCommit })
        return { ...toWritten(data), wasCreated: true, isChanged: true }
      }
      const written = []
      // All of them get the same content: GitHub does not document which one a merge rule uses.
      for (const { id } of known) {
        const done = await acceptRefusal(
          null,
          ({ status, message }) => status === 403 && /invalid app_id/iu.test(message),
          () => checks.update({ ...fields, check_run_id: id }),
        )
        if (done === null) break
        written.push(toWritten(done.data))
      }
      const [first] = written
      if (first && written.length === known.length) return { ...first, wasCreated: false, isChanged: true }
      // Another app owns the check that refused.
      known = known.filter((_check, index) => index !== written.length)
    }
  }

  /** The newest check of each name on a commit, created by GitHub Actions or by the app of this token. */
  listChecks(commit: string): Promise<readonly CheckRun[]> {
    return this.call(`read the checks of ${commit.slice(0, 7)}`, 'checks: read', async () =>
      (await this.#readChecks(commit)).map(toCheckRun),
    )
  }

  async #readChecks(ref: string, name?: string) {
    const query = { ref, ...(name !== undefined && { check_name: name }), filter: 'latest', per_page: 100 } as const
    return await this.client.paginate(this.client.rest.checks.listForRef, { ...this.place, ...query })
  }

  /** All open ones with this head, the oldest first. Searches, because GitHub knows no commits of forks. */
  listPullRequests(commit: string, options: { readonly waits?: boolean } = {}): Promise<PullRequest[]> {
    const query = { ...this.place, state: 'open', sort: 'created', direction: 'asc', per_page: 100 } as const
    const search = () =>
      this.client.paginate(this.client.rest.pulls.list, query, ({ data }) =>
        data.filter(({ head }) => head.sha === commit).map(toPullRequest),
      )
    return this.call(`search for the pull request of ${commit}`, readPull, search, options)
  }

  /** An open pull request; null when it is closed or does not exist. */
  findOpenPullRequest(number: number): Promise<PullRequest | null> {
    return this.call(`read pull request #${number}`, readPull, async () => {
      const found = await returnNullIfMissing(() => this.client.rest.pulls.get({ ...this.place, pull_number: number }))
      if (found?.data.comments === 0) this.uncommented.add(number)
      return found?.data.state === 'open' ? toPullRequest(found.data) : null
    })
  }

  /** Null when the number is not a pull request. */
  readPullRequest(number: number): Promise<PullState | null> {
    return this.call(`read pull request #${number}`, readPull, async () => {
      const found = await returnNullIfMissing(() => this.client.rest.pulls.get({ ...this.place, pull_number: number }))
      if (found === null) return null
      const { state, head, base } = found.data
      const { repo } = head
      return {
        number,
        isOpen: state === 'open',
        headCommit: head.sha,
        headBranch: head.ref,
        headRepository: repo && { owner: repo.owner.login, name: repo.name, id: repo.id },
        baseCommit: base.sha,
        isFork: repo?.id !== base.repo.id,
      }
    })
  }

  /** The role of a user in this repository, never taken from an event, which may be old; null when the user has none. */
  readRole(login: string): Promise<GrantedRole | null> {
    return this.call(`ask for the role of ${login}`, 'metadata: read', async () => {
      const query = { ...this.place, username: login }
      const found = await returnNullIfMissing(() => this.client.rest.repos.getCollaboratorPermissionLevel(query))
      return found && { role: found.data.role_name, permission: found.data.permission }
    })
  }

  /**
   * When the head was pushed to its branch, by GitHub's clock (ISO 8601, UTC). Commit dates are set by their author;
   * only the push events of the repository show when a branch got its head. Null when the events of a private fork are
   * not readable, and when the last push is another commit: the events may lag behind, and the same commit may have been
   * the head before.
   */
  async readHeadArrival({ headRepository, headBranch, headCommit }: PullState): Promise<string | null> {
    if (headRepository === null) return null
    const { owner, name: repo } = headRepository
    const query = { owner, repo, ref: `refs/heads/${headBranch}`, direction: 'desc', per_page: 1 } as const
    return await this.call(`read when ${headCommit.slice(0, 7)} was pushed`, 'contents: read', async () => {
      const found = await acceptRefusal(
        null,
        ({ status, message }) => [403, 404, 422].includes(status) && !/rate limit/iu.test(message),
        () => this.client.request('GET /repos/{owner}/{repo}/activity', query),
      )
      const pushes: readonly { readonly after: string; readonly timestamp: string }[] = found?.data ?? []
      return pushes[0]?.after === headCommit ? pushes[0].timestamp : null
    })
  }

  /** When the base branch was changed, by an edit or when it was deleted (ISO 8601, UTC); null: never. */
  readBaseChange(pullRequest: number): Promise<string | null> {
    const changes = new Set(['base_ref_changed', 'automatic_base_change_succeeded'])
    return this.call(`read when #${pullRequest} got its base branch`, readPull, async () => {
      const query = { ...this.place, issue_number: pullRequest, per_page: 100 }
      const events = await this.client.paginate(this.client.rest.issues.listEvents, query, ({ data }) =>
        data.filter(({ event }) => changes.has(event)).map(({ created_at }) => created_at),
      )
      return events.toSorted().at(-1) ?? null
    })
  }

  /** Starts a workflow on the default branch. Never retried: a retry could start it twice. */
  startWorkflow(workflow: string, inputs: Readonly<Record<string, string>>): Promise<StartedRun> {
    return this.call(`start the workflow ${workflow}`, 'actions: write', async () => {
      const { default_branch: ref } = (await this.client.rest.repos.get({ ...this.place })).data
      const wish = { ...this.place, workflow_id: workflow, ref, inputs: { ...inputs } }
      const dispatch = async (details: object): Promise<StartedRun> => {
        const route = 'POST /repos/{owner}/{repo}/actions/workflows/{workflow_id}/dispatches'
        const { data }: { readonly data: unknown } = await this.client.request(route, { ...wish, ...details })
        // Without `return_run_details` the response is empty.
        if (typeof data !== 'object' || data === null) return { id: null, url: null }
        const id = 'workflow_run_id' in data && typeof data.workflow_run_id === 'number' ? data.workflow_run_id : null
        return { id, url: 'html_url' in data && typeof data.html_url === 'string' ? data.html_url : null }
      }
      const started = await acceptRefusal(
        null,
        // An Enterprise Server before 3.21 rejects `return_run_details` and starts no run.
        ({ message }) => /return_run_details/u.test(message),
        () => dispatch({ return_run_details: true }),
      )
      return started ?? (await dispatch({}))
    })
  }

  /** `over`: the run has ended already. `gone`: this repository has no such run. */
  cancelWorkflowRun(run: number): Promise<'cancelled' | 'over' | 'gone'> {
    return this.call(`cancel the run ${run}`, 'actions: write', () =>
      acceptRefusal(
        'over',
        ({ status }) => status === 409,
        async () => {
          const wish = { ...this.place, run_id: run }
          const done = await returnNullIfMissing(() => this.client.rest.actions.cancelWorkflowRun(wish))
          return done === null ? 'gone' : 'cancelled'
        },
      ),
    )
  }

  /** The open pull request from a branch of this repository; null when there is none. */
  findProposal(branch: string, base: string): Promise<ProposedPull | null> {
    return this.call(`search for the pull request of ${branch}`, readPull, () => this.#searchProposal(branch, base))
  }

  /** Whether a pull request with exactly this head was merged or closed. */
  isProposalSettled(branch: string, headCommit: string): Promise<boolean> {
    return this.call(`search for earlier pull requests of ${branch}`, readPull, async () => {
      const query = { ...this.place, state: 'closed', head: `${this.place.owner}:${branch}`, per_page: 100 } as const
      return (await this.client.rest.pulls.list(query)).data.some(({ head }) => head.sha === headCommit)
    })
  }

  /** Opens the pull request, or returns the open one, which another job may have created in the meantime. */
  openProposal(branch: string, base: string, text: PullText): Promise<ProposedPull> {
    return this.write(`open a pull request of ${branch}`, async () => {
      const known = await this.#searchProposal(branch, base)
      if (known !== null) return known
      try {
        return toProposal((await this.client.rest.pulls.create({ ...this.place, head: branch, base, ...text })).data)
      } catch (error) {
        const isKnown = isRequestFailure(error) && error.status === 422 && /already exists/iu.test(error.message)
        const found = isKnown ? await this.#searchProposal(branch, base) : null
        if (found === null) throw error
        return found
      }
    })
  }

  updateProposal(number: number, text: PullText): Promise<unknown> {
    return this.write(`update pull request #${number}`, () =>
      this.client.rest.pulls.update({ ...this.place, pull_number: number, ...text }),
    )
  }

  async #searchProposal(branch: string, base: string): Promise<ProposedPull | null> {
    const query = { state: 'open', head: `${this.place.owner}:${branch}`, base, per_page: 100 } as const
    const { data } = await this.client.rest.pulls.list({ ...this.place, ...query })
    const [first] = data.toSorted((one, other) => one.number - other.number)
    return first === undefined ? null : toProposal(first)
  }

  /** A branch for data, which jobs append to; it is created by the first write. */
  openData(branch: string): DataBranch {
    const { client, place } = this
    return openDataBranch(branch, { client, place, call: (...given) => this.call(...given) })
  }
}

type RawCheck = Awaited<ReturnType<GitHubClient['rest']['checks']['listForRef']>>['data']['check_runs'][number]

function toCheckRun({ name, external_id, details_url: detailsUrl, status, conclusion, output }: RawCheck) {
  const { title, summary } = output
  const text = { title: title ?? '', summary: summary ?? '' }
  return { name, externalId: external_id ?? '', detailsUrl, isCompleted: status === 'completed', conclusion, ...text }
}

function toStored({ external_id, status, conclusion }: RawCheck): StoredCheck {
  return { externalId: external_id ?? '', conclusion: status === 'completed' ? conclusion : null }
}

type RawWritten = Awaited<ReturnType<GitHubClient['rest']['checks']['create']>>['data']

function toWritten({ html_url, url, app }: RawWritten) {
  return { url: html_url ?? url, app: app?.slug }
}

function formatContent({ externalId, detailsUrl, output, state }: CheckContent) {
  return {
    external_id: externalId,
    ...(detailsUrl === null ? {} : { details_url: detailsUrl }),
    ...(output === null ? {} : { output }),
    ...state,
  }
}

type RawPull = {
  readonly number: number
  readonly head: { readonly sha: string; readonly repo: { readonly id: number } | null }
  readonly base: { readonly ref: string; readonly repo: { readonly id: number } }
  readonly mergeable?: boolean | null
  readonly merge_commit_sha: string | null
  readonly labels: readonly { readonly name: string }[]
}

function toPullRequest({ number, head, base, mergeable = null, merge_commit_sha: mergeCommit, labels }: RawPull) {
  const headRepositoryId = head.repo?.id ?? null
  return {
    number,
    headCommit: head.sha,
    /** Null: the head repository was deleted. */
    headRepositoryId,
    baseBranch: base.ref,
    isFork: headRepositoryId !== base.repo.id,
    /** False: conflicts with the base. Null: not computed yet, as always in a list of pull requests. */
    isMergeable: mergeable,
    /** GitHub's latest merge into the base, which may be outdated; null: none. */
    mergeCommit,
    labels: labels.map(({ name }) => name),
  }
}

type RawProposal = Omit<PullText, 'body'> & {
  readonly number: number
  readonly html_url: string
  readonly body: string | null
}

function toProposal({ number, html_url: url, title, body }: RawProposal): ProposedPull {
  return { number, url, title, body: body ?? '' }
}
