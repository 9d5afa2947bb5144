import type { Config } from '../../config/schema/schema.ts'
import { withOptions, withResume } from '../../domain/core/command.ts'
import { buildLaunchCommand, listLauncherVariables } from '../../domain/core/launcher.ts'
import type { PlannedCase } from '../../domain/plan/plan.ts'
import type { EnvironmentVariables } from '../../domain/core/child-environment.ts'

/** The command of a revision with its launcher, with placeholders unfilled, as the record stores it. */
export function buildCommandTemplate(config: Config, label: string): string[] {
  return withLauncher(getRevisionCommand(config, label), config)
}

/** The command of one case with its options and launcher, with placeholders unfilled. */
export function buildCaseCommand(
  { revision, options, tool }: PlannedCase,
  resumeArgs: readonly string[],
  config: Config,
): readonly string[] {
  if (tool) return tool.command
  const command = withOptions(getRevisionCommand(config, revision), options?.args ?? [])
  return withLauncher(withResume(command, resumeArgs), config)
}

/** The command of a revision, without the launcher. */
export function getRevisionCommand({ pipeline, revisions }: Config, label: string): readonly string[] {
  return revisions[label]?.command ?? pipeline.command
}

/** Names of environment variables that the command inherits: those of the config and those of the launcher. */
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
