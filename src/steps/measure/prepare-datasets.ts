import { join } from 'node:path'
import type { Config, DatasetConfig } from '../../config/schema/schema.ts'
import {
  chooseDataset,
  isFromCheckout,
  isPinned,
  prepareDataset,
  type ChosenDataset,
} from '../../datasets/prepare-dataset.ts'
import type { PreparedDataset } from '../../domain/core/dataset.ts'
import { handleUserError, UserError, EnvironmentError } from '../../domain/core/errors.ts'
import type { Plan } from '../../domain/plan/plan.ts'
import { type BaseTree, type TreeCheck, type CheckedOutRevisions } from '../trees/check-out-revisions.ts'
import type { Workplace, MeasurePorts } from './environment.ts'
import { datasetFormats } from '../../programs/index.ts'
import type { DatasetDifference } from '../../record/run.ts'
import { buildChildEnvironment } from '../../domain/core/child-environment.ts'
import { formatExitCode } from '../../domain/core/exit-meaning.ts'
import { confine, createRevisionDirectories, formatFailureHints } from '../trial/isolation.ts'
import { findPrintedErrors } from '../trial/search-output.ts'

export type DatasetsRequest = {
  readonly config: Config
  readonly plan: Pick<Plan, 'cases'>
  /** The measured checkouts. */
  readonly checkedOut: Pick<CheckedOutRevisions, 'trees'> & { readonly guard: TreeCheck }
  /** Null: there is no base, or no dataset needs it. */
  readonly base: BaseTree | null
  readonly workplace: Workplace
  readonly signal: AbortSignal
}

/** Whether the datasets of a plan can be chosen by the head, unless the base provides them. */
export function needsBaseDatasets(config: Config, plan: Pick<Plan, 'cases'>): boolean {
  return listSettings(config, plan).some(([, settings]) => isFromCheckout(settings) && !isPinned(settings))
}

/**
 * Prepares the datasets of the plan. Relative paths and generating commands use the checkouts of base and head; what the
 * base provides counts for all revisions. Returns them by name, and the differences between base and head.
 */
export async function prepareDatasets(request: DatasetsRequest, ports: GeneratorPorts) {
  const datasets = new Map<string, PreparedDataset>()
  const differences: DatasetDifference[] = []
  for (const [name, settings] of listSettings(request.config, request.plan)) {
    const { dataset, difference } = await prepareOne({ name, settings }, request, ports)
    datasets.set(name, dataset)
    if (difference) differences.push(difference)
  }
  // Without a sandbox, setup and commands of the head can write there.
  if (request.base?.guard) await request.base.guard.requireUntouched(request.base.label)
  return { datasets, differences }
}

function listSettings({ datasets }: Config, { cases }: Pick<Plan, 'cases'>): [string, DatasetConfig][] {
  return [...new Set(cases.map(({ dataset }) => dataset))].flatMap((name): [string, DatasetConfig][] => {
    const settings = datasets[name]
    return settings ? [[name, settings]] : []
  })
}

type NamedSettings = { readonly name: string; readonly settings: DatasetConfig }
type DatasetSource = { readonly label: string; readonly workspace: string; readonly guard: TreeCheck | null }

async function prepareOne(
  named: NamedSettings,
  request: DatasetsRequest,
  ports: GeneratorPorts,
): Promise<ChosenDataset> {
  const { base, checkedOut, workplace } = request
  const { name, settings } = named
  const path = checkedOut.trees.get('head')
  const guard = path === undefined ? null : checkedOut.guard
  const head = { label: 'head', workspace: path ?? workplace.workDirectory, guard }
  if (base === null || !isFromCheckout(settings))
    return { dataset: await prepareSide(named, head, request, ports), difference: null }
  // The base comes first: what its command generated is cached, so the head cannot replace it.
  const ofBase =
    base.path === null
      ? new UserError(base.problem, '')
      : await prepareSide(named, { ...base, workspace: base.path }, request, ports).catch(keepUserError)
  const ofHead = await prepareSide(named, head, request, ports).catch(keepUserError)
  const chosen = chooseDataset({ name, base: ofBase, head: ofHead, isPinned: isPinned(settings) })
  const { difference } = chosen
  if (!difference || difference.problem === null) return chosen
  // The first line, with paths relative to the checkout, as a record of any machine has it.
  const [line = ''] = difference.problem.split('\n')
  const roots = [path, base.path].flatMap((root) => root ?? [])
  const problem = roots.reduce((text, root) => text.replaceAll(`${root}/`, ''), line).slice(0, longestProblem)
  return { ...chosen, difference: { ...difference, problem } }
}

const keepUserError = handleUserError((error) => error)

const longestProblem = 300

async function prepareSide(
  { name, settings }: NamedSettings,
  { label, workspace, guard }: DatasetSource,
  request: DatasetsRequest,
  ports: GeneratorPorts,
): Promise<PreparedDataset> {
  const { cacheDirectory, trustedCache } = request.workplace
  return await prepareDataset(name, settings, {
    cacheDirectory: join(cacheDirectory, 'datasets'),
    ...(trustedCache !== undefined && { trustedCache: join(trustedCache, 'datasets') }),
    workspace,
    signal: request.signal,
    formats: datasetFormats,
    generate: async (argv, output) => {
      await guard?.requireUntouched(label)
      await generateDataset({ name, argv, output, label, workspace }, request, ports)
      // Without a sandbox it can leave files such as compiled modules.
      await guard?.acceptTrial(label)
    },
  })
}

type DatasetGenerator = Pick<DatasetSource, 'label' | 'workspace'> & {
  /** Of the dataset in the config. */
  readonly name: string
  readonly argv: readonly string[]
  /** Directory that the command fills. */
  readonly output: string
}

export type GeneratorPorts = Pick<MeasurePorts, 'processes' | 'files' | 'logger' | 'inspector'>

/**
 * Runs the command of a dataset, isolated like a setup; it can write its output, but not the tree. Warns of errors that
 * it prints although it ends well.
 *
 * @throws UserError when the command fails, EnvironmentError when the run is cancelled meanwhile
 */
export async function generateDataset(
  { name, argv, output, label, workspace }: DatasetGenerator,
  { config, workplace, signal }: Pick<DatasetsRequest, 'config' | 'workplace' | 'signal'>,
  { processes, files, logger, inspector }: GeneratorPorts,
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
  if (outcome.ending === 'exited' && outcome.exitCode === 0) {
    const [error] = await findPrintedErrors(log, outcome, inspector)
    if (error !== undefined)
      logger.warning(`The command of dataset ${name} printed "${error}", although it ended well: check its files.`)
    return
  }
  const how = outcome.problem ?? (outcome.ending === 'exited' ? formatExitCode(outcome.exitCode) : outcome.ending)
  const tail = outcome.stderrTail || outcome.stdoutTail
  throw new UserError(
    `datasets.${name}.command failed: ${command}: ${how}${formatFailureHints(workplace, config.pipeline, tail)}\n${tail}`,
    `Run the command in a new checkout of ${label}, with {output} replaced by an empty directory.`,
  )
}
