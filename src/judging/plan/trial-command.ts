import type { Config } from '../../config/schema/schema.ts'
import { withOptions, withResume } from '../../domain/core/command.ts'
import { buildLaunchCommand, listLauncherVariables } from '../../domain/core/launcher.ts'
import type { PlannedCase } from '../../domain/plan/plan.ts'
import type { EnvironmentVariables } from '../../domain/core/child-environment.ts'

/** The command of a revision with its launcher in front, before anything is filled in: what a record keeps of it. */
export function buildCommandTemplate(config: Config, label: string): string[] {
  return withLauncher(getRevisionCommand(config, label), config)
}

/** The command of one case with its options in place, before placeholders are filled. */
export function buildCaseCommand(
  { revision, options, tool }: PlannedCase,
  resumeArgs: readonly string[],
  config: Config,
): readonly string[] {
  if (tool) return tool.command
  const command = withOptions(getRevisionCommand(config, revision), options?.args ?? [])
  return withLauncher(withResume(command, resumeArgs), config)
}

/** What a revision runs, without the launcher. */
export function getRevisionCommand({ pipeline, revisions }: Config, label: string): readonly string[] {
  return revisions[label]?.command ?? pipeline.command
}

/** Names of variables that the command gets from the environment of warpgauge: those of the config and of the batch system. */
export function listPassedVariables({ pipeline }: Config, environment: EnvironmentVariables) {
  return [...pipeline.passEnv, ...listLauncherVariables(environment, pipeline.launcher)]
}

function withLauncher(command: readonly string[], { pipeline }: Config): string[] {
  const { launcher, devices, env, passEnv } = pipeline
  return buildLaunchCommand(command, launcher, {
    devices,
    variables: [...Object.keys(env), ...passEnv, 'WARPGAUGE_EVENTS'],
  })
}
