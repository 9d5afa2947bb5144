import { findBusyHostDoubt } from './busy-host-doubt.ts'
import {
  buildDecision,
  buildRequest,
  refuseOtherMetric,
  refuseUnfit,
  unknownSessionDeviation,
  type ComparisonRules,
  type Decision,
} from './comparison.ts'
import { isWorkChanged, chooseLeastRuns } from './confirmed-work.ts'
import {
  adjustForCovariate,
  mayAdjustLater,
  judgeWithinStates,
  adjustForClockStates,
  type RunClocks,
} from '../detection/pair/covariate.ts'
import { judgeMetric, type MetricRequest } from '../detection/pair/judge-metric.ts'
import { computeEffectiveMinEffect, estimateNoiseFloor } from '../noise/noise-floor.ts'
import {
  computeGpuShare,
  computeRunShare,
  isPartOfRun,
  type MetricLevels,
  judgeFamily,
  buildGateTerms,
  computeMedianLevels,
  type GateTerms,
} from './gate.ts'
import type { MetricDecision } from './metric-decision.ts'
import {
  isBusyTime,
  isContextMetric,
  isGpuCounter,
  isQuietCounter,
  inferMetricKind,
  parseBusyGpu,
  type Metric,
} from '../core/metric.ts'
import { collectMeasurements, type Measurement } from '../trial/outcome.ts'
import type { PlannedCase, PlannedComparison } from '../plan/plan.ts'
import type { PriorKnowledge } from '../plan/prior-knowledge.ts'
import { covariates, computeMeanClockMhz } from '../trial/run-facts.ts'
import { trimToEqual, selectInterleavedRuns, type InterleavedRuns } from '../plan/interleaved-runs.ts'
import type { Trial } from '../trial/trial.ts'

/** Two interleaved cases, prepared for the judgment of each metric. */
export type InterleavedPair = {
  readonly comparison: PlannedComparison
  /** Equal numbers of runs on both sides. */
  readonly runs: InterleavedRuns
  readonly base: readonly Measurement[]
  readonly head: readonly Measurement[]
  /** Medians by metric. */
  readonly baseLevels: MetricLevels
  readonly headLevels: MetricLevels
  /** The gates among the metrics of both sides. */
  readonly terms: ReadonlyMap<string, GateTerms>
  readonly chooseRules: (metric: Metric) => NotedRules
}

/**
 * Standard deviation of GPU busy time and memory activity between runs of unchanged code: 0.1 to 0.5 % in four
 * programs on H100 and H200 GPUs (docs/evidence/gpu-gates).
 */
const quietNoise = 0.004

/** Collects the runs of both sides of a planned comparison. */
export function buildInterleavedPair(
  comparison: PlannedComparison,
  head: Pick<PlannedCase, 'repeats'>,
  trials: readonly Trial[],
  known: PriorKnowledge,
): InterleavedPair {
  const runs = trimToEqual(selectInterleavedRuns(comparison, head, trials, known))
  const measurements = { base: collectRunMeasurements(runs.base), head: collectRunMeasurements(runs.head) }
  const [baseLevels, headLevels] = [computeLevels(measurements.base), computeLevels(measurements.head)]
  const terms = buildGateTerms(comparison, [baseLevels, headLevels])
  const isStored = runs.base.some((trial) => trial.cachedFromRun !== null)
  const maxRuns = comparison.maxRepeats > head.repeats ? comparison.maxRepeats : null
  const sessionDeviation = isStored ? unknownSessionDeviation : null
  const common = {
    sessionDeviation,
    design: isStored ? 'stored' : 'interleaved',
    maxRuns,
    gates: Math.max(1, terms.size),
  } as const
  const chooseRules = (metric: Metric): NotedRules => {
    const sessions = known.sessionsOf(comparison.head, metric.name)
    const guessedNoise = isQuietCounter(metric.name) ? quietNoise : undefined
    return { ...common, sessions, guessedNoise, ...chooseEffects(metric, comparison, sessions, terms) }
  }
  return { comparison, runs, ...measurements, baseLevels, headLevels, terms, chooseRules }
}

function computeLevels(side: readonly Measurement[]): MetricLevels {
  return computeMedianLevels(side.map(({ metric, samples }) => ({ name: metric.name, samples })))
}

type NotedRules = ComparisonRules & { readonly note: string | null }

/** Chooses the effects for a metric: those of its gate, widened to the detectable effect if noise requires it. */
function chooseEffects(
  { name }: Metric,
  comparison: PlannedComparison,
  sessions: readonly (readonly number[])[],
  terms: ReadonlyMap<string, GateTerms>,
): Pick<NotedRules, 'minEffect' | 'clearEffect' | 'note'> {
  const gate = terms.get(name)
  const widened = widenEffect(comparison, sessions, Math.max(1, terms.size))
  // Gates by name and explanatory metrics use the effect in the config.
  if (gate === undefined || gate.minCost === null) return widened
  const clearEffect = Math.max(gate.clearEffect, widened.minEffect)
  return { minEffect: gate.minEffect, clearEffect, note: clearEffect > gate.clearEffect ? widened.note : null }
}

/** The requested effect, or the detectable effect if noise hides it. */
function widenEffect(
  { minEffect, maxRepeats, mayWiden }: PlannedComparison,
  sessions: readonly (readonly number[])[],
  gates: number,
): Pick<NotedRules, 'minEffect' | 'note'> {
  return mayWiden
    ? computeEffectiveMinEffect(minEffect, estimateNoiseFloor(sessions), maxRepeats, gates)
    : { minEffect, note: null }
}

/** Judges the metrics of both sides, or only the gates. */
export function decide(sides: InterleavedPair, only: 'gate' | 'all'): MetricDecision[] {
  // The busy time of single GPUs decides what a slowdown costs.
  const metrics = listMetrics(sides).filter(
    ({ name }) => sides.terms.has(name) || parseBusyGpu(name) !== null || (only === 'all' && !isContextMetric(name)),
  )
  const isConfirmed = isWorkChanged((metric) => buildPlainRequest(metric, sides))
  const judged = judgeFamily(metrics, sides, (metric, mayWiden) => {
    const answer = answerMetric(metric, sides, { mayWiden })
    // A change that would be tolerated needs no confirmation.
    const leastRuns = isTolerable(metric, answer.decision, sides) ? undefined : chooseLeastRuns(metric, isConfirmed)
    return leastRuns === undefined ? answer : answerMetric(metric, sides, { mayWiden, leastRuns })
  })
  return only === 'all' ? judged : judged.filter(({ isGate }) => isGate)
}

/** Whether a slowdown of a part costs too little of the run to fail the check. */
function isTolerable({ name }: Metric, { effect }: Decision, sides: InterleavedPair): boolean {
  const minCost = sides.terms.get(name)?.minCost ?? null
  if (minCost === null || !isPartOfRun(name) || effect === null) return false
  const cost = effect * computeRunShare(name, sides.baseLevels)
  return Math.max(cost, ...(isBusyTime(name) ? listGpuCosts(name, sides) : [])) < minCost
}

/** Relative change of the median busy time of each GPU, times its share of the run. */
function listGpuCosts(busyTime: string, { baseLevels, headLevels }: InterleavedPair): number[] {
  return [...baseLevels].flatMap(([name, base]) => {
    const head = headLevels.get(name)
    if (parseBusyGpu(name) === null || head === undefined || base <= 0) return []
    return [(head / base - 1) * computeGpuShare(name, busyTime, baseLevels)]
  })
}

/** Builds the request for a metric without adjustments; null if a side has no usable samples. */
function buildPlainRequest(metric: Metric, sides: InterleavedPair): MetricRequest | null {
  const { samples, refused } = collectSides(metric, sides)
  return refused ? null : buildRequest(samples, sides.chooseRules(metric))
}

function collectSides({ name }: Metric, sides: InterleavedPair) {
  const [base, head] = [sides.base, sides.head].map((side) => side.find(({ metric }) => metric.name === name))
  const samples = { base: base?.samples ?? [], head: head?.samples ?? [] }
  return { samples, refused: refuseOtherMetric(base?.metric, head?.metric) ?? refuseUnfit(samples) }
}

/** Lists the metrics of both sides, including stages that only the base has. The base decides how one is judged. */
function listMetrics({ base, head }: Pick<InterleavedPair, 'base' | 'head'>): Metric[] {
  return [...new Map([...head, ...base].map(({ metric }) => [metric.name, metric])).values()]
}

function answerMetric(
  metric: Metric,
  sides: InterleavedPair,
  more: Pick<ComparisonRules, 'mayWiden' | 'leastRuns'>,
): Pick<MetricDecision, 'request' | 'decision'> {
  const { samples, refused } = collectSides(metric, sides)
  const rules = sides.chooseRules(metric)
  const isExact = sides.comparison.confirm === 'exact'
  const original = { ...buildRequest(samples, { ...rules, ...more }), ...(isExact && { confirm: 'exact' as const }) }
  if (refused) return { request: original, decision: refused }
  // An adjustment by side would invalidate the exact test.
  const { request, note } = isExact ? { request: original, note: '' } : explainByCovariate(metric, original, sides.runs)
  const clocks = collectClocks(sides.runs)
  const answer = isExact ? judgeMetric(metric, original) : judgeWithinStates(metric, request, clocks)
  const isChange = answer.verdict === 'regression' || answer.verdict === 'improvement'
  const doubt = isChange && !isExact ? findBusyHostDoubt(metric, answer.effect, sides.runs, rules.sessions) : null
  const verdict = doubt === null ? answer.verdict : 'inconclusive'
  const notes = [doubt, rules.note].filter((text) => text !== null).map((text) => `; ${text}`)
  const reason = `${answer.reason}${note}${notes.join('')}`
  const within = isExact ? original : adjustForClockStates(metric, request, clocks)
  return { request: within, decision: buildDecision({ ...answer, verdict, reason }, samples) }
}

/**
 * Removes the effect of machine state from times and rates: adjusts for the covariate with the largest correlation
 * within the sides. Only a covariate that rises as runs get slower is used, because a constant load of other programs
 * falls as a share of a longer run. The history is dropped, because it describes unadjusted noise.
 */
function explainByCovariate(
  metric: Metric,
  original: MetricRequest,
  runs: InterleavedRuns,
): { readonly request: MetricRequest; readonly note: string } {
  const slowerSign = metric.betterWhen === 'lower' ? 1 : -1
  const found = collectCovariates(metric, runs).flatMap(({ name, base, head }) => {
    const adjusted = adjustForCovariate(original.base, original.head, base, head)
    return adjusted.isAdjusted && adjusted.correlation * slowerSign > 0 ? [{ name, adjusted }] : []
  })
  const [best] = found.toSorted((a, b) => Math.abs(b.adjusted.correlation) - Math.abs(a.adjusted.correlation))
  if (!best) return { request: original, note: '' }
  const { base, head, correlation } = best.adjusted
  const note = `; adjusted for ${best.name} (r = ${correlation.toFixed(2)})`
  return { request: { ...original, base, head, history: [] }, note }
}

/** Whether more runs may allow an adjustment for a covariate. */
export function mayAdjustWithMoreRuns(
  metric: Metric,
  original: MetricRequest,
  runs: InterleavedRuns,
  maxRuns: number,
): boolean {
  return collectCovariates(metric, runs).some(({ base, head }) =>
    mayAdjustLater({ base: original.base, head: original.head, covariateBase: base, covariateHead: head }, maxRuns),
  )
}

/** Collects the host covariates that every run has, for times and rates that are not GPU counters. */
function collectCovariates(metric: Metric, runs: InterleavedRuns): { name: string; base: number[]; head: number[] }[] {
  const kind = inferMetricKind(metric)
  if ((kind !== 'duration' && kind !== 'rate') || isGpuCounter(metric.name)) return []
  return covariates.flatMap(({ name, read }) => {
    const [base, head] = [collectValues(runs.base, read), collectValues(runs.head, read)]
    return base && head ? [{ name, base, head }] : []
  })
}

function collectClocks(runs: InterleavedRuns): RunClocks {
  return {
    base: collectValues(runs.base, computeMeanClockMhz) ?? [],
    head: collectValues(runs.head, computeMeanClockMhz) ?? [],
  }
}

/** Null unless every run has a value. */
function collectValues(trials: readonly Trial[], read: (trial: Trial) => number | null): number[] | null {
  const values = trials.map(read).filter((value) => value !== null)
  return values.length === trials.length ? values : null
}

function collectRunMeasurements(trials: readonly Trial[]): Measurement[] {
  return trials.length === 0 ? [] : collectMeasurements(trials)
}
