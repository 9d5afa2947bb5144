import type { Config } from '../../config/schema/schema.ts'
import type { Command } from '../../domain/commands/command.ts'
import type { Clock } from '../../ports/clock.ts'
import type { CommandAuthority } from '../../ports/command-authority.ts'
import type { GitHub } from '../../ports/github.ts'
import type { WorkflowRuns } from '../../ports/workflow-runs.ts'
import type { CommandTime } from './bind-to-head.ts'

/** A command of somebody who may give it. */
export type CommandCall = {
  readonly command: Command
  readonly config: Config
  /** Tip of the default branch. */
  readonly defaultTip: string
  /** Login of who asked. */
  readonly author: string
  readonly comment: number
  readonly commentUrl: string
  readonly wish: CommandTime
  /** Issue or pull request. */
  readonly issue: number
  readonly isPullRequest: boolean
  readonly checkName: string
  /** Whether a check's title tells of a failed verdict, rather than of a run that could not be measured. */
  readonly isFailedVerdict: (title: string) => boolean
  /** A sentence that quotes people, as Markdown in which nothing of theirs acts. */
  readonly say: (text: string) => string
}

export type CommandPorts = {
  readonly gitHub: GitHub
  readonly authority: CommandAuthority
  readonly workflows: WorkflowRuns
  readonly clock: Pick<Clock, 'now'>
}
