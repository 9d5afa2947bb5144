import { formatCounted, formatValue } from '../../domain/core/numbers.ts'
import { createText, toTable, type Block, type Table, type TimelineRun } from '../../domain/report/block.ts'
import { say } from '../../domain/report/content.ts'
import type { RunRecord } from '../../record/run.ts'
import type { Trial } from '../../domain/trial/trial.ts'
import type { GpuUse, Spread, TelemetrySummary } from '../../record/telemetry.ts'

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

function hasTimes({ telemetry, stages }: Trial): boolean {
  return telemetry !== null || stages.some(({ startedMs, endedMs }) => startedMs !== null && endedMs !== null)
}

/** Selects the trials with telemetry or with timed stages. */
export function selectTimelineTrials({ trials }: Pick<RunRecord, 'trials'>): Trial[] {
  const shown = trials.filter(hasTimes)
  if (shown.length <= mostRuns) return shown
  return [...Map.groupBy(shown, ({ caseId }) => caseId).values()].flatMap((own) => own.at(-1) ?? []).slice(0, mostRuns)
}

/** Builds the timeline of the selected trials, and says how many are left out; empty when none has times. */
export function buildTimelineBlock(record: Pick<RunRecord, 'trials'>, packed: ReadonlyMap<Trial, PackedLog>): Block[] {
  const selected = selectTimelineTrials(record)
  const runs = selected.flatMap((trial) => buildRun(trial, packed.get(trial)))
  if (runs.length === 0) return []
  const hidden = record.trials.filter(hasTimes).length - selected.length
  const more = say`${formatCounted(hidden, 'more run')} not shown: above ${mostRuns} runs, only the last one of each case is.`
  return [{ ...createText({}), kind: 'timeline', runs }, ...(hidden > 0 ? [createText({ lead: [more] })] : [])]
}

function buildRun(trial: Trial, { part, notes }: PackedLog = { part: null, notes: [] }): TimelineRun[] {
  const stages = trial.stages.flatMap(({ stage, startedMs, endedMs }) =>
    startedMs === null || endedMs === null || endedMs < startedMs
      ? []
      : [{ name: stage, startMs: startedMs, endMs: endedMs }],
  )
  const { telemetry } = trial
  const startMs = Math.min(...stages.map((stage) => stage.startMs), telemetry?.startedMs ?? Number.POSITIVE_INFINITY)
  const endMs = Math.max(...stages.map((stage) => stage.endMs), telemetry?.endedMs ?? Number.NEGATIVE_INFINITY)
  if (!(endMs > startMs)) return []
  const own = { name: formatRunName(trial), startMs, endMs, stages, part }
  if (!telemetry) return [{ ...own, events: [], notes, summary: null }]
  const events = telemetry.events
    .slice(0, mostEvents)
    .map(({ gpu, kind, detail, timeMs }) => ({ timeMs, label: `GPU ${gpu}: ${kind} ${detail}` }))
  const summary = telemetry.gpus.length > 0 ? buildSummary(telemetry) : null
  const hidden = telemetry.events.length - events.length
  const more = hidden > 0 ? [`${formatCounted(hidden, 'more event')} not shown`] : []
  return [{ ...own, events, notes: [...notes, ...telemetry.problems, ...more], summary }]
}

function formatRunName({ caseId, index, isWarmup, isRecorded, failure, contamination }: Trial): string {
  const contaminated = contamination.length > 0 ? ', contaminated' : ''
  const state = isRecorded
    ? ', recorded'
    : isWarmup
      ? ', warm-up'
      : failure !== null
        ? `, failed (${failure.kind})`
        : contaminated
  return `${caseId} · run ${index + 1}${state}`
}

function buildSummary({ gpus }: TelemetrySummary): Table {
  return toTable(gpus, {
    GPU: ({ gpu }) => String(gpu),
    '#Utilization': ({ utilizationPercent }) => formatSpread(utilizationPercent, '%'),
    '#SM activity': ({ smUtilization }) => formatSpread(smUtilization, 'share'),
    '#Peak memory': ({ memoryUsedBytes }) => formatValue(memoryUsedBytes?.max ?? null, 'B'),
    '#Power': ({ powerWatts }) => formatSpread(powerWatts, 'W'),
    '#Highest temperature': ({ temperatureCelsius }) => formatValue(temperatureCelsius?.max ?? null, '°C'),
    '#Energy': ({ energyJoules }) => formatValue(energyJoules, 'J'),
    'Lowered clocks': formatThrottling,
  })
}

/** Formats the mean and the 5 to 95 % range. */
function formatSpread(spread: Spread | null, unit: string): string {
  if (!spread) return '–'
  return `${formatValue(spread.mean, unit)} (${formatValue(spread.p5, unit)} to ${formatValue(spread.p95, unit)})`
}

function formatThrottling({ clocksEventShares }: GpuUse): string {
  if (clocksEventShares === null) return 'unknown'
  const shares = Object.entries(clocksEventShares).filter(([reason]) => reason !== 'gpu-idle')
  return shares.map(([reason, share]) => `${reason} ${formatValue(share, 'share')}`).join(', ') || 'never'
}
