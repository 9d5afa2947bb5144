import { splitBoundedLines } from '../bounded-lines.ts'
import { createRunReader, parseEach } from '../reader.ts'
import { UserError } from '../../domain/core/errors.ts'
import { ImpossibleValues } from '../../domain/telemetry/impossible-values.ts'
import type { LoggedReading } from '../../domain/trial/tool-reading.ts'
import { GpuLogRows, isGpuMetricsLog } from './gpu-log-rows.ts'

/** GPU readings of a log, with the problems found. */
type GpuMetricsLog = {
  /** In the order of time, without duplicates. */
  readonly readings: readonly LoggedReading[]
  /** Problems, as sentences with the values. */
  readonly problems: readonly string[]
}

/** No GPU of a pipeline takes as many watts; nvitop writes milliwatts where the log says watts. */
const milliwattsFrom = 2000

/**
 * Parses a `gpu_metrics_*.log` of the pipeline or of warpgauge into bytes and watts; nvitop writes milliwatts where the
 * log says watts. Returns null when the text is not such a log. Never throws.
 */
export function parseGpuMetricsLog(text: string): GpuMetricsLog | null {
  if (!isGpuMetricsLog(text)) return null
  const log = new GpuLogRows()
  const distinct = new Map<string, LoggedReading>()
  for (const line of splitBoundedLines(text)) {
    const row = log.read(line)
    if (row) distinct.set(formatKey(row), row)
  }
  const rows = [...distinct.values()]
  const impossible = new ImpossibleValues()
  // A log has one unit: a single value of that size among watts is not in milliwatts.
  const amounts = log.isOurs ? [] : rows.flatMap(({ powerWatts }) => powerWatts || [])
  const milliwatts = amounts.every((amount) => amount >= milliwattsFrom) ? amounts.length : 0
  const inWatts =
    milliwatts > 0 ? rows.map((row) => ({ ...row, powerWatts: row.powerWatts && row.powerWatts / 1000 })) : rows
  const readings = shareCapacities(sortByTime(inWatts.map((row) => impossible.drop(row))))
  const problems = [...listProblems(log, rows), ...impossible.list()]
  if (milliwatts > 0) problems.push(`power of ${milliwatts} rows was in milliwatts instead of watts`)
  return { readings, problems }
}

/** Gives all readings of a GPU the capacity of the fullest one: its percentage has the smallest rounding error. */
function shareCapacities(readings: readonly LoggedReading[]): LoggedReading[] {
  const fullest = new Map<number, LoggedReading>()
  for (const reading of readings) {
    const known = fullest.get(reading.gpu)
    if (reading.memoryTotalBytes !== null && (reading.memoryUsedBytes ?? 0) > (known?.memoryUsedBytes ?? -1))
      fullest.set(reading.gpu, reading)
  }
  return readings.map((reading) => ({
    ...reading,
    memoryTotalBytes: fullest.get(reading.gpu)?.memoryTotalBytes ?? null,
  }))
}

/** Merges several logs, such as those of worker processes; duplicate rows count once. */
export function mergeGpuMetricsLogs(logs: readonly GpuMetricsLog[]): GpuMetricsLog {
  const readings = new Map(logs.flatMap((log) => log.readings).map((reading) => [formatKey(reading), reading]))
  return { readings: sortByTime([...readings.values()]), problems: [...new Set(logs.flatMap((log) => log.problems))] }
}

function listProblems({ isFallback, broken, promised }: GpuLogRows, rows: readonly LoggedReading[]): string[] {
  const problems: string[] = []
  if (isFallback) problems.push('the log was written without nvitop, so its GPU utilization of 0 means unavailable')
  if (broken > 0) problems.push(`${broken} incomplete rows of the log were skipped`)
  for (const [gpu, samples] of promised) {
    const found = rows.filter((row) => row.gpu === gpu).length
    if (found < samples)
      problems.push(`the footer counts ${samples} samples of GPU ${gpu}, but the log has only ${found} rows`)
  }
  return problems
}

function formatKey({ gpu, timeMs, stage }: LoggedReading): string {
  return `${gpu} ${timeMs} ${stage ?? ''}`
}

function sortByTime(readings: readonly LoggedReading[]): LoggedReading[] {
  return readings.toSorted((one, other) => one.timeMs - other.timeMs || one.gpu - other.gpu)
}

/** `gpu_metrics_*.log` of a pipeline or of warpgauge, from one or several workers of a run. */
export const gpuMetrics = createRunReader({
  wants: 'the gpu_metrics_*.log files of a run',
  detect: isGpuMetricsLog,
  toReadings: async (files) => {
    const logs = await parseEach(files, (text, path) => {
      const log = parseGpuMetricsLog(text)
      if (log && log.readings.length > 0) return log
      const what = log ? 'has no sample' : 'is not a log of GPU metrics'
      throw new UserError(`${path} ${what}`, 'Pass the gpu_metrics_*.log of a run')
    })
    const { readings, problems } = mergeGpuMetricsLogs(logs)
    return { tool: 'gpu_metrics log', gpuReadings: readings, problems }
  },
})
