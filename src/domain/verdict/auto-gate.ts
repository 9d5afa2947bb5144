import { cpuTime, parseBusyGpu, gpuInUseTime, isBusyTime, parseStageName, wallTime } from '../core/metric.ts'

/**
 * The gates for `gate: auto`, as patterns in the plan: `auto:gpu` for programs that use GPUs, `auto:cpu` for others.
 */
export const autoGates = { gpu: 'auto:gpu', cpu: 'auto:cpu' } as const

export type AutoGate = (typeof autoGates)[keyof typeof autoGates]

/** Medians of one side by metric name; times in seconds. */
export type MetricLevels = ReadonlyMap<string, number>

/** A gate that `auto` selected. */
export type SelectedGate = {
  readonly metric: string
  /**
   * Share of the run: seconds of the metric per second of wall time in the reference (for busy time the mean over
   * GPUs), at most 1. Null: the metric covers the complete run.
   */
  readonly share: number | null
  /** Whether it can decide a pass: see `buildGateTerms`. */
  readonly isDeciding: boolean
}

/** Parts below this share of the run are reported but not gated. */
const minShare = 0.1

/**
 * Selects the gates. With GPUs: wall time, GPU busy time and every stage of at least 10 % of the run. Without: wall
 * time and CPU time. Except for wall time, a metric must exist on every side; a part counts by its largest share. GPU
 * busy time decides if it is such a part, otherwise wall time, without GPUs together with CPU time.
 */
export function selectAutoGates(kind: AutoGate, sides: readonly MetricLevels[]): SelectedGate[] {
  const names = [...(sides[0]?.keys() ?? [])].filter((name) => sides.every((side) => side.has(name)))
  // Without wall times the gate is reported as missing, so it must stay in the list.
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

/** Whether `auto` may select a metric, regardless of its share. */
export function mayBeAutoGate(metric: string, kind: AutoGate): boolean {
  return isWhole(metric, kind) || isPart(metric, kind)
}

/** Whether a gate pattern is one of `autoGates`. */
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
  return sides.some((side) => computeRunShare(metric, side) >= minShare)
}

/** Whether a metric is the time of a part of the run: a stage, or the GPUs. */
export function isPartOfRun(metric: string): boolean {
  return isBusyTime(metric) || parseStageName(metric) !== null
}

/**
 * Seconds of a part per second of wall time, at most 1; 0 without wall time. Busy time uses the mean of the GPUs over
 * the phases in which they were in use, because more work between launches prolongs those even if each kernel is
 * short.
 */
export function computeRunShare(metric: string, side: MetricLevels): number {
  const wall = side.get(wallTime.name) ?? 0
  const isBusy = isBusyTime(metric)
  const seconds = (isBusy ? side.get(gpuInUseTime.name) : undefined) ?? side.get(metric) ?? 0
  const gpus = isBusy ? Math.max(1, countGpus(side)) : 1
  return wall > 0 ? Math.min(1, seconds / gpus / wall) : 0
}

/**
 * Like `computeRunShare` for the busy time of a single GPU: the mean of the GPUs, scaled by its part of their busy time.
 *
 * @param busyTime name of the busy time of all GPUs
 */
export function computeGpuShare(gpuMetric: string, busyTime: string, side: MetricLevels): number {
  const own = side.get(gpuMetric) ?? 0
  const total = listGpuMetrics(side).reduce((sum, name) => sum + (side.get(name) ?? 0), 0)
  return total > 0 ? Math.min(1, (computeRunShare(busyTime, side) * countGpus(side) * own) / total) : 0
}

/** Counts GPUs with their own busy time; 0 for a run on one GPU, which only has the sum. */
function countGpus(side: MetricLevels): number {
  return listGpuMetrics(side).length
}

function listGpuMetrics(side: MetricLevels): string[] {
  return [...side.keys()].filter((name) => parseBusyGpu(name) !== null)
}
