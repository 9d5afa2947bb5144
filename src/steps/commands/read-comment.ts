import { readVisibleLines } from '../../adapters/comment/comment-lines.ts'
import { mayContainCommand, parseCommand, type ParsedComment } from '../../domain/commands/parse-comment.ts'

/** Parses the command in a comment. Parses Markdown only if the body may contain one. */
export function readComment(body: string): ParsedComment {
  return mayContainCommand(body) ? parseCommand(readVisibleLines(body)) : { kind: 'none' }
}
