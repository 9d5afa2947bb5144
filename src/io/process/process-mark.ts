import { readlinkSync } from 'node:fs'
import { hostname } from 'node:os'
import { readStartTicks } from './process-tree.ts'

/** Identifies a process uniquely, as stored in a file: pids are reused, a pid with its start time is not. */
export type ProcessMark = {
  readonly host: string
  /** Inode of the pid namespace; pids are unique only within one. */
  readonly namespace: string
  readonly pid: number
  /** Clock ticks from boot to the start of the process. */
  readonly startTicks: string | null
}

export function createOwnMark(): ProcessMark {
  return { host: hostname(), namespace: readPidNamespace(), pid: process.pid, startTicks: readStartTicks(process.pid) }
}

/** Parses a stored mark; null when it is invalid, such as the partial file of a killed process. */
export function parseMark(text: string): ProcessMark | null {
  try {
    const { host, namespace, pid, startTicks } = JSON.parse(text)
    const isMark = typeof host === 'string' && Number.isInteger(pid) && typeof startTicks === 'string'
    return isMark ? { host, namespace: String(namespace), pid, startTicks } : null
  } catch {
    return null
  }
}

/** Whether the process has certainly ended. False for other machines and containers, where that is unknown. */
export function isGone({ host, namespace, pid, startTicks }: ProcessMark): boolean {
  return host === hostname() && namespace === readPidNamespace() && readStartTicks(pid) !== startTicks
}

/** Inode of the pid namespace of this process; 0 when it cannot be read. */
export function readPidNamespace(): string {
  try {
    return /\d+/.exec(readlinkSync('/proc/self/ns/pid'))?.[0] ?? '0'
  } catch {
    return '0'
  }
}
