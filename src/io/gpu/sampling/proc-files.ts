import { readdirSync, readFileSync } from 'node:fs'

/** A live process or zombie from `/proc/PID/stat` (proc_pid_stat(5)). CPU times in seconds. */
export type ProcessStat = {
  readonly pid: number
  readonly parent: number
  readonly group: number
  readonly session: number
  /** Start time in ticks since boot: distinguishes processes with the same pid. */
  readonly startTicks: string
  readonly user: number
  readonly system: number
  /** CPU time of reaped children, including their own. */
  readonly childUser: number
  readonly childSystem: number
  readonly childMajorPageFaults: number
  readonly residentPages: number
}

/** Bytes read from and written to storage, including reaped children. */
export type ProcessIo = { readonly readBytes: number; readonly writtenBytes: number }

/** USER_HZ: 100 on every Linux for x86 and arm64. */
export const ticksPerSecond = 100

export function listProcesses(): number[] {
  return (tryRead(() => readdirSync('/proc')) ?? []).filter((name) => /^\d/.test(name)).map(Number)
}

export function readProcessStat(pid: number): ProcessStat | null {
  const text = readText(`/proc/${pid}/stat`)
  if (text === null) return null
  // The program name is in parentheses and can contain anything; the fields after it are numbers.
  const fields = text.slice(text.lastIndexOf(')') + 2).split(' ')
  const number = (index: number): number => Number(fields[index])
  return {
    pid,
    parent: number(1),
    group: number(2),
    session: number(3),
    startTicks: fields[19] ?? '',
    user: number(11) / ticksPerSecond,
    system: number(12) / ticksPerSecond,
    childUser: number(13) / ticksPerSecond,
    childSystem: number(14) / ticksPerSecond,
    childMajorPageFaults: number(10),
    residentPages: number(21),
  }
}

export function readProcessIo(pid: number): ProcessIo | null {
  const text = readText(`/proc/${pid}/io`)
  if (text === null) return null
  const [readBytes, writtenBytes] = [parseAmount(text, 'read_bytes'), parseAmount(text, 'write_bytes')]
  return readBytes === null || writtenBytes === null ? null : { readBytes, writtenBytes }
}

/** A variable of the initial environment of a process, as `NAME=value`. */
export function readEnvironmentEntry(pid: number, name: string): string | null {
  const entries = readText(`/proc/${pid}/environ`)?.split('\0') ?? []
  return entries.find((entry) => entry.startsWith(`${name}=`)) ?? null
}

/** Ticks of all processors since boot (proc_stat(5)). */
export type HostTicks = {
  readonly all: number
  readonly busy: number
  /** Idle while waiting for I/O. */
  readonly ioWait: number
  /** Used by other virtual machines. */
  readonly stolen: number
}

/** Number of processors that `readHostTicks` sums over; null when unavailable. */
export function countProcessors(): number | null {
  const count = readText('/proc/stat')?.match(/^cpu\d+ /gm)?.length ?? 0
  return count === 0 ? null : count
}

export function readHostTicks(): HostTicks | null {
  const fields = readText('/proc/stat')?.split('\n')[0]?.trim().split(/\s+/).slice(1, 9).map(Number)
  if (!fields || fields.length < 5) return null
  const all = fields.reduce((sum, ticks) => sum + ticks, 0)
  const getField = (index: number): number => fields[index] ?? 0
  return { all, busy: all - getField(3) - getField(4) - getField(7), ioWait: getField(4), stolen: getField(7) }
}

/**
 * Seconds since boot during which at least one task waited for this resource; null when the kernel does not count them
 * (Documentation/accounting/psi.rst).
 */
export function readStallSeconds(resource: 'cpu' | 'io' | 'memory'): number | null {
  const microseconds = /^some .*total=(\d+)/m.exec(readText(`/proc/pressure/${resource}`) ?? '')?.[1]
  return microseconds === undefined ? null : Number(microseconds) / 1e6
}

export function readPageCacheBytes(): number | null {
  const kibibytes = parseAmount(readText('/proc/meminfo') ?? '', 'Cached')
  return kibibytes === null ? null : kibibytes * 1024
}

/** Page size in bytes: the memory of this process in KiB divided by its pages, rounded to a power of two. */
export function readPageBytes(): number {
  const kibibytes = parseAmount(readText('/proc/self/status') ?? '', 'VmRSS')
  const pages = Number(readText('/proc/self/statm')?.split(' ')[1])
  return kibibytes !== null && pages > 0 ? 2 ** Math.round(Math.log2((kibibytes * 1024) / pages)) : 4096
}

function parseAmount(text: string, name: string): number | null {
  const found = new RegExp(`^${name}:\\s*(\\d+)`, 'm').exec(text)
  return found ? Number(found[1]) : null
}

function readText(path: string): string | null {
  return tryRead(() => readFileSync(path, 'utf8'))
}

/** Processes can exit while they are read, and those of other users may be unreadable. */
function tryRead<T>(read: () => T): T | null {
  try {
    return read()
  } catch {
    return null
  }
}
