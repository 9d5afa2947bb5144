import { existsSync, globSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { basename, dirname, join, relative } from 'node:path'
import { diagnose } from '../domain/doctor/diagnose.ts'
import type { ConfigFacts, GpuFacts, TokenFacts, TracedFiles } from '../domain/doctor/facts.ts'
import type { Workflow } from '../domain/doctor/workflow.ts'
import { EnvironmentError, UnansweredError, UserError } from '../domain/core/errors.ts'
import { parseConfig } from '../config/load.ts'
import { configSchema, type Config } from '../config/schema/schema.ts'
import { readWorkflow } from '../config/workflow-document.ts'
import type { Diagnosis } from '../domain/doctor/finding.ts'
import { sleepUntilAborted, systemClock } from '../io/machine/system-clock.ts'
import { cancelOnSignals } from '../io/process/own-process.ts'
import { createSandbox, findCloneRoot, type Sandbox } from '../io/sandbox/bubblewrap-sandbox.ts'
import { inspectClone } from '../io/git/clone-facts.ts'
import { diskFileStore } from '../io/files/disk-file-store.ts'
import { createFileInspector } from '../io/files/disk-file-inspector.ts'
import { openTemporaryDirectory } from '../io/files/owned-directory.ts'
import { procHostMeter } from '../io/machine/host-meter.ts'
import { inspectMachine, inspectRunner } from '../io/machine/machine-inspector.ts'
import { inspectToken } from '../io/github/token-inspector.ts'
import { statfsDiskSpace, createDeviceInventory, type DeviceInventory } from '../io/machine/system-devices.ts'
import type { Logger } from '../ports/logger.ts'
import { parseRules } from '../steps/baselines/load-committed.ts'
import { findMachineNeeds } from '../steps/doctor/find-machine-needs.ts'
import { readVersions } from '../steps/measure/identify-testbed.ts'
import { findOutsideReason } from '../steps/trial/isolation.ts'
import { watchHostLoad } from '../steps/measure/preflight.ts'
import type { IsolationRecord } from '../record/run.ts'
import { chooseCacheDirectory } from './workplace.ts'
import type { EnvironmentVariables } from '../domain/core/child-environment.ts'
import { tokenVariables } from './guard-step.ts'

export type DoctorInput = {
  readonly workspace: string
  readonly configPath: string
  readonly shownConfig: string
  readonly wasConfigNamed: boolean
  /** Whether to run the program once and trace the files that it reads. */
  readonly isTracing: boolean
  readonly environment: EnvironmentVariables
  readonly logger: Logger
  readonly signal: AbortSignal
}

/** Duration of the idle observation of processors and GPUs. */
const idleMs = 1000
const intervalMs = 100
const maxBytes = 1024 * 1024

/**
 * Diagnoses this machine, this clone and, with a token in the environment, the permissions on GitHub. Read-only; does
 * not measure the pipeline.
 */
export async function runDoctor(input: DoctorInput): Promise<Diagnosis> {
  const { environment, workspace, signal } = input
  const token = findToken(environment)
  // Where GitHub looks for workflows; the workspace without a clone.
  const root = findCloneRoot(workspace)
  await using scratch = await openTemporaryDirectory('doctor')
  const { facts, config } = await readConfig(input)
  // First, because later checks would count as load.
  const host = { hostMeter: procHostMeter, clock: systemClock, sleep: sleepUntilAborted }
  const load = await watchHostLoad(host, idleMs, signal)
  const readText = async (path: string) => await diskFileStore.readForeignText(root, path, maxBytes)
  const inspector = createFileInspector(signal)
  // The disks for run folders, trials and prepared data, by the nearest existing directory.
  const places = [workspace, environment['RUNNER_TEMP'] ?? tmpdir(), chooseCacheDirectory(environment)]
  const paths = [...new Set(places.map(findExistingAncestor))]
  const [disks, repository, workflows, runner, isolation, granted, needs] = await Promise.all([
    Promise.all(paths.map(async (path) => ({ path, space: await statfsDiskSpace.readFreeSpace(path) }))),
    inspectClone(workspace, listReferences(config), { environment, token: token && token.token }),
    readWorkflows(root),
    // The token of this call is no leftover secret.
    inspectRunner(token ? { ...environment, [token.variable]: '' } : environment),
    checkIsolation(scratch.path, config, createSandbox(root, environment)),
    token && askGitHub(token, root, input),
    config && findMachineNeeds({ config, plan: null, environment, readText }, { inspector }),
  ])
  const limits = (config?.run ?? configSchema.shape.run.parse(undefined)).preflight
  const inventory = createDeviceInventory(environment)
  const { architecture, container } = inventory.readHost()
  const { driverVersion: found, ...seen } = inspectMachine()
  const machine = {
    ...seen,
    load,
    architecture,
    container,
    disks: disks.flatMap(({ path, space }) => (space ? [{ path, ...space }] : [])),
    unreadableDisks: disks.filter(({ space }) => space === null).map(({ path }) => path),
    minFreeDiskGigabytes: limits.minFreeDiskGigabytes,
  }
  // Not in parallel: other checks would count as GPU use.
  const gpus = await readGpus(input, config, scratch.path, { inventory, found })
  const wanted = config?.pipeline.devices ?? null
  return diagnose({
    machine,
    gpus: { wanted, container, limits, ...gpus },
    repository,
    config: facts,
    workflows,
    runner,
    isolation,
    token: granted,
    needs,
    ...(input.isTracing && { traced: await traceConfigured(input, root) }),
  })
}

function findToken(environment: EnvironmentVariables) {
  const variable = tokenVariables.find((name) => (environment[name] ?? '') !== '')
  return variable === undefined ? null : { variable, token: environment[variable] ?? '' }
}

function listReferences(config: Config | null): string[] {
  const references = Object.values(config?.revisions ?? {}).map(({ ref }) => ref)
  return [...new Set(references)].filter((ref) => ref !== 'merge-base')
}

async function readConfig({
  configPath,
  shownConfig: path,
  wasConfigNamed: wasNamed,
}: DoctorInput): Promise<{ facts: ConfigFacts; config: Config | null }> {
  try {
    const text = await diskFileStore.readText(configPath, maxBytes)
    if (text === null) return { facts: { status: 'absent', path, wasNamed }, config: null }
    const config = parseConfig(text, path)
    return { facts: { status: config.pipeline.placeholder ? 'placeholder' : 'valid', path }, config }
  } catch (error) {
    if (!(error instanceof UserError)) throw error
    return { facts: { status: 'invalid', path, problem: error.message }, config: null }
  }
}

/** The isolation that `run` would choose. */
async function checkIsolation(scratch: string, config: Config | null, sandbox: Sandbox): Promise<IsolationRecord> {
  const wanted = config?.run.isolation ?? 'auto'
  const outside = config && wanted === 'auto' ? findOutsideReason(config) : null
  const alone = { readable: [], named: [], writable: config?.run.writable ?? [] }
  const reason =
    wanted === 'none'
      ? 'run.isolation is none'
      : (outside ?? (await sandbox.probe({ ...sandbox.places, ...alone, home: scratch, tmp: scratch })))
  return { mode: reason === null ? 'bubblewrap' : 'none', reason }
}

/** What the monitor reports, and the GPUs while idle. */
async function readGpus(
  { environment, signal }: DoctorInput,
  config: Config | null,
  scratch: string,
  { inventory, found }: { readonly inventory: DeviceInventory; readonly found: string | null },
): Promise<Omit<GpuFacts, 'wanted' | 'container' | 'limits'>> {
  const wanted = config?.run.monitor ?? 'auto'
  const none = { identities: [], processes: null, idle: null, driverVersion: null, cudaVersion: null }
  try {
    const { chooseMonitor } = await import('../io/gpu/choose-monitor.ts')
    await using monitor = await chooseMonitor({ wanted, environment, runId: 'doctor' })
    const { kind, reason: monitorReason } = monitor
    const identities = await monitor.identify()
    const gpus = identities.map(({ index }) => index)
    const known = await inventory.listGpus()
    if (gpus.length === 0) return { ...none, monitor: kind, monitorReason, unread: known.unread ?? [] }
    const { driverVersion, cudaVersion } = readVersions(monitor, known)
    const processes = await monitor.listProcesses(gpus)
    const interval = kind === 'nvml' ? intervalMs : intervalMs * 5
    const logPath = join(scratch, 'idle.log')
    await using window = await monitor.open({ gpus, intervalMs: interval, logPath, hdf5Path: null })
    await sleepUntilAborted(idleMs, signal)
    return {
      monitor: kind,
      monitorReason,
      identities,
      driverVersion: driverVersion ?? found,
      cudaVersion,
      processes,
      idle: await window.close(),
    }
  } catch (error) {
    if (!(error instanceof EnvironmentError)) throw error
    const isUnanswered = error instanceof UnansweredError
    return { ...none, monitor: 'none', monitorReason: error.message, isUnanswered }
  }
}

async function readWorkflows(root: string): Promise<Workflow[]> {
  const folder = '.github/workflows'
  const names = (await diskFileStore.list(join(root, folder))).filter((name) => /\.ya?ml$/u.test(name))
  return await Promise.all(
    names.map(async (name): Promise<Workflow> => {
      const path = `${folder}/${name}`
      try {
        return readWorkflow((await diskFileStore.readForeignText(root, path, maxBytes)) ?? '', path)
      } catch (error) {
        if (!(error instanceof UserError)) throw error
        return { path, problem: error.message, triggers: [], permissions: null, jobs: [] }
      }
    }),
  )
}

async function traceConfigured({ configPath, shownConfig, logger }: DoctorInput, root: string): Promise<TracedFiles> {
  const text = await diskFileStore.readText(configPath, 256 * 1024)
  if (text === null)
    return { status: 'untraced', problem: `there is no config at ${shownConfig}`, mend: 'warpgauge init' }
  const { traceFiles } = await import('./trace-files.ts')
  const rules = parseRules(text, relative(root, configPath), { origin: 'local', commit: null })
  // Without a handler, Ctrl-C would leave the traced program behind.
  const { signal, release } = cancelOnSignals()
  try {
    return await traceFiles({ workspace: root, rules, logger, signal })
  } finally {
    release()
  }
}

function findExistingAncestor(path: string): string {
  return existsSync(path) || dirname(path) === path ? path : findExistingAncestor(dirname(path))
}

async function askGitHub(
  { variable, token }: { readonly variable: string; readonly token: string },
  root: string,
  { environment, logger }: DoctorInput,
): Promise<TokenFacts> {
  const [owner, repo] = (environment['GITHUB_REPOSITORY'] ?? '').split('/')
  if (!owner || !repo) return { status: 'unasked', variable, problem: 'GITHUB_REPOSITORY does not name a repository' }
  const apiUrl = environment['GITHUB_API_URL'] ?? 'https://api.github.com'
  const workflows = globSync(join(root, '.github/workflows/*.{yml,yaml}')).map((path) => basename(path))
  return await inspectToken({ variable, token, apiUrl, owner, repo, logger, workflows: workflows.toSorted() })
}
