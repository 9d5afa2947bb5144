import { type TimelineRun, createText, toTable, type Block, type Table } from '../../domain/report/block.ts'
import type { RunRecord } from '../../domain/trial/run-record.ts'
import type { GpuUse, Spread, TelemetrySummary } from '../../record/telemetry.ts'
import type { Trial } from '../../domain/trial/trial.ts'
import { say } from '../../domain/report/content.ts'
import { formatValue } from '../../domain/core/numbers.ts'

/** Packed telemetry log of a trial. */
export type PackedLog = {
  /** Id of the data part with the samples; null: none. */
  readonly part: string | null
  /** Reasons for missing samples, and remarks. */
  readonly notes: readonly string[]
}

/** With more runs, only the last run of each case is shown. */
const mostRuns = 200
const mostEvents = 200

/** Selects the trials with telemetry or with timed stages. */
export function selectTimelineTrials({ trials }: Pick<RunRecord, 'trials'>): Trial[] {
  const shown = trials.filter(({ telemetry, stages }) => telemetry !== null || stages.some(hasTimes))
  if (shown.length <= mostRuns) return shown
  return [...Map.groupBy(shown, ({ caseId }) => caseId).values()].flatMap((own) => own.at(-1) ?? []).slice(0, mostRuns)
}

/** Builds the timeline of these trials; empty when none has times. */
export function buildTimelineBlock(trials: readonly Trial[], packed: ReadonlyMap<Trial, PackedLog>): Block[] {
  const runs = trials.flatMap((trial) => buildRun(trial, packed.get(trial)))
  return runs.length === 0 ? [] : [{ ...createText({}), kind: 'timeline', runs }]
}

function buildRun(trial: Trial, packed: PackedLog = { part: null, notes: [] }): TimelineRun[] {
  const stages = trial.stages.flatMap(({ stage, startedMs, endedMs }) =>
    startedMs === null || endedMs === null || endedMs < startedMs
      ? []
      : [{ name: stage, startMs: startedMs, endMs: endedMs }],
  )
  const { telemetry } = trial
  const starts = [...stages.map(({ startMs }) => startMs), ...(telemetry ? [telemetry.startedMs] : [])]
  const ends = [...stages.map(({ endMs }) => endMs), ...(telemetry ? [telemetry.endedMs] : [])]
  const [startMs, endMs] = [Math.min(...starts), Math.max(...ends)]
  if (!(endMs > startMs)) return []
  const events = (telemetry?.events ?? [])
    .slice(0, mostEvents)
    .map(({ gpu, kind, detail, timeMs }) => ({ timeMs, label: `GPU ${gpu}: ${kind} ${detail}` }))
  return [
    {
      name: formatRunName(trial),
      startMs,
      endMs,
      stages,
      events,
      part: packed.part,
      notes: [...packed.notes, ...(telemetry?.problems ?? [])],
      summary: telemetry && telemetry.gpus.length > 0 ? buildSummary(telemetry) : null,
    },
  ]
}

function formatRunName(trial: Trial): string {
  const state = trial.isWarmup
    ? ', warm-up'
    : trial.failure !== null
      ? `, failed (${trial.failure.kind})`
      : trial.contamination.length > 0
        ? ', contaminated'
        : ''
  return `${trial.caseId} · run ${trial.index + 1}${state}`
}

function buildSummary({ gpus }: TelemetrySummary): Table {
  const titles = ['GPU', '#Utilization', '#SM activity', '#Peak memory', '#Power', '#Highest temperature', '#Energy']
  const rows = gpus.map((use) => [
    say`${use.gpu}`,
    say`${formatSpread(use.utilizationPercent, '%')}`,
    say`${formatSpread(use.smUtilization, 'share')}`,
    say`${formatValue(use.memoryUsedBytes?.max ?? null, 'B')}`,
    say`${formatSpread(use.powerWatts, 'W')}`,
    say`${formatValue(use.temperatureCelsius?.max ?? null, '°C')}`,
    say`${formatValue(use.energyJoules, 'J')}`,
    say`${formatThrottling(use)}`,
  ])
  return toTable([...titles, 'Lowered clocks'], rows)
}

/** Formats the mean and the 5 to 95 % range. */
function formatSpread(spread: Spread | null, unit: string): string {
  if (!spread) return '–'
  return `${formatValue(spread.mean, unit)} (${formatValue(spread.p5, unit)} to ${formatValue(spread.p95, unit)})`
}

function formatThrottling({ clocksEventShares }: GpuUse): string {
  if (clocksEventShares === null) return 'unknown'
  const shares = Object.entries(clocksEventShares).filter(([reason]) => reason !== 'gpu-idle')
  if (shares.length === 0) return 'never'
  return shares.map(([reason, share]) => `${reason} ${formatValue(share, 'share')}`).join(', ')
}

function hasTimes({ startedMs, endedMs }: Trial['stages'][number]): boolean {
  return startedMs !== null && endedMs !== null
}
