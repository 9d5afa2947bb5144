import type { Section } from '../verdict/report.ts'
import type { StageTime, StageGpuUse, StageHostUse, StageAttribution, GpuUse, HostUse } from '../../record/telemetry.ts'
import { buildTable, toCell, toRangeCell } from '../verdict/section.ts'

/** A stage on the clock of the samples, in milliseconds since the epoch. */
export type StageInterval = {
  readonly stage: string
  readonly seconds: number
  readonly startedMs: number
  readonly endedMs: number
}

/** Positions of all stages of a trial, and how they were found. */
export type StageIntervals = Pick<StageAttribution, 'source' | 'notes'> & {
  readonly intervals: readonly StageInterval[]
}

type TrialWindow = { readonly startedMs: number; readonly endedMs: number }

/** Tolerance for clocks of one machine that two programs read. */
const clockToleranceMs = 1000
/** If stages leave more than this share of the wall time unexplained, their positions cannot be reconstructed. */
const mostUnexplained = 0.2

/**
 * Finds when each stage ran. Uses the pipeline's times if every stage has them and they lie inside the trial. Otherwise
 * arranges the durations end to end so that the last stage ends with the trial (start-up comes first). Null if neither
 * is possible.
 */
export function buildStageIntervals(stages: readonly StageTime[], trial: TrialWindow): StageIntervals | null {
  const ran = stages.flatMap(({ seconds, ...stage }) => (seconds === null ? [] : [{ ...stage, seconds }]))
  if (ran.length === 0 || trial.endedMs <= trial.startedMs) return null
  const timed = ran.flatMap(({ startedMs, endedMs, ...stage }) => {
    if (startedMs === null || endedMs === null || endedMs < startedMs) return []
    const isInside = startedMs >= trial.startedMs - clockToleranceMs && endedMs <= trial.endedMs + clockToleranceMs
    return isInside ? [{ ...stage, startedMs, endedMs }] : []
  })
  if (timed.length < ran.length) return arrangeEndToEnd(ran, trial)
  // A stage that ran in parts spans from its first start to its last end.
  const notes = timed.flatMap(({ stage, seconds, startedMs, endedMs }) => {
    const otherSeconds = (endedMs - startedMs) / 1000 - seconds
    if (otherSeconds <= Math.max(1, seconds * 0.05)) return []
    return [`${stage} ran with pauses: its values include ${otherSeconds.toFixed(1)} s between its parts`]
  })
  return { source: 'times', intervals: timed, notes }
}

/**
 * Attributes GPU use to stages. `summarize` returns the use of every GPU between two times; it is called once per
 * stage.
 */
export function attributeStages(
  { source, intervals, notes }: StageIntervals,
  trial: TrialWindow,
  summarize: (startedMs: number, endedMs: number) => readonly GpuUse[],
): Omit<StageAttribution, 'host'> {
  const wallMs = trial.endedMs - trial.startedMs
  const rows = intervals.flatMap((interval) =>
    summarize(interval.startedMs, interval.endedMs).map((use) => buildStageRow(interval, use, wallMs)),
  )
  const unseen = intervals.filter(({ stage }) => {
    const own = rows.filter((row) => row.stage === stage)
    return own.every(({ utilizationPercent, smUtilization, memoryPeakBytes, energyJoules, work }) =>
      [utilizationPercent, smUtilization, memoryPeakBytes, energyJoules, work?.busySeconds ?? null].every(
        (value) => value === null,
      ),
    )
  })
  const short = unseen.map(({ stage, seconds }) => `${stage} (${seconds} s) was too short for a sample`)
  return { source, rows, notes: [...notes, ...short] }
}

/** Selects the host figures of a stage. */
export function toStageHostUse(stage: string, use: HostUse): StageHostUse {
  return {
    stage,
    cpuCores: use.cpuCores?.mean ?? null,
    ioWaitShare: use.ioWaitShare,
    readBytes: use.readBytes,
    residentPeakBytes: use.residentBytes?.max ?? null,
  }
}

/** Builds the table of GPU use by stage; null without rows. */
export function buildGpuByStageSection(
  id: string,
  title: string,
  attribution: StageAttribution | null,
): Section | null {
  if (!attribution || attribution.rows.length === 0) return null
  return buildTable({ id, title, notes: [sourceNotes[attribution.source], ...attribution.notes] }, attribution.rows, [
    ['Stage', ({ stage }) => stage],
    ['GPU', ({ gpu }) => String(gpu)],
    ['Time', ({ seconds }) => toCell(seconds, 's')],
    ['Share of time', ({ timeShare }) => toCell(timeShare, 'share')],
    ['Utilization', ({ utilizationPercent }) => toCell(utilizationPercent, '%')],
    ['Min to max', ({ utilizationRange }) => toRangeCell(utilizationRange, '%')],
    ['SM utilization', ({ smUtilization }) => toCell(smUtilization, 'share')],
    ['Min memory', ({ memoryMinBytes }) => toCell(memoryMinBytes, 'B')],
    ['Mean memory', ({ memoryMeanBytes }) => toCell(memoryMeanBytes, 'B')],
    ['Peak memory', ({ memoryPeakBytes }) => toCell(memoryPeakBytes, 'B')],
    ['Energy', ({ energyJoules }) => toCell(energyJoules, 'J')],
  ])
}

const sourceNotes: Readonly<Record<StageAttribution['source'], string>> = {
  times: 'Stage times as reported by the pipeline.',
  durations:
    'The pipeline reports durations, not times: the stages are arranged end to end, backward from the end of the run.',
  log: 'Stages as the GPU log names them, sample by sample.',
}

function arrangeEndToEnd(ran: readonly (StageTime & { seconds: number })[], trial: TrialWindow): StageIntervals | null {
  const wallSeconds = (trial.endedMs - trial.startedMs) / 1000
  const restSeconds = wallSeconds - ran.reduce((sum, { seconds }) => sum + seconds, 0)
  if (restSeconds < -0.01 * wallSeconds || restSeconds > mostUnexplained * wallSeconds) return null
  let startedMs = trial.startedMs + Math.max(0, restSeconds) * 1000
  const intervals = ran.map(({ stage, seconds }): StageInterval => {
    const interval = { stage, seconds, startedMs, endedMs: startedMs + seconds * 1000 }
    startedMs = interval.endedMs
    return interval
  })
  const notes = [
    `no stage accounts for ${Math.max(0, restSeconds).toFixed(1)} s: each stage may lie up to that much earlier`,
  ]
  return { source: 'durations', intervals, notes }
}

/** Builds the figures of one GPU in one stage. `wallMs`: duration of the trial. */
export function buildStageRow(
  { stage, seconds }: Pick<StageInterval, 'stage' | 'seconds'>,
  use: GpuUse,
  wallMs: number,
): StageGpuUse {
  const { utilizationPercent: busy, memoryUsedBytes: memory } = use
  return {
    stage,
    gpu: use.gpu,
    seconds,
    timeShare: Math.min(1, (seconds * 1000) / wallMs),
    utilizationPercent: busy?.mean ?? null,
    utilizationRange: busy && [busy.min, busy.max],
    smUtilization: use.smUtilization?.mean ?? null,
    ...(memory
      ? { memoryPeakBytes: memory.max, memoryMinBytes: memory.min, memoryMeanBytes: memory.mean }
      : { memoryPeakBytes: use.ownMemoryPeakBytes, memoryMinBytes: null, memoryMeanBytes: null }),
    energyJoules: use.energyJoules,
    ...(use.work && { work: use.work }),
  }
}
