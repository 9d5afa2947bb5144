import { sanitizeLine } from '../core/sanitize-output.ts'
import { estimateSecondsLeft, type ProgressState } from './progress-state.ts'
import { shortenFailure } from '../trial/failure-text.ts'
import type { Trial } from '../trial/trial.ts'

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
  const cases = `${state.cases} case${state.cases === 1 ? '' : 's'}`
  const now = state.current ? `: ${state.current.planned.id}${state.current.isWarmup ? ' (warm-up)' : ''}` : ''
  return `${state.done} of ${most}${state.total} trials (${cases})${failed}${excluded}${rate}${remaining}${now}`
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
