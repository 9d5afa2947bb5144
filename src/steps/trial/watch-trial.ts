import { basename, join } from 'node:path'
import { findContamination, deriveUsualState, type UsualState } from '../../domain/trial/contamination.ts'
import { chooseIntervalMs } from '../../domain/telemetry/sampling-interval.ts'
import type { PlannedCase } from '../../domain/plan/plan.ts'
import { attributeStages, toStageHostUse, buildStageIntervals } from '../../domain/stages/stage-attribution.ts'
import { isContaminated, type Trial } from '../../domain/trial/trial.ts'
import type { GpuWindow } from '../../ports/gpu-monitor.ts'
import type { GrowingFiles, GrowingWatch } from '../../io/files/disk-file-inspector.ts'
import type { TelemetrySummary, StageTime, StageAttribution, GpuUse, HostUse } from '../../record/telemetry.ts'
import type { TrialFailure } from '../../record/plan.ts'
import type { TrialMemory, DeviceRemainder, MemoryPoint, MemorySeries } from '../../record/pipeline.ts'
import { LiveStages } from '../../adapters/pipeline/live.ts'
import type { MeasurePorts } from '../measure/environment.ts'
import type { TrialRequest } from './trial-request.ts'

/**
 * Opens a monitor window for a trial, which follows the stages of the pipeline's events while it runs; null without a
 * monitor. File names contain run and case.
 */
export async function openWatch(
  { next: { planned }, prepared, directory, runId }: TrialRequest,
  eventsPath: string,
  ports: MeasurePorts,
): Promise<GpuWindow | null> {
  const { sampleIntervalMs, watchesHost, keepsMemory = false } = planned
  const monitor = ports.monitor ?? (watchesHost ? (ports.hostMonitor ?? null) : null)
  if (!monitor) return null
  const ownGpus = prepared.physicalGpus(planned.gpus)
  const name = `${runId}_${basename(join(directory, '..'))}_${basename(directory)}`
  const window = await monitor.open({
    gpus: prepared.watchedGpus,
    ownGpus,
    idleWatts: prepared.idleWatts ?? {},
    intervalMs: sampleIntervalMs ?? chooseIntervalMs(monitor.kind, ownGpus.length, keepsMemory),
    keepsMemory,
    logPath: join(directory, `gpu_metrics_${name}.log`),
    hdf5Path: monitor.kind === 'none' ? null : join(directory, `gpu_metrics_${name}.h5`),
  })
  return monitor.hasCounters ? followStages(window, eventsPath, ports.growing) : window
}

/** What the monitor saw during one trial; all null or empty without a monitor. */
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
  /** Null: the trial succeeded. */
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
  const usual = findUsualState(request)
  // Without a monitor that works, the physical indices are unknown.
  const gpus = request.gpus.length === 0 && request.mustObserve ? request.planned.gpus : request.gpus
  const hasGpus = telemetry.gpus.length > 0 || gpus.length > 0
  const contamination = hasGpus ? findContamination({ telemetry, gpus, failure: request.failure, usual }) : []
  // A warm-up defines the normal state and is never counted, so it cannot be contaminated.
  const seenMemory = request.planned.keepsMemory
    ? {
        series: await watchMemory(window, telemetry, request),
        remainders: await computeRemainders(window, telemetry, request),
      }
    : null
  return { telemetry, gpus: request.gpus, gpuByStage, contamination: contamination.slice(0, 20), seenMemory }
}

/** A warm-up with a shared GPU does not define the normal state. */
function findUsualState({ planned, earlier }: JudgeWatchRequest): UsualState | null {
  const warmup = earlier.findLast(
    (trial) => trial.caseId === planned.id && trial.isWarmup && !trial.isRecorded && trial.telemetry !== null,
  )
  if (!warmup?.telemetry) return null
  const isForeign = isContaminated(warmup) && warmup.telemetry.foreignProcesses.length > 0
  return isForeign ? null : deriveUsualState(warmup.telemetry)
}

async function attributeByStage(window: GpuWindow, request: JudgeWatchRequest): Promise<StageAttribution | null> {
  const { gpus, stages } = request
  const trial = computeEnds(request)
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
  const hosts = await Promise.all(
    found.intervals.map(async ({ stage, startedMs: fromMs, endedMs: toMs }) => {
      const use = await window.readHostUse({ fromMs, toMs })
      return use ? [toStageHostUse(stage, use)] : []
    }),
  )
  const host = hosts.flat()
  return attribution.rows.length > 0 || host.length > 0 ? { ...attribution, host } : null
}

/** An edge read more than 150 ms late is not used for short stages: this leaves 100 ms to a busy machine. */
const lookMs = 50

/** Notifies a window of stages from the pipeline's event file, between `follow` and `markEnded`. Close it before reading. */
function followStages(window: GpuWindow, eventsPath: string, growing: GrowingFiles): GpuWindow {
  let watch: GrowingWatch | null = null
  let isOver = false
  const close = async () => {
    isOver = true
    const open = watch
    watch = null
    await open?.close()
    return await window.close()
  }
  return {
    follow(pid) {
      window.follow(pid)
      const stages = new LiveStages()
      watch ??= growing.follow([eventsPath], lookMs, async ([added = '']) => {
        if (!isOver && stages.add(added)) window.markStage(stages.current)
      })
    },
    markEnded() {
      isOver = true
      window.markEnded()
    },
    markStage: (stage) => window.markStage(stage),
    close,
    readGpuUse: (span) => window.readGpuUse(span),
    readHostUse: (span) => window.readHostUse(span),
    [Symbol.asyncDispose]: async () => void (await close()),
  }
}

/** Start and end of a trial in milliseconds since the epoch. */
function computeEnds({ startedMs, wallSeconds }: JudgeWatchRequest) {
  return { startedMs, endedMs: startedMs + wallSeconds * 1000 }
}

const points = 200

/** Memory of each GPU and of the trial's processes over time, as medians of at most 200 intervals. */
async function watchMemory(
  window: GpuWindow,
  telemetry: TelemetrySummary,
  request: JudgeWatchRequest,
): Promise<MemorySeries[]> {
  const { gpus } = request
  const { startedMs, endedMs } = computeEnds(request)
  const count = Math.min(points, Math.floor((endedMs - startedMs) / Math.max(1, telemetry.intervalMs)))
  const parts: MemoryInterval[] = []
  for (let index = 0; index < count; index += 1) {
    const [fromMs = 0, toMs = 0] = [index, index + 1].map((edge) => startedMs + ((endedMs - startedMs) * edge) / count)
    const span = { fromMs, toMs }
    const seconds = (toMs - startedMs) / 1000
    parts.push({ seconds, gpus: await window.readGpuUse(span), host: await window.readHostUse(span) })
  }
  const collect = (read: (part: MemoryInterval) => number | null | undefined) =>
    parts.flatMap((part): MemoryPoint[] => {
      const bytes = read(part) ?? null
      return bytes === null ? [] : [{ seconds: part.seconds, bytes }]
    })
  const ofGpus = gpus.flatMap((gpu): MemorySeries[] => {
    const find = (part: MemoryInterval) => part.gpus.find((use) => use.gpu === gpu)
    return [
      { quantity: 'device', gpu, points: collect((part) => find(part)?.memoryUsedBytes?.p50) },
      { quantity: 'own', gpu, points: collect((part) => find(part)?.ownMemoryPeakBytes) },
    ]
  })
  const resident: MemorySeries = {
    quantity: 'resident',
    gpu: null,
    points: collect(({ host }) => host?.residentBytes?.p50),
  }
  return [...ofGpus, resident].filter((series) => series.points.length > 0)
}

/** Memory in use on each GPU before the process started and after it ended. */
async function computeRemainders(
  window: GpuWindow,
  telemetry: TelemetrySummary,
  request: JudgeWatchRequest,
): Promise<DeviceRemainder[]> {
  const { gpus } = request
  const { startedMs, endedMs } = computeEnds(request)
  const before = await window.readGpuUse({ fromMs: telemetry.startedMs, toMs: startedMs })
  const after = await window.readGpuUse({ fromMs: endedMs, toMs: telemetry.endedMs })
  return gpus.flatMap((gpu) => {
    const [first, last] = [before, after].map((uses) => uses.find((use) => use.gpu === gpu)?.memoryUsedBytes)
    return first && last ? [{ gpu, beforeBytes: first.min, afterBytes: last.min }] : []
  })
}

type MemoryInterval = { readonly seconds: number; readonly gpus: readonly GpuUse[]; readonly host: HostUse | null }
