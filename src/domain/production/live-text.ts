import { formatPercent } from '../core/numbers.ts'
import { sanitizeLine } from '../core/sanitize-output.ts'
import { computeLivePacking, computeStarvedShare, type LiveReading } from './live-figures.ts'
import { projectFinish, type FinishProjection } from './project-finish.ts'
import type { ProgressCurve } from '../../record/pipeline.ts'

/** Latest progress of a long run. */
export type LiveProgress = {
  /** Seconds since the start of the process. */
  readonly seconds: number
  readonly reading: LiveReading
  /** Progress of the current stage; null: none reported yet. */
  readonly curve: ProgressCurve | null
  /** Token rate since the previous reading; null: not reported. */
  readonly tokensPerSecond: number | null
  /** Utilization of each GPU, 0 to 100; null: not available. A mean would hide an idle GPU. */
  readonly gpus: readonly { readonly gpu: number; readonly utilizationPercent: number | null }[]
}

/**
 * Formats the progress as one line: stage, amount done, rate, each GPU, packing, starvation, time left with its
 * interval.
 */
export function formatLiveProgress(look: LiveProgress): string {
  const { reading, curve, seconds } = look
  const { done, total } = reading
  const found = curve ? projectFinish(curve, 0.95) : null
  const projection = typeof found === 'string' ? null : found
  // With seconds, so that no two updates state the same time.
  const [rounded, rest] = [Math.round(seconds), Math.round(seconds) % 60]
  const elapsed = rounded < 60 || rest === 0 ? formatDuration(rounded) : `${formatDuration(rounded - rest)} ${rest} s`
  const packing = computeLivePacking(reading)
  const starved = computeStarvedShare(reading)
  const parts = [
    `running for ${elapsed}`,
    reading.stage,
    done === null
      ? null
      : `${formatNumber(done)} ${total ? `of ${formatNumber(total)} (${formatPercent(done / total)})` : 'done'}`,
    projection && `${formatNumber(projection.rate)}/s`,
    look.tokensPerSecond === null ? null : `${formatNumber(look.tokensPerSecond)} tok/s`,
    ...look.gpus.map(({ gpu, utilizationPercent }) =>
      utilizationPercent === null ? `GPU ${gpu} –` : `GPU ${gpu} ${utilizationPercent.toFixed(0)} %`,
    ),
    packing === null ? null : `${formatPercent(packing)} packed`,
    starved === null ? null : `${formatPercent(starved)} of ${reading.waits} logged batches starved`,
    projection && formatTimeLeft(projection, look),
  ]
  return sanitizeLine(parts.filter((part) => part !== null).join(' | '))
}

function formatTimeLeft(
  { seconds: end, interval: [low, high] }: FinishProjection,
  { seconds, reading }: LiveProgress,
): string {
  const formatLeft = (at: number): string =>
    Number.isFinite(at) ? formatDuration(Math.max(0, at - seconds)) : 'unknown'
  const what = reading.stage === null ? 'left' : 'left in this stage'
  return `${formatLeft(end)} ${what} (95 %: ${formatLeft(low)} to ${formatLeft(high)})`
}

function formatNumber(value: number): string {
  return value >= 100 || Number.isInteger(value) ? Math.round(value).toLocaleString('en-US') : value.toPrecision(3)
}

function formatDuration(seconds: number): string {
  const rounded = Math.round(seconds)
  if (rounded < 60) return `${rounded} s`
  if (rounded < 3600) return `${Math.floor(rounded / 60)} min`
  return `${Math.floor(rounded / 3600)} h ${Math.floor((rounded % 3600) / 60)} min`
}
