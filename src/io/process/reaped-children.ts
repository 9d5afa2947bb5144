import { readProcessStat } from '../gpu/sampling/proc-files.ts'
import { loadKoffi } from './load-koffi.ts'

/** Resource use of reaped children, including their own reaped children. Null: unavailable. */
export type ReapedUsage = {
  readonly userCpuSeconds: number
  readonly systemCpuSeconds: number
  readonly majorPageFaults: number
  readonly voluntaryContextSwitches: number | null
  readonly involuntaryContextSwitches: number | null
}

type Reader = () => ReapedUsage | null

const ofChildren = -1
/** `struct rusage` of getrusage(2), the same on x86-64 and arm64: two times of 16 bytes and 14 longs. */
const rusage = { bytes: 144, user: 0, system: 16, majorPageFaults: 72, voluntary: 128, involuntary: 136 } as const

let reader: Reader | null = null
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
  return now && last && computeUsageSince(last, now)
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
function loadLibcReader(): Reader | null {
  try {
    const getrusage = loadKoffi().load(null).func('getrusage', 'int', ['int', 'void *'])
    const out = Buffer.alloc(rusage.bytes)
    const readSeconds = (at: number): number => readLong(out, at) + readLong(out, at + 8) / 1e6
    const read: Reader = () =>
      getrusage(ofChildren, out) !== 0
        ? null
        : {
            userCpuSeconds: readSeconds(rusage.user),
            systemCpuSeconds: readSeconds(rusage.system),
            majorPageFaults: readLong(out, rusage.majorPageFaults),
            voluntaryContextSwitches: readLong(out, rusage.voluntary),
            involuntaryContextSwitches: readLong(out, rusage.involuntary),
          }
    return read() && read
  } catch {
    return null
  }
}

/** Resolution of 10 ms, without context switches (proc_pid_stat(5)). */
function readOwnStat(): ReapedUsage | null {
  const own = readProcessStat(process.pid)
  return (
    own && {
      userCpuSeconds: own.childUser,
      systemCpuSeconds: own.childSystem,
      majorPageFaults: own.childMajorPageFaults,
      voluntaryContextSwitches: null,
      involuntaryContextSwitches: null,
    }
  )
}

function computeUsageSince(last: ReapedUsage, now: ReapedUsage): ReapedUsage {
  return {
    userCpuSeconds: now.userCpuSeconds - last.userCpuSeconds,
    systemCpuSeconds: now.systemCpuSeconds - last.systemCpuSeconds,
    majorPageFaults: now.majorPageFaults - last.majorPageFaults,
    voluntaryContextSwitches: subtract(last.voluntaryContextSwitches, now.voluntaryContextSwitches),
    involuntaryContextSwitches: subtract(last.involuntaryContextSwitches, now.involuntaryContextSwitches),
  }
}

function subtract(last: number | null, now: number | null): number | null {
  return last === null || now === null ? null : now - last
}

function readLong(from: Buffer, at: number): number {
  return Number(from.readBigInt64LE(at))
}
