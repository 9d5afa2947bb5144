import { basename, join } from 'node:path'
import { findContamination, deriveUsualState } from '../../domain/trial/contamination.ts'
import { chooseIntervalMs } from '../../domain/telemetry/sampling-interval.ts'
import type { PlannedCase } from '../../domain/plan/plan.ts'
import {
  attributeStages,
  toStageHostUse,
  buildStageIntervals,
  type StageIntervals,
} from '../../domain/stages/stage-attribution.ts'
import { isContaminated, type Trial } from '../../domain/trial/trial.ts'
import type { GpuMonitor, GpuWindow } from '../../ports/gpu-monitor.ts'
import type { GrowingFiles } from '../../ports/growing-files.ts'
import { StageFollowingWindow } from './follow-stages.ts'
import { computeRemainders, watchMemory } from './watch-memory.ts'
import type { TelemetrySummary, StageTime, StageAttribution, StageHostUse } from '../../record/telemetry.ts'
import type { TrialFailure } from '../../record/plan.ts'
import type { TrialMemory } from '../../record/pipeline.ts'

export type WatchRequest = {
  readonly monitor: GpuMonitor | null
  readonly gpus: readonly number[]
  /** The GPUs assigned to the trial. */
  readonly ownGpus: readonly number[]
  /** Idle power of each GPU in watts. */
  readonly idleWatts: Readonly<Record<number, number>>
  /** Null: default of the monitor. */
  readonly intervalMs: number | null
  /** The trial's directory in the run folder. */
  readonly directory: string
  readonly runId: string
  /** Where the pipeline writes its events; followed while it runs. */
  readonly eventsPath: string
  readonly growing: GrowingFiles
  readonly keepsMemory: boolean
}

/** Opens a monitor window for a trial; null without a monitor. File names contain run and case. */
export async function openWatch({
  monitor,
  gpus,
  ownGpus,
  idleWatts,
  intervalMs,
  directory,
  runId,
  eventsPath,
  growing,
  keepsMemory,
}: WatchRequest): Promise<GpuWindow | null> {
  if (!monitor) return null
  const name = `${runId}_${basename(join(directory, '..'))}_${basename(directory)}`
  const window = await monitor.open({
    gpus,
    ownGpus,
    idleWatts,
    intervalMs: intervalMs ?? chooseIntervalMs(monitor.kind, ownGpus.length, keepsMemory),
    keepsMemory,
    logPath: join(directory, `gpu_metrics_${name}.log`),
    hdf5Path: monitor.kind === 'none' ? null : join(directory, `gpu_metrics_${name}.h5`),
  })
  return monitor.hasCounters ? new StageFollowingWindow(window, growing, eventsPath) : window
}

export type WatchResult = Pick<Trial, 'telemetry' | 'gpus' | 'gpuByStage' | 'contamination'> & {
  /** Memory over time, for cases that measure it. */
  readonly seenMemory: Pick<TrialMemory, 'series' | 'remainders'> | null
}

export type JudgeWatchRequest = {
  readonly planned: PlannedCase
  /** Physical indices of the trial's GPUs. */
  readonly gpus: readonly number[]
  readonly stages: readonly StageTime[]
  readonly startedMs: number
  readonly wallSeconds: number
  readonly failure: TrialFailure | null
  /** Its GPUs count only if they were observed: the config does not do without a monitor. */
  readonly mustObserve: boolean
  /** Trials of this run so far: a clean warm-up defines the normal GPU state. */
  readonly earlier: readonly Trial[]
}

/** Closes the window; returns its telemetry, also by stage, and whether the machine was fit during the trial. */
export async function closeWatch(window: GpuWindow | null, request: JudgeWatchRequest): Promise<WatchResult> {
  if (!window) return { telemetry: null, gpuByStage: null, contamination: [], seenMemory: null }
  const telemetry = await window.close()
  const gpuByStage = await attributeByStage(window, request)
  const usual = findUsualState(request.planned, request.earlier)
  // Without a monitor that works, the physical indices are unknown.
  const gpus = request.gpus.length === 0 && request.mustObserve ? request.planned.gpus : request.gpus
  const hasGpus = telemetry.gpus.length > 0 || gpus.length > 0
  const contamination = hasGpus ? findContamination({ telemetry, gpus, failure: request.failure, usual }) : []
  // A warm-up defines the normal state and is never counted, so it cannot be contaminated.
  const seenMemory = request.planned.keepsMemory ? await readMemory(window, telemetry, request) : null
  return { telemetry, gpus: request.gpus, gpuByStage, contamination: contamination.slice(0, 20), seenMemory }
}

async function readMemory(
  window: GpuWindow,
  telemetry: TelemetrySummary,
  { gpus, startedMs, wallSeconds }: JudgeWatchRequest,
): Promise<Pick<TrialMemory, 'series' | 'remainders'>> {
  const request = { window, telemetry, gpus, startedMs, endedMs: startedMs + wallSeconds * 1000 }
  return { series: await watchMemory(request), remainders: await computeRemainders(request) }
}

function findUsualState(planned: PlannedCase, earlier: readonly Trial[]) {
  const warmup = earlier.findLast((trial) => trial.caseId === planned.id && trial.isWarmup && trial.telemetry !== null)
  return warmup?.telemetry && !isForeign(warmup) ? deriveUsualState(warmup.telemetry) : null
}

/** A warm-up with a shared GPU does not define the normal state. */
function isForeign(warmup: Trial): boolean {
  return isContaminated(warmup) && (warmup.telemetry?.foreignProcesses.length ?? 0) > 0
}

async function attributeByStage(
  window: GpuWindow,
  { gpus, stages, startedMs, wallSeconds }: JudgeWatchRequest,
): Promise<StageAttribution | null> {
  const trial = { startedMs, endedMs: startedMs + wallSeconds * 1000 }
  const found = buildStageIntervals(stages, trial)
  if (!found) return null
  const uses = await Promise.all(
    found.intervals.map(
      async ({ startedMs: fromMs, endedMs: toMs }) =>
        [`${fromMs} ${toMs}`, await window.readGpuUse({ fromMs, toMs })] as const,
    ),
  )
  // Excludes GPUs that were not assigned to the trial.
  const known = new Map(uses.map(([span, all]) => [span, all.filter(({ gpu }) => gpus.includes(gpu))]))
  const attribution = attributeStages(found, trial, (fromMs, toMs) => known.get(`${fromMs} ${toMs}`) ?? [])
  const host = await readHostByStage(window, found)
  return attribution.rows.length > 0 || host.length > 0 ? { ...attribution, host } : null
}

async function readHostByStage(window: GpuWindow, { intervals }: StageIntervals): Promise<StageHostUse[]> {
  const uses = await Promise.all(
    intervals.map(async ({ stage, startedMs: fromMs, endedMs: toMs }) => ({
      stage,
      use: await window.readHostUse({ fromMs, toMs }),
    })),
  )
  return uses.flatMap(({ stage, use }) => (use ? [toStageHostUse(stage, use)] : []))
}
