import { cpuTime, parseBusyGpu, gpuInUseTime, isBusyTime, parseStageName, wallTime } from '../core/metric.ts'

/**
 * The gates of a comparison whose config says `gate: auto`, as a pattern in the plan: `auto:gpu` for a program that runs on
 * GPUs, `auto:cpu` for one that does not.
 */
export const autoGates = { gpu: 'auto:gpu', cpu: 'auto:cpu' } as const

export type AutoGate = (typeof autoGates)[keyof typeof autoGates]

/** Typical values (medians, seconds) of one side by metric name. */
export type MetricLevels = ReadonlyMap<string, number>

/** A gate that `auto` selected. */
export type SelectedGate = {
  readonly metric: string
  /**
   * Part of the run that it accounts for: its seconds per second of wall time in the reference (for busy time the mean of
   * the GPUs), at most 1. Null: it is the run itself.
   */
  readonly share: number | null
  /** Whether it can decide a pass: see `buildGateTerms`. */
  readonly isDeciding: boolean
}

/** Parts below this share of the run are reported and do not decide. */
const leastShare = 0.1

/**
 * On GPUs: wall time, GPU busy time and every stage of at least a tenth of the run. Without: wall time and CPU time. Apart
 * from the wall time only metrics that every side has; a part counts by its largest share on any side. GPU busy time decides where it is such a
 * part, otherwise the wall time does, on CPUs together with the CPU time.
 */
export function selectAutoGates(kind: AutoGate, sides: readonly MetricLevels[]): SelectedGate[] {
  const names = [...(sides[0]?.keys() ?? [])].filter((name) => sides.every((side) => side.has(name)))
  // A comparison without wall times is one with a gate missing, never one without gates.
  const wholes = [wallTime.name, ...names.filter((name) => name !== wallTime.name && isWhole(name, kind))]
  const parts = names.filter((name) => isPart(name, kind)).filter((name) => isLarge(name, sides))
  const isGpuDeciding = parts.some(isBusyTime)
  return [
    ...wholes.map((metric) => ({ metric, share: null, isDeciding: !isGpuDeciding })),
    ...parts.map((metric) => ({
      metric,
      share: computeRunShare(metric, sides[0] ?? new Map()),
      isDeciding: isBusyTime(metric),
    })),
  ]
}

/** Whether `auto` may select a metric, whatever its share turns out to be. */
export function mayBeAutoGate(metric: string, kind: AutoGate): boolean {
  return isWhole(metric, kind) || isPart(metric, kind)
}

export function isAutoGate(pattern: string): pattern is AutoGate {
  return pattern === autoGates.gpu || pattern === autoGates.cpu
}

function isWhole(metric: string, kind: AutoGate): boolean {
  return metric === wallTime.name || (kind === autoGates.cpu && metric === cpuTime.name)
}

function isPart(metric: string, kind: AutoGate): boolean {
  return kind === autoGates.gpu && isPartOfRun(metric)
}

function isLarge(metric: string, sides: readonly MetricLevels[]): boolean {
  return sides.some((side) => computeRunShare(metric, side) >= leastShare)
}

/** Whether a metric is the time of a part of the run: a stage, or the GPUs. */
export function isPartOfRun(metric: string): boolean {
  return isBusyTime(metric) || parseStageName(metric) !== null
}

/**
 * Seconds of a part per second of wall time, at most 1; 0 without a wall time. For busy time the mean of the GPUs, with the
 * phases in which they were in use: more work between launches prolongs those, however short each kernel is.
 */
export function computeRunShare(metric: string, side: MetricLevels): number {
  const wall = side.get(wallTime.name) ?? 0
  const isBusy = isBusyTime(metric)
  const seconds = (isBusy ? side.get(gpuInUseTime.name) : undefined) ?? side.get(metric) ?? 0
  const gpus = isBusy ? Math.max(1, countGpus(side)) : 1
  return wall > 0 ? Math.min(1, seconds / gpus / wall) : 0
}

/** GPUs with a busy time of their own; 0 for a run on one GPU, which has the sum alone. */
function countGpus(side: MetricLevels): number {
  return [...side.keys()].filter((name) => parseBusyGpu(name) !== null).length
}
