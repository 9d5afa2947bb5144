import { hasFinalMarker } from '../../domain/check/check-entry.ts'
import { hasAnswer, keepAnswers, withAnswer, type CommentAnswer } from '../../domain/commands/comment-answers.ts'
import { EnvironmentError } from '../../domain/core/errors.ts'
import { Commits } from './commits.ts'
import { acceptRefusal, returnNullIfMissing } from './connection.ts'

/** The current state of a comment on GitHub, which may differ from the event. */
export type PostedComment = ReturnType<typeof toComment>

/** `eyes`: received. `rocket`: done. `confused`: refused. */
export type Reaction = 'eyes' | 'rocket' | 'confused'

/** An issue of warpgauge about one tracked regression. */
export type TrackingIssue = {
  readonly number: number
  readonly url: string
  readonly state: 'open' | 'closed'
  readonly title: string
  readonly body: string
}

/** A comment of warpgauge; `marker` is its last line and identifies it. */
type OwnComment = { readonly issue: number; readonly marker: string; readonly body: string }

type RawUser = { readonly id: number; readonly login: string; readonly type: string }

type RawComment = {
  readonly id: number
  readonly html_url: string
  readonly body?: string
  readonly user: RawUser | null
}

type RawIssue = {
  readonly number: number
  readonly html_url: string
  readonly state: string
  readonly title: string
  readonly body?: string | null
}

const readPermission = 'pull-requests: read'
const maxAnswerWrites = 5

/** Comments, reactions and issues. Writes find what an earlier call wrote. */
export class Conversations extends Commits {
  /** The login of the app that wrote the own check; null: not known yet. */
  protected bot: string | null = null
  /** Pull requests that had no comments when they were read. */
  protected readonly uncommented = new Set<number>()
  #user: Promise<number | null> | null = null
  #viewer: Promise<string | null> | null = null

  /** Null when the comment was deleted. */
  readComment(id: number): Promise<PostedComment | null> {
    return this.call(`read the comment ${id}`, readPermission, async () => {
      const query = { ...this.place, comment_id: id }
      const found = await returnNullIfMissing(() => this.client.rest.issues.getComment(query))
      return found && toComment(found.data)
    })
  }

  /** All comments, oldest first. */
  listComments(issue: number): Promise<readonly PostedComment[]> {
    return this.call(`read the comments of #${issue}`, readPermission, async () => {
      const query = { ...this.place, issue_number: issue, per_page: 100 }
      const all: PostedRawComment[] = await this.client.paginate(this.client.rest.issues.listComments, query)
      return all.map(toComment)
    })
  }

  /** GitHub returns the existing reaction for a duplicate, so a retry is safe. */
  react(comment: number, content: Reaction): Promise<unknown> {
    const reaction = { ...this.place, comment_id: comment, content }
    return this.write('react to a comment', () => this.client.rest.reactions.createForIssueComment(reaction))
  }

  /** Whether a bot installed in this repository has added this reaction. */
  hasBotReaction(comment: number, content: Reaction): Promise<boolean> {
    return this.call('read the reactions to a comment', readPermission, async () => {
      const query = { ...this.place, comment_id: comment, content, per_page: 100 } as const
      const list = this.client.rest.reactions.listForIssueComment
      const all: { readonly content: string; readonly user: { readonly type: string } | null }[] =
        await this.client.paginate(list, query)
      return all.some((reaction) => reaction.content === content && reaction.user?.type === 'Bot')
    })
  }

  /** Updates the oldest comment of warpgauge with this marker, or creates it. */
  upsertComment(issue: number, marker: string, body: string) {
    return this.write(`write the comment on pull request #${issue}`, async (mayExist) => {
      const written = await this.#upsert({ issue, marker, body })
      // A comment found after a lost create was made by that create.
      return { ...written, wasCreated: written.wasCreated || mayExist }
    })
  }

  /** Writes an answer into the warpgauge comment with this marker; creates the comment when it does not exist. */
  writeAnswer(issue: number, marker: string, answer: CommentAnswer): Promise<{ readonly url: string }> {
    // GitHub has no conditional update, so the comment is read back after the write. When another job has overwritten
    // the answer, it is added to the current text.
    return this.write(`answer on #${issue}`, async () => {
      for (let write = 1; write <= maxAnswerWrites; write++) {
        const known = await this.#findOwn(issue, marker)
        if (known !== null && hasAnswer(known.body ?? '', marker, answer)) return { url: known.html_url }
        const body = withAnswer(known?.body ?? '', marker, answer)
        if (known === null) await this.#createOrYield({ issue, marker, body })
        else await this.client.rest.issues.updateComment({ ...this.place, comment_id: known.id, body })
      }
      throw new EnvironmentError(
        `The answer on #${issue} was overwritten ${maxAnswerWrites} times`,
        'Run fewer workflows on one pull request at the same time.',
      )
    })
  }

  /** Issues created by warpgauge with this label, open and closed, oldest first. */
  listIssues(label: string): Promise<TrackingIssue[]> {
    return this.#callForIssues(`list the issues with the label "${label}"`, () => this.#readIssues(label))
  }

  /** The oldest issue with this marker, the hidden last line of its body; opens one when none exists. */
  openIssue({
    title,
    body,
    label,
    marker,
  }: Readonly<Record<'title' | 'body' | 'label' | 'marker', string>>): Promise<TrackingIssue> {
    return this.#callForIssues('open an issue', async () => {
      const known = (await this.#readIssues(label)).find((issue) => hasFinalMarker(issue.body, marker))
      if (known) return known
      const { data } = await this.client.rest.issues.create({ ...this.place, title, body, labels: [label] })
      const names = data.labels.map((item) => (typeof item === 'string' ? item : item.name))
      // GitHub silently drops labels that the token may not set; without its label the issue could not be found again.
      if (names.includes(label)) return toIssue(data)
      await this.client.rest.issues.update({ ...this.place, issue_number: data.number, state: 'closed' })
      throw new EnvironmentError(
        `GitHub did not give issue #${data.number} its label "${label}", so the issue was closed again`,
        'Give the job `permissions: issues: write`, or use a token with push access to the repository.',
      )
    })
  }

  /** Changes the given fields only. */
  updateIssue(number: number, change: Partial<Pick<TrackingIssue, 'title' | 'body' | 'state'>>): Promise<unknown> {
    return this.#callForIssues(`update issue #${number}`, () =>
      this.client.rest.issues.update({ ...this.place, issue_number: number, ...change }),
    )
  }

  /** Adds the comment that ends with `marker`, once. */
  addIssueComment(issue: number, marker: string, body: string): Promise<unknown> {
    return this.#callForIssues(`comment on issue #${issue}`, () => this.#upsert({ issue, marker, body }))
  }

  /** A write on a pull request that finds what it wrote before. */
  protected write<T>(action: string, send: (mayExist: boolean) => Promise<T>): Promise<T> {
    return this.call(action, 'pull-requests: write', send, { repeat: true })
  }

  #callForIssues<T>(action: string, send: () => Promise<T>): Promise<T> {
    return this.call(action, 'issues: write', send, { repeat: true })
  }

  async #upsert({ issue, marker, body }: OwnComment): Promise<{ readonly url: string; readonly wasCreated: boolean }> {
    const text = hasFinalMarker(body, marker) ? body : `${body.trimEnd()}\n\n${marker}`
    // Nobody had commented a moment ago. Only the first attempt relies on it: a later one may find what it created.
    const isFirst = this.uncommented.delete(issue)
    const replace = async (known: RawComment) => {
      const change = { comment_id: known.id, body: keepAnswers(known.body ?? '', text, marker) }
      const { data } = await this.client.rest.issues.updateComment({ ...this.place, ...change })
      return { url: data.html_url, wasCreated: false }
    }
    const known = isFirst ? null : await this.#findOwn(issue, marker)
    if (known !== null) return await replace(known)
    const { url, yieldedTo } = await this.#createOrYield({ issue, marker, body: text })
    return yieldedTo === null ? { url, wasCreated: true } : await replace(yieldedTo)
  }

  /**
   * Creates the comment. GitHub has no conditional create, so this searches again afterwards: when two jobs created a
   * comment concurrently, the newer one is deleted. `yieldedTo`: the older comment of the other job.
   */
  async #createOrYield({ issue, marker, body }: OwnComment): Promise<{ url: string; yieldedTo: RawComment | null }> {
    const { data } = await this.client.rest.issues.createComment({ ...this.place, issue_number: issue, body })
    const oldest = await this.#findOwn(issue, marker)
    if (oldest === null || oldest.id >= data.id) return { url: data.html_url, yieldedTo: null }
    await this.client.rest.issues.deleteComment({ ...this.place, comment_id: data.id })
    // Read again, to minimize the time between reading the comment and updating it.
    return { url: oldest.html_url, yieldedTo: await this.#findOwn(issue, marker) }
  }

  async #findOwn(issue: number, marker: string): Promise<RawComment | null> {
    const query = { ...this.place, issue_number: issue, per_page: 100 }
    const all: RawComment[] = await this.client.paginate(this.client.rest.issues.listComments, query)
    const author = { findBot: this.#findBot.bind(this), askUser: this.#askUser.bind(this) }
    return await chooseOwnComment(all, marker, author)
  }

  /** The author decides, because anyone can write the marker; see `chooseOwnComment`. */
  async #readIssues(label: string): Promise<TrackingIssue[]> {
    const query = { labels: label, state: 'all', sort: 'created', direction: 'asc', per_page: 100 } as const
    const all = await this.client.paginate(this.client.rest.issues.listForRepo, { ...this.place, ...query })
    const issues = all.filter((issue) => issue.pull_request === undefined)
    const isAnyByPerson = issues.some(({ user }) => user !== null && user.type !== 'Bot')
    const ownId = isAnyByPerson ? await this.#askUser() : null
    const bot = await this.#findBot(listBots(issues))
    return issues
      .filter(({ user }) => (user?.type === 'Bot' ? user.login === bot : user !== null && user.id === ownId))
      .map(toIssue)
      .toSorted((one, other) => one.number - other.number)
  }

  /** The bot of this token: the author of the own check, if known. Asks unless there is only the bot of jobs. */
  async #findBot(logins: ReadonlySet<string>): Promise<string | null> {
    const [only = null] = logins
    if (this.bot !== null || logins.size === 0) return this.bot
    if (logins.size === 1 && only === jobBot) return only
    this.#viewer ??= this.client.graphql<{ readonly viewer: { readonly login: string } }>('{ viewer { login } }').then(
      ({ viewer }) => viewer.login,
      () => null,
    )
    return (await this.#viewer) ?? (logins.size === 1 ? only : jobBot)
  }

  /** The user id of the token, requested once; null for the tokens of apps and jobs, which get 403. */
  #askUser(): Promise<number | null> {
    this.#user ??= acceptRefusal(
      null,
      ({ status }) => status === 403,
      async () => (await this.client.rest.users.getAuthenticated()).data.id,
    ).catch((error: unknown) => {
      // A failed request is repeated on the next call.
      this.#user = null
      throw error
    })
    return this.#user
  }
}

/** The bot of `GITHUB_TOKEN`. */
const jobBot = 'github-actions[bot]'

function listBots(items: readonly { readonly user: Pick<RawUser, 'login' | 'type'> | null }[]): ReadonlySet<string> {
  return new Set(items.flatMap(({ user }) => (user?.type === 'Bot' ? [user.login] : [])))
}

/**
 * Finds the oldest comment of warpgauge with this marker; null when there is none. The author decides, because anyone
 * can write the marker: a comment of another bot, or of a user that the token does not belong to, is never own.
 */
export async function chooseOwnComment(
  comments: readonly RawComment[],
  marker: string,
  {
    findBot,
    askUser,
  }: {
    readonly findBot: (logins: ReadonlySet<string>) => Promise<string | null>
    readonly askUser: () => Promise<number | null>
  },
): Promise<RawComment | null> {
  const marked = comments
    .filter(({ body }) => hasFinalMarker(body ?? '', marker))
    .toSorted((one, other) => one.id - other.id)
  const bot = await findBot(listBots(marked))
  const byBot = marked.find(({ user }) => user?.type === 'Bot' && user.login === bot)
  if (byBot !== undefined || marked.length === 0) return byBot ?? null
  const ownId = await askUser()
  return marked.find(({ user }) => user !== null && user.id === ownId) ?? null
}

type PostedRawComment = RawComment & {
  readonly created_at: string
  readonly updated_at: string
  readonly performed_via_github_app?: object | null
}

function toComment(raw: PostedRawComment) {
  const isApp = raw.performed_via_github_app !== null && raw.performed_via_github_app !== undefined
  return {
    id: raw.id,
    url: raw.html_url,
    body: raw.body ?? '',
    /** ISO 8601, UTC. */
    createdAt: raw.created_at,
    /** After it was posted, by anyone with write access. */
    isEdited: raw.updated_at !== raw.created_at,
    author: { login: raw.user?.login ?? '', isPerson: raw.user?.type === 'User' && !isApp },
  }
}

function toIssue({ number, html_url: url, state, title, body }: RawIssue): TrackingIssue {
  return { number, url, title, state: state === 'open' ? 'open' : 'closed', body: body ?? '' }
}
