import { spawn } from 'node:child_process'
import type { ChildProcess } from 'node:child_process'
import { chownSync, lchownSync, readdirSync } from 'node:fs'
import { rm } from 'node:fs/promises'
import { join } from 'node:path'
import { setTimeout as delay } from 'node:timers/promises'
import { entryPath } from './action-manifest.ts'
import { newTrackingId, prepareStep } from './action-step.ts'
import type { Step, StepOptions } from './action-step.ts'
import { readCommandFiles } from './file-commands.ts'
import { findTrackedProcesses, killTrackedProcesses } from './tracked-processes.ts'
import type { Annotation, WorkflowCommand } from './workflow-commands.ts'

export type ActionRunOptions = StepOptions & {
  /** `main` when absent. */
  readonly entry?: 'main' | 'post'
  /**
   * True starts what action.yml names, as the runner does. Otherwise the built action runs in this process, which is the
   * same for all but processes and environments; those that measure must run one after another.
   */
  readonly isProcess?: boolean
  /** Pauses of a cancellation; the runner's own when absent. */
  readonly patience?: Partial<Patience>
  /** The user and group that the step runs as; the tests' own when absent. Only root can say so. */
  readonly userId?: number
  /** True leaves processes that outlive the step alone: the job goes on. */
  readonly isJobGoingOn?: boolean
}

/** How long the runner waits: after SIGINT, after SIGTERM, and for children that still hold the streams. */
export type Patience = { readonly interruptMs: number; readonly terminateMs: number; readonly streamsMs: number }

const runnersPatience: Patience = { interruptMs: 7500, terminateMs: 2500, streamsMs: 5000 }

export type ActionRun = {
  readonly exitCode: number | null
  readonly signal: NodeJS.Signals | null
  /** What the runner makes of it: a bad command fails a step that exits with 0. */
  readonly conclusion: 'success' | 'failure'
  readonly outputs: Readonly<Record<string, string>>
  readonly state: Readonly<Record<string, string>>
  readonly summary: string
  readonly annotations: readonly Annotation[]
  readonly commands: readonly WorkflowCommand[]
  readonly masks: readonly string[]
  /** GITHUB_ENV and GITHUB_PATH for the steps that follow. */
  readonly exportedEnv: Readonly<Record<string, string>>
  readonly addedPaths: readonly string[]
  /** Commands and command files that the runner refused. */
  readonly problems: readonly string[]
  readonly stdout: string
  readonly stderr: string
  readonly durationMs: number
  /** Processes of the step that were alive after its end. */
  readonly orphans: readonly number[]
}

export type RunningAction = {
  readonly pid: number
  readonly result: Promise<ActionRun>
  /** Waits until the step has written this text to one of its streams; throws when it ends without. */
  untilWritten(text: string): Promise<void>
  /** SIGINT, then SIGTERM, then SIGKILL, to this process only. */
  cancel(): Promise<ActionRun>
}

/** Runs one entry of an action to its end. */
export async function runAction(options: ActionRunOptions): Promise<ActionRun> {
  if (!options.isProcess) return await runInThisProcess(options)
  const { result } = await startAction(options)
  return await result
}

async function runInThisProcess(options: ActionRunOptions): Promise<ActionRun> {
  if (options.userId !== undefined) throw new Error('A step of another user needs a process')
  const { runInside } = await import('./inner-step.ts')
  const step = await prepareStep(options)
  const startedMs = performance.now()
  const output = openOutput(step)
  const exitCode = await runInside(options, step, (line) => output.write('stdout', Buffer.from(`${line}\n`)))
  return await concludeStep(step, { exitCode, signal: null, output, startedMs, isJobGoingOn: options.isJobGoingOn })
}

/** Runs `main` and then `post` with the state that `main` saved, as steps of one job. */
export async function runActionAndPost(
  options: ActionRunOptions,
): Promise<{ readonly main: ActionRun; readonly post: ActionRun }> {
  const trackingId = options.trackingId ?? newTrackingId()
  const main = await runAction({ ...options, entry: 'main', trackingId, isJobGoingOn: true })
  return { main, post: await runAction({ ...options, entry: 'post', trackingId, state: main.state }) }
}

/** Starts one entry of an action the way the runner does: its own Node, no stdin, a bare environment. */
export async function startAction(options: ActionRunOptions): Promise<RunningAction> {
  const step = await prepareStep(options)
  for (const folder of options.userId === undefined ? [] : [step.root, options.runnerTemp ?? step.root])
    giveTo(folder, options.userId ?? 0)
  const startedMs = performance.now()
  const entry = entryPath(options.actionYml, options.entry ?? 'main')
  const child = spawn(process.execPath, [entry], {
    cwd: step.workspace,
    env: step.env,
    stdio: ['ignore', 'pipe', 'pipe'],
    ...(options.userId === undefined ? {} : { uid: options.userId, gid: options.userId }),
  })
  const patience = { ...runnersPatience, ...options.patience }
  const ended = new Promise<void>((resolve) => child.once('exit', () => resolve()))
  const output = openOutput(step)
  for (const stream of ['stdout', 'stderr'] as const)
    child[stream]?.on('data', (chunk: Buffer) => output.write(stream, chunk))
  const result = awaitEnd(child, patience.streamsMs).then(() =>
    concludeStep(step, {
      exitCode: child.exitCode,
      signal: child.signalCode,
      output,
      startedMs,
      isJobGoingOn: options.isJobGoingOn,
    }),
  )
  const cancel = async (): Promise<ActionRun> => {
    await stop(child, ended, patience)
    return await result
  }
  // Without a process, `result` has the error. A made-up pid is dangerous: -1 in process.kill() means every process of the user.
  if (child.pid === undefined) throw new Error('The step ended without a process', { cause: await result })
  return { pid: child.pid, result, untilWritten: watch(child), cancel }
}

/** Hands a folder and all that is in it to a user. */
export function giveTo(folder: string, userId: number): void {
  chownSync(folder, userId, userId)
  const entries = readdirSync(folder, { recursive: true, withFileTypes: true })
  for (const { parentPath, name } of entries) lchownSync(join(parentPath, name), userId, userId)
}

async function stop(child: ChildProcess, ended: Promise<void>, patience: Patience): Promise<void> {
  const steps = [
    ['SIGINT', patience.interruptMs],
    ['SIGTERM', patience.terminateMs],
    ['SIGKILL', 60_000],
  ] as const
  for (const [signal, waitMs] of steps) {
    if (child.exitCode !== null || child.signalCode !== null) return
    child.kill(signal)
    const timer = new AbortController()
    await Promise.race([ended, delay(waitMs, undefined, { signal: timer.signal }).catch(() => {})])
    timer.abort()
  }
}

/** Listens from the start, so that nothing is missed before the question comes. */
function watch(child: ChildProcess): (text: string) => Promise<void> {
  const seen = { stdout: '', stderr: '' }
  for (const stream of ['stdout', 'stderr'] as const) {
    child[stream]?.on('data', (chunk: Buffer) => (seen[stream] += chunk.toString('utf8')))
  }
  return async (text) => {
    while (!seen.stdout.includes(text) && !seen.stderr.includes(text)) {
      if (child.exitCode !== null || child.signalCode !== null)
        throw new Error(`The step ended without writing "${text}"`)
      await delay(10)
    }
  }
}

type StepOutput = {
  readonly write: (stream: 'stdout' | 'stderr', chunk: Buffer) => void
  readonly read: (stream: 'stdout' | 'stderr') => string
}

/** Keeps what a step writes and shows it to the reader of its commands. */
function openOutput({ reader }: Step): StepOutput {
  const chunks = { stdout: [] as Buffer[], stderr: [] as Buffer[] }
  return {
    write(stream, chunk) {
      chunks[stream].push(chunk)
      reader.write(stream, chunk)
    },
    read: (stream) => Buffer.concat(chunks[stream]).toString('utf8'),
  }
}

type StepEnd = Pick<ActionRun, 'exitCode' | 'signal'> & {
  readonly output: StepOutput
  readonly startedMs: number
  readonly isJobGoingOn: boolean | undefined
}

async function concludeStep(step: Step, { output, startedMs, isJobGoingOn, ...end }: StepEnd): Promise<ActionRun> {
  step.reader.end()
  const orphans = findTrackedProcesses(step.trackingId)
  if (!isJobGoingOn) killTrackedProcesses(step.trackingId)
  const files = await readCommandFiles(step.files)
  await rm(step.root, { recursive: true, force: true })
  const { log } = step.reader
  const problems = [...log.problems, ...files.problems]
  return {
    ...end,
    conclusion: end.exitCode === 0 && problems.length === 0 ? 'success' : 'failure',
    outputs: { ...log.outputs, ...files.outputs },
    state: { ...log.state, ...files.state },
    summary: files.summary,
    annotations: log.annotations,
    commands: log.commands,
    masks: log.masks,
    exportedEnv: files.env,
    addedPaths: files.paths,
    problems,
    stdout: output.read('stdout'),
    stderr: output.read('stderr'),
    durationMs: performance.now() - startedMs,
    orphans,
  }
}

/** The end of the process and of its streams; children that hold a stream are waited for only so long. */
async function awaitEnd(child: ChildProcess, streamsMs: number): Promise<void> {
  await new Promise<void>((resolve, reject) => {
    child.once('error', reject)
    child.once('close', () => resolve())
    child.once('exit', () => {
      const timer = setTimeout(() => {
        child.stdout?.destroy()
        child.stderr?.destroy()
      }, streamsMs)
      child.once('close', () => clearTimeout(timer))
    })
  })
}
