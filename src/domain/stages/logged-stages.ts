import type { StageAttribution, StageTime } from '../../record/telemetry.ts'
import { formatNames } from '../core/errors.ts'
import { buildLogTracks, estimateIntervalMs } from '../telemetry/summarize-log.ts'
import { summarizeGpu } from '../telemetry/telemetry-summary.ts'
import type { LoggedReading } from '../trial/tool-reading.ts'
import { attributeStages, buildStageIntervals, buildStageRow } from './stage-attribution.ts'

/** Stages of pipelines by the name that a GPU log has for them, in lower-case letters and digits. */
export type StageAliases = Readonly<Record<string, readonly string[]>>

/** A GPU log, and what the pipeline reported about the same run. */
export type LoggedRun = {
  /** In chronological order. */
  readonly readings: readonly LoggedReading[]
  readonly stages: readonly StageTime[]
  /** Seconds; null: not reported. */
  readonly wallSeconds: number | null
  readonly aliases: StageAliases
}

/**
 * Attributes the samples of a GPU log to stages: by the stage that the log names, else by the stage times of the
 * pipeline. Null without samples, or when neither gives a stage.
 */
export function attributeLog(run: LoggedRun): StageAttribution | null {
  if (run.readings.length === 0) return null
  const intervalMs = estimateIntervalMs(run.readings)
  const found = attributeByName(run, intervalMs) ?? attributeByTime(run, intervalMs)
  return found && { ...forgetUncovered(found, intervalMs), host: [] }
}

type LoggedStages = Omit<StageAttribution, 'host'> & {
  /** The samples that the rows of a stage summarize. */
  readonly samples: ReadonlyMap<string, readonly LoggedReading[]>
}

/** Samples to which the log gives one name. */
type NamedSamples = {
  readonly label: string
  readonly readings: readonly LoggedReading[]
  /** Seconds that the samples of one GPU cover. */
  readonly seconds: number
  /** The stage of the pipeline with this name; null: none, or one that took less time than the log names it. */
  readonly stage: StageTime | null
}

/** Null if the log names no stage that the pipeline reports. Without stages of the pipeline, all names count. */
function attributeByName(run: LoggedRun, intervalMs: number): LoggedStages | null {
  const { readings, stages, wallSeconds } = run
  const named = listNamedSamples(run, intervalMs)
  const counted = named.filter(({ stage }) => stages.length === 0 || stage !== null)
  if (counted.length === 0) return null
  const wallMs =
    wallSeconds === null ? (readings.at(-1)?.timeMs ?? 0) - (readings[0]?.timeMs ?? 0) + intervalMs : wallSeconds * 1000
  const parts = Map.groupBy(counted, ({ label, stage }) => stage?.stage ?? label)
  const samples = new Map(
    [...parts].map(([stage, own]) => {
      const sorted = own.flatMap((part) => part.readings).toSorted((one, other) => one.timeMs - other.timeMs)
      return [stage, sorted] as const
    }),
  )
  const rows = [...samples].flatMap(([stage, own]) => {
    const [first] = parts.get(stage) ?? []
    const seconds = first?.stage?.seconds ?? first?.seconds ?? 0
    const span = { fromMs: own[0]?.timeMs ?? 0, toMs: own.at(-1)?.timeMs ?? 0 }
    return buildLogTracks(own, intervalMs).map((track) =>
      buildStageRow({ stage, seconds }, summarizeGpu(track, span), wallMs),
    )
  })
  const others = named.filter((one) => !counted.includes(one)).map(({ label }) => label)
  const notes = others.length > 0 ? [`the pipeline has no stage ${formatNames(others)}, which the GPU log names`] : []
  return { source: 'log', rows, notes, samples }
}

/** A stage cannot be shorter than the log names it, with 10 % and two samples for the edges. */
function listNamedSamples({ readings, stages, aliases }: LoggedRun, intervalMs: number): NamedSamples[] {
  return [...Map.groupBy(readings, ({ stage }) => stage)].flatMap(([label, own]) => {
    if (label === null) return []
    const counts = [...Map.groupBy(own, ({ gpu }) => gpu).values()].map((one) => one.length)
    const seconds = (Math.max(...counts) * intervalMs) / 1000
    const stage = findStage(label, stages, aliases)
    const isTooLong = seconds > (stage?.seconds ?? Number.POSITIVE_INFINITY) * 1.1 + (2 * intervalMs) / 1000
    return [{ label, readings: own, seconds, stage: isTooLong ? null : stage }]
  })
}

/** Finds the stage of this name, else whose name contains it, else with this alias; null if none or several fit. */
function findStage(label: string, stages: readonly StageTime[], aliases: StageAliases): StageTime | null {
  const wanted = normalizeName(label)
  const known = Object.hasOwn(aliases, wanted) ? aliases[wanted] : []
  const candidates = [
    stages.filter(({ stage }) => normalizeName(stage) === wanted),
    stages.filter(({ stage }) => wanted.length > 2 && normalizeName(stage).includes(wanted)),
    stages.filter(({ stage }) => known?.includes(stage)),
  ]
  return candidates.find((found) => found.length === 1)?.[0] ?? null
}

/** Letters and digits in lower case: `ESM-2` and `esm2` are one name. */
function normalizeName(name: string): string {
  return name.toLowerCase().replaceAll(/[^\p{L}\p{N}]/gu, '')
}

function attributeByTime({ readings, stages }: LoggedRun, intervalMs: number): LoggedStages | null {
  const window = findWindow(readings, stages, intervalMs)
  const found = buildStageIntervals(stages, window)
  if (!found) return null
  const tracks = buildLogTracks(readings, intervalMs)
  const attribution = attributeStages(found, window, (fromMs, toMs) =>
    tracks.map((track) => summarizeGpu(track, { fromMs, toMs })),
  )
  const samples = found.intervals.map(({ stage, startedMs, endedMs }) => {
    return [stage, readings.filter(({ timeMs }) => timeMs >= startedMs && timeMs <= endedMs)] as const
  })
  return { ...attribution, samples: new Map(samples) }
}

/**
 * The time of the run: of stages and log together if all stages have times. Else that of the log, which may have begun
 * one interval after the first stage and ended one before the last.
 */
function findWindow(readings: readonly LoggedReading[], stages: readonly StageTime[], intervalMs: number) {
  const [first, last] = [readings[0]?.timeMs ?? 0, readings.at(-1)?.timeMs ?? 0]
  const ran = stages.filter(({ seconds }) => seconds !== null)
  const [starts, ends] = [ran.flatMap(({ startedMs }) => startedMs ?? []), ran.flatMap(({ endedMs }) => endedMs ?? [])]
  if (starts.length === ran.length && ends.length === ran.length)
    return { startedMs: Math.min(first, ...starts), endedMs: Math.max(last, ...ends) }
  const totalMs = ran.reduce((sum, { seconds }) => sum + (seconds ?? 0) * 1000, 0)
  return { startedMs: first, endedMs: Math.min(Math.max(first + totalMs, last + intervalMs), last + 2 * intervalMs) }
}

/** A stage that was arranged by durations may lie one interval earlier or later. */
const minArrangedSamples = 3

/**
 * Makes the figures of a GPU unknown in a stage of which the log covers less than half, or whose place is known less
 * precisely than it is long.
 */
function forgetUncovered({ samples, ...found }: LoggedStages, intervalMs: number): Omit<StageAttribution, 'host'> {
  const notes = new Set<string>()
  const rows = found.rows.map((row) => {
    const count = (samples.get(row.stage) ?? []).filter(({ gpu }) => gpu === row.gpu).length
    const seconds = (count * intervalMs) / 1000
    const isVague = found.source === 'durations' && count < minArrangedSamples
    if (count === 0 || (seconds >= row.seconds / 2 && !isVague)) return row
    const problem = isVague
      ? `${row.stage} (${row.seconds} s) is too short for a log with a sample every ${intervalMs / 1000} s`
      : `the GPU log covers ${seconds.toFixed(0)} of ${row.seconds.toFixed(0)} s of ${row.stage}, less than half`
    notes.add(problem)
    return { ...row, ...unknownUse }
  })
  return { ...found, rows, notes: [...found.notes, ...notes] }
}

const unknownUse = {
  utilizationPercent: null,
  utilizationRange: null,
  smUtilization: null,
  memoryPeakBytes: null,
  memoryMinBytes: null,
  memoryMeanBytes: null,
  energyJoules: null,
} as const
