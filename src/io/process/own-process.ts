import { attempt, EnvironmentError } from '../../domain/core/errors.ts'
import { readdirSync } from 'node:fs'
import { createRequire } from 'node:module'
import type * as Koffi from 'koffi'
import { readProcessStat } from './proc-files.ts'
import { isMainThread, Worker } from 'node:worker_threads'

/** Of prctl(2). */
const [setDumpable, setChildSubreaper] = [4, 36]
/** Of waitpid(2): do not block. */
const noHang = 1
/** Of fallocate(2): FALLOC_FL_KEEP_SIZE and FALLOC_FL_PUNCH_HOLE. */
const punchHole = 3
/** Of fcntl(2). */
const [setDescriptorFlags, closeOnExec] = [2, 1]

type Libc = {
  readonly prctl: (...options: number[]) => number
  readonly fcntl: (descriptor: number, command: number, type: 'int', value: number) => number
  readonly waitpid: (pid: number, status: null, options: number) => number
  /** Ends this process at once, whatever its threads do. */
  readonly exitGroup: (code: number) => void
  readonly fallocate: (descriptor: number, mode: number, offset: number, length: number) => number
}

let libc: Libc | 'absent' | null = null
let isReaper = false

/**
 * Makes the environment, memory and open files of this process (`/proc/PID/environ`, `mem`, `fd`) inaccessible to other
 * processes of the same user. Children are not affected. False when unavailable: on musl, or without the native part.
 * Does not protect against root or processes with ptrace rights.
 */
export function hideProcess(): boolean {
  return openLibc()?.prctl(setDumpable, 0, 0, 0, 0) === 0
}

/** Makes this process the reaper of its orphaned descendants. False when unavailable. */
export function adoptOrphans(): boolean {
  isReaper ||= openLibc()?.prctl(setChildSubreaper, 1, 0, 0, 0) === 0
  return isReaper
}

/** Sets close-on-exec on files inherited from the parent. Does nothing where libc cannot be called. */
export function keepInheritedFiles(): void {
  const names = readdirSync('/proc/self/fd').map(Number)
  for (const descriptor of names.filter((number) => number > 2))
    openLibc()?.fcntl(descriptor, setDescriptorFlags, 'int', closeOnExec)
}

/** Frees the disk space of a range, which then reads as zeros; the size stays. False when unavailable. */
export function freeFileRange(descriptor: number, from: number, to: number): boolean {
  return openLibc()?.fallocate(descriptor, punchHole, from, to - from) === 0
}

/** Reaps a child that Node did not start. Returns its pid, 0 while it runs, and -1 when it is none or unknown. */
export function reapChild(pid: number): number {
  return openLibc()?.waitpid(pid, null, noHang) ?? -1
}

/** Null when libc cannot be called, as without glibc. */
function openLibc(): Libc | null {
  libc ??=
    attempt(() => {
      const library = loadKoffi().load('libc.so.6')
      return {
        prctl: library.func(
          'int prctl(int option, unsigned long a, unsigned long b, unsigned long c, unsigned long d)',
        ),
        fcntl: library.func('int fcntl(int descriptor, int command, ...)'),
        waitpid: library.func('int waitpid(int pid, void *status, int options)'),
        exitGroup: library.func('_exit', 'void', ['int']),
        fallocate: library.func('int fallocate(int descriptor, int mode, int64 offset, int64 length)'),
      }
    }) ?? 'absent'
  return libc === 'absent' ? null : libc
}

/** Uses `require`: koffi loads on first use, and stays next to its native part. Throws except on glibc. */
export function loadKoffi(): typeof Koffi {
  // `require` returns what the types of the package declare.
  // oxlint-disable-next-line typescript/no-unsafe-type-assertion
  return createRequire(import.meta.url)('koffi') as typeof Koffi
}

/** Resource use of reaped children, including their own reaped children. Null: unavailable. */
export type ReapedUsage = {
  readonly userCpuSeconds: number
  readonly systemCpuSeconds: number
  readonly majorPageFaults: number
  readonly voluntaryContextSwitches: number | null
  readonly involuntaryContextSwitches: number | null
}

const ofChildren = -1
/** `struct rusage` of getrusage(2), the same on x86-64 and arm64: two times of 16 bytes and 14 longs. */
const rusage = { bytes: 144, user: 0, system: 16, majorPageFaults: 72, voluntary: 128, involuntary: 136 } as const

let reader: (() => ReapedUsage | null) | null = null
let before: ReapedUsage | null = null

/**
 * Resource use of the children reaped since the last call; null for the first call and when unavailable. The kernel keeps
 * one sum for all children, so other children must be excluded with `excludeReaped`.
 */
export function takeReapedUsage(): ReapedUsage | null {
  reader ??= loadLibcReader() ?? readOwnStat
  const now = reader()
  const last = before
  before = now
  if (!now || !last) return null
  return {
    userCpuSeconds: now.userCpuSeconds - last.userCpuSeconds,
    systemCpuSeconds: now.systemCpuSeconds - last.systemCpuSeconds,
    majorPageFaults: now.majorPageFaults - last.majorPageFaults,
    voluntaryContextSwitches: subtract(now.voluntaryContextSwitches, last.voluntaryContextSwitches),
    involuntaryContextSwitches: subtract(now.involuntaryContextSwitches, last.involuntaryContextSwitches),
  }
}

function subtract(from: number | null, other: number | null): number | null {
  return from === null || other === null ? null : from - other
}

/** Call after reaping a child that is not measured, such as a queried tool. */
export function excludeReaped(): void {
  if (reader) before = reader()
}

/** Call when a measured child was not reaped: the next result is then null instead of too small. */
export function forgetReaped(): void {
  before = null
}

/** Resolution of 1 µs; null when libc cannot be called. */
function loadLibcReader(): (() => ReapedUsage | null) | null {
  return attempt(() => {
    const getrusage = loadKoffi().load(null).func('getrusage', 'int', ['int', 'void *'])
    const out = Buffer.alloc(rusage.bytes)
    const readLong = (at: number): number => Number(out.readBigInt64LE(at))
    const readSeconds = (at: number): number => readLong(at) + readLong(at + 8) / 1e6
    const read = (): ReapedUsage | null => {
      if (getrusage(ofChildren, out) !== 0) return null
      return {
        userCpuSeconds: readSeconds(rusage.user),
        systemCpuSeconds: readSeconds(rusage.system),
        majorPageFaults: readLong(rusage.majorPageFaults),
        voluntaryContextSwitches: readLong(rusage.voluntary),
        involuntaryContextSwitches: readLong(rusage.involuntary),
      }
    }
    return read() && read
  })
}

/** Resolution of 10 ms, without context switches (proc_pid_stat(5)). */
function readOwnStat(): ReapedUsage | null {
  const own = readProcessStat(process.pid)
  if (!own) return null
  const { childUser: userCpuSeconds, childSystem: systemCpuSeconds, childMajorPageFaults: majorPageFaults } = own
  const switches = { voluntaryContextSwitches: null, involuntaryContextSwitches: null }
  return { userCpuSeconds, systemCpuSeconds, majorPageFaults, ...switches }
}

// SIGHUP: the terminal was closed.
const signals = ['SIGINT', 'SIGTERM', 'SIGHUP'] as const

let stopSignal: AbortSignal | null = null

/** Whether this signal, which ended a program, also asks this process to end, as Ctrl-C does; false for null. */
export function isStopSignal(signal: string | null): boolean {
  return signals.some((name) => name === signal)
}

/** Creates the error of a run that was asked to end. */
export function createCancellation(): EnvironmentError {
  return new EnvironmentError(
    'warpgauge received a stop signal',
    'Start it again; --resume (input resume) continues a run.',
  )
}

/** Aborts when this process is asked to end; null in a command that ends by the signal itself. */
export function getStopSignal(): AbortSignal | null {
  return stopSignal
}

/** Runs work that may not notice the signal, and rejects as soon as this process is asked to end. */
export async function runUntilStopped<T>(work: (signal: AbortSignal) => Promise<T>): Promise<T> {
  const { signal, release } = cancelOnSignals()
  const { promise, reject } = Promise.withResolvers<never>()
  signal.addEventListener('abort', () => reject(signal.reason))
  return await Promise.race([work(signal), promise]).finally(release)
}

/** Aborts when the process is asked to end, so that children are killed and the run folder is saved. */
export function cancelOnSignals(): { readonly signal: AbortSignal; readonly release: () => void } {
  const controller = new AbortController()
  const abort = (): void => controller.abort(createCancellation())
  for (const signal of signals) process.on(signal, abort)
  const outer = stopSignal
  stopSignal = controller.signal
  return {
    signal: controller.signal,
    release: () => {
      stopSignal = outer
      for (const signal of signals) process.off(signal, abort)
    },
  }
}

const running = new Set<Worker>()

/** Starts a thread that may block in a driver; it does not keep this process from ending. */
export function startThread(url: URL, name: string, workerData: unknown): Worker {
  const worker = new Worker(url, {
    workerData,
    // Options of the main program, such as a test runner or inspector, must not apply to this thread.
    execArgv: [],
    name,
    // Without a limit, V8 accumulates garbage during long runs; the samples are stored outside its heap.
    resourceLimits: { maxYoungGenerationSizeMb: 4, maxOldGenerationSizeMb: 256 },
  })
  if (!isMainThread) return worker
  running.add(worker)
  worker.once('exit', () => running.delete(worker))
  // As the last listener, because nothing runs after it.
  process.off('exit', endDespiteThreads)
  process.on('exit', endDespiteThreads)
  return worker
}

/** Resolves with the first message; null after the limit, at the end of the thread, or when this process shall end. */
export function awaitMessage(worker: Worker, limitMs: number): Promise<unknown> {
  const { promise, resolve } = Promise.withResolvers<unknown>()
  const stopWaiting = (): void => resolve(null)
  const timer = setTimeout(stopWaiting, limitMs)
  const stop = getStopSignal()
  stop?.addEventListener('abort', stopWaiting)
  worker.once('message', resolve)
  worker.once('exit', stopWaiting)
  return promise.finally(() => {
    clearTimeout(timer)
    stop?.removeEventListener('abort', stopWaiting)
  })
}

/** Ends a thread without waiting for it: one that blocks in a driver cannot be ended. */
export function leaveThread(worker: Worker): void {
  void worker.terminate()
  // `terminate` makes this process wait for the thread.
  worker.unref()
}

/** At its end Node would wait for a thread that blocks in a driver. */
function endDespiteThreads(code: number): void {
  if (running.size > 0) openLibc()?.exitGroup(Number(process.exitCode ?? code))
}
