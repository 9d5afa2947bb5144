import type { Config } from '../../config/schema/schema.ts'
import type { Command } from '../../domain/commands/command.ts'
import type { Clock } from '../../ports/clock.ts'
import type { GitHub } from '../../io/github/github.ts'
import type { CommandTime } from './bind-to-head.ts'

/** An authorized command. */
export type CommandCall = {
  readonly command: Command
  readonly config: Config
  /** Tip of the default branch. */
  readonly defaultTip: string
  /** Login of the commenter. */
  readonly author: string
  readonly comment: number
  readonly commentUrl: string
  readonly wish: CommandTime
  /** Number of the issue or pull request. */
  readonly issue: number
  readonly isPullRequest: boolean
  readonly checkName: string
  /** Whether the title of a check reports a failed verdict, not a run that could not be measured. */
  readonly isFailedVerdict: (title: string) => boolean
  /** Formats a sentence that quotes people as Markdown without active content. */
  readonly say: (text: string) => string
}

export type CommandPorts = {
  readonly gitHub: GitHub
  readonly clock: Pick<Clock, 'now'>
}
