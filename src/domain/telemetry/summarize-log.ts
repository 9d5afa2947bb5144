import { gpuQuantityNames } from './gpu-quantities.ts'
import { computeMedian } from '../core/statistics.ts'
import { createGpuTrack, recordReading, summarizeGpu, type GpuTrack } from './telemetry-summary.ts'
import type { LoggedReading } from '../trial/tool-reading.ts'
import type { TelemetrySummary } from '../../record/telemetry.ts'

const maxRows = 4096
const defaultIntervalMs = 1000

/** Summarizes a log of GPU samples; null if it is empty. A log does not show other processes. */
export function summarizeLog(readings: readonly LoggedReading[]): TelemetrySummary | null {
  const [first, last] = [readings[0], readings.at(-1)]
  if (!first || !last) return null
  const intervalMs = estimateIntervalMs(readings)
  const span = { fromMs: first.timeMs, toMs: last.timeMs }
  return {
    monitor: 'log',
    intervalMs,
    startedMs: span.fromMs,
    endedMs: span.toMs,
    samples: readings.length,
    lateSamples: 0,
    lostSamples: 0,
    longestGapMs: null,
    overheadCpuShare: null,
    gpus: buildLogTracks(readings, intervalMs).map((track) => summarizeGpu(track, span)),
    host: null,
    events: [],
    foreignProcesses: [],
    logFile: null,
    hdf5File: null,
    problems: ['read from a log: other processes, events and late samples are not known'],
  }
}

/** Builds the data of every GPU in a log, or in a part of it, in the order of their numbers. */
export function buildLogTracks(readings: readonly LoggedReading[], intervalMs: number): GpuTrack[] {
  const limits = { maxRows, maxGapMs: Math.max(1000, 5 * intervalMs) }
  const values = new Float64Array(gpuQuantityNames.length)
  const groups = [...Map.groupBy(readings, ({ gpu }) => gpu)].toSorted(([one], [other]) => one - other)
  return groups.map(([gpu, own]) => {
    const track = createGpuTrack(gpu, limits, { work: null, intervalMs })
    for (const reading of own) recordReading(track, reading, null, values)
    return track
  })
}

/** Median time between two samples of one GPU, in ms. */
export function estimateIntervalMs(readings: readonly LoggedReading[]): number {
  const pauses = [...Map.groupBy(readings, ({ gpu }) => gpu).values()].flatMap((own) =>
    own.slice(1).map(({ timeMs }, index) => timeMs - (own[index]?.timeMs ?? timeMs)),
  )
  return pauses.length === 0 ? defaultIntervalMs : Math.max(1, Math.round(computeMedian(pauses)))
}
