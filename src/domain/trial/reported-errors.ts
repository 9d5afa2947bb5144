import { sanitizeMessage } from '../core/sanitize-output.ts'
import { maxReportedError, maxReportedErrors } from '../../record/limits.ts'

/** The rank, task or stream that torchrun, srun, mpirun and others put before each line. */
const prefix = /^(?:\[[^\]\s]{1,40}\](?:<\w{1,10}>)?:? ?|\d{1,5}: ){1,2}/
/** Words by which a program, its shell or its runtime reports that a part of it ended, did not start or left the GPU. */
const signs: readonly RegExp[] = [
  /^(?:\S+: line \d+: +\d+ )?(?:Segmentation fault|Bus error|Illegal instruction|Aborted|Killed|Floating point exception)(?: \(core dumped\))?(?:$| {2,})/,
  /^(?:terminate called after throwing an instance of|Fatal Python error:|panic:|fatal error:|Uncaught )/,
  /^thread '.{0,200}' .{0,20}panicked at /,
  /^srun: error: .{1,200}: tasks? [\d,-]+: /,
  /(?<!\bno )\b(?:CUDA|HIP|NCCL) (?:\w+ )?error\b(?!\W{0,3}(?:check|handl)|\W{0,3}(?:\w+\W{1,3})?0\W?$|.*(?:\bno error|\b(?:cuda|hip|nccl)?success|_SUCCESS))|\b(?:CUDA|HIP) out of memory\b/i,
  /\b(?:cuda|hip)Error(?!Success|NotReady)[A-Z]\w+|\bCUDA_ERROR_[A-Z]\w+/,
  /\bno CUDA-capable device\b|\bCUDA driver version is insufficient\b|\bnot compiled with CUDA\b/,
  /(?<!\b(?:no|not|never|without) )\b(?:fall(?:ing|s)? ?back|fell back|default(?:ing|s)?) to (?:the )?CPU\b/i,
  /\bno (?:CUDA |NVIDIA |AMD )?(?:GPUs?|accelerators?)\b.{0,60}\bus(?:ing|es?) (?:the )?CPU\b/i,
]
/** Checks in a tenth of the time whether a line can have a sign or start a traceback; most cannot. */
const mayHold =
  /Traceback \(|fault|error|rror[A-Z]|ERROR|instruction|Aborted|Killed|xception|panic|terminate called|Uncaught|CUDA|out of memory|CPU|cpu/
const traceback = 'Traceback (most recent call last)'
/** Ends a traceback, among lines of other processes: the name of a built-in exception, or one with its module. */
const exception = /^(?:(?:[\w<>]+\.)+\w+|[A-Z_]\w*)(?:: |:?$)/
/** Begins the exception of a destructor, which Python ignores, as at the end of a process. */
const ignored = /^Exception ignored (?:in: |while calling deallocator)/
const chained = /exception(?: was the direct cause of the following|, another) exception/

/** Collects errors from the output of a program, line by line. */
export type ErrorSearch = {
  add: (line: string) => void
  /** Call it after the last line of a stream or file: a traceback does not continue in the next one. */
  endText: () => void
  /** Different errors, first come first; the last one says if there are more. */
  readonly found: () => string[]
}

const more = `more than ${maxReportedErrors - 1} different errors`

/**
 * Searches for the errors of a program that may end with exit code 0 nevertheless, such as the traceback of a worker or a
 * shell's note of a crash. A traceback is stated by its exception.
 */
export function createErrorSearch(): ErrorSearch {
  const found = new Map<string, string>()
  let last = ''
  /** What stands before the traceback that is being read, such as an indent or the prefix of a logger; null: none. */
  let lead: string | null = null
  let isIgnored = false
  const take = (text: string): void => {
    last = normalizeError(text)
    const isNew = !isIgnored && !found.has(last)
    if (isNew && found.size < maxReportedErrors - 1)
      found.set(last, sanitizeMessage(text.trim()).slice(0, maxReportedError))
    else if (isNew) found.set(more, more)
    isIgnored = false
  }
  const addPlain = (line: string): void => {
    // Python prints the cause first; only the exception that follows from it is stated.
    if (chained.test(line)) found.delete(last)
    isIgnored = ignored.test(line)
    if (signs.some((sign) => sign.test(line))) take(line)
  }
  return {
    add: (raw) => {
      if (lead === null && !mayHold.test(raw)) {
        isIgnored = false
        return
      }
      const line = raw.replace(prefix, '')
      const start = line.indexOf(traceback)
      if (start !== -1) lead = line.slice(0, start)
      else if (lead === null) addPlain(line)
      else {
        const end = dropLead(line, lead)
        if (end === null || !exception.test(end)) return
        take(end)
        lead = null
      }
    },
    endText: () => {
      // Its end was cut off.
      if (lead !== null) take(traceback)
      lead = null
      isIgnored = false
    },
    found: () => [...found.values()],
  }
}

/** Finds the errors in lines of one text. */
export function findReportedErrors(lines: Iterable<string>): string[] {
  const search = createErrorSearch()
  for (const line of lines) search.add(line)
  search.endText()
  return search.found()
}

/** The line of a traceback without what stands before each of them; null: it belongs to something else. */
function dropLead(line: string, lead: string): string | null {
  const start = line.slice(0, lead.length)
  if (start.trim() === lead.trim() || normalizeError(start) === normalizeError(lead)) return line.slice(lead.length)
  // A logger can write its prefix before the first line only, and an exception group draws a line.
  return lead.trim() === '' ? null : line.replace(/^ +\| /, '')
}

/** Makes errors of different runs equal: without numbers, names with numbers, sizes, addresses and paths. */
export function normalizeError(text: string): string {
  const varying = /(?<![\w.])\/[^\s:'",)]+|(?<![\w-])[\w-]*\d[\w-]*(?:\.\d[\w-]*)*(?: [KMGT]?i?B\b)?/g
  return text.replaceAll(varying, '#').trim()
}

/** Whether errors of two runs are equal. Of one that was cut off, the rest may be. */
export function isSameError(one: string, other: string): boolean {
  const [ofOne, ofOther] = [normalizeError(one), normalizeError(other)]
  return (
    ofOne === ofOther ||
    (one.length >= maxReportedError && ofOther.startsWith(ofOne)) ||
    (other.length >= maxReportedError && ofOne.startsWith(ofOther))
  )
}
