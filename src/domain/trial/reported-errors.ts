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
  /\b(?:CUDA|HIP|NCCL) (?:\w+ )?error\b(?!.*(?:\b0$|[Nn]o error|success))|\b(?:CUDA|HIP) out of memory\b/,
  /\b(?:cuda|hip)Error(?!Success|NotReady)[A-Z]\w+|\bCUDA_ERROR_[A-Z]\w+/,
  /\bno CUDA-capable device\b|\bCUDA driver version is insufficient\b|\bnot compiled with CUDA\b/,
  /\b(?:fall(?:ing|s)? ?back|fell back|default(?:ing|s)?) to (?:the )?CPU\b/i,
  /\bno (?:CUDA |NVIDIA |AMD )?(?:GPUs?|accelerators?)\b.{0,60}\bus(?:ing|es?) (?:the )?CPU\b/i,
]
/** Finds most texts without a sign in a tenth of the time. */
const mayHold =
  /Traceback \(|fault|error|rror[A-Z]|ERROR|instruction|Aborted|Killed|exception|panic|terminate called|Uncaught|CUDA|to (?:the )?CPU|using/
const traceback = 'Traceback (most recent call last)'
/** Ends a traceback, among lines of other processes. */
const exception = /^[a-z_][\w.]*(?:: |:?$)/i
const chained = /exception(?: was the direct cause of the following|, another) exception/

/**
 * Finds the errors in the output of a program that may end with exit code 0 nevertheless, such as the traceback of a
 * worker or a shell's note of a crash; different ones, first come first. A traceback is stated by its exception.
 */
export function findReportedErrors(lines: Iterable<string>): string[] {
  const found = new Map<string, string>()
  let last = ''
  /** Indent of the traceback that is being read; -1: none. */
  let indent = -1
  const take = (text: string): void => {
    last = normalizeError(text)
    if (found.size < maxReportedErrors && !found.has(last))
      found.set(last, sanitizeMessage(text.trim()).slice(0, maxReportedError))
  }
  for (const raw of lines) {
    if (indent === -1 && !mayHold.test(raw)) continue
    const line = raw.replace(prefix, '')
    const start = line.indexOf(traceback)
    if (start !== -1) indent = line.slice(0, start).trim() === '' ? start : 0
    else if (indent === -1) {
      if (chained.test(line)) found.delete(last)
      else if (signs.some((sign) => sign.test(line))) take(line)
    } else if (line.slice(0, indent).trim() === '' && exception.test(line.slice(indent))) {
      take(line)
      indent = -1
    }
  }
  // Its end was cut off.
  if (indent !== -1) take(traceback)
  return [...found.values()]
}

/** Makes errors of different runs equal: without numbers, addresses and paths. */
export function normalizeError(text: string): string {
  return text.replaceAll(/0x[\da-f]+|\d+|(?<![\w.])\/[^\s:'",)]+/gi, '#').trim()
}
