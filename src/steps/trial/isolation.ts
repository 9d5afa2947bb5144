import { join, dirname, resolve } from 'node:path'
import type { Config } from '../../config/schema/schema.ts'
import { EnvironmentError, formatNames } from '../../domain/core/errors.ts'
import { enableSandbox, listAbsolutePaths, explainOutsideStart } from '../../domain/trial/isolation.ts'
import type { FileStore } from '../../io/files/disk-file-store.ts'
import type { Logger } from '../../ports/logger.ts'
import type { Sandbox } from '../../io/sandbox/bubblewrap-sandbox.ts'
import type { Confinement, ProcessSpec } from '../../ports/process-runner.ts'
import type { Workplace, Isolation, MeasurePorts } from '../measure/environment.ts'
import { buildChildEnvironment, findUnpassedVariables } from '../../domain/core/child-environment.ts'
import { fillPlaceholders, type CommandValues } from '../../domain/core/command.ts'
import type { TrialRequest } from './trial-request.ts'
import { listPassedVariables } from '../../judging/plan/trial-command.ts'

/**
 * Chooses the isolation once per run, so that trials are comparable.
 *
 * @throws EnvironmentError when the config requires a sandbox that does not work; the reason of `signal` when aborted
 */
export async function chooseIsolation(
  request: Pick<TrialRequest, 'workplace' | 'runFolder' | 'signal'> & { readonly config: Config },
  ports: { readonly sandbox: Sandbox; readonly files: FileStore; readonly logger: Pick<Logger, 'info' | 'warning'> },
): Promise<Isolation> {
  const { config, workplace, runFolder } = request
  const { places } = ports.sandbox
  const hidden = [...places.hidden, workplace.workDirectory, workplace.cacheDirectory, runFolder]
  const reach = { ...places, hidden, writable: config.run.writable }
  const configured = config.run.isolation
  if (configured === 'none') return { mode: 'none', reason: 'run.isolation is none', reach }
  const outside = configured === 'auto' ? findOutsideReason(config) : null
  if (outside !== null) {
    ports.logger.warning(`Measuring without a sandbox: ${outside}.`)
    return { mode: 'none', reason: outside, reach }
  }
  const reason = await probe({ mode: 'bubblewrap', reason: null, reach })
  // Ctrl-C at a terminal also ends the probe.
  request.signal.throwIfAborted()
  if (reason === null)
    return { mode: 'bubblewrap', reason, reach, keepsBytecode: isBytecodeMissing(config, ports, reach.writable) }
  if (configured === 'bubblewrap')
    throw new EnvironmentError(`run.isolation: bubblewrap does not work on this machine: ${reason}`, enableSandbox)
  ports.logger.warning(`Measuring without a sandbox: ${reason}. ${enableSandbox}`)
  return { mode: 'none', reason, reach }

  async function probe(isolation: Isolation): Promise<string | null> {
    const place = await createRevisionDirectories({ ...workplace, isolation }, 'probe', ports.files)
    return await ports.sandbox.probe(
      buildConfinement(isolation, place, { argv: [], env: {}, writable: [], readable: [] }),
    )
  }
}

/** Whether Python would compile its packages in each run, because it can write nowhere next to them. */
function isBytecodeMissing(
  { pipeline, revisions }: Config,
  { sandbox, logger }: { readonly sandbox: Sandbox; readonly logger: Pick<Logger, 'info'> },
  writable: readonly string[],
): boolean {
  const commands = [pipeline.command, ...Object.values(revisions).flatMap(({ command }) => (command ? [command] : []))]
  const [folder, ...others] = sandbox
    .findUncompiledPackages(commands)
    .filter((path) => !writable.some((place) => path.startsWith(`${place}/`)))
  if (folder === undefined) return false
  const more = others.length === 0 ? '' : ` and ${others.length} more`
  logger.info(
    `The Python packages in ${folder}${more} have no compiled files: the first run of each side compiles them into its home. Compile them once with python -m compileall -q ${folder}.`,
  )
  return true
}

/** Home and temporary directory of one revision during the run: `tmp` inside the sandbox is `realTmp` outside. */
export type RevisionDirectories = Awaited<ReturnType<typeof createRevisionDirectories>>

/** Creates the directories of a revision, which all its commands share, so that caches stay warm. */
export async function createRevisionDirectories(
  { workDirectory, isolation }: Workplace,
  label: string,
  files: Pick<FileStore, 'makeDirectory'>,
) {
  const home = join(workDirectory, 'home', label)
  const realTmp = join(workDirectory, 'tmp', label)
  for (const path of [home, realTmp]) await files.makeDirectory(path)
  return { home, realTmp, tmp: isolation?.mode === 'bubblewrap' ? '/tmp' : realTmp }
}

/** One command, and what it needs in addition to the directories of its revision. */
type CommandReach = Pick<Confinement, 'writable' | 'readable'> & {
  readonly argv: readonly string[]
  readonly env: Readonly<Record<string, string>>
}

/** The sandbox part of a process specification; empty without a sandbox. */
export function confine(
  { isolation }: Workplace,
  place: RevisionDirectories,
  reach: CommandReach,
): { readonly confinement?: Confinement } {
  return isolation?.mode === 'bubblewrap' ? { confinement: buildConfinement(isolation, place, reach) } : {}
}

/** Hints for a command that failed to write in a sandbox, or names variables that it did not get; empty: none. */
export function formatFailureHints(
  { isolation, environment }: Workplace,
  { env, passEnv }: Pick<Config['pipeline'], 'env' | 'passEnv'>,
  output: string,
): string {
  const isReadOnly = isolation?.mode === 'bubblewrap' && /EROFS|Read-only file system/.test(output)
  const names = findUnpassedVariables(environment, { set: env, pass: passEnv }, output).slice(0, 3)
  const verb = names.length === 1 ? 'is' : 'are'
  return [
    ...(isReadOnly
      ? [
          'the sandbox keeps all but its tree, output, home and temporary directory read-only: add further directories to run.writable',
        ]
      : []),
    ...(names.length > 0
      ? [`${formatNames(names)} ${verb} set here, but the command gets only the variables of pipeline.passEnv`]
      : []),
  ]
    .map((hint) => ` (${hint})`)
    .join('')
}

function buildConfinement(
  { reach }: Isolation,
  { home, realTmp }: RevisionDirectories,
  command: CommandReach,
): Confinement {
  const { argv, env, readable, writable } = command
  return {
    ...reach,
    home,
    tmp: realTmp,
    readable: [...reach.readable, ...readable],
    writable: [...reach.writable, ...writable],
    named: listAbsolutePaths([...argv, ...Object.values(env)]),
  }
}

/** Why a sandbox would not confine the commands of a config; null: it does. */
export function findOutsideReason({ pipeline, revisions }: Config): string | null {
  const commands = [pipeline.command, ...Object.values(revisions).flatMap(({ command }) => (command ? [command] : []))]
  const reasons = commands.map((command) => explainOutsideStart(command, pipeline.launcher))
  return reasons.find((reason) => reason !== null) ?? null
}

type TrialCommand = Pick<ProcessSpec, 'argv' | 'cwd'> & {
  readonly values: CommandValues
  /** Where the pipeline writes events. */
  readonly eventsPath: string
  /** Variables of the kernel recorder; empty for runs that are not recorded. */
  readonly recorder: Readonly<Record<string, string>>
}

/**
 * Builds the environment and sandbox of a trial. Of the run, the trial can change only its tree, output and events.
 * `roots`: allowed locations of its files, as for `FileInspector.restrictTo`; writable directories and the dataset.
 */
export async function isolateTrial(
  request: TrialRequest,
  command: TrialCommand,
  files: MeasurePorts['files'],
): Promise<{ readonly spec: Pick<ProcessSpec, 'env' | 'confinement'>; readonly roots: readonly string[] }> {
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
  { values, eventsPath, recorder }: TrialCommand,
  { home, tmp }: RevisionDirectories,
): Record<string, string> {
  const { env } = prepared.config.pipeline
  const all = Object.entries({ ...env, ...next.planned.options?.env })
  const filled = Object.fromEntries(all.map(([name, value]) => [name, fillPlaceholders(value, values)]))
  const bytecode = workplace.isolation?.keepsBytecode ? { PYTHONPYCACHEPREFIX: join(home, '.cache/pycache') } : {}
  return buildChildEnvironment(workplace.environment, {
    home,
    tmp,
    set: { ...bytecode, ...recorder, ...filled, WARPGAUGE_EVENTS: eventsPath },
    pass: listPassedVariables(prepared.config, workplace.environment),
  })
}
