import { readProcessStat } from '../gpu/sampling/proc-files.ts'
import { loadKoffi } from './load-koffi.ts'

/** What children used that have ended and were waited for, with their own such children. Null: not told. */
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
 * What the children used that were waited for since the last call; null for the first call and where nobody tells. The
 * kernel keeps one sum for all children of a process, so whoever awaits another child in between says so by
 * `excludeReaped`.
 */
export function takeReapedUsage(): ReapedUsage | null {
  reader ??= loadLibcReader() ?? readOwnStat
  const now = reader()
  const last = before
  before = now
  return now && last && computeUsageSince(last, now)
}

/** To be called when a child has ended that is no part of what is measured, such as a tool that was asked. */
export function excludeReaped(): void {
  if (reader) before = reader()
}

/** To be called when a child of what is measured was not waited for: the next answer is null and not too small. */
export function forgetReaped(): void {
  before = null
}

/** To the microsecond; null where no library can be called. */
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

/** In ticks of 10 ms, and without context switches (proc_pid_stat(5)). */
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
