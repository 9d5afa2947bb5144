import { join } from 'node:path'
import type { Config } from '../config/schema.ts'
import { withOptions, withResume, type CommandValues } from '../domain/command.ts'
import { launched, launcherVariables } from '../domain/launcher.ts'
import type { PlannedCase } from '../domain/plan.ts'
import type { TrialRequest } from './run-trial.ts'

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

/** The output path is new for every trial: a pipeline that finds old results may do nothing and exit 0 (W4). */
export function commandValues({ next, prepared, workplace, directory, longRun }: TrialRequest): CommandValues {
  const name = `${next.planned.id.replaceAll(/[^A-Za-z0-9._-]+/g, '-').slice(0, 100)}-${next.index}`
  const ofTrial = prepared.config.run.keepOutputs ? directory : join(workplace.workDirectory, 'outputs', name)
  const parent = longRun?.outputParent ?? join(ofTrial, 'outputs')
  const dataset = prepared.datasets.get(next.planned.dataset)?.files ?? []
  const nodes = prepared.config.pipeline.launcher?.nodes ?? 1
  return { dataset, gpus: next.planned.gpus, output: join(parent, name), nodes, host: prepared.hostName ?? 'localhost' }
}

/** Where the revision of a trial is checked out. */
export function findTree({ next, prepared }: Pick<TrialRequest, 'next' | 'prepared'>): string {
  const tree = prepared.trees.get(next.planned.revision)
  if (tree === undefined) throw new Error(`no tree was checked out for revision ${next.planned.revision}`)
  return tree
}
