import { join } from 'node:path'
import { prepareDataset } from '../datasets/prepare-dataset.ts'
import type { Config } from '../config/schema.ts'
import type { GpuIdentity } from '../domain/gpu.ts'
import type { PreparedDataset } from '../domain/dataset.ts'
import type { RunContext } from '../domain/run-context.ts'
import { runRecordVersion, type RunRecord } from '../domain/run-record.ts'
import type { DeviceInventory } from '../ports/device-inventory.ts'
import type { GpuMonitor } from '../ports/gpu-monitor.ts'
import type { GitRepository } from '../ports/git-repository.ts'
import { checkOutRevisions } from './check-out-revisions.ts'
import type { MeasurePorts, Prepared, Workplace } from './environment.ts'
import { hashIdentity } from './hash-identity.ts'
import { identifyTestbed, physicalGpus } from './identify-testbed.ts'
import { preflightGpus, type FitMachine, type PreflightGpusPorts } from './preflight-gpus.ts'
import type { Rules } from './load-rules.ts'
import { measure } from './measure.ts'
import { planRun } from './plan-run.ts'
import { preflight } from './preflight.ts'
import { resolveRevisions, type KnownCommits } from './resolve-revisions.ts'
import { resumeFrom } from './resume.ts'
import { configCopy, openRunFolder } from './run-folder.ts'
import { keepTrials, reuseCachedTrials } from './trial-cache.ts'

export type MeasureRunRequest = {
  readonly context: RunContext
  readonly rules: Rules
  readonly commits: KnownCommits
  readonly workplace: Workplace
  readonly runFolder: string
  readonly runId: string
  /** Go on with the record that lies in the run folder. */
  readonly isResume: boolean
  readonly toolVersion: string
  readonly signal: AbortSignal
}

export type MeasureRunPorts = Omit<MeasurePorts, 'monitor'> &
  Pick<PreflightGpusPorts, 'lock' | 'disks' | 'sleep'> & {
    readonly git: GitRepository
    readonly inventory: DeviceInventory
    /** Opens the monitor that the config asks for. */
    readonly openMonitor: (wanted: Config['run']['monitor'], runId: string) => Promise<GpuMonitor>
  }

/** From rules to a finished run folder: testbed, revisions, checkouts, data, plan, preflight, trials. */
export async function measureRun(request: MeasureRunRequest, ports: MeasureRunPorts): Promise<RunRecord> {
  const { rules, workplace, signal } = request
  const folder = await openRunFolder(request.runFolder, ports.files)
  await ports.files.writeText(join(request.runFolder, configCopy), rules.text)
  await makeWorkplace(workplace, ports)
  try {
    const { config } = rules
    await using monitor = await chooseMonitor(config, ports, request.runId)
    const identities = (await monitor?.identify()) ?? []
    const watched = monitor && { monitor, environment: workplace.environment }
    const testbed = await identifyTestbed(config.pipeline.devices, ports.inventory, watched)
    const revisions = await resolveRevisions(config, request.commits, ports.git)
    const plan = planRun(config, testbed.devices, revisions)
    const used = revisions.filter((revision) => plan.cases.some((planned) => planned.revision === revision.label))
    await using checkedOut = await checkOutRevisions({ config, revisions: used, workplace, signal }, ports)
    const datasets = await prepareDatasets(
      rules,
      plan.cases.map((planned) => planned.dataset),
      checkedOut.trees,
      workplace,
    )
    const prepared: Prepared = {
      config,
      trees: checkedOut.trees,
      datasets,
      watchedGpus: identities.map(({ index }) => index),
      physicalGpus: (ids) => physicalGpus(testbed, ids, identities),
    }
    await preflight(plan, prepared, workplace, ports.inspector)
    await using held = new AsyncDisposableStack()
    held.use(await holdGpus(request, { plan, testbed, identities, prepared }, ports, monitor))
    const facts = { testbed, revisions, plan, identity: await hashIdentity(prepared, ports.inspector) }
    const fresh = newRecord(request, prepared, facts, ports)
    const start = request.isResume ? await resumeFrom(request.runFolder, fresh, ports.files) : fresh
    const record = await reuseCachedTrials(start, workplace.cacheDirectory, ports.files)
    await folder.save(record)
    const measured = await measure({ record, prepared, workplace, runFolder: folder, signal }, { ...ports, monitor })
    await keepTrials(measured, workplace.cacheDirectory, ports.files)
    return measured
  } finally {
    await ports.files.remove(workplace.workDirectory)
  }
}

/** A pipeline that runs on cores is not watched: there is no GPU to explain it, and the sampling would use its cores. */
async function chooseMonitor(
  { pipeline, run }: Config,
  { openMonitor }: MeasureRunPorts,
  runId: string,
): Promise<GpuMonitor | null> {
  return pipeline.devices === 'cpu' ? null : await openMonitor(run.monitor, runId)
}

type Machine = Pick<RunRecord, 'plan' | 'testbed'> & {
  readonly identities: readonly GpuIdentity[]
  readonly prepared: Prepared
}

/** Takes the GPUs of the plan for this run, once the machine is fit; null for a pipeline that needs none. */
async function holdGpus(
  { rules, runId, runFolder, workplace, signal }: MeasureRunRequest,
  { plan, testbed, identities, prepared }: Machine,
  ports: MeasureRunPorts,
  monitor: GpuMonitor | null,
): Promise<FitMachine | null> {
  if (!monitor) return null
  const ids = [...new Set(plan.cases.flatMap((planned) => planned.gpus))]
  const used = testbed.devices.filter((device) => ids.includes(device.id))
  const limits = rules.config.run.preflight
  const { workDirectory } = workplace
  const gpus = prepared.physicalGpus(ids)
  const uuids = used.flatMap((device) => device.uuid ?? [])
  const request = { gpus, uuids, identities, limits, runId, runFolder, workDirectory, signal }
  return await preflightGpus(request, { ...ports, monitor })
}

async function makeWorkplace({ workDirectory }: Workplace, { files }: MeasureRunPorts): Promise<void> {
  for (const name of ['home', 'tmp', 'outputs', 'trees']) await files.makeDirectory(join(workDirectory, name))
}

/** Relative paths of real data start in the head's tree: data that belongs to the pipeline is measured as committed. */
async function prepareDatasets(
  { config }: Rules,
  names: readonly string[],
  trees: ReadonlyMap<string, string>,
  workplace: Workplace,
): Promise<Map<string, PreparedDataset>> {
  const places = {
    cacheDirectory: join(workplace.cacheDirectory, 'datasets'),
    workspace: trees.get('head') ?? workplace.workDirectory,
  }
  const prepared = new Map<string, PreparedDataset>()
  for (const name of new Set(names)) {
    const settings = config.datasets[name]
    if (settings) prepared.set(name, await prepareDataset(name, settings, places))
  }
  return prepared
}

type Facts = Pick<RunRecord, 'testbed' | 'revisions' | 'plan' | 'identity'>

function newRecord(
  { context, rules, runId, toolVersion }: MeasureRunRequest,
  prepared: Prepared,
  facts: Facts,
  ports: MeasureRunPorts,
): RunRecord {
  const { config, yardstick } = rules
  const labels = facts.revisions.map((revision) => revision.label)
  return {
    schemaVersion: runRecordVersion,
    tool: { name: 'warpgauge', version: toolVersion },
    runId,
    startedAt: ports.clock.now().toISOString(),
    finishedAt: null,
    status: 'running',
    statusDetail: null,
    repository: context.repository ? `${context.repository.owner}/${context.repository.name}` : null,
    event: context.event,
    pullRequest: context.pullRequest,
    yardstick,
    ...facts,
    datasets: [...prepared.datasets.values()].map((dataset) => dataset.identity),
    commands: Object.fromEntries(
      labels.map((label) => [label, config.revisions[label]?.command ?? config.pipeline.command]),
    ),
    trials: [],
  }
}
