import { isPartial } from '../../domain/commands/command-request.ts'
import { EnvironmentError } from '../../domain/core/errors.ts'
import type { RunContext } from '../../domain/core/run-context.ts'
import type { IssueComments } from '../../ports/issue-comments.ts'
import type { Logger } from '../../ports/logger.ts'

export type CommandAnswer = { readonly marker: string; readonly line: string }

/** Replaces "a run is on its way" by what the run has found. A refusal is a warning: the check says it as well. */
export async function answerCommand(
  { commanded, pullRequest, asker }: Pick<RunContext, 'commanded' | 'pullRequest' | 'asker'>,
  { marker, line }: CommandAnswer,
  comments: IssueComments | null,
  logger: Logger,
): Promise<void> {
  const [comment, issue] = [commanded?.comment ?? asker?.comment, pullRequest ?? asker?.issue]
  if (comment === undefined || issue === undefined || comments === null) return
  try {
    await comments.answer(issue, marker, { id: comment, line })
  } catch (error) {
    if (!(error instanceof EnvironmentError)) throw error
    logger.warning(`The command was not answered: ${error.message} ${error.hint}`)
  }
}

/** A part of the config has no place in the one comment, whose report is about all of it. */
export function choosePullToComment({ commanded }: RunContext, pullRequest: number | null): number | null {
  return commanded && isPartial(commanded) ? null : pullRequest
}
