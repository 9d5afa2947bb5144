import { join } from 'node:path'
import type { Config } from '../../config/schema/schema.ts'
import { buildCalibrationPlan } from '../../domain/noise/calibration.ts'
import { EnvironmentError, NoDeviceError } from '../../domain/core/errors.ts'
import type { Plan } from '../../domain/plan/plan.ts'
import { type RunContext, buildLocalContext, type Trust } from '../../domain/core/run-context.ts'
import type { KnownCommits } from '../../domain/core/revision.ts'
import type { DatasetDifference, IsolationRecord, ResolvedRevision, RunRecord } from '../../record/run.ts'
import type { DeviceInventory } from '../../io/machine/system-devices.ts'
import type { GpuMonitor } from '../../ports/gpu-monitor.ts'
import type { GitRepository } from '../../io/git/simple-git-repository.ts'
import type { Sandbox } from '../../io/sandbox/bubblewrap-sandbox.ts'
import type { Scratch } from '../../io/files/owned-directory.ts'
import type { Claims } from '../../io/files/file-claims.ts'
import type { TreeReader } from '../../io/files/disk-tree-reader.ts'
import { refusePlaceholder, planPart, planCompleteRun, requireSelected } from '../../judging/plan/plan-run.ts'
import {
  type CheckedOutRevisions,
  checkOutRevisions,
  findMeasuredBase,
  openDatasetBase,
} from '../trees/check-out-revisions.ts'
import { keptTables } from '../trial/compare-tables.ts'
import type { MeasurePorts, TrialInputs, Workplace } from './environment.ts'
import { guardConditions, measure } from './measure.ts'
import { identifyRevisions } from '../trees/identify-revisions.ts'
import { identifyTestbed, findMonitoredGpus } from './identify-testbed.ts'
import {
  preflightGpus,
  type FitMachine,
  type PreflightGpusPorts,
  type PreflightGpusRequest,
  requirePrograms,
  warnOfLoad,
} from './preflight.ts'
import { chooseIsolation } from '../trial/isolation.ts'
import { type ReadTrusted, loadCommitted, type Rules } from '../baselines/load-committed.ts'
import type { CommittedReference } from '../../judging/baselines/baselines.ts'
import { needsBaseDatasets, prepareDatasets } from './prepare-datasets.ts'
import { resolveRevisions } from '../trees/find-commits.ts'
import { claimFolder, configCopy, copyCommitted, openRunFolder, resumeFrom } from './run-folder.ts'
import { buildScheduleRules, type CostFacts, estimateRunCost, getBudget } from '../../judging/plan/run-cost.ts'
import { buildCommandTemplate, buildCaseCommand } from '../../judging/plan/trial-command.ts'
import { runRecordVersion } from '../../record/limits.ts'
import type { Logger } from '../../ports/logger.ts'
import { listChangedInputs, listSharedInputs } from '../../judging/paths/paths.ts'
import { chooseMinutesUnit, describeCostEstimate } from '../../domain/cost/cost.ts'
import { refuseBelowFloor } from '../../judging/plan/refuse-run.ts'
import type { TreeGuard } from '../trees/tree-guard.ts'
import { requireMachineNeeds } from '../doctor/find-machine-needs.ts'
import { keepTrials, reuseCachedTrials } from '../trial/trial-cache.ts'
import type { Selection } from '../../record/plan.ts'

/** What is measured, and how; see `RunOrder` for a single commit. */
export type MeasureRunRequest = {
  readonly context: RunContext
  readonly rules: Rules
  readonly commits: KnownCommits
  readonly runFolder: string
  readonly runId: string
  readonly signal: AbortSignal
  /** Resume the record in the run folder. */
  readonly isResume?: boolean
  /** Runs per side of the head against itself, to calibrate the noise of this machine; absent: a normal run. */
  readonly calibrationRounds?: number | null
  /** The part of the plan for this job; absent: the complete plan. */
  readonly selection?: Selection | null
  /** Leaves out the estimated cost, which needs a history of this case; absent: it is announced. */
  readonly skipsCostEstimate?: boolean
  /** Replaces the plan of the config; absent: unchanged. */
  readonly plan?: (plan: Plan) => Plan
  /** Reads a file from a commit that the pull request cannot change; absent: samples are recorded, not judged. */
  readonly readCommitted?: ReadTrusted
}

/** A trusted commit that is measured by itself. */
export type RunOrder = Omit<MeasureRunRequest, 'context' | 'commits' | 'runFolder'> & {
  readonly workspace: string
  readonly commit: string
  readonly folder: string
  /** Recorded as the event; absent: `local`. */
  readonly event?: string
}

/** The ports of a complete run; see `createMeasuringPorts`. */
export type MeasureRunPorts = Omit<MeasurePorts, 'monitor'> &
  Pick<PreflightGpusPorts, 'lock' | 'disks' | 'sleep'> & {
    readonly git: GitRepository
    readonly inventory: DeviceInventory
    readonly scratch: Scratch
    readonly treeReader: TreeReader
    readonly claims: Claims
    readonly sandbox: Sandbox
    readonly toolVersion: string
    readonly createWorkplace: (trust: Trust, runId: string) => Workplace
    /** Opens the configured monitor. */
    readonly openMonitor: (wanted: Config['run']['monitor'], runId: string) => Promise<GpuMonitor>
  }

/** A record with the baselines and noise for its verdict, which were read before any measured code ran. */
export type MeasuredRun = { readonly record: RunRecord; readonly committed: CommittedReference }

/** Like `measureRun` for one commit without pull request and merge base: of a range, of a search, or traced. */
export async function startRun(
  { workspace, commit, folder, event = 'local', ...order }: RunOrder,
  ports: MeasureRunPorts,
): Promise<MeasuredRun> {
  const context = buildLocalContext(workspace, { event, headCommit: commit })
  const commits = { head: { ref: commit, commit }, mergeBase: null }
  return await measureRun({ ...order, context, commits, runFolder: folder }, ports)
}

/**
 * Measures a run into its run folder: testbed, revisions, plan, baselines, checkouts, data, preflight, trials. Locks
 * its GPUs, runs commands of the repository, and removes its scratch directory at the end.
 */
export async function measureRun(request: MeasureRunRequest, ports: MeasureRunPorts): Promise<MeasuredRun> {
  const { context, rules, signal, runId, readCommitted = () => Promise.resolve(null) } = request
  refusePlaceholder(rules.config, rules.yardstick.path)
  await using _ = await claimFolder(request.runFolder, ports)
  const folder = await openRunFolder(request.runFolder, ports.files, request.isResume)
  await ports.files.writeText(join(request.runFolder, configCopy), rules.text)
  const directories = ports.createWorkplace(context.trust, runId)
  await ports.scratch.open(directories.workDirectory)
  for (const name of ['outputs', 'trees']) await ports.files.makeDirectory(join(directories.workDirectory, name))
  try {
    const { config } = rules
    const own = { ...request, workplace: directories, config }
    const workplace = { ...directories, isolation: await chooseIsolation(own, ports) }
    await using monitor = await chooseMonitor(config, ports, runId)
    const identities = (await monitor?.identify()) ?? []
    const watched = monitor && { monitor, environment: workplace.environment }
    const testbed = await identifyTestbed(config.pipeline.devices, ports.inventory, watched).catch((error: unknown) => {
      // In strict mode a runner without GPUs is a failure.
      if (!(error instanceof NoDeviceError) || !config.comparison.strict) throw error
      throw new EnvironmentError(error.message, error.hint, { cause: error })
    })
    const revisions = await resolveRevisions(config, request.commits, ports.git)
    const plan = buildPlan(request, testbed, revisions)
    const readText = async (path: string) => await ports.git.readAt(request.commits.head.commit, path)
    await requireMachineNeeds({ config, plan, environment: workplace.environment, readText }, ports)
    const used = revisions.filter((revision) => plan.cases.some((planned) => planned.revision === revision.label))
    const committed = await loadCommitted(config, testbed, readCommitted)
    const baseCommit = needsBaseDatasets(config, plan) ? request.commits.mergeBase : null
    const placing = { config, workplace, signal }
    await using datasetBase = await openDatasetBase({ ...placing, revisions, measured: used, baseCommit }, ports)
    await using checkedOut = await checkOutRevisions({ ...placing, revisions: used }, ports)
    const { trees, setupErrors } = checkedOut
    const base = datasetBase ?? findMeasuredBase(request.commits.mergeBase, used, checkedOut)
    const { datasets, differences } = await prepareDatasets({ ...placing, plan, checkedOut, base }, ports)
    const prepared: TrialInputs = {
      config,
      trees,
      setupErrors,
      datasets,
      watchedGpus: identities.map(({ index }) => index),
      physicalGpus: (ids) => findMonitoredGpus(testbed, ids, identities),
      hostName: ports.inventory.getHostName(),
    }
    await requirePrograms(plan, prepared, workplace, ports.inspector)
    const identified = [...datasets.values()].map(({ identity }) => identity)
    const facts = { config, plan, testbed, datasets: identified, ...committed, noise: committed.noise.noise }
    if (!request.skipsCostEstimate) announceCost(facts, ports.logger)
    const held = { plan, testbed, identities, prepared }
    await using machine = await holdGpus({ ...request, workplace }, held, ports, monitor)
    await warnOfLoad(ports, signal)
    const ofRevisions = await identifyRevisions(prepared, workplace, signal, ports)
    const changedInputs = findChangedInputs(config, plan, checkedOut)
    const known = { testbed, revisions, plan, ...ofRevisions, datasets: identified }
    const sharedInputs = findSharedInputs(config, plan, checkedOut, { ...workplace, clone: context.workspace })
    const more = { differences, changedInputs, sharedInputs, committed, ...workplace }
    const start = await beginRecord(request, known, more, ports)
    const caches = [workplace.cacheDirectory, workplace.trustedCache].filter((cache) => cache !== undefined)
    const record = await reuseCachedTrials(start, config, caches, ports.files)
    await folder.save(record)
    const measured = await measure(
      {
        record,
        guard: checkedOut.guard,
        conditions: await guardConditions(datasets.values(), identities, { ...ports, monitor }),
        workplace,
        signal,
        rules: buildScheduleRules(record, config, committed),
        prepared: { ...prepared, idleWatts: machine?.idleWatts ?? {} },
        runFolder: folder,
      },
      { ...ports, monitor, ...(await openHostMonitor(plan, ports, runId)) },
    )
    await keepTrials(measured, config, workplace.cacheDirectory, ports.files)
    if (measured.status === 'finished') await ports.files.remove(join(request.runFolder, keptTables))
    return { record: measured, committed }
  } finally {
    await ports.scratch.close(directories.workDirectory)
  }
}

/** What is known before the first trial. */
type RunFacts = Pick<RunRecord, 'testbed' | 'revisions' | 'plan' | 'identity' | 'versions' | 'datasets'>
type MoreFacts = {
  readonly differences: readonly DatasetDifference[]
  readonly changedInputs: NonNullable<RunRecord['changedInputs']> | null
  readonly sharedInputs: readonly string[]
  readonly committed: CommittedReference
  readonly isolation: IsolationRecord
}

/** Creates the record before the first trial, with the reference files, without which it could pass unchecked. */
async function beginRecord(
  { context, rules: { config, yardstick }, commits, runId, selection, ...request }: MeasureRunRequest,
  known: RunFacts,
  { differences, changedInputs, sharedInputs, committed, isolation: { mode, reason } }: MoreFacts,
  ports: MeasureRunPorts,
): Promise<RunRecord> {
  const fresh: RunRecord = {
    schemaVersion: runRecordVersion,
    tool: { name: 'warpgauge', version: ports.toolVersion },
    runId,
    startedAt: ports.clock.now().toISOString(),
    finishedAt: null,
    status: 'running',
    statusDetail: null,
    repository: context.repository ? `${context.repository.owner}/${context.repository.name}` : null,
    event: context.event,
    ...((context.runAttempt ?? 1) > 1 && { attempt: context.runAttempt }),
    pullRequest: context.pullRequest,
    yardstick,
    ...(commits.mergeBase !== null && { baseCommit: commits.mergeBase }),
    ...(commits.testMerge && { testMerge: commits.testMerge }),
    ...known,
    ...(differences.length > 0 && { datasetDifferences: differences }),
    ...(changedInputs && { changedInputs }),
    ...(sharedInputs.length > 0 && { sharedInputs }),
    isolation: { mode, reason },
    commands: Object.fromEntries(known.revisions.map(({ label }) => [label, buildCommandTemplate(config, label)])),
    variables: config.pipeline.env,
    trials: [],
    ...(selection && { selection }),
  }
  const start = request.isResume ? await resumeFrom(request.runFolder, fresh, ports) : fresh
  return { ...start, comparedWith: await copyCommitted(committed, request.runFolder, ports.files) }
}

const mostPaths = 100
const longestPath = 1000

/**
 * Finds the inputs in the checkouts that a revision and the head read with different content, because the command names
 * them and no dataset does. Null: there are none.
 */
export function findChangedInputs(
  config: Config,
  { cases }: Plan,
  { trees, guard }: Pick<CheckedOutRevisions, 'trees'> & { readonly guard: Pick<TreeGuard, 'getState'> },
): NonNullable<RunRecord['changedInputs']> | null {
  const head = trees.has('head') ? guard.getState('head') : null
  const found = [...trees.keys()].flatMap((label): [string, string[]][] => {
    const base = label === 'head' ? null : guard.getState(label)
    if (!head || !base) return []
    const own = cases.filter(({ revision }) => revision === label || revision === 'head')
    const commands = own.map((planned) => buildCaseCommand(planned, [], config))
    const changed = listChangedInputs({ commands, base, head }).slice(0, mostPaths)
    const paths = changed.map((path) => path.slice(0, longestPath))
    return paths.length > 0 ? [[label, paths]] : []
  })
  return found.length > 0 ? Object.fromEntries(found) : null
}

/** Finds what all revisions read from the clone, named by a command or a variable of the config; nothing for one. */
function findSharedInputs(
  { pipeline, ...config }: Config,
  { cases }: Plan,
  { trees, guard }: Pick<CheckedOutRevisions, 'trees'> & { readonly guard: Pick<TreeGuard, 'getState'> },
  { clone, environment }: Pick<Workplace, 'environment'> & { readonly clone: string },
): string[] {
  const head = guard.getState('head')
  if (!head || trees.size < 2) return []
  const passed = pipeline.passEnv.flatMap((name) => environment[name] ?? [])
  const commands = cases.flatMap((planned) => buildCaseCommand(planned, [], { pipeline, ...config }))
  const found = listSharedInputs([...commands, ...Object.values(pipeline.env), ...passed], clone, head)
  return found.slice(0, mostPaths).map((path) => path.slice(0, longestPath))
}

/**
 * Logs the estimated cost and sensitivity of the run before it starts.
 *
 * @throws UserError when a gate is tighter than the noise allows and the config forbids widening it
 */
export function announceCost(facts: CostFacts, logger: Logger): void {
  const price = estimateRunCost(facts)
  for (const sentence of describeCostEstimate(price, chooseMinutesUnit(facts.testbed), getBudget(facts.config)))
    logger.info(sentence)
  refuseBelowFloor(price, facts.config)
}

function buildPlan(
  { rules, calibrationRounds = null, selection = null, plan: adjust = (plan) => plan }: MeasureRunRequest,
  { devices }: RunRecord['testbed'],
  revisions: readonly ResolvedRevision[],
): Plan {
  const part = planPart(rules.config, devices, revisions, selection)
  const plan = adjust(requireSelected(part, selection ?? undefined, () => planCompleteRun(rules.config, revisions)))
  return calibrationRounds === null ? plan : buildCalibrationPlan(plan, calibrationRounds)
}

/** A CPU pipeline is not sampled: there is no GPU to observe, and the sampling would use its cores. */
async function chooseMonitor({ pipeline, run }: Config, { openMonitor }: MeasureRunPorts, runId: string) {
  return pipeline.devices === 'cpu' ? null : await openMonitor(run.monitor, runId)
}

/** Memory and stage cases of a CPU pipeline sample the host. No GPU is locked. */
async function openHostMonitor({ cases }: Plan, { openMonitor }: MeasureRunPorts, runId: string) {
  const isAsked = cases.some(({ watchesHost }) => watchesHost)
  return isAsked ? { hostMonitor: await openMonitor('none', runId) } : {}
}

/** Locks the GPUs of the plan once the machine is ready; null for a pipeline without GPUs. */
async function holdGpus(
  { rules, runId, runFolder, workplace, signal }: MeasureRunRequest & { readonly workplace: Workplace },
  {
    plan,
    testbed,
    identities,
    prepared,
  }: Pick<RunRecord, 'plan' | 'testbed'> &
    Pick<PreflightGpusRequest, 'identities'> & { readonly prepared: TrialInputs },
  ports: MeasureRunPorts,
  monitor: GpuMonitor | null,
): Promise<FitMachine | null> {
  if (!monitor) return null
  const ids = [...new Set(plan.cases.flatMap((planned) => planned.gpus))]
  const used = testbed.devices.filter((device) => ids.includes(device.id))
  const run = { limits: rules.config.run.preflight, runId, runFolder, workDirectory: workplace.workDirectory, signal }
  const gpus = { gpus: prepared.physicalGpus(ids), uuids: used.flatMap((device) => device.uuid ?? []), identities }
  return await preflightGpus({ ...run, ...gpus }, { ...ports, monitor })
}
