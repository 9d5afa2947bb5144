import { readlinkSync } from 'node:fs'
import { hostname } from 'node:os'
import { readStartTicks } from './process-tree.ts'

/** Names one process for good, as it stands in a file: a number is used again, a number with its start time is not. */
export type ProcessMark = {
  readonly host: string
  /** Inode of the pid namespace: in another one the same number is another process. */
  readonly namespace: string
  readonly pid: number
  /** Clock ticks from boot to the start of the process. */
  readonly startTicks: string | null
}

/** This process. */
export function createOwnMark(): ProcessMark {
  return { host: hostname(), namespace: readNamespace(), pid: process.pid, startTicks: readStartTicks(process.pid) }
}

/** What `JSON.stringify` made of a mark; null when it is none, such as the torn file of a process that was killed. */
export function parseMark(text: string): ProcessMark | null {
  try {
    const { host, namespace, pid, startTicks } = JSON.parse(text)
    const isMark = typeof host === 'string' && Number.isInteger(pid) && typeof startTicks === 'string'
    return isMark ? { host, namespace: String(namespace), pid, startTicks } : null
  } catch {
    return null
  }
}

/** True when the process has certainly ended. Of another machine or container nobody here can tell. */
export function isGone({ host, namespace, pid, startTicks }: ProcessMark): boolean {
  return host === hostname() && namespace === readNamespace() && readStartTicks(pid) !== startTicks
}

function readNamespace(): string {
  try {
    return /\d+/.exec(readlinkSync('/proc/self/ns/pid'))?.[0] ?? '0'
  } catch {
    return '0'
  }
}
