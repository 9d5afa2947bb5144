import type { Config } from '../../config/schema/schema.ts'
import { withOptions, withResume } from '../../domain/core/command.ts'
import { launched, launcherVariables } from '../../domain/core/launcher.ts'
import type { PlannedCase } from '../../domain/plan/plan.ts'

/** The command of a revision with its launcher in front, before anything is filled in: what a record keeps of it. */
export function commandTemplate(config: Config, label: string): string[] {
  return withLauncher(commandOfRevision(config, label), config)
}

/** The command of one case with its options in place, before placeholders are filled. */
export function caseCommand(
  { revision, options, tool }: PlannedCase,
  resumeArgs: readonly string[],
  config: Config,
): readonly string[] {
  if (tool) return tool.command
  const command = withOptions(commandOfRevision(config, revision), options?.args ?? [])
  return withLauncher(withResume(command, resumeArgs), config)
}

/** What a revision runs, without the launcher. */
export function commandOfRevision({ pipeline, revisions }: Config, label: string): readonly string[] {
  return revisions[label]?.command ?? pipeline.command
}

/** Names of variables that the command gets from the environment of warpgauge: those of the config and of the batch system. */
export function passedVariables({ pipeline }: Config, environment: Readonly<Record<string, string | undefined>>) {
  return [...pipeline.passEnv, ...launcherVariables(environment, pipeline.launcher)]
}

function withLauncher(command: readonly string[], { pipeline }: Config): string[] {
  const { launcher, devices, env, passEnv } = pipeline
  return launched(command, launcher, { devices, variables: [...Object.keys(env), ...passEnv, 'WARPGAUGE_EVENTS'] })
}
