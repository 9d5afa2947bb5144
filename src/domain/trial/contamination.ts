import { formatShare } from '../core/numbers.ts'
import { formatQuantity, listPartlySeen, minBlindIntervals } from '../telemetry/coverage.ts'
import { isSeen, vitals, type ClocksEventReason } from '../telemetry/gpu.ts'
import type { GpuEvent, GpuUse, TelemetrySummary } from '../../record/telemetry.ts'
import type { TrialFailure } from '../../record/plan.ts'

/** The normal state of this machine for this pipeline, from the warm-up. */
export type UsualState = {
  /** Reasons for lowered clocks that also occurred in the warm-up. */
  readonly clocksEventReasons: readonly ClocksEventReason[]
}

/** Input of the contamination check of one trial. */
export type ContaminationInput = {
  readonly telemetry: TelemetrySummary
  /** Physical indices of the trial's GPUs. */
  readonly gpus: readonly number[]
  /** Some XID errors are caused by the program and do not excuse its failure. */
  readonly failure: TrialFailure | null
  /** Null without a warm-up: all reasons that can be normal are accepted. */
  readonly usual: UsualState | null
}

/** Maximum share of the window for a reason to be ignored. */
const maxThrottledShare = 0.01
const maxLostShare = 0.5
/** Used if the length of gaps is not recorded. */
const maxLostShareWithoutGaps = 0.1
const minBlindMs = 2000
/** A GPU is unused below the first and used above the second limit, in percent of peak utilization. */
const idlePercent = 1
const busyPercent = 10

/**
 * Reasons that describe settings, an idle GPU, or the code: power is what it draws, and the order of the sides is random, so
 * a clock that follows the side is judged (see `weighWithinStates`). A power cap does not predict the busy time of a run
 * (correlation at most 0.21 in three programs that were capped for 37 to 45 % of the time).
 */
const harmless: readonly ClocksEventReason[] = ['gpu-idle', 'applications-clocks-setting', 'sw-power-cap']
/** Normal if the warm-up shows them too, or without a warm-up. */
const habitual: readonly ClocksEventReason[] = ['sync-boost', 'display-clock-setting']

/**
 * XID errors caused by the program itself (NVIDIA XID catalog: 13 graphics engine exception, 31 memory page fault, 43
 * reset channel, 45 preemptive cleanup, 69 class error, 109 context switch timeout).
 */
const applicationXids: readonly string[] = ['13', '31', '43', '45', '69', '109']
const maxNamed = 5
/** Starts the reasons of a trial whose GPUs were not seen, or not for long enough. */
export const notObserved = 'not observed: '

/**
 * Lists why a window is contaminated, as sentences; empty if it counts. A failure comes first: only the machine excuses
 * it, by an event or by another process that takes memory.
 */
export function findContamination(input: ContaminationInput): string[] {
  const { failure } = input
  if (failure) {
    // The detail of a failure ends with its output.
    const isOutOfMemory = failure.kind === 'out-of-memory' || /last output:[^]*out of memory/i.test(failure.detail)
    return [...(isOutOfMemory ? describeForeignProcesses(input) : []), ...describeEvents(input)]
  }
  return [
    ...describeMonitorLoss(input),
    ...describeForeignProcesses(input),
    ...describeThrottling(input),
    ...describeEvents(input),
    ...describeMismatch(input),
  ]
}

/**
 * Derives the reasons for lowered clocks that exceed the tolerance in a clean warm-up. A reason that only a newer driver
 * knows is normal if it occurred there too.
 */
export function deriveUsualState(warmup: TelemetrySummary): UsualState {
  const reasons = warmup.gpus.flatMap((use) => listActiveReasons(use).map(({ reason }) => reason))
  return {
    clocksEventReasons: [...new Set(reasons)].filter((reason) => reason === 'unknown' || habitual.includes(reason)),
  }
}

function describeForeignProcesses({ telemetry, gpus }: ContaminationInput): string[] {
  const foreign = telemetry.foreignProcesses.filter(({ gpu }) => gpus.includes(gpu))
  return foreign.slice(0, maxNamed).map(({ gpu, pid, name, memoryBytes }) => {
    const size = memoryBytes === null ? '' : `, ${(memoryBytes / 2 ** 20).toFixed(0)} MiB`
    return `another process used GPU ${gpu}: ${name ?? 'of another container or user'} (pid ${pid}${size})`
  })
}

function describeThrottling({ telemetry, gpus, usual }: ContaminationInput): string[] {
  const normal = [...harmless, ...(usual?.clocksEventReasons ?? habitual)]
  return telemetry.gpus
    .filter(({ gpu }) => gpus.includes(gpu))
    .flatMap((use) =>
      listActiveReasons(use)
        .filter(({ reason }) => !normal.includes(reason))
        .map(
          ({ reason, share }) =>
            `clocks of GPU ${use.gpu} were lowered: ${reason} for ${formatShare(share)} of the time`,
        ),
    )
}

/** Hardware and thermal slow-downs count regardless of their duration. */
function listActiveReasons({ clocksEventShares }: GpuUse): { reason: ClocksEventReason; share: number }[] {
  const shares = Object.entries(clocksEventShares ?? {}) as [ClocksEventReason, number][]
  return shares
    .map(([reason, share]) => ({ reason, share }))
    .filter(({ reason, share }) => share > (/^hw-|thermal/.test(reason) ? 0 : maxThrottledShare))
}

function describeEvents({ telemetry, gpus, failure }: ContaminationInput): string[] {
  const counted = telemetry.events.filter((event) => gpus.includes(event.gpu) && !(failure && isOwnFault(event)))
  return [...new Set(counted.map(describeEvent))].slice(0, maxNamed)
}

function isOwnFault({ kind, detail }: GpuEvent): boolean {
  const number = /\d+/.exec(detail)?.[0]
  return kind === 'xid' && number !== undefined && applicationXids.includes(number)
}

function describeEvent({ kind, gpu, detail }: GpuEvent): string {
  switch (kind) {
    case 'xid':
      return `the driver reported XID ${detail.replace(/^xid\s*/i, '')} on GPU ${gpu}`
    case 'ecc':
      return `memory errors (ECC) on GPU ${gpu}: ${detail}`
    case 'lost':
      return `GPU ${gpu} was lost: ${detail}`
    default:
      return kind satisfies never
  }
}

/** Whether a reason is the loss of a GPU (XID 79: it has fallen off the bus), which also explains why it was not seen. */
export function isLoss(reason: string): boolean {
  return /^GPU \d+ was lost: |^the driver reported XID 79\b/.test(reason)
}

const stayedIdle = ' stayed idle'

/** Whether the only fault of a trial is that its GPUs did nothing. */
export function isIdle(contamination: readonly string[]): boolean {
  return contamination.length > 0 && contamination.every((reason) => reason.endsWith(stayedIdle))
}

/**
 * Detects a trial that used other GPUs than assigned: its processes held memory on another GPU, or its own GPUs
 * stayed idle. Other busy GPUs alone are no problem, because hosts are shared by GPU.
 */
function describeMismatch({ telemetry, gpus }: ContaminationInput): string[] {
  const others = telemetry.gpus.filter((use) => !gpus.includes(use.gpu) && getPeakUtilization(use) > busyPercent)
  const own = others.filter((use) => (use.ownMemoryPeakBytes ?? 0) > 0)
  const idle = telemetry.gpus.filter(
    (use) =>
      gpus.includes(use.gpu) &&
      use.utilizationPercent !== null &&
      getPeakUtilization(use) < idlePercent &&
      // Based on driver samples, because polling every half second misses the kernels of a short run.
      !(use.work?.busySource === 'driver-samples' && (use.work.busySeconds ?? 0) > 0),
  )
  const elsewhere = own.length > 0 ? own : idle.length > 0 ? others : []
  const assigned = `the trial was given GPU ${gpus.join(', ')}`
  return [
    ...(elsewhere.length > 0 ? [`${assigned}, but GPU ${formatGpuIds(elsewhere)} was busy`] : []),
    ...(idle.length > 0 ? [`${assigned}, but GPU ${formatGpuIds(idle)}${stayedIdle}`] : []),
  ]
}

function formatGpuIds(uses: readonly GpuUse[]): string {
  return uses.map(({ gpu }) => gpu).join(', ')
}

function getPeakUtilization({ utilizationPercent }: GpuUse): number {
  return utilizationPercent?.max ?? 0
}

/**
 * Readings can be delayed while contexts are created: NVML waits for the driver, up to 0.5 s each on a host with
 * eight GPUs. Relevant events last longer, so only gaps that could hide them count.
 */
function describeMonitorLoss({ telemetry, gpus }: ContaminationInput): string[] {
  const { samples, lostSamples, longestGapMs, intervalMs, monitor } = telemetry
  const cause = formatCause(telemetry)
  const unseen = gpus.filter(
    (gpu) => !telemetry.gpus.some((use) => use.gpu === gpu && (isSeen(use) || isPartlySeen(use))),
  )
  if (unseen.length > 0) return [`not observed: no reading of GPU ${unseen.join(', ')}${cause}`]
  const halfMs = maxLostShare * (telemetry.endedMs - telemetry.startedMs)
  const blindMs = Math.max(minBlindIntervals * intervalMs, Math.min(minBlindMs, halfMs))
  if (longestGapMs !== null && longestGapMs >= blindMs)
    return [`not observed: ${monitor} recorded nothing for ${(longestGapMs / 1000).toFixed(1)} s${cause}`]
  const share = lostSamples / Math.max(1, samples + lostSamples)
  const maxShare = longestGapMs === null ? maxLostShareWithoutGaps : maxLostShare
  if (share > maxShare) return [`not observed: ${monitor} lost ${formatShare(share)} of its samples${cause}`]
  return telemetry.gpus.filter(({ gpu }) => gpus.includes(gpu)).flatMap((use) => describePartlySeen(use, cause))
}

/** A quantity that was known for too short a time has no value in the summary. */
function isPartlySeen({ coverage }: GpuUse): boolean {
  return vitals.some((name) => (coverage?.[name] ?? 0) > 0)
}

/** What the checks below and the gates rely on; other quantities are unavailable, and void no trial. */
const required: readonly string[] = [...vitals, 'clocksEventReasons', 'processes']

function describePartlySeen(use: GpuUse, cause: string): string[] {
  const partly = listPartlySeen(use).filter(([name]) => required.includes(name))
  if (partly.length === 0) return []
  const names = partly.map(([name]) => formatQuantity(name)).join(', ')
  const unseen = 1 - Math.min(...partly.map(([, share]) => share))
  return [`not observed: ${names} of GPU ${use.gpu} for ${formatShare(unseen)} of the trial${cause}`]
}

/** The problem of the monitor itself; others explain single figures. */
function formatCause({ monitor, problems }: TelemetrySummary): string {
  const cause = problems.find((problem) =>
    [monitor, 'the GPU monitor', 'GPU figures', 'GPUs could'].some((start) => problem.startsWith(start)),
  )
  return cause === undefined ? '' : ` (${cause})`
}
