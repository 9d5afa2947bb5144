import { existsSync, globSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { basename, dirname, join, relative } from 'node:path'
import { diagnose } from '../domain/doctor/diagnose.ts'
import type { TokenFacts, TracedFiles } from '../domain/doctor/facts.ts'
import type { Diagnosis } from '../domain/doctor/finding.ts'
import { sleepUntilAborted, systemClock } from '../io/machine/system-clock.ts'
import { cancelOnSignals } from '../io/process/own-process.ts'
import { createSandbox, findCloneRoot } from '../io/sandbox/bubblewrap-sandbox.ts'
import { createCloneInspector } from '../io/git/clone-facts.ts'
import { diskFileStore } from '../io/files/disk-file-store.ts'
import { createFileInspector } from '../io/files/disk-file-inspector.ts'
import { openTemporaryDirectory } from '../io/files/owned-directory.ts'
import { procHostMeter } from '../io/machine/host-meter.ts'
import { createMachineInspector, createRunnerInspector } from '../io/machine/machine-inspector.ts'
import { createTokenInspector } from '../io/github/token-inspector.ts'
import { statfsDiskSpace, createDeviceInventory } from '../io/machine/system-devices.ts'
import type { TokenInspector } from '../ports/doctor-host.ts'
import type { Logger } from '../ports/logger.ts'
import { parseRules } from '../steps/baselines/load-committed.ts'
import { gatherDoctorFacts } from '../steps/doctor/doctor-facts.ts'
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

const idleMs = 1000

/** Diagnoses this machine, this clone and, with a token in the environment, the permissions on GitHub. */
export async function runDoctor(input: DoctorInput): Promise<Diagnosis> {
  const { environment } = input
  const variable = tokenVariables.find((name) => (environment[name] ?? '') !== '')
  const token = variable === undefined ? null : (environment[variable] ?? null)
  const root = findCloneRoot(input.workspace)
  // The disks for run folders, trials and prepared data, by the nearest existing directory.
  const disks = [input.workspace, environment['RUNNER_TEMP'] ?? tmpdir(), chooseCacheDirectory(environment)]
  const places = [...new Set(disks.map(findExistingAncestor))]
  await using scratch = await openTemporaryDirectory('doctor')
  const facts = await gatherDoctorFacts(
    { ...input, root, places, scratch: scratch.path, idleMs },
    {
      machine: createMachineInspector(),
      // The token of this call is no leftover secret.
      runner: createRunnerInspector(variable === undefined ? environment : { ...environment, [variable]: '' }),
      sandbox: createSandbox(root, environment),
      clone: createCloneInspector({ environment, token }),
      token:
        variable === undefined || token === null
          ? null
          : createInspector(variable, token, { ...input, workspace: root }),
      inventory: createDeviceInventory(environment),
      disks: statfsDiskSpace,
      files: diskFileStore,
      inspector: createFileInspector(input.signal),
      environment,
      openMonitor: async (wanted, runId) => {
        const { chooseMonitor } = await import('../io/gpu/choose-monitor.ts')
        return await chooseMonitor({ wanted, environment, runId })
      },
      hostMeter: procHostMeter,
      clock: systemClock,
      sleep: sleepUntilAborted,
    },
  )
  return diagnose(input.isTracing ? { ...facts, traced: await traceConfigured(input, root) } : facts)
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

function createInspector(
  variable: string,
  token: string,
  { workspace, environment, logger }: DoctorInput,
): TokenInspector {
  const [owner, repo] = (environment['GITHUB_REPOSITORY'] ?? '').split('/')
  if (!owner || !repo) {
    const problem = 'GITHUB_REPOSITORY does not name a repository'
    return { ask: () => Promise.resolve<TokenFacts>({ status: 'unasked', variable, problem }) }
  }
  const apiUrl = environment['GITHUB_API_URL'] ?? 'https://api.github.com'
  const workflows = globSync(join(workspace, '.github/workflows/*.{yml,yaml}')).map((path) => basename(path))
  return createTokenInspector({ variable, token, apiUrl, owner, repo, logger, workflows: workflows.toSorted() })
}
