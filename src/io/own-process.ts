import { loadKoffi } from './load-koffi.ts'

/** Options of prctl(2). */
const option = { setDumpable: 4, setChildSubreaper: 36 } as const

/**
 * Closes this process to others of the same user: its environment, its memory and its open files (`/proc/PID/environ`,
 * `mem`, `fd`) from now on belong to root. Programs that it starts are not affected. False where it cannot be done:
 * on musl, or without the native part. Root is not kept out, and neither is whoever may trace every process.
 */
export function hideProcess(): boolean {
  return prctl(option.setDumpable, 0)
}

/**
 * From now on a descendant whose parent ends becomes a child of this process and not of the first one of the machine,
 * whatever it did to get away. False where it cannot be done.
 */
export function adoptOrphans(): boolean {
  return prctl(option.setChildSubreaper, 1)
}

function prctl(what: number, value: number): boolean {
  if (process.platform !== 'linux') return false
  try {
    const call = loadKoffi()
      .load('libc.so.6')
      .func('int prctl(int option, unsigned long a, unsigned long b, unsigned long c, unsigned long d)')
    return call(what, value, 0, 0, 0) === 0
  } catch {
    return false
  }
}
