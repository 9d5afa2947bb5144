import { join } from 'node:path'
import { prepareDataset } from '../datasets/prepare-dataset.ts'
import type { PreparedDataset } from '../domain/dataset.ts'
import type { RunContext } from '../domain/run-context.ts'
import { runRecordVersion, type RunRecord } from '../domain/run-record.ts'
import type { DeviceInventory } from '../ports/device-inventory.ts'
import type { GitRepository } from '../ports/git-repository.ts'
import { checkOutRevisions } from './check-out-revisions.ts'
import type { MeasurePorts, Prepared, Workplace } from './environment.ts'
import { hashIdentity } from './hash-identity.ts'
import { identifyTestbed } from './identify-testbed.ts'
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

export type MeasureRunPorts = MeasurePorts & { readonly git: GitRepository; readonly inventory: DeviceInventory }

/** From rules to a finished run folder: testbed, revisions, checkouts, data, plan, preflight, trials. */
export async function measureRun(request: MeasureRunRequest, ports: MeasureRunPorts): Promise<RunRecord> {
  const { rules, workplace, signal } = request
  const folder = await openRunFolder(request.runFolder, ports.files)
  await ports.files.writeText(join(request.runFolder, configCopy), rules.text)
  await makeWorkplace(workplace, ports)
  try {
    const { config } = rules
    const testbed = await identifyTestbed(config.pipeline.devices, ports.inventory)
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
    const prepared: Prepared = { config, trees: checkedOut.trees, datasets }
    await preflight(plan, prepared, workplace, ports.inspector)
    const facts = { testbed, revisions, plan, identity: await hashIdentity(prepared, ports.inspector) }
    const fresh = newRecord(request, prepared, facts, ports)
    const start = request.isResume ? await resumeFrom(request.runFolder, fresh, ports.files) : fresh
    const record = await reuseCachedTrials(start, workplace.cacheDirectory, ports.files)
    await folder.save(record)
    const measured = await measure({ record, prepared, workplace, runFolder: folder, signal }, ports)
    await keepTrials(measured, workplace.cacheDirectory, ports.files)
    return measured
  } finally {
    await ports.files.remove(workplace.workDirectory)
  }
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
