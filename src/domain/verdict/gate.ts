import { formatNames } from '../core/errors.ts'
import { createUndecided, type Comparison, type Decision } from './comparison.ts'
import {
  isBusyTime,
  isHostPart,
  cpuTime,
  parseBusyGpu,
  gpuInUseTime,
  parseStageName,
  startUpTime,
  wallTime,
  type Metric,
} from '../core/metric.ts'
import { computeMedian } from '../core/statistics.ts'
import { formatShare } from '../core/numbers.ts'

/** Terms of the judgment of one gate metric. Effects are relative to the metric. */
export type GateTerms = {
  /** The smallest slowdown that is reported as a regression. */
  readonly minEffect: number
  /** A pass must exclude a slowdown of this size; at least `minEffect`. */
  readonly clearEffect: number
  /** Whether a pass depends on it: one deciding gate must exclude `clearEffect`. */
  readonly isDeciding: boolean
  /**
   * Whether a pass only needs the absence of evidence for a slowdown, once a deciding gate is cleared (see
   * `PairRequest.widen`). Always false for gates named in the config.
   */
  readonly mayWiden: boolean
  /**
   * What a slowdown must reach to fail the check, unless the run is faster: for GPU busy time relative to itself, for a
   * stage as a share of the run; null: any slowdown fails.
   */
  readonly minCost: number | null
}

/** Gate settings of a comparison. */
export type GatePolicy = {
  /** Names, prefixes followed by `*`, or one of `autoGates`. */
  readonly gate: readonly string[]
  /** Minimum relative change of the run to report. */
  readonly minEffect: number
  /** Minimum cost of a slowdown of a part that fails the check; absent: any slowdown fails. */
  readonly minCost?: number
  /** Minimum slowdown of GPU busy time, relative to itself, that fails the check; absent: any. */
  readonly minGpuEffect?: number
}

/**
 * Builds the terms of all gates among the metrics of both sides. For parts selected by `auto`, a pass excludes
 * `minEffect`, or the effect that costs `minCost` of the run if larger. A stage is tested for the effect with that
 * cost; busy time for `minGpuEffect`, relative to itself: in production the GPU works for most of the run, while a
 * short benchmark run is start-up for up to a half. The start-up is tested for an effect of `minEffect` on the run.
 *
 * @param sides medians by metric, the reference first
 */
export function buildGateTerms(
  { gate, minEffect, minCost = 0, minGpuEffect = 0 }: GatePolicy,
  sides: readonly MetricLevels[],
): ReadonlyMap<string, GateTerms> {
  const selected = gate.filter(isAutoGate).flatMap((kind) => selectAutoGates(kind, sides))
  const auto = selected.map(({ metric, share, isDeciding }): [string, GateTerms] => {
    if (isHostPart(metric)) {
      // The window of GPU work lasts longer in production, the start-up does not.
      const effect = metric === startUpTime.name && share ? minEffect / share : minEffect
      return [metric, { minEffect: effect, clearEffect: effect, isDeciding, mayWiden: true, minCost: 0 }]
    }
    if (isBusyTime(metric)) {
      const [smallest, clearEffect] = [Math.min(minGpuEffect, minEffect), Math.max(minGpuEffect, minEffect)]
      return [metric, { minEffect: smallest, clearEffect, isDeciding, mayWiden: false, minCost: minGpuEffect }]
    }
    const costly = share === null || share === 0 ? minEffect : minCost / share
    return [
      metric,
      { minEffect: costly, clearEffect: Math.max(minEffect, costly), isDeciding, mayWiden: true, minCost },
    ]
  })
  const names = sides.flatMap((side) => [...side.keys()])
  const named = names
    .filter((name) => isNamedGate(name, gate))
    .map((name): [string, GateTerms] => [
      name,
      { minEffect, clearEffect: minEffect, isDeciding: true, mayWiden: false, minCost: null },
    ])
  return new Map([...auto, ...named])
}

/** Selects the gates among the metrics of one side, given as medians by metric. */
export function selectGates(gate: readonly string[], levels: MetricLevels): ReadonlySet<string> {
  return new Set(buildGateTerms({ gate, minEffect: 0 }, [levels]).keys())
}

/** Computes medians by metric; metrics without samples are omitted. */
export function computeMedianLevels(
  metrics: readonly { readonly name: string; readonly samples: readonly number[] }[],
): MetricLevels {
  return new Map(metrics.flatMap(({ name, samples }) => (samples.length > 0 ? [[name, computeMedian(samples)]] : [])))
}

/** Whether a pattern names a metric, or `auto` may select it. */
export function isGateMetric(metric: string, patterns: readonly string[]): boolean {
  const kinds = patterns.filter(isAutoGate)
  return isNamedGate(metric, patterns) || kinds.some((kind) => isWhole(metric, kind) || isPart(metric, kind))
}

/** Whether a pattern names a metric. */
export function isNamedGate(metric: string, patterns: readonly string[]): boolean {
  return patterns.some((pattern) =>
    pattern.endsWith('*') ? metric.startsWith(pattern.slice(0, -1)) : pattern === metric,
  )
}

/**
 * Creates a row with verdict `missing` for each pattern that matches no metric, because it is misspelled or its
 * metric was not measured. A missing gate never passes.
 */
export function listUnmatchedGates(
  patterns: readonly string[],
  metrics: readonly string[],
  key: Pick<Comparison, 'suite' | 'benchmark' | 'axes' | 'reference'>,
): Comparison[] {
  const advice = `correct the gate, or make the pipeline report it (known: ${formatNames(metrics, 8)})`
  return patterns
    .filter((pattern) => !metrics.some((metric) => isGateMetric(metric, [pattern])))
    .map((metric) => {
      const missing = createUndecided('missing', `the gate names ${metric}, but no run measured it; ${advice}`)
      return { ...key, metric, unit: '', betterWhen: 'lower', isGate: true, ...missing }
    })
}

/**
 * The gates for `gate: auto`, as patterns in the plan: `auto:gpu` for programs that use GPUs, `auto:cpu` for others.
 */
export const autoGates = { gpu: 'auto:gpu', cpu: 'auto:cpu' } as const

export type AutoGate = (typeof autoGates)[keyof typeof autoGates]

/** Medians of one side by metric name; times in seconds. */
export type MetricLevels = ReadonlyMap<string, number>

/** Parts below this share of the run are reported but not gated. */
const minShare = 0.1

/**
 * Selects the gates. With GPUs: wall time, GPU busy time and every stage of at least 10 % of the run. Without: wall
 * time and CPU time. A stage must exist on every side; what warpgauge measures itself must not, so that it is missing
 * where it was not observed on one of them. A part counts by its largest share. GPU busy time decides if it is such a
 * part, otherwise wall time, without GPUs together with CPU time. Beside busy time that decides, the time in use shows
 * what the host does between kernels, and the time before it the start-up. `share` is that of the reference, null for
 * the complete run.
 */
export function selectAutoGates(kind: AutoGate, sides: readonly MetricLevels[]) {
  const names = [...new Set(sides.flatMap((side) => [...side.keys()]))].filter(
    (name) => isWhole(name, kind) || isBusyTime(name) || sides.every((side) => side.has(name)),
  )
  // Without wall times the gate is reported as missing, so it must stay in the list.
  const wholes = [wallTime.name, ...names.filter((name) => name !== wallTime.name && isWhole(name, kind))]
  const isLarge = (name: string): boolean => sides.some((side) => computeRunShare(name, side) >= minShare)
  const large = names.filter((name) => isPart(name, kind) && isLarge(name))
  const isGpuDeciding = large.some(isBusyTime)
  const parts = large.filter((name) => isGpuDeciding || !isHostPart(name))
  return [
    ...wholes.map((metric) => ({ metric, share: null, isDeciding: !isGpuDeciding })),
    ...parts.map((metric) => ({
      metric,
      share: computeRunShare(metric, sides[0] ?? new Map()),
      isDeciding: isBusyTime(metric),
    })),
  ]
}

/** Whether a gate pattern is one of `autoGates`. */
function isAutoGate(pattern: string): pattern is AutoGate {
  return pattern === autoGates.gpu || pattern === autoGates.cpu
}

function isWhole(metric: string, kind: AutoGate): boolean {
  return metric === wallTime.name || (kind === autoGates.cpu && metric === cpuTime.name)
}

function isPart(metric: string, kind: AutoGate): boolean {
  return kind === autoGates.gpu && (isPartOfRun(metric) || isHostPart(metric))
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
  const isOfGpus = isBusyTime(metric) || metric === gpuInUseTime.name
  const seconds = (isOfGpus ? side.get(gpuInUseTime.name) : undefined) ?? side.get(metric) ?? 0
  const gpus = isOfGpus ? Math.max(1, listGpuMetrics(side).length) : 1
  return wall > 0 ? Math.min(1, seconds / gpus / wall) : 0
}

/**
 * Like `computeRunShare` for the busy time of a single GPU: the mean of the GPUs, scaled by its part of their busy time.
 *
 * @param busyTime name of the busy time of all GPUs
 */
function computeGpuShare(gpuMetric: string, busyTime: string, side: MetricLevels): number {
  const total = listGpuMetrics(side).reduce((sum, name) => sum + (side.get(name) ?? 0), 0)
  const scaled = computeRunShare(busyTime, side) * listGpuMetrics(side).length * (side.get(gpuMetric) ?? 0)
  return total > 0 ? Math.min(1, scaled / total) : 0
}

/** GPUs with their own busy time; none for a run on one GPU, which only has the sum. */
function listGpuMetrics(side: MetricLevels): string[] {
  return [...side.keys()].filter((name) => parseBusyGpu(name) !== null)
}

type GateFamily = {
  readonly terms: ReadonlyMap<string, GateTerms>
  /** Medians of the reference by metric. */
  readonly baseLevels: MetricLevels
}

type GateAnswer = { readonly decision: Decision }

type JudgedMetric<A> = A & { readonly metric: Metric; readonly isGate: boolean }

/** Effect of a part on the run, as in `Comparison`. */
type Cost = { readonly cost?: number; readonly toleratedBecause?: string }

/**
 * Judges the metrics of a comparison together. Each metric is first judged by its terms. Once a deciding gate is
 * cleared, other inconclusive gates that may widen are judged again for any evidence of a slowdown.
 *
 * @param weigh weighs one metric; the result judges it, with or without `PairRequest.widen`
 */
export function judgeFamily<A extends GateAnswer>(
  metrics: readonly Metric[],
  family: GateFamily,
  weigh: (metric: Metric) => (mayWiden: boolean) => A,
): (JudgedMetric<A> & Cost)[] {
  const { terms } = family
  const weighed = metrics.map((metric) => {
    const judge = weigh(metric)
    return { judge, strict: { ...judge(false), metric, isGate: terms.has(metric.name) } }
  })
  const strict = weighed.map((item) => item.strict)
  const slowerGpus = strict.filter(
    ({ metric, decision }) => parseBusyGpu(metric.name) !== null && decision.verdict === 'regression',
  )
  const isCleared = strict.some((item) => isClearing(item, family, slowerGpus))
  const judged = weighed.map(({ judge, strict: item }) => {
    const isWidenable = terms.get(item.metric.name)?.mayWiden === true && item.decision.verdict === 'inconclusive'
    return isCleared && isWidenable ? { ...item, ...judge(true) } : item
  })
  const run = judged.find(({ metric, isGate }) => metric.name === wallTime.name && isGate)?.decision ?? null
  return judged.map((item) => ({ ...item, ...weighCost(item, family, slowerGpus, run) }))
}

/** Whether a deciding gate shows no slowdown, or one that is tolerated because of its low cost. */
function isClearing(
  item: JudgedMetric<GateAnswer>,
  family: GateFamily,
  slowerGpus: readonly JudgedMetric<GateAnswer>[],
): boolean {
  const { verdict } = item.decision
  if (family.terms.get(item.metric.name)?.isDeciding !== true) return false
  if (verdict === 'unchanged' || verdict === 'improvement') return true
  return verdict === 'regression' && weighCost(item, family, slowerGpus, null).toleratedBecause !== undefined
}

/**
 * Computes effect times share of the reference's wall time, and why a regression of an `auto` gate does not fail the
 * check: a stage by that cost, GPU busy time by its own effect. A run waits for its slowest GPU, so a slowdown of one
 * GPU counts by its own busy time, not divided by their number. `run`: the decision on its wall time; null: no gate.
 */
function weighCost(
  { metric: { name }, decision: { effect, verdict } }: JudgedMetric<GateAnswer>,
  { terms, baseLevels }: GateFamily,
  slowerGpus: readonly JudgedMetric<GateAnswer>[],
  run: Decision | null,
): Cost {
  if ((!isPartOfRun(name) && !isHostPart(name)) || effect === null) return {}
  const isSlower = verdict === 'regression'
  const ofGpus = isSlower && isBusyTime(name) ? slowerGpus : []
  const findLargest = (ofAll: number, weighGpu: typeof computeGpuShare) =>
    Math.max(
      ofAll,
      ...ofGpus.map(({ metric, decision }) => (decision.effect ?? 0) * weighGpu(metric.name, name, baseLevels)),
    )
  const cost = findLargest(effect * computeRunShare(name, baseLevels), computeGpuShare)
  const limit = terms.get(name)?.minCost
  if (!isSlower || typeof limit !== 'number') return { cost }
  const size = isBusyTime(name) ? findLargest(effect, computeGpuPart) : cost
  const toleratedBecause = explainTolerance(name, { cost, size, limit }, run)
  return { cost, ...(toleratedBecause !== null && { toleratedBecause }) }
}

/** Why a slower part does not fail the check; null: it does. `size` is what `limit` bounds. */
function explainTolerance(
  metric: string,
  { cost, size, limit }: Readonly<Record<'cost' | 'size' | 'limit', number>>,
  run: Decision | null,
): string | null {
  if (size < limit)
    return isBusyTime(metric)
      ? `it is ${formatShare(size)} of the GPU work, less than comparison.minGpuEffect (${formatShare(limit)})`
      : `it costs ${formatShare(size)} of the run, less than comparison.minCost (${formatShare(limit)})`
  if (run?.verdict === 'improvement') return 'the complete run is faster'
  // The GPU is in use earlier or later, or during work that did not use it before.
  const isHidden = isHostPart(metric) && run?.interval && run.interval[1] < cost / 2
  return isHidden ? 'the complete run does not take longer' : null
}

/** Busy time of a single GPU by the mean of all GPUs, at most 1: one that hardly works delays no run. */
export function computeGpuPart(gpuMetric: string, busyTime: string, side: MetricLevels): number {
  const share = computeRunShare(busyTime, side)
  return share > 0 ? Math.min(1, computeGpuShare(gpuMetric, busyTime, side) / share) : 0
}
