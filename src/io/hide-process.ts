import { loadKoffi } from './load-koffi.ts'

/** PR_SET_DUMPABLE of prctl(2). */
const setDumpable = 4

/**
 * Closes this process to others of the same user: its environment, its memory and its open files (`/proc/PID/environ`,
 * `mem`, `fd`) from now on belong to root. Programs that it starts are not affected. False where it cannot be done:
 * on musl, or without the native part. Root is not kept out, and neither is whoever may trace every process.
 */
export function hideProcess(): boolean {
  if (process.platform !== 'linux') return false
  try {
    const prctl = loadKoffi()
      .load('libc.so.6')
      .func('int prctl(int option, unsigned long a, unsigned long b, unsigned long c, unsigned long d)')
    return prctl(setDumpable, 0, 0, 0, 0) === 0
  } catch {
    return false
  }
}
