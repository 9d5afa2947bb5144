import { randomUUID } from 'node:crypto'
import { performance } from 'node:perf_hooks'
import { execa } from 'execa'
import type { EnvironmentVariables } from '../../domain/core/child-environment.ts'
import { EnvironmentError } from '../../domain/core/errors.ts'
import { enableSandbox } from '../../domain/trial/isolation.ts'
import type { ProcessOutcome, ProcessRunner, ProcessSpec } from '../../ports/process-runner.ts'
import { findOrphans, endProcessTree, runningLeaders, computeCurrentTicks } from './process-tree.ts'
import { adoptOrphans, freeFileRange } from './own-process.ts'
import { enterSandbox, type SandboxedCommand } from '../sandbox/bubblewrap-sandbox.ts'
import { explainStartFailure, explainUnstartable } from './run-attached.ts'
import { closeSync, fstatSync, ftruncateSync, openSync, readSync, writeSync } from 'node:fs'
import { sanitizeOutput } from '../../domain/core/sanitize-output.ts'

type OutputFiles = { readonly stdout: OutputFile; readonly stderr: OutputFile }
type Ending = Pick<ProcessOutcome, 'ending' | 'exitCode' | 'signal' | 'wallSeconds' | 'problem'>

/** Inherited by every descendant, so that processes outside the group are found through /proc. */
const markerName = 'WARPGAUGE_TRIAL_ID'
const trimIntervalMs = 100
/** Exited orphans keep their pid until they are reaped. */
const reapIntervalMs = 1000
const maxTimerMs = 2 ** 31 - 1

/**
 * Runs commands as processes. Throws an EnvironmentError only when this machine fails: an output file that cannot be
 * written, a descendant that cannot be killed. In `environment` it finds the program of the sandbox.
 */
export function createProcessRunner(environment: EnvironmentVariables = process.env): ProcessRunner {
  adoptOrphans()
  return { run: (spec) => run(spec, environment) }
}

async function run(spec: ProcessSpec, environment: EnvironmentVariables): Promise<ProcessOutcome> {
  using stdout = openOutputFile(spec.stdoutPath, spec.maxOutputBytes)
  using stderr = openOutputFile(spec.stderrPath, spec.maxOutputBytes)
  const ending = await (spec.signal.aborted
    ? createUnstartedEnding('cancelled', null)
    : begin(spec, { stdout, stderr }, environment))
  const out = stdout.finish()
  const err = stderr.finish()
  return {
    ...ending,
    stdoutTail: out.tail,
    stderrTail: err.tail,
    isOutputTruncated: out.isTruncated || err.isTruncated,
  }
}

async function begin(spec: ProcessSpec, outputs: OutputFiles, environment: EnvironmentVariables): Promise<Ending> {
  const { confinement } = spec
  if (!confinement) return await supervise(spec, outputs, null)
  // With a missing program or directory, bwrap would report its own options.
  const problem = explainUnstartable(spec)
  if (problem !== null) return createUnstartedEnding('not-started', problem)
  using sandbox = enterSandbox(spec, confinement, environment)
  const ending = await supervise({ ...spec, argv: sandbox.argv, cwd: '/', env: {} }, outputs, sandbox)
  if (ending.ending !== 'exited') return ending
  const exit = sandbox.explain(ending.exitCode)
  if (exit === null) return createRefusedEnding(spec, outputs.stderr)
  return { ...ending, ending: exit.signal === null ? 'exited' : 'signalled', ...exit }
}

const errnoTexts = {
  ENOENT: 'No such file or directory',
  EACCES: 'Permission denied',
  E2BIG: 'Argument list too long',
} as const

/** @throws EnvironmentError when the sandbox itself could not be created */
function createRefusedEnding(spec: ProcessSpec, stderr: OutputFile): Ending {
  const message = stderr
    .takeText()
    .trim()
    .replace(/^bwrap: /, '')
  if (!message.startsWith('execvp '))
    throw new EnvironmentError(
      `the sandbox of ${spec.argv[0]} could not be set up: ${message.slice(0, 500)}`,
      enableSandbox,
    )
  const [code] = Object.entries(errnoTexts).find(([, text]) => message.endsWith(text)) ?? []
  return createUnstartedEnding('not-started', explainStartFailure(spec, code, message))
}

async function supervise(spec: ProcessSpec, outputs: OutputFiles, sandbox: SandboxedCommand | null): Promise<Ending> {
  const marker = spec.trialId ?? randomUUID()
  const earliestTicks = computeCurrentTicks()
  const startedAt = performance.now()
  const child = start(spec, outputs, sandbox, marker)
  if (child.pid === undefined) {
    const { code, originalMessage, shortMessage = 'unknown' } = await child
    return createUnstartedEnding('not-started', explainStartFailure(spec, code, originalMessage ?? shortMessage))
  }
  const tree = { leader: child.pid, earliestTicks, marker: `${markerName}=${marker}`, isSandbox: sandbox !== null }
  using watch = watchUntilInterrupted(spec, outputs)
  // The clock stops when the process itself exits, even if descendants hold its output open.
  const exit = new Promise<Omit<Ending, 'ending'>>((resolve) => {
    child.once('exit', (exitCode, signal) => {
      resolve({ exitCode, signal, wallSeconds: (performance.now() - startedAt) / 1000, problem: null })
      sandbox?.settle()
      spec.onEnded?.()
    })
  })
  runningLeaders.add(child.pid)
  spec.onStarted?.(child.pid)
  const interruption = await Promise.race([exit.then(() => null), watch.interrupted])
  // Descendants that outlive the command run in unmeasured time, so they get no grace period.
  const alive = await endProcessTree(tree, interruption === null ? 0 : undefined)
  if (alive.length > 0)
    throw new EnvironmentError(
      `processes of ${spec.argv[0]} survive SIGKILL (process ids ${alive.join(', ')})`,
      'Inspect them with ps; a process that hangs in a driver needs a restart of the machine before the next measurement',
    )
  const ended = await exit
  // Only now: a leader that is not registered as running could be reaped as an orphan, and Node would miss its exit.
  runningLeaders.delete(tree.leader)
  if (interruption) return { ...ended, ending: interruption }
  return { ...ended, ending: ended.signal === null ? 'exited' : 'signalled' }
}

function start(spec: ProcessSpec, outputs: OutputFiles, sandbox: SandboxedCommand | null, marker: string) {
  const [program = '', ...args] = spec.argv
  const descriptors = [outputs.stdout.descriptor, outputs.stderr.descriptor, ...(sandbox?.descriptors ?? [])]
  // execa accepts any descriptor; its types allow only the first ones.
  // oxlint-disable-next-line typescript/no-unsafe-type-assertion
  const [stdout, stderr, ...others] = descriptors as [3, 3, ...3[]]
  return execa(program, args, {
    cwd: spec.cwd,
    env: { ...spec.env, [markerName]: marker },
    extendEnv: false,
    stdio: ['ignore', stdout, stderr, ...others],
    buffer: false,
    reject: false,
    detached: true,
    cleanup: false,
    verbose: 'none',
  })
}

function watchUntilInterrupted(
  spec: ProcessSpec,
  { stdout, stderr }: OutputFiles,
): Disposable & { readonly interrupted: Promise<'timed-out' | 'cancelled'> } {
  const { promise, resolve } = Promise.withResolvers<'timed-out' | 'cancelled'>()
  const timer = setTimeout(() => resolve('timed-out'), Math.min(spec.timeoutMs, maxTimerMs))
  const onAbort = (): void => resolve('cancelled')
  spec.signal.addEventListener('abort', onAbort, { once: true })
  const trimmer = setInterval(() => {
    try {
      stdout.trim()
      stderr.trim()
    } catch {
      // A disk error must not end this process while the child runs; finish() throws the same error.
      clearInterval(trimmer)
    }
  }, trimIntervalMs)
  const reaper = setInterval(() => findOrphans(runningLeaders), reapIntervalMs)
  const dispose = (): void => {
    clearTimeout(timer)
    clearInterval(reaper)
    clearInterval(trimmer)
    spec.signal.removeEventListener('abort', onAbort)
  }
  return { interrupted: promise, [Symbol.dispose]: dispose }
}

function createUnstartedEnding(ending: 'not-started' | 'cancelled', problem: string | null): Ending {
  return { ending, exitCode: null, signal: null, wallSeconds: 0, problem }
}

type OutputFile = ReturnType<typeof openOutputFile>

const tailBytes = 64 * 1024
/** Stays readable beyond the limit: what follows the file while it grows reads at most this much. */
const newestBytes = 8 * 1024 * 1024
const tailLines = 40

/**
 * Opens an empty file for appending, which takes about the limit on disk while it grows. The child gets the file, not a
 * pipe: Node's pipes are sockets, so a program could not open /dev/stdout or /dev/stderr, a pipe blocks the child on
 * this process, and a background process would keep it open. Throws an EnvironmentError when the file cannot be
 * written.
 */
function openOutputFile(path: string, maxBytes: number) {
  const descriptor = openEmpty(path)
  let tail: Buffer = Buffer.alloc(0)
  let readFrom = 0
  const takeTail = (): number => {
    const size = fstatSync(descriptor).size
    const newest = readBetween(descriptor, Math.max(readFrom, size - tailBytes), size)
    tail = Buffer.concat([tail, newest]).subarray(-tailBytes)
    return size
  }
  /** Frees the disk space of output beyond the limit, except the newest; call regularly while the child runs. */
  const trim = (): void => {
    const end = fstatSync(descriptor).size - newestBytes
    if (end <= maxBytes || freeFileRange(descriptor, maxBytes, end)) return
    // Without holes: what the child writes between these two calls is lost. It appends, so it continues at the limit.
    takeTail()
    ftruncateSync(descriptor, maxBytes)
    readFrom = maxBytes
  }
  /** Call after the last writer has exited. */
  const finish = (): { tail: string; isTruncated: boolean } => {
    const isTruncated = takeTail() > maxBytes || readFrom > 0
    if (isTruncated) {
      ftruncateSync(descriptor, maxBytes)
      writeSync(descriptor, `\n[warpgauge: output truncated to ${maxBytes} bytes]\n`)
    }
    const limits = { maxLines: tailLines, maxCharacters: tailBytes }
    return { tail: sanitizeOutput(tail.toString('utf8'), limits), isTruncated }
  }
  /** Reads up to 64 KiB from the beginning and empties the file: for output that the child did not write. */
  const takeText = (): string => {
    const text = readBetween(descriptor, 0, Math.min(tailBytes, fstatSync(descriptor).size)).toString('utf8')
    ftruncateSync(descriptor, 0)
    return text
  }
  return { descriptor, trim, takeText, finish, [Symbol.dispose]: () => closeSync(descriptor) }
}

function openEmpty(path: string): number {
  try {
    const descriptor = openSync(path, 'a+', 0o644)
    ftruncateSync(descriptor, 0)
    return descriptor
  } catch (cause) {
    throw new EnvironmentError(
      `the output of a command cannot be written to ${path}: ${cause instanceof Error ? cause.message : String(cause)}`,
      'Choose an output directory that exists, is writable and has space left',
      { cause },
    )
  }
}

function readBetween(descriptor: number, from: number, to: number): Buffer {
  const buffer = Buffer.alloc(Math.max(0, to - from))
  const length = readSync(descriptor, buffer, 0, buffer.length, from)
  return buffer.subarray(0, length)
}
