import type { CommentAnswer } from '../domain/commands/comment-answers.ts'

/** A comment as GitHub has it now, whatever an event said of it. */
export type PostedComment = {
  readonly id: number
  readonly url: string
  readonly body: string
  /** ISO 8601, UTC. */
  readonly createdAt: string
  /** Somebody changed it since; that may have been anybody with write access. */
  readonly isEdited: boolean
  readonly author: { readonly login: string; readonly isPerson: boolean }
}

/** `eyes`: seen. `rocket`: done. `confused`: refused. */
export type Reaction = 'eyes' | 'rocket' | 'confused'

/** The comments of an issue or pull request. */
export interface IssueComments {
  /** Null when it was deleted. */
  readComment(id: number): Promise<PostedComment | null>
  listComments(issue: number): Promise<readonly PostedComment[]>
  react(comment: number, reaction: Reaction): Promise<void>
  /** Whether a bot of this repository has reacted so. */
  hasBotReaction(comment: number, reaction: Reaction): Promise<boolean>
  /** Puts an answer into our one comment with this marker; makes the comment when it is not there yet. */
  answer(issue: number, marker: string, answer: CommentAnswer): Promise<{ readonly url: string }>
}
