import { readVisibleLines } from '../../adapters/comment/comment-lines.ts'
import { mayContainCommand, parseCommand, type ParsedComment } from '../../domain/commands/parse-comment.ts'

/** What a comment asks for; parsed as Markdown only where it could ask for anything. */
export function readComment(body: string): ParsedComment {
  return mayContainCommand(body) ? parseCommand(readVisibleLines(body)) : { kind: 'none' }
}
