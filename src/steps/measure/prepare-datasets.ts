import { join } from 'node:path'
import type { Config } from '../../config/schema/schema.ts'
import { prepareDataset } from '../../datasets/prepare-dataset.ts'
import { buildChildEnvironment } from '../../domain/core/child-environment.ts'
import type { PreparedDataset } from '../../domain/core/dataset.ts'
import { EnvironmentError, UserError } from '../../domain/core/errors.ts'
import type { Plan } from '../../domain/plan/plan.ts'
import { confine, createRevisionDirectories, formatSandboxHint } from '../trial/isolation.ts'
import type { MeasurePorts, Workplace } from './environment.ts'

export type DatasetsRequest = {
  readonly config: Config
  readonly plan: Pick<Plan, 'cases'>
  /** Path of the checkout by revision label. */
  readonly trees: ReadonlyMap<string, string>
  readonly workplace: Workplace
  readonly signal: AbortSignal
}

type DatasetPorts = Pick<MeasurePorts, 'processes' | 'files' | 'logger'>

/** Prepares the datasets of the plan. Relative paths and generating commands use the head's tree. */
export async function prepareDatasets(
  request: DatasetsRequest,
  ports: DatasetPorts,
): Promise<Map<string, PreparedDataset>> {
  const { config, plan, trees, workplace, signal } = request
  const { cacheDirectory, trustedCache, workDirectory } = workplace
  const workspace = trees.get('head') ?? workDirectory
  const places = {
    cacheDirectory: join(cacheDirectory, 'datasets'),
    ...(trustedCache !== undefined && { trustedCache: join(trustedCache, 'datasets') }),
    workspace,
    signal,
  }
  const prepared = new Map<string, PreparedDataset>()
  for (const name of new Set(plan.cases.map(({ dataset }) => dataset))) {
    const settings = config.datasets[name]
    if (!settings) continue
    const generate = async (argv: readonly string[], output: string): Promise<void> => {
      await runGenerator({ name, argv, output, workspace }, request, ports)
    }
    prepared.set(name, await prepareDataset(name, settings, { ...places, generate }))
  }
  return prepared
}

type Generator = {
  readonly name: string
  readonly argv: readonly string[]
  readonly output: string
  readonly workspace: string
}

/** Runs the command isolated like a setup; it can write its output, but not the tree. */
async function runGenerator(
  { name, argv, output, workspace }: Generator,
  { config, workplace, signal }: DatasetsRequest,
  { processes, files, logger }: DatasetPorts,
): Promise<void> {
  logger.info(`Generating dataset ${name}: ${argv.join(' ')}`)
  const { env: set, passEnv, setupTimeoutMinutes } = config.pipeline
  const place = await createRevisionDirectories(workplace, `dataset-${name}`, files)
  const env = buildChildEnvironment(workplace.environment, { ...place, set, pass: passEnv })
  const log = join(workplace.workDirectory, 'setup', `dataset-${name}`)
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
    `datasets.${name}.command failed: ${argv.join(' ')}: ${how}${formatSandboxHint(workplace, tail)}\n${tail}`,
    'Run the command in a new checkout of the head, with {output} replaced by an empty directory.',
  )
}
