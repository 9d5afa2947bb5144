import { formatPair, formatPercent, formatValue } from '../../domain/core/numbers.ts'
import { computeMedian } from '../../domain/core/statistics.ts'
import { formatProgress, formatProgressBar, type ProgressState } from '../../domain/plan/progress.ts'
import type { GpuReading } from '../../domain/telemetry/gpu.ts'
import { isContaminated, type Trial } from '../../domain/trial/trial.ts'
import { drawTextBar } from '../drawing.ts'
import { cutToWidth, measureWidth, wrap } from './layout.ts'
import { sentenceLength, toPlainText } from './plain.ts'

/** State of a run in progress. */
export type LiveView = {
  readonly progress: ProgressState
  /** Completed trials of this process. */
  readonly trials: readonly Trial[]
  /** Start of the current trial in milliseconds on the clock of `progress`; null between trials. */
  readonly trialStartedMs: number | null
  /** Empty without a monitor or without GPUs. */
  readonly gpus: readonly GpuReading[]
  /** Interim result of the comparisons; null: unknown. */
  readonly standing: string | null
}

const widestBar = 40
const narrowBar = 10
/** Minimum width for the long utilization bar. */
const wideEnough = 70
const labelWidth = 7
/** Limits the height of the view. */
const mostGpus = 8

/** Renders a run in progress as lines of at most `columns` cells: progress, last trial, GPUs. */
export function renderLiveView(view: LiveView, nowMs: number, columns: number): string[] {
  const { progress, trials, standing } = view
  const barWidth = Math.max(narrowBar, Math.min(widestBar, Math.floor(columns / 4)))
  const lines = [
    `${formatProgressBar(progress, barWidth)} ${formatProgress({ ...progress, current: null }, nowMs)}`,
    ...formatCurrent(view, nowMs),
    ...formatLast(trials),
    ...(standing === null ? [] : [`so far ${toPlainText(standing, sentenceLength)}`]),
  ]
  const gpus = formatGpus(view.gpus, columns).map((line) => cutToWidth(line, columns))
  return [...lines.flatMap((line) => indentLine(line, columns)), ...gpus]
}

/** Wraps a line and indents continuation lines past its label. */
function indentLine(line: string, columns: number): string[] {
  const [first = '', ...rest] = wrap(line, columns)
  const more = rest.length > 0 ? wrap(rest.join(' '), columns - labelWidth) : []
  return [first, ...more.map((text) => `${' '.repeat(labelWidth)}${text}`)]
}

function formatCurrent({ progress: { current }, trialStartedMs }: LiveView, nowMs: number): string[] {
  if (!current) return []
  const run = current.isRecorded
    ? 'recorded run'
    : current.isWarmup
      ? 'warm-up'
      : `run ${current.index - current.planned.warmups + 1}`
  const elapsed = trialStartedMs === null ? '' : `, ${Math.floor((nowMs - trialStartedMs) / 1000)} s`
  return [`now    ${toPlainText(current.planned.id)}, ${run}${elapsed}`]
}

/** Formats the last completed trial next to the others of its case. */
function formatLast(trials: readonly Trial[]): string[] {
  const last = trials.at(-1)
  if (!last) return []
  const name = `last   ${toPlainText(last.caseId)}`
  if (last.failure) return [`${name}: failed (${last.failure.kind})`]
  if (isContaminated(last)) return [`${name}: excluded: ${toPlainText(last.contamination[0] ?? '', sentenceLength)}`]
  const own = trials.filter(
    (trial) => trial.caseId === last.caseId && !trial.isWarmup && trial.failure === null && !isContaminated(trial),
  )
  const times = own.flatMap(({ wallSeconds }) => wallSeconds ?? [])
  const took = formatValue(last.wallSeconds, 's')
  if (times.length < 2)
    return [`${name}: ${took}${last.isRecorded ? ' (recorded)' : last.isWarmup ? ' (warm-up)' : ''}`]
  const range = formatPair(Math.min(...times), Math.max(...times), 's').join(' to ')
  return [`${name}: ${took}; ${times.length} runs, median ${formatValue(computeMedian(times), 's')} (${range})`]
}

function formatGpus(gpus: readonly GpuReading[], columns: number): string[] {
  const shown = gpus.slice(0, mostGpus).map((reading) => formatGpu(reading, columns))
  const hidden = gpus.length - shown.length
  return hidden > 0 ? [...shown, `and ${hidden} more ${hidden === 1 ? 'GPU' : 'GPUs'}`] : shown
}

/** Draws the utilization as a bar; unavailable figures are `–`, never 0. */
function formatGpu(reading: GpuReading, columns: number): string {
  const { gpu, utilizationPercent: busy, memoryUsedBytes, memoryTotalBytes, powerWatts, temperatureCelsius } = reading
  const width = columns >= wideEnough ? 2 * narrowBar : narrowBar
  const filled = busy === null ? '' : drawTextBar(busy / 100, width)
  const bar = `${filled}${'░'.repeat(width - measureWidth(filled))}`
  const total = memoryTotalBytes === null ? '' : ` of ${formatGibibytes(memoryTotalBytes, 0)}`
  const used = memoryUsedBytes === null ? '–' : formatGibibytes(memoryUsedBytes, 1)
  const parts = [
    `${busy === null ? '–' : Math.round(busy)} %`.padStart(5),
    `${used.padStart(4)}${total} GiB`,
    ...(powerWatts === null ? [] : [`${Math.round(powerWatts)} W`]),
    ...(temperatureCelsius === null ? [] : [`${Math.round(temperatureCelsius)} °C`]),
  ]
  return `GPU ${gpu} ${bar} ${parts.join('  ')}`
}

function formatGibibytes(bytes: number, decimals: number): string {
  return (bytes / 1024 ** 3).toFixed(decimals)
}

/**
 * Formats the current GPU readings on one line of at most `columns` cells. Each GPU is listed, because a mean hides
 * imbalance.
 */
export function formatLiveGpus(readings: readonly GpuReading[], elapsedSeconds: number, columns: number): string {
  const gpus = readings.length > 0 ? readings.map(formatGpuFigures) : ['GPU figures unavailable']
  const text = [`${Math.floor(elapsedSeconds)} s`, ...gpus].join(' | ')
  return measureWidth(text) <= columns ? text : `${[...text].slice(0, Math.max(0, columns - 1)).join('')}…`
}

function formatGpuFigures(reading: GpuReading): string {
  const { utilizationPercent, smUtilization, memoryUsedBytes, powerWatts } = reading
  const parts = [
    utilizationPercent === null ? 'util –' : `util ${Math.round(utilizationPercent)} %`,
    smUtilization === null ? '' : `SM ${formatPercent(smUtilization, 0)}`,
    memoryUsedBytes === null ? 'mem –' : `mem ${formatGibibytes(memoryUsedBytes, 1)} GiB`,
    powerWatts === null ? '' : `${Math.round(powerWatts)} W`,
  ]
  return `GPU ${reading.gpu}: ${parts.filter((part) => part !== '').join(' ')}`
}
