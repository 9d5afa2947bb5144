import { readVisibleLines } from '../../adapters/comment-lines.ts'
import { mayContainCommand, parseCommand, type ParsedComment } from '../../domain/commands/command.ts'
import { EnvironmentError } from '../../domain/core/errors.ts'
import type { RunContext } from '../../domain/core/run-context.ts'
import type { GitHub } from '../../io/github/github.ts'
import type { Logger } from '../../ports/logger.ts'

/** Parses the command in a comment. Parses Markdown only if the body may contain one. */
export function readComment(body: string): ParsedComment {
  return mayContainCommand(body) ? parseCommand(readVisibleLines(body)) : { kind: 'none' }
}

/**
 * Replaces the "in progress" answer to the command that started this run with the result `line`; does nothing for other
 * runs. A refusal is only a warning, because the check has the result too.
 */
export async function answerCommand(
  { commanded, pullRequest, asker }: Pick<RunContext, 'commanded' | 'pullRequest' | 'asker'>,
  { marker, line }: { readonly marker: string; readonly line: string },
  gitHub: GitHub | null,
  logger: Logger,
): Promise<void> {
  const [comment, issue] = [commanded?.comment ?? asker?.comment, pullRequest ?? asker?.issue]
  if (comment === undefined || issue === undefined || gitHub === null) return
  try {
    await gitHub.writeAnswer(issue, marker, { id: comment, line })
  } catch (error) {
    if (!(error instanceof EnvironmentError)) throw error
    logger.warning(`The command was not answered: ${error.message} ${error.hint}`)
  }
}
