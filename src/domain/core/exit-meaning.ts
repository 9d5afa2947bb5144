import type { TrialFailure } from '../../record/plan.ts'

/** Meaning of an exit code in the config. */
export type ExitMeaning = 'success' | 'failure' | 'partial' | 'out-of-memory'

/** How a process ended, without its output. */
export type ProcessEnding = {
  readonly ending: 'exited' | 'signalled' | 'timed-out' | 'cancelled' | 'not-started'
  /** Null: ended by a signal, or not started. */
  readonly exitCode: number | null
  /** Name such as `SIGKILL`; null: none. */
  readonly signal: string | null
  /** Why it could not be started; null otherwise. */
  readonly problem: string | null
  readonly wallSeconds: number
}

/** Maps the end of a process to a trial failure by the exit codes of the config; null if the process succeeded. */
export function classifyEnding(
  ended: ProcessEnding,
  meanings: Readonly<Record<string, ExitMeaning>>,
): TrialFailure | null {
  switch (ended.ending) {
    case 'not-started':
      return { kind: 'not-started', detail: ended.problem ?? 'the command could not be started' }
    case 'timed-out':
      return { kind: 'timed-out', detail: `exceeded its time limit after ${ended.wallSeconds.toFixed(1)} s` }
    case 'cancelled':
      return {
        kind: 'cancelled',
        detail: `stopped after ${ended.wallSeconds.toFixed(1)} s because the run was cancelled`,
      }
    case 'signalled':
      // A shell or sandbox reports a signal as an exit code, and the config may define that code.
      if (ended.exitCode !== null && String(ended.exitCode) in meanings)
        return classifyExitCode(ended.exitCode, meanings)
      return { kind: 'signal', detail: describeSignal(ended.signal) }
    case 'exited':
      return classifyExitCode(ended.exitCode, meanings)
    default:
      return ended.ending satisfies never
  }
}

/** A missing exit code is never a success. */
function classifyExitCode(code: number | null, meanings: Readonly<Record<string, ExitMeaning>>): TrialFailure | null {
  if (code === null) return { kind: 'exit-code', detail: 'ended without an exit code' }
  const meaning = meanings[String(code)] ?? 'failure'
  switch (meaning) {
    case 'success':
      return null
    case 'partial':
      return { kind: 'partial', detail: `exit code ${code}: part of the work failed, so the time is not valid` }
    case 'out-of-memory':
      return { kind: 'out-of-memory', detail: `exit code ${code}: out of memory` }
    case 'failure':
      return { kind: 'exit-code', detail: formatExitCode(code) }
    default:
      return meaning satisfies never
  }
}

/** Shells and containers report a signal as 128 and its number. */
const signals: Readonly<Record<number, string>> = {
  132: 'SIGILL',
  134: 'SIGABRT',
  135: 'SIGBUS',
  136: 'SIGFPE',
  137: 'SIGKILL',
  139: 'SIGSEGV',
  143: 'SIGTERM',
}

/** `exit code 137 (killed by SIGKILL, possibly because the host ran out of memory)` */
export function formatExitCode(code: number | null): string {
  const signal = signals[code ?? 0]
  if (code === 124) return 'exit code 124 (that of timeout(1) for a command that it ended at its limit)'
  return `exit code ${code}${signal === undefined ? '' : ` (${describeSignal(signal)})`}`
}

/** The Linux OOM killer ends the largest process with SIGKILL, and runners mark job processes as preferred victims. */
function describeSignal(signal: string | null): string {
  if (signal === 'SIGKILL') return 'killed by SIGKILL, possibly because the host ran out of memory'
  return `killed by ${signal ?? 'a signal'}`
}
