import { readlinkSync } from 'node:fs'
import { readFile, realpath } from 'node:fs/promises'
import { dirname, join, relative } from 'node:path'
import { attempt, ExplainedError } from '../domain/core/errors.ts'
import { linkMode, listMissedFiles, listOpenedPaths } from '../domain/paths/program-paths.ts'
import type { TracedFiles } from '../domain/doctor/facts.ts'
import type { Plan } from '../domain/plan/plan.ts'
import { openTemporaryDirectory } from '../io/files/owned-directory.ts'
import { createGitCommand } from '../io/git/git-command.ts'
import { createRunId } from '../io/machine/system-clock.ts'
import type { ProcessRunner } from '../ports/process-runner.ts'
import { listNamedPaths } from '../judging/paths/paths.ts'
import type { Logger } from '../ports/logger.ts'
import type { Rules } from '../steps/baselines/load-committed.ts'
import { startRun } from '../steps/measure/measure-run.ts'
import { createMeasuringPorts } from './measuring-ports.ts'

export type TraceRequest = {
  readonly workspace: string
  readonly rules: Rules
  readonly logger: Logger
  readonly signal: AbortSignal
}

const silentProgress = { onStart() {}, onTrialStart() {}, onTrialEnd() {}, onEnd() {} }

/** Runs setup and first case of HEAD once under strace, without sandbox and caches, and lists what `pipeline.paths` misses. */
export async function traceFiles(request: TraceRequest): Promise<TracedFiles> {
  const { signal } = request
  await using directory = await openTemporaryDirectory('trace')
  try {
    const traced = await runTraced(request, await realpath(directory.path))
    signal.throwIfAborted()
    return typeof traced === 'string'
      ? { status: 'untraced', problem: traced, mend: traceHint }
      : await listMissed(request, traced)
  } catch (error) {
    signal.throwIfAborted()
    if (!(error instanceof ExplainedError)) throw error
    const [problem = ''] = error.message.split('\n')
    return { status: 'untraced', problem: `the traced run failed: ${problem}`, mend: traceHint }
  }
}

const traceHint =
  'Install strace, allow ptrace (in a container --cap-add SYS_PTRACE), and check with `strace -f true` and `warpgauge run`.'

/** A traced command with its log. */
type TracedProcess = { readonly argv: readonly string[]; readonly cwd: string; readonly log: string }

const options = ['-f', '-qq', '-y', '-s', '4096', '-e', 'trace=open,openat,openat2', '-e', 'signal=none']

/** Runs every command under strace, which must be installed; the logs are written below `directory`. */
function traceProcesses(processes: ProcessRunner, directory: string) {
  const traced: TracedProcess[] = []
  return {
    traced,
    async run({ confinement: _sandbox, ...spec }: Parameters<ProcessRunner['run']>[0]) {
      const log = join(directory, `${traced.length}.strace`)
      traced.push({ argv: spec.argv, cwd: spec.cwd, log })
      return await processes.run({ ...spec, argv: ['strace', ...options, '-o', log, '--', ...spec.argv] })
    },
  }
}

/** A sentence: why the run does not count. */
async function runTraced(
  { workspace, rules, logger, signal }: TraceRequest,
  directory: string,
): Promise<readonly TracedProcess[] | string> {
  const ports = await createMeasuringPorts({ workspace, logger, progress: silentProgress, signal })
  const processes = traceProcesses(ports.processes, directory)
  const { config } = rules
  const { record } = await startRun(
    {
      workspace,
      commit: (await ports.git.resolve('HEAD')) ?? '',
      rules: { ...rules, config: { ...config, run: { ...config.run, isolation: 'none' } } },
      folder: join(directory, 'run'),
      runId: createRunId(),
      plan: planOneRun,
      signal,
    },
    {
      ...ports,
      processes,
      createWorkplace: (_trust, runId) => ({
        // Next to the directory, so that the next run ends the processes of a killed trace.
        workDirectory: join(dirname(directory), `warpgauge-${runId}`),
        cacheDirectory: join(directory, 'cache'),
        environment: process.env,
      }),
    },
  )
  const failure = record.trials.find((trial) => trial.failure !== null)?.failure
  if (failure) return `the traced run failed: ${failure.detail}`
  return record.trials.length === 0 ? 'no case was run' : processes.traced
}

/** The first case of the head, once. */
function planOneRun(plan: Plan): Plan {
  const cases = plan.cases.filter(({ revision }) => revision === 'head').slice(0, 1)
  return { ...plan, cases: cases.map((one) => ({ ...one, warmups: 0, repeats: 1, maxRepeats: 1 })), comparisons: [] }
}

async function listMissed({ workspace, rules }: TraceRequest, traced: readonly TracedProcess[]): Promise<TracedFiles> {
  const { config, yardstick } = rules
  const git = createGitCommand(workspace, process.env, [])
  const entries = (await git('ls-tree', '-r', '-z', '--full-tree', 'HEAD')).split('\0').flatMap((line) => {
    const [, mode, path] = /^(\d{6}) \w+ [0-9a-f]+\t(.+)$/su.exec(line) ?? []
    return mode === undefined || path === undefined ? [] : [{ mode, path }]
  })
  const links = entries.filter(({ mode }) => mode === linkMode).flatMap(({ path }) => readLink(workspace, path))
  const known = {
    globs: config.pipeline.paths,
    named: listNamedPaths(config, yardstick.path),
    links,
    tracked: entries.map(({ path }) => path),
  }
  const setups = new Set(config.pipeline.setup.map((argv) => JSON.stringify(argv)))
  const isSetup = ({ argv }: TracedProcess) => setups.has(JSON.stringify(argv))
  const missedInRun = listMissedFiles({ ...known, read: await readTraces(traced.filter((one) => !isSetup(one))) })
  const missed = listMissedFiles({ ...known, read: await readTraces(traced.filter(isSetup)) })
  return { status: 'traced', missedInRun, missedInSetup: missed.filter((path) => !missedInRun.includes(path)) }
}

function readLink(workspace: string, path: string): { readonly path: string; readonly target: string }[] {
  const target = attempt(() => readlinkSync(join(workspace, path)))
  return target === null ? [] : [{ path, target }]
}

async function readTraces(traced: readonly TracedProcess[]): Promise<Set<string>> {
  const paths = new Set<string>()
  for (const { log, cwd } of traced)
    for (const path of listOpenedPaths(await readFile(log, 'utf8'))) paths.add(relative(cwd, path))
  return paths
}
