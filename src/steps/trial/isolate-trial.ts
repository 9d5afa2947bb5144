import { dirname, resolve } from 'node:path'
import { buildChildEnvironment } from '../../domain/core/child-environment.ts'
import { fillPlaceholders, type CommandValues } from '../../domain/core/command.ts'
import type { ProcessSpec } from '../../ports/process-runner.ts'
import type { MeasurePorts } from '../measure/environment.ts'
import { confine, createRevisionDirectories, type RevisionDirectories } from './isolation.ts'
import type { TrialRequest } from './trial-request.ts'
import { listPassedVariables } from '../../judging/plan/trial-command.ts'

type TrialCommand = Pick<ProcessSpec, 'argv' | 'cwd'> & {
  readonly values: CommandValues
  /** Where the pipeline writes events. */
  readonly eventsPath: string
}

export type IsolatedTrial = {
  readonly spec: Pick<ProcessSpec, 'env' | 'confinement'>
  /**
   * Allowed locations of the trial's files, as for `FileInspector.restrictTo`: writable directories and the dataset.
   */
  readonly roots: readonly string[]
}

/** Builds the environment and sandbox of a trial. Of the run, the trial can change only its tree, output and events. */
export async function isolateTrial(
  request: TrialRequest,
  command: TrialCommand,
  files: MeasurePorts['files'],
): Promise<IsolatedTrial> {
  const { argv, cwd, values, eventsPath } = command
  const revision = await createRevisionDirectories(request.workplace, request.next.planned.revision, files)
  const env = buildTrialEnvironment(request, command, revision)
  const writable = [cwd, dirname(values.output), eventsPath]
  const confined = confine(request.workplace, revision, { argv, env, readable: values.dataset, writable })
  // A bind mount into a hidden directory needs an existing file.
  if (confined.confinement) await files.writeText(eventsPath, '')
  const own = [cwd, dirname(values.output), dirname(eventsPath), revision.home, revision.realTmp, ...values.dataset]
  const roots = [...own, ...request.prepared.config.run.writable]
  return { spec: { env, ...confined }, roots: [...roots, ...listNamedPaths(request, command, roots)] }
}

/** Removes the placeholder for the sandbox if the pipeline wrote no events. */
export async function dropEmptyEvents(
  eventsPath: string,
  { files, inspector }: Pick<MeasurePorts, 'files' | 'inspector'>,
): Promise<void> {
  if ((await inspector.readStat(eventsPath))?.bytes === 0) await files.remove(eventsPath)
}

/** Directories outside these roots that the config names for files of a trial. */
function listNamedPaths(
  { next: { planned }, prepared: { config } }: TrialRequest,
  { values, cwd }: TrialCommand,
  roots: readonly string[],
): string[] {
  const { proof, logs } = config.pipeline
  const proofs = [...(proof?.results ? [proof.results] : []), ...(proof?.files ?? []), ...(planned.tables?.rules ?? [])]
  const named = [...proofs.map(({ path }) => path), ...logs, ...(planned.tool?.files ?? [])]
  const patterns = named.map((path) => resolve(cwd, fillPlaceholders(path, values)))
  return patterns
    .filter((pattern) => !roots.some((root) => pattern.startsWith(`${root}/`)))
    .map((pattern) => dirname(pattern.replace(/[*?[{].*$/su, '_')))
}

function buildTrialEnvironment(
  { next, prepared, workplace }: TrialRequest,
  { values, eventsPath }: TrialCommand,
  { home, tmp }: RevisionDirectories,
): Record<string, string> {
  const { env } = prepared.config.pipeline
  const all = Object.entries({ ...env, ...next.planned.options?.env })
  const filled = Object.fromEntries(all.map(([name, value]) => [name, fillPlaceholders(value, values)]))
  return buildChildEnvironment(workplace.environment, {
    home,
    tmp,
    set: { ...filled, WARPGAUGE_EVENTS: eventsPath },
    pass: listPassedVariables(prepared.config, workplace.environment),
  })
}
