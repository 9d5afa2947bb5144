import type { Config } from '../../config/schema/schema.ts'
import { withOptions, withResume } from '../../domain/core/command.ts'
import {
  buildLaunchCommand,
  buildNodeCommand,
  listLauncherVariables,
  type Launcher,
} from '../../domain/core/launcher.ts'
import type { PlannedCase } from '../../domain/plan/plan.ts'
import type { EnvironmentVariables } from '../../domain/core/child-environment.ts'

/** The command of a revision with its launcher, with placeholders unfilled, as the record stores it. */
export function buildCommandTemplate(config: Config, label: string): string[] {
  return withLauncher(getRevisionCommand(config, label), config)
}

/** The command of one case with its options and launcher, or that of its tool alone; placeholders are not filled. */
export function buildCaseCommand(
  { revision, options, tool, nodes }: PlannedCase,
  resumeArgs: readonly string[],
  config: Config,
): readonly string[] {
  if (tool) return tool.command
  const command = withOptions(getRevisionCommand(config, revision), options?.args ?? [])
  return withLauncher(withResume(command, resumeArgs), config, nodes)
}

/** The command of a revision, without the launcher. */
export function getRevisionCommand({ pipeline, revisions }: Config, label: string): readonly string[] {
  return revisions[label]?.command ?? pipeline.command
}

/** Names of environment variables that the command inherits: those of the config and those of the launcher. */
export function listPassedVariables({ pipeline }: Config, environment: EnvironmentVariables) {
  return [...pipeline.passEnv, ...listLauncherVariables(environment, pipeline.launcher)]
}

/** The command that runs a program once on every node of a case; null: one node, or the launcher cannot. */
export function buildMonitorCommand(
  command: readonly string[],
  { nodes }: PlannedCase,
  config: Config,
): string[] | null {
  const launcher = chooseNodes(config.pipeline.launcher, nodes)
  if (!launcher || launcher.nodes < 2) return null
  const { devices, variables } = listLaunchSettings(config)
  return buildNodeCommand(command, launcher, { devices, variables: [...variables, 'WARPGAUGE_WATCHED_TRIAL'] })
}

function withLauncher(command: readonly string[], config: Config, nodes?: number): string[] {
  return buildLaunchCommand(command, chooseNodes(config.pipeline.launcher, nodes), listLaunchSettings(config))
}

function chooseNodes(launcher: Launcher | undefined, nodes: number | undefined): Launcher | undefined {
  return launcher && nodes !== undefined ? { ...launcher, nodes } : launcher
}

function listLaunchSettings({ pipeline: { devices, env, passEnv } }: Config) {
  return { devices, variables: [...Object.keys(env), ...passEnv, 'WARPGAUGE_EVENTS', 'WARPGAUGE_TRIAL_ID'] }
}
