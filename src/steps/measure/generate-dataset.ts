import { join } from 'node:path'
import type { Config } from '../../config/schema/schema.ts'
import { buildChildEnvironment } from '../../domain/core/child-environment.ts'
import { EnvironmentError, UserError } from '../../domain/core/errors.ts'
import { confine, createRevisionDirectories, formatSandboxHint } from '../trial/isolation.ts'
import type { MeasurePorts, Workplace } from './environment.ts'

export type DatasetGenerator = {
  /** Of the dataset in the config. */
  readonly name: string
  readonly argv: readonly string[]
  /** Directory that the command fills. */
  readonly output: string
  /** Revision whose checkout the command runs in. */
  readonly label: string
  /** Path of that checkout. */
  readonly workspace: string
}

type GeneratorContext = {
  readonly config: Config
  readonly workplace: Workplace
  readonly signal: AbortSignal
}

export type GeneratorPorts = Pick<MeasurePorts, 'processes' | 'files' | 'logger'>

/**
 * Runs the command of a dataset, isolated like a setup; it can write its output, but not the tree.
 *
 * @throws UserError when the command fails, EnvironmentError when the run is cancelled meanwhile
 */
export async function generateDataset(
  { name, argv, output, label, workspace }: DatasetGenerator,
  { config, workplace, signal }: GeneratorContext,
  { processes, files, logger }: GeneratorPorts,
): Promise<void> {
  const command = argv.join(' ').replaceAll(output, '{output}')
  logger.info(`Generating dataset ${name} of ${label}: ${command}`)
  const { env: set, passEnv, setupTimeoutMinutes } = config.pipeline
  const place = await createRevisionDirectories(workplace, `dataset-${label}-${name}`, files)
  const env = buildChildEnvironment(workplace.environment, { ...place, set, pass: passEnv })
  const log = join(workplace.workDirectory, 'setup', `dataset-${label}-${name}`)
  await files.makeDirectory(log)
  const outcome = await processes.run({
    argv,
    cwd: workspace,
    env,
    ...confine(workplace, place, { argv, env, writable: [output], readable: [workspace] }),
    timeoutMs: setupTimeoutMinutes * 60_000,
    signal,
    stdoutPath: join(log, 'stdout.log'),
    stderrPath: join(log, 'stderr.log'),
    maxOutputBytes: 100e6,
  })
  if (outcome.ending === 'cancelled')
    throw new EnvironmentError(
      `the run was cancelled while dataset ${name} was generated`,
      'Nothing was measured; start the job again.',
    )
  if (outcome.ending === 'exited' && outcome.exitCode === 0) return
  const how = outcome.problem ?? (outcome.ending === 'exited' ? `exit code ${outcome.exitCode}` : outcome.ending)
  const tail = outcome.stderrTail || outcome.stdoutTail
  throw new UserError(
    `datasets.${name}.command failed: ${command}: ${how}${formatSandboxHint(workplace, tail)}\n${tail}`,
    `Run the command in a new checkout of ${label}, with {output} replaced by an empty directory.`,
  )
}
