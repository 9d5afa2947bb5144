import { readdirSync } from 'node:fs'
import { loadKoffi } from './load-koffi.ts'

/** Options of prctl(2). */
const option = { setDumpable: 4, setChildSubreaper: 36 } as const
/** Option of waitpid(2): return at once. */
const noHang = 1

/** Of fcntl(2). */
const setDescriptorFlags = 2
const closeOnExec = 1

type Libc = {
  readonly prctl: (...options: number[]) => number
  readonly fcntl: (descriptor: number, command: number, type: 'int', value: number) => number
  readonly waitpid: (pid: number, status: null, options: number) => number
}

let libc: Libc | null | undefined
let isReaper = false

/**
 * Closes this process to others of the same user: its environment, its memory and its open files (`/proc/PID/environ`,
 * `mem`, `fd`) from now on belong to root. Programs that it starts are not affected. False where it cannot be done:
 * on musl, or without the native part. Root is not kept out, and neither is whoever may trace every process.
 */
export function hideProcess(): boolean {
  return callPrctl(option.setDumpable, 0)
}

/**
 * From now on a descendant whose parent ends becomes a child of this process and not of the first one of the machine,
 * whatever it did to get away. False where it cannot be done.
 */
export function adoptOrphans(): boolean {
  isReaper ||= callPrctl(option.setChildSubreaper, 1)
  return isReaper
}

/**
 * No program that is started from now on gets the files that this process has inherited from its own parent: a directory
 * among them would lead out of a sandbox. The standard streams are given to each program by itself.
 */
export function keepInheritedFiles(): void {
  const names = readdirSync('/proc/self/fd').map(Number)
  for (const descriptor of names.filter((number) => number > 2))
    openLibc()?.fcntl(descriptor, setDescriptorFlags, 'int', closeOnExec)
}

/**
 * Waits for a child that Node did not start, if it has ended. Returns its process id then, 0 while it runs, and -1 when it
 * is no child of this process or nothing can be called here.
 */
export function reapChild(pid: number): number {
  return openLibc()?.waitpid(pid, null, noHang) ?? -1
}

function callPrctl(what: number, value: number): boolean {
  return openLibc()?.prctl(what, value, 0, 0, 0) === 0
}

/** Null where its functions cannot be called. */
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
    }
  } catch {
    return null
  }
}
