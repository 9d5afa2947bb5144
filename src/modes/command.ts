import { parseConfig } from '../config/load.ts'
import type { Config } from '../config/schema/schema.ts'
import { type CommandOutcome, hasRole, type ParsedComment, type Role } from '../domain/commands/command.ts'
import { EnvironmentError, UserError } from '../domain/core/errors.ts'
import type { CommentEvent } from '../domain/core/run-context.ts'
import type { PostedComment } from '../io/github/conversations.ts'
import type { Logger } from '../ports/logger.ts'
import { renderPlainAnswer, renderAnswer } from '../reporters/command-answer.ts'
import { formatCommentMarker } from '../reporters/deliveries.ts'
import { deriveCheckName } from '../judging/plan/restrict-config.ts'
import type { CommandPorts } from '../steps/commands/command-call.ts'
import { performCommand } from '../steps/commands/perform-command.ts'
import { readComment } from '../steps/commands/comment.ts'

/** The comment of the event, and where the rules come from. */
export type CommandRequest = {
  readonly event: CommentEvent
  /** Tip of the default branch; its config defines who may give commands. */
  readonly trustedCommit: string
  readonly configPath: string
  /** Whether this job is a re-run, which gets the same event again. */
  readonly isRerun: boolean
}

export type CommandModePorts = CommandPorts & { readonly logger: Logger }

type CommandComment = Exclude<ParsedComment, { kind: 'none' }>

/**
 * Performs the command in a comment. Returns a sentence about the outcome; null when there was nothing to do. A comment
 * without a command causes no request to GitHub; a command from a user without permission only gets a reaction.
 */
export async function handleComment(request: CommandRequest, ports: CommandModePorts): Promise<string | null> {
  const { event, isRerun } = request
  const { gitHub, logger } = ports
  if (!event.isNew || !event.isByPerson) return null
  const parsed = readComment(event.body)
  if (parsed.kind === 'none') return null
  const comment = await gitHub.readComment(event.id)
  if (comment === null || !comment.author.isPerson) return null
  const config = await loadTrustedConfig(request, ports)
  const { login } = comment.author
  const needed = determineRole(parsed, config)
  const granted = await gitHub.readRole(login)
  if (granted === null || !hasRole(granted, needed)) {
    await gitHub.react(comment.id, 'confused')
    logger.info(`${login} is not allowed to use this command; it requires the role ${needed} in this repository.`)
    return null
  }
  const isAnswered = async (): Promise<boolean> =>
    (await gitHub.hasBotReaction(comment.id, 'rocket')) || (await gitHub.hasBotReaction(comment.id, 'confused'))
  if (isRerun && (await isAnswered())) return null
  await gitHub.react(comment.id, 'eyes')
  const outcome = await decideOutcome({ parsed, comment, config }, request, ports).catch(async (error: unknown) => {
    if (error instanceof EnvironmentError) await answerFailure(error, comment, request, ports)
    throw error
  })
  return await answer(outcome, comment, request, ports)
}

/** Answers with the failure. The step fails with the original error, so a failed answer is only logged. */
async function answerFailure(
  { message, hint }: EnvironmentError,
  comment: PostedComment,
  request: CommandRequest,
  ports: CommandModePorts,
): Promise<void> {
  try {
    await answer(createRefusal(message, hint), comment, request, ports)
  } catch (error) {
    if (!(error instanceof EnvironmentError)) throw error
    ports.logger.debug(`Could not answer with the failure: ${error.message}`)
  }
}

type CommandInput = {
  readonly parsed: CommandComment
  readonly comment: PostedComment
  readonly config: Config | string
}

async function decideOutcome(
  { parsed, comment, config }: CommandInput,
  { event, configPath, trustedCommit: defaultTip, isRerun }: CommandRequest,
  ports: CommandModePorts,
): Promise<CommandOutcome> {
  if (parsed.kind === 'malformed') return createRefusal(parsed.problem, parsed.hint)
  if (comment.isEdited || comment.body !== event.body)
    return createRefusal('the comment was edited', 'Write a new comment.')
  if (isRerun)
    return createRefusal(
      'an earlier attempt of this job was interrupted, so its progress is unknown',
      'Write the command again.',
    )
  if (typeof config === 'string') return createRefusal(config, 'Correct the config on the default branch.')
  const { command, pinnedHead } = parsed
  return await performCommand(
    {
      command,
      config,
      author: comment.author.login,
      defaultTip,
      comment: comment.id,
      commentUrl: comment.url,
      wish: { createdAt: comment.createdAt, pinnedHead },
      issue: event.issue,
      isPullRequest: event.isPullRequest,
      checkName: deriveCheckName(configPath),
    },
    ports,
  )
}

/** Loads the config of the default branch; returns the reason when it cannot be used. */
async function loadTrustedConfig({ trustedCommit, configPath }: CommandRequest, { gitHub }: CommandModePorts) {
  const text = await gitHub.readAt(trustedCommit, configPath)
  if (text === null) return `the default branch has no ${configPath}`
  try {
    return parseConfig(text, configPath)
  } catch (error) {
    if (error instanceof UserError) return `${configPath} of the default branch cannot be used`
    throw error
  }
}

/** With an unreadable config, the strongest configurable role is required. */
function determineRole(parsed: CommandComment, config: Config | string): Role {
  if (typeof config === 'string') return 'admin'
  return parsed.kind === 'command' ? config.commands.roles[parsed.command.name] : config.commands.roles.help
}

/** The command is already performed, so a failed answer is only a warning. */
async function answer(
  outcome: CommandOutcome,
  { id, url: commentUrl, author: { login } }: PostedComment,
  { event, configPath }: CommandRequest,
  { gitHub, logger }: CommandModePorts,
): Promise<string> {
  await gitHub.react(id, outcome.kind === 'refused' ? 'confused' : 'rocket')
  const line = renderAnswer(outcome, { login, commentUrl })
  try {
    await gitHub.writeAnswer(event.issue, formatCommentMarker(deriveCheckName(configPath)), { id, line })
  } catch (error) {
    if (!(error instanceof EnvironmentError)) throw error
    logger.warning(`Could not write the answer: ${error.message} ${error.hint}`)
  }
  return renderPlainAnswer(outcome)
}

function createRefusal(problem: string, hint: string): CommandOutcome {
  return { kind: 'refused', problem, hint }
}
