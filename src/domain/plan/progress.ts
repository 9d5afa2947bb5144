import { formatCounted } from '../core/numbers.ts'
import type { NextTrial } from './schedule.ts'
import { isContaminated, type Trial } from '../trial/trial.ts'
import { sanitizeLine } from '../core/sanitize-output.ts'
import { shortenFailure } from '../trial/outcome.ts'

/** Progress of a run in trials; times are milliseconds on the caller's clock. */
export type ProgressState = {
  /** Constant, unless failed runs are repeated. */
  readonly total: number
  /** Whether the run may end with fewer trials than `total`. */
  readonly isMaximum: boolean
  readonly cases: number
  /** Recorded trials that are not excluded, including those of a resumed run. */
  readonly done: number
  /** Trials of this process only; the rate is computed from them. */
  readonly doneHere: number
  readonly failed: number
  /** Trials of this process that were excluded because of the machine state. */
  readonly excluded: number
  readonly startedMs: number
  /** Null: no trial is in progress. */
  readonly current: NextTrial | null
}

/** Creates the progress of a run that starts or resumes. */
export function startProgress({
  nowMs,
  ...size
}: Pick<ProgressState, 'total' | 'isMaximum' | 'done' | 'cases'> & { readonly nowMs: number }): ProgressState {
  return { ...size, doneHere: 0, failed: 0, excluded: 0, startedMs: nowMs, current: null }
}

/** Returns the progress after the start of a trial. */
export function withStartedTrial(state: ProgressState, current: NextTrial): ProgressState {
  return { ...state, current }
}

/** Returns the progress after the end of a trial. */
export function withEndedTrial(state: ProgressState, trial: Trial): ProgressState {
  const ended = { ...state, doneHere: state.doneHere + 1, current: null }
  if (isContaminated(trial)) return { ...ended, excluded: state.excluded + 1 }
  const failed = state.failed + (trial.failure ? 1 : 0)
  const done = state.done + 1
  // The plan does not include repetitions of failed runs.
  return { ...ended, total: Math.max(state.total, done), done, failed }
}

/** Estimates the seconds of the remaining trials, at most `total`, at the current rate; null before the first has ended. */
export function estimateSecondsLeft(state: ProgressState, nowMs: number): number | null {
  if (state.doneHere === 0) return null
  return (((nowMs - state.startedMs) / state.doneHere) * Math.max(0, state.total - state.done)) / 1000
}

/** `12 of at most 34 trials (4 cases), 1 failed, 8.2 trials/min, at most 2m 40s left: scaling/predict gpus=2`. */
export function formatProgress(state: ProgressState, nowMs: number): string {
  const most = state.isMaximum ? 'at most ' : ''
  const failed = state.failed > 0 ? `, ${state.failed} failed` : ''
  const excluded = state.excluded > 0 ? `, ${state.excluded} excluded` : ''
  const rate =
    state.doneHere > 0
      ? `, ${((state.doneHere / Math.max(1, nowMs - state.startedMs)) * 60_000).toFixed(1)} trials/min`
      : ''
  const left = estimateSecondsLeft(state, nowMs)
  const remaining = left === null || state.done >= state.total ? '' : `, ${most}${formatDuration(left)} left`
  const now = state.current ? `: ${state.current.planned.id}${state.current.isWarmup ? ' (warm-up)' : ''}` : ''
  return `${state.done} of ${most}${state.total} trials (${formatCounted(state.cases, 'case')})${failed}${excluded}${rate}${remaining}${now}`
}

/** Describes why a trial does not count, in one line; null if it counts. The text may contain untrusted file names. */
export function formatFailure({ caseId, failure }: Trial): string | null {
  if (!failure) return null
  return sanitizeLine(`${caseId}: ${failure.kind}: ${shortenFailure(failure.detail).split(/[\r\n]/)[0]}`)
}

/** Formats a bar of `width` characters. */
export function formatProgressBar(state: ProgressState, width: number): string {
  const filled = state.total === 0 ? width : Math.round((Math.min(state.done, state.total) / state.total) * width)
  return `${'█'.repeat(filled)}${'░'.repeat(width - filled)}`
}

function formatDuration(seconds: number): string {
  const rounded = Math.round(seconds)
  if (rounded < 60) return `${rounded}s`
  if (rounded < 3600) return `${Math.floor(rounded / 60)}m ${rounded % 60}s`
  return `${Math.floor(rounded / 3600)}h ${Math.floor((rounded % 3600) / 60)}m`
}
