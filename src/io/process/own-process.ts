import { readdirSync } from 'node:fs'
import { loadKoffi } from './load-koffi.ts'

/** Options of prctl(2). */
const option = { setDumpable: 4, setChildSubreaper: 36 } as const
/** Option of waitpid(2): do not block. */
const noHang = 1

/** Mode of fallocate(2): FALLOC_FL_KEEP_SIZE and FALLOC_FL_PUNCH_HOLE. */
const punchHole = 3

/** Of fcntl(2). */
const setDescriptorFlags = 2
const closeOnExec = 1

type Libc = {
  readonly prctl: (...options: number[]) => number
  readonly fcntl: (descriptor: number, command: number, type: 'int', value: number) => number
  readonly waitpid: (pid: number, status: null, options: number) => number
  readonly exitGroup: (code: number) => void
  readonly fallocate: (descriptor: number, mode: number, offset: number, length: number) => number
}

let libc: Libc | null | undefined
let isReaper = false

/**
 * Makes the environment, memory and open files of this process (`/proc/PID/environ`, `mem`, `fd`) inaccessible to other
 * processes of the same user. Children are not affected. False when unavailable: on musl, or without the native part.
 * Does not protect against root or processes with ptrace rights.
 */
export function hideProcess(): boolean {
  return callPrctl(option.setDumpable, 0)
}

/** Makes this process the reaper of its orphaned descendants. False when unavailable. */
export function adoptOrphans(): boolean {
  isReaper ||= callPrctl(option.setChildSubreaper, 1)
  return isReaper
}

/**
 * Sets close-on-exec on files inherited from the parent: a directory among them would bypass a sandbox. Standard
 * streams are passed to each program explicitly.
 */
export function keepInheritedFiles(): void {
  const names = readdirSync('/proc/self/fd').map(Number)
  for (const descriptor of names.filter((number) => number > 2))
    openLibc()?.fcntl(descriptor, setDescriptorFlags, 'int', closeOnExec)
}

/**
 * Frees the disk space of a range of a file, which then reads as zeros; its size stays. False when unavailable: without
 * libc, or on a file system without holes.
 */
export function freeFileRange(descriptor: number, from: number, to: number): boolean {
  return openLibc()?.fallocate(descriptor, punchHole, from, to - from) === 0
}

/**
 * Reaps a child that Node did not start. Returns its pid if it has exited, 0 while it runs, and -1 when it is not a
 * child or waitpid is unavailable.
 */
export function reapChild(pid: number): number {
  return openLibc()?.waitpid(pid, null, noHang) ?? -1
}

/** Ends this process at once, whatever its threads do. Returns when libc cannot be called. */
export function endProcess(code: number): void {
  openLibc()?.exitGroup(code)
}

function callPrctl(what: number, value: number): boolean {
  return openLibc()?.prctl(what, value, 0, 0, 0) === 0
}

/** Null when libc cannot be called. */
function openLibc(): Libc | null {
  if (libc !== undefined) return libc
  libc = process.platform === 'linux' ? loadLibc() : null
  return libc
}

function loadLibc(): Libc | null {
  try {
    const library = loadKoffi().load('libc.so.6')
    return {
      prctl: library.func('int prctl(int option, unsigned long a, unsigned long b, unsigned long c, unsigned long d)'),
      fcntl: library.func('int fcntl(int descriptor, int command, ...)'),
      waitpid: library.func('int waitpid(int pid, void *status, int options)'),
      exitGroup: library.func('_exit', 'void', ['int']),
      fallocate: library.func('int fallocate(int descriptor, int mode, int64 offset, int64 length)'),
    }
  } catch {
    return null
  }
}
