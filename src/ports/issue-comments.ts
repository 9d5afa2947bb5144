import type { CommentAnswer } from '../domain/commands/comment-answers.ts'

/** The current state of a comment on GitHub, which may differ from the event. */
export type PostedComment = {
  readonly id: number
  readonly url: string
  readonly body: string
  /** ISO 8601, UTC. */
  readonly createdAt: string
  /** Edited after it was posted, by anyone with write access. */
  readonly isEdited: boolean
  readonly author: { readonly login: string; readonly isPerson: boolean }
}

/** `eyes`: received. `rocket`: done. `confused`: refused. */
export type Reaction = 'eyes' | 'rocket' | 'confused'

/** The comments of an issue or pull request. */
export interface IssueComments {
  /** Null when the comment was deleted. */
  readComment(id: number): Promise<PostedComment | null>
  listComments(issue: number): Promise<readonly PostedComment[]>
  react(comment: number, reaction: Reaction): Promise<void>
  /** Whether a bot installed in this repository has added this reaction. */
  hasBotReaction(comment: number, reaction: Reaction): Promise<boolean>
  /** Writes an answer into the warpgauge comment with this marker; creates the comment when it does not exist. */
  answer(issue: number, marker: string, answer: CommentAnswer): Promise<{ readonly url: string }>
}
