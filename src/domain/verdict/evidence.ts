import {
  adjust,
  buildDecision,
  isChange,
  refuseOtherMetric,
  refuseUnfit,
  unknownSessionDeviation,
  type Adjustment,
  type Decision,
  type SideSamples,
} from './comparison.ts'
import {
  adjustForCovariate,
  mayAdjustLater,
  weighWithinStates,
  type CovariateSamples,
  type EvidenceByClock,
} from '../detection/pair/covariate.ts'
import { judgeMetric } from '../detection/pair/judge-metric.ts'
import type { PairRules } from '../detection/pair/pair.ts'
import { computeEffectiveMinEffect, estimateNoiseFloor } from '../noise/noise.ts'
import { chooseConfidence, explainTooFewRuns, findBusyHostDoubt, isHostTime } from './busy-host.ts'
import { coarseClock, findCoarseClock, collectTimes, type CoarseClock } from './coarse-clock.ts'
import {
  buildGateTerms,
  computeGpuPart,
  computeMedianLevels,
  computeRunShare,
  isPartOfRun,
  judgeFamily,
  type GateTerms,
  type MetricLevels,
} from './gate.ts'
import {
  gpuBusyTime,
  gpuDramTime,
  gpuInUseTime,
  isBusyTime,
  isContextMetric,
  isHostPart,
  isQuietCounter,
  isTimed,
  parseBusyGpu,
  wallTime,
  type Metric,
} from '../core/metric.ts'
import type { WorkCause } from '../telemetry/gpu-work-cause.ts'
import { alignBusyTime } from '../telemetry/gpu-work-measurements.ts'
import { collectMeasurements, listStageTimes, type Measurement } from '../trial/outcome.ts'
import type { PlannedCase, PlannedComparison } from '../plan/plan.ts'
import {
  type InterleavedRuns,
  type KernelPolicy,
  type PriorKnowledge,
  selectInterleavedRuns,
  trimToEqual,
} from '../plan/interleaved-runs.ts'
import {
  isJudgedByTime,
  selectRecordedPairs,
  settleGpuGates,
  weighRecords,
  type RecordedEvidence,
} from './recorded-evidence.ts'
import { computeMeanClockMhz, covariates } from '../trial/measurements.ts'
import type { Trial } from '../trial/trial.ts'
import { takeComplete } from '../core/statistics.ts'

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
  /** What recorded runs show, apart from the judged ones; empty: none were recorded. */
  readonly records: readonly RecordedEvidence[]
  /** Why no recorded pairs were taken, or no more; null: they may be. */
  readonly recordProblem: string | null
  readonly policy: KernelPolicy | undefined
}

/** Rules with a sentence about an effect that noise requires; null: the effect of the config. */
type NotedRules = PairRules & { readonly note: string | null }

/** What the runs show about one metric; computed once, whatever other metrics show. */
export type Evidence = EvidenceByClock & {
  readonly metric: Metric
  readonly samples: SideSamples
  readonly rules: NotedRules
  /** The covariate whose effect was removed; null: none. */
  readonly covariate: { readonly name: string; readonly correlation: number } | null
  /** Whether more runs may show that a covariate explains the noise. */
  readonly isAdjustableLater: boolean
  /** Other programs used the cores too much to report a change, or to decide by so few runs; null: they did not. */
  readonly busyHost: { readonly change: string | null; readonly decision: string | null } | null
  /** Steps in which the times were reported; null: they do not matter. */
  readonly clock: CoarseClock | null
}

/** A metric with its evidence and its verdict. */
export type MetricDecision = {
  readonly metric: Metric
  readonly isGate: boolean
  /** Null: unusable samples. */
  readonly evidence: Evidence | null
  /** Whether a pass only needed the absence of evidence for a slowdown, as in `PairRequest.widen`. */
  readonly isWidened: boolean
  readonly decision: Decision
  /** Effect on the run. Absent, also below: as in `Comparison`. */
  readonly cost?: number
  readonly toleratedBecause?: string
  readonly workCause?: WorkCause
}

/**
 * Standard deviation of GPU busy time and memory activity between runs of unchanged code: 0.1 to 0.5 % in four
 * programs on H100 and H200 GPUs (docs/evidence/gpu-gates).
 */
const quietNoise = 0.004

/**
 * A process may start in one of two speeds, some percent apart, and keep it (newton-physics/newton 2534: 13 %). By
 * chance, three runs of one side have one speed and three runs of the other side the other in 3 % of cases; six runs
 * in 0.05 %.
 */
const minConfirmingRuns = 6
/** Memory activity confirms a change of busy time if its effect is at least this share of it. */
const minFollowedShare = 0.5

/**
 * How much stronger the evidence of a time must be beside GPU busy time that decides: its noise exceeds the effect that it
 * is tested for. Without this factor 1.4 % of unchanged heads failed on ten programs, nearly all by the wall time
 * (docs/statistics.md).
 */
const watchedStrictness = 10
/** Multiple of the effect that such a time is tested for, which it rules out to pass before the last look. */
const unseenEffects = 8

/** What the evidence of one metric adds to the answer of the rule, in this order. */
const adjustments: readonly Adjustment<{ readonly evidence: Evidence; readonly decision: Decision }>[] = [
  {
    because: ({ evidence: { states } }) =>
      states &&
      `compared inside each of two clock states (${Math.round(states.low)} and ${Math.round(states.high)} MHz)`,
  },
  {
    because: ({ evidence: { clocksOfSides } }) =>
      clocksOfSides &&
      `the clock follows the side (${clocksOfSides.map(Math.round).join(' and ')} MHz), so it counts as an effect of the code`,
  },
  {
    because: ({ evidence: { covariate } }) =>
      covariate && `adjusted for ${covariate.name} (r = ${covariate.correlation.toFixed(2)})`,
  },
  {
    when: isChange,
    verdict: 'inconclusive',
    because: ({ evidence }) => evidence.busyHost?.change ?? null,
  },
  {
    when: (item) => isChange(item) || item.decision.verdict === 'unchanged',
    verdict: 'inconclusive',
    because: ({ evidence }) => evidence.busyHost?.decision ?? null,
  },
  { because: ({ evidence }) => evidence.rules.note },
]

/** Collects the runs of both sides of a planned comparison. */
export function buildInterleavedPair(
  comparison: PlannedComparison,
  head: Pick<PlannedCase, 'repeats' | 'gpus'>,
  trials: readonly Trial[],
  known: PriorKnowledge,
): InterleavedPair {
  const runs = trimToEqual(selectInterleavedRuns(comparison, head, trials, known))
  const sides = [runs.base, runs.head].map((side) => ({
    trials: side,
    found: side.length === 0 ? [] : collectMeasurements(side),
  }))
  const [ofBase = [], ofHead = []] = alignBusyTime(sides)
  const pairs = selectRecordedPairs(comparison, runs, trials)
  const records = weighRecords(comparison, head, pairs, known.kernels)
  const gating = records.filter(({ mayGate }) => mayGate)
  const [baseLevels, headLevels] = (['base', 'head'] as const).map((name) => {
    const recorded = gating.map(({ metric, [name]: samples }) => ({ metric, samples }))
    const complete = [...(name === 'base' ? ofBase : ofHead), ...recorded]
    return computeMedianLevels([
      // A stage that some runs lack has no measurement, and is still a gate.
      ...listStageTimes(runs[name]),
      ...complete.map(({ metric, samples }) => ({ ...metric, samples })),
    ])
  }) as [MetricLevels, MetricLevels]
  const terms = buildGateTerms(comparison, [baseLevels, headLevels])
  const isStored = runs.base.some((trial) => trial.cachedFromRun !== null)
  const common = {
    sessionDeviation: isStored ? unknownSessionDeviation : undefined,
    design: isStored ? 'stored' : 'interleaved',
    maxRuns: comparison.maxRepeats > head.repeats ? comparison.maxRepeats : undefined,
    // Records do not share the error probability of the judged runs.
    gates: Math.max(1, terms.size - gating.filter(({ metric }) => terms.has(metric.name)).length),
    confirm: comparison.confirm,
  } as const
  const isExact = comparison.confirm === 'exact'
  const chooseRules = (metric: Metric): NotedRules => {
    const { name } = metric
    const history = known.sessionsOf(comparison.head, name)
    const guessedNoise = isQuietCounter(name) ? quietNoise : undefined
    const effects = chooseEffects(comparison, history, terms, terms.get(name))
    const isOfHost = isWatched(name, terms)
    const gates = common.gates * (isOfHost ? watchedStrictness : 1)
    const unseen = isOfHost ? unseenEffects * (effects.minEffect ?? comparison.minEffect) : undefined
    const confidence = isExact ? undefined : chooseConfidence(metric, runs)
    return { ...common, gates, history, guessedNoise, confidence, unseen, ...effects }
  }
  const recordProblem = isJudgedByTime(comparison, head) ? pairs.problem : null
  const measured = { base: ofBase, head: ofHead, baseLevels, headLevels, records, recordProblem }
  return { comparison, runs, ...measured, terms, chooseRules, policy: known.kernels }
}

/**
 * Whether a gate is one of several times of the host beside one that decides. Where the time in use is not known, such
 * as with polled busy time, wall time alone shows the host and needs no more evidence than usual.
 */
function isWatched(name: string, terms: ReadonlyMap<string, GateTerms>): boolean {
  const isOfHost = name === wallTime.name || isHostPart(name)
  return isOfHost && terms.has(gpuInUseTime.name) && terms.get(name)?.isDeciding === false
}

/** Chooses the effects for a metric: those of its gate, widened to the detectable effect if noise requires it. */
function chooseEffects(
  { minEffect, maxRepeats, mayWiden }: PlannedComparison,
  history: readonly (readonly number[])[],
  terms: ReadonlyMap<string, GateTerms>,
  gate: GateTerms | undefined,
): Pick<NotedRules, 'minEffect' | 'clearEffect' | 'note'> {
  const widened = mayWiden
    ? computeEffectiveMinEffect(minEffect, estimateNoiseFloor(history), maxRepeats, Math.max(1, terms.size))
    : { minEffect, note: null }
  // Gates by name and explanatory metrics use the effect in the config.
  if (gate === undefined || gate.minCost === null) return { minEffect: widened.minEffect, note: widened.note }
  const clearEffect = Math.max(gate.clearEffect, widened.minEffect)
  return { minEffect: gate.minEffect, clearEffect, note: clearEffect > gate.clearEffect ? widened.note : null }
}

/** Judges the metrics of both sides, or only the gates. */
export function decide(pair: InterleavedPair, only: 'gate' | 'all'): MetricDecision[] {
  // The base decides how a metric is judged; a stage may exist on one side only.
  const metrics = [
    ...new Map([...pair.head, ...pair.base, ...pair.records].map(({ metric }) => [metric.name, metric])).values(),
  ]
  const isWanted = ({ name }: Metric): boolean =>
    // The busy time of single GPUs decides what a slowdown costs.
    pair.terms.has(name) || parseBusyGpu(name) !== null || (only === 'all' && !isContextMetric(name))
  const hasWorkChanged = isWorkChanged(pair)
  type Judge = (isWidened: boolean) => Pick<MetricDecision, 'evidence' | 'decision' | 'isWidened'>
  const family = judgeFamily(metrics.filter(isWanted), pair, (metric): Judge => {
    const recorded = pair.records.find((one) => one.metric.name === metric.name)
    if (recorded) return (isWidened) => ({ evidence: null, decision: recorded.decision, isWidened })
    const { samples, refused } = collectSides(metric, pair)
    if (refused) return (isWidened) => ({ evidence: null, decision: refused, isWidened })
    const evidence = weighEvidence(metric, samples, pair)
    // A change that would be tolerated needs no confirmation.
    const isConfirmed = hasWorkChanged || isTolerable(metric, evidence.answer({}).effect, pair)
    const minRuns = !isConfirmed && isTimed(metric) ? minConfirmingRuns : undefined
    return (isWidened) => {
      const decision = buildDecision(evidence.answer({ widen: isWidened, minRuns }), samples)
      const timed = adjust({ decision, clock: evidence.clock }, coarseClock, { isWidened })
      return { ...adjust({ evidence, decision: timed.decision }, adjustments, null), isWidened }
    }
  })
  const judged = settleGpuGates(family, pair)
  return only === 'all' ? judged : judged.filter(({ isGate }) => isGate)
}

function collectSides({ name }: Metric, pair: InterleavedPair) {
  const [base, head] = [pair.base, pair.head].map((side) => side.find(({ metric }) => metric.name === name))
  const samples = { base: base?.samples ?? [], head: head?.samples ?? [] }
  return { samples, refused: refuseOtherMetric(base?.metric, head?.metric) ?? refuseUnfit(samples) }
}

/** Weighs the runs of a metric without the influence of the machine state. */
function weighEvidence(metric: Metric, samples: SideSamples, pair: InterleavedPair): Evidence {
  const { comparison, runs } = pair
  const rules = pair.chooseRules(metric)
  // An adjustment by side would invalidate the exact test.
  const isExact = rules.confirm === 'exact'
  const covariate = isExact ? null : findCovariate(metric, samples, runs)
  const readClocks = (side: readonly Trial[]) => (isExact ? [] : (takeComplete(side.map(computeMeanClockMhz)) ?? []))
  const evidence = weighWithinStates(
    metric,
    { ...samples, ...rules, ...(covariate && { base: covariate.base, head: covariate.head, history: [] }) },
    { base: readClocks(runs.base), head: readClocks(runs.head) },
  )
  return {
    ...evidence,
    metric,
    samples,
    rules,
    covariate,
    isAdjustableLater: collectCovariates(metric, evidence.request, runs).some(({ sides }) =>
      mayAdjustLater(sides, comparison.maxRepeats),
    ),
    clock: findCoarseClock(metric, samples, {
      pool: collectTimes(metric, [...pair.base, ...pair.head]),
      clearEffect: rules.clearEffect ?? rules.minEffect ?? 0,
      isIngested: [...runs.base, ...runs.head].some(({ origin }) => origin !== undefined),
    }),
    busyHost: isExact
      ? null
      : {
          change: findBusyHostDoubt(metric, evidence.answer({}).effect, runs, rules.history ?? []),
          decision: explainTooFewRuns(metric, evidence.answer({}).effect, runs, comparison.maxRepeats),
        },
  }
}

/**
 * Removes the effect of machine state from times and rates: adjusts for the covariate with the largest correlation
 * within the sides. Only a covariate that rises as runs get slower is used, because a constant load of other programs
 * falls as a share of a longer run. The history is dropped, because it describes unadjusted noise.
 */
function findCovariate(metric: Metric, samples: SideSamples, runs: InterleavedRuns) {
  const slowerSign = metric.betterWhen === 'lower' ? 1 : -1
  const found = collectCovariates(metric, samples, runs).flatMap(({ name, sides }) => {
    const adjusted = adjustForCovariate(sides)
    return adjusted && adjusted.correlation * slowerSign > 0 ? [{ name, ...adjusted }] : []
  })
  return found.toSorted((a, b) => Math.abs(b.correlation) - Math.abs(a.correlation))[0] ?? null
}

/** Collects the host covariates that every run has, for times and rates that are not GPU counters. */
function collectCovariates(
  metric: Metric,
  { base, head }: SideSamples,
  runs: InterleavedRuns,
): { readonly name: string; readonly sides: CovariateSamples }[] {
  if (!isHostTime(metric)) return []
  return covariates.flatMap(({ name, read }) => {
    const [covariateBase, covariateHead] = [takeComplete(runs.base.map(read)), takeComplete(runs.head.map(read))]
    return covariateBase && covariateHead ? [{ name, sides: { base, head, covariateBase, covariateHead } }] : []
  })
}

/**
 * Whether the amount of GPU work changed: busy time changed by its rule, and memory activity changed by at least half
 * as much with a 95 % interval that excludes 0. Start-up speeds change times but not the amount of work, so such a
 * change needs no minimum of runs. It is asked of the samples as they are, at whatever clock.
 */
function isWorkChanged(pair: InterleavedPair): boolean {
  const [busy, dram] = [gpuBusyTime, gpuDramTime].map((metric) => {
    const { samples, refused } = collectSides(metric, pair)
    return refused ? null : judgeMetric(metric, { ...samples, ...pair.chooseRules(metric), confirm: 'default' })
  })
  if (!busy || !dram || (busy.verdict !== 'regression' && busy.verdict !== 'improvement')) return false
  if (busy.effect === null || dram.effect === null || dram.interval === null) return false
  const [low, high] = dram.interval
  return (low > 0 || high < 0) && dram.effect / busy.effect >= minFollowedShare
}

/** Whether a slowdown is too small to fail the check: of a stage by its cost for the run, of GPU work by itself. */
function isTolerable(
  { name }: Metric,
  effect: number | null,
  { terms, baseLevels, headLevels }: InterleavedPair,
): boolean {
  const minCost = terms.get(name)?.minCost ?? null
  if (minCost === null || !isPartOfRun(name) || effect === null) return false
  if (!isBusyTime(name)) return effect * computeRunShare(name, baseLevels) < minCost
  const ofGpus = [...baseLevels].flatMap(([gpu, base]) => {
    const head = headLevels.get(gpu)
    return parseBusyGpu(gpu) === null || head === undefined || base <= 0
      ? []
      : [(head / base - 1) * computeGpuPart(gpu, name, baseLevels)]
  })
  return Math.max(effect, ...ofGpus) < minCost
}
