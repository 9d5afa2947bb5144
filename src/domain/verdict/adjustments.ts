import { gpuAllocatedPeak, gpuBusyTime, parseStageName, wallTime, type Metric } from '../core/metric.ts'
import { sumValues } from '../core/statistics.ts'
import { controlFalseDiscovery } from '../detection/noise/probabilities.ts'
import { formatEffectSize, formatSignedEffect } from '../detection/pair/judge-on-scale.ts'
import { computePValue, explainOutOfReach } from '../detection/pair/reach.ts'
import { findWorkCause, type WorkCause } from '../telemetry/gpu-work-cause.ts'
import { adjust, isChange, type Adjustment, type Comparison, type Decision } from './comparison.ts'
import type { Evidence, MetricDecision } from './evidence.ts'
import { isPolledPeak } from '../trial/measurements.ts'
import type { JudgedComparison } from './judged-comparison.ts'

type Facts = {
  /** With the adjustments so far. */
  readonly judged: JudgedComparison
  readonly watched: WatchedMetrics
  readonly workCause: WorkCause | null
  readonly differentAnswers: string | null
  readonly missingWork: string | null
}

const otherSession = 'the base is from another session, so a quieter host may explain it'

/** Everything that changes or explains the verdict on a metric after the rule, in this order. */
const adjustments: readonly Adjustment<MetricDecision, Facts>[] = [
  {
    when: (item, { watched }) => isChange(item) && item.evidence !== null && watched.doubtful.has(item.evidence),
    verdict: 'inconclusive',
    because: (_, { watched }) => `not significant among ${watched.count} watched metrics`,
  },
  {
    when: ({ isGate, evidence, decision }) =>
      !isGate && decision.verdict === 'improvement' && evidence?.request.design === 'stored',
    verdict: 'inconclusive',
    because: () => otherSession,
  },
  {
    when: (item) => isPolledPeak(item.metric.name) && (isChange(item) || item.isGate),
    verdict: 'inconclusive',
    because: (_, { judged }) => explainCoarsePoll(judged),
  },
  {
    when: ({ metric, decision }) => metric.name === wallTime.name && decision.verdict === 'inconclusive',
    because: ({ decision }, { judged }) => describeImpliedTotal(judged.decisions, decision),
  },
  {
    when: (item, { workCause }) => item.metric.name === gpuBusyTime.name && isExplained(item, workCause),
    because: (_, { workCause }) => workCause && `${workCause.label}: ${workCause.figures}`,
    mark: (_, { workCause }) => (workCause ? { workCause } : {}),
  },
  {
    verdict: 'not comparable',
    because: (_, { differentAnswers }) => differentAnswers,
  },
  {
    when: ({ metric, decision }) => isGain(decision, metric.betterWhen),
    verdict: 'inconclusive',
    because: (_, { missingWork }) => missingWork && `not verified: ${missingWork}`,
  },
  {
    when: ({ decision }) => decision.verdict === 'inconclusive',
    // The limit depends on the noise of the metric.
    because: ({ evidence }, { judged: { progress, planned } }) => {
      if (progress.state === 'open')
        return `the budget is used up; the next look needs ${progress.wanted} runs per side`
      if (progress.state !== 'out of reach' || evidence === null) return null
      return explainOutOfReach(evidence, planned.maxRepeats)?.reason ?? null
    },
  },
]

/** What only the outcomes of a run show about a comparison, as sentences; null: no doubt. */
type OutcomeDoubts = {
  /** Why the results of both sides differ, or could not be compared. */
  readonly findDifferentAnswers: (judged: JudgedComparison) => string | null
  /** Why less time may be less work. */
  readonly findMissingWork: (judged: JudgedComparison) => string | null
}

/** Applies the adjustments to all comparisons of a run. Each sees the results of the earlier ones on other metrics. */
export function adjustComparisons(
  comparisons: readonly JudgedComparison[],
  doubts: Partial<OutcomeDoubts> = {},
): JudgedComparison[] {
  const watched = weighWatched(comparisons)
  return comparisons.map((comparison) => {
    const found = {
      watched,
      workCause: findWorkCause(comparison.runs),
      differentAnswers: doubts.findDifferentAnswers?.(comparison) ?? null,
      missingWork: doubts.findMissingWork?.(comparison) ?? null,
    }
    return adjustments.reduce<JudgedComparison>((judged, adjustment) => {
      const facts = { ...found, judged }
      return { ...judged, decisions: judged.decisions.map((item) => adjust(item, [adjustment], facts)) }
    }, comparison)
  })
}

/** Between equal short programs, polls that missed the peak differed by 41 and 124 %. */
const fewestPolls = 20

/** Why a polled peak of memory decides nothing; null: it may. */
function explainCoarsePoll({ runs, decisions }: JudgedComparison): string | null {
  if (decisions.some(({ metric }) => metric.name === gpuAllocatedPeak.name))
    return 'the recorded peak of allocated memory is exact'
  const polls = Math.min(...[...runs.base, ...runs.head].map(({ telemetry }) => telemetry?.samples ?? Infinity))
  const times = polls === 1 ? 'once' : `${polls} times`
  return polls < fewestPolls ? `coarse: polled ${times} in a run, so its peak may be missed` : null
}

/** Metrics that are watched and are no gates, over all comparisons of a run. */
type WatchedMetrics = { readonly count: number; readonly doubtful: ReadonlySet<Evidence> }

/** Maximum expected share of false reports among changes of watched metrics (false discovery rate). */
const falseShare = 0.05

/** Controls the false discovery rate of watched metrics, because some of many metrics always seem to change. */
function weighWatched(comparisons: readonly JudgedComparison[]): WatchedMetrics {
  const weighed = comparisons
    .flatMap(({ decisions }) => decisions.filter(({ isGate }) => !isGate))
    .flatMap(({ evidence }) => (evidence?.measured ? [{ evidence, pValue: computePValue(evidence.measured) }] : []))
  // Without earlier sessions the spread of few runs is underestimated, and so are the P values. The factor 1 + ½ + … +
  // 1/n makes the control valid under any dependence of the metrics (Benjamini & Yekutieli 2001).
  const isNoiseKnown = weighed.every(({ evidence }) => (evidence.request.history ?? []).length > 0)
  const stands = controlFalseDiscovery(
    weighed.map(({ pValue }) => pValue),
    isNoiseKnown
      ? falseShare
      : falseShare / sumValues(Array.from({ length: Math.max(1, weighed.length) }, (_, index) => 1 / (index + 1))),
  )
  const doubtful = weighed.filter((_, index) => !stands[index]).map(({ evidence }) => evidence)
  return { count: weighed.length, doubtful: new Set(doubtful) }
}

/**
 * Stages whose times add up to more than this share of the total overlap in time, so the loss of one need not slow down
 * the total.
 */
const maxCovered = 1.02

/**
 * Describes the effect of changed stages on the total, which is often too noisy to show it. Each effect is weighted by
 * the stage's share of time. The interval limits are weighted and added the same way, which is conservative for any
 * dependence between stages. Null when no stage changed, or when stages overlap.
 */
export function describeImpliedTotal(
  decisions: readonly Pick<MetricDecision, 'metric' | 'decision'>[],
  { base: total, interval: ofTotal }: Pick<Decision, 'base' | 'interval'>,
): string | null {
  const stages = decisions.flatMap(({ metric, decision: { verdict, base, effect, interval } }) => {
    const stage = parseStageName(metric.name)
    return stage === null || !base || !total
      ? []
      : [{ stage, verdict, effect, interval, share: base.median / total.median }]
  })
  const changed = stages.flatMap(({ stage, verdict, effect, interval, share }) => {
    if ((verdict !== 'regression' && verdict !== 'improvement') || effect === null || interval === null) return []
    return [{ stage, effect, onTotal: effect * share, low: interval[0] * share, high: interval[1] * share }]
  })
  const covered = stages.reduce((sum, { share }) => sum + share, 0)
  if (changed.length === 0 || !(covered <= maxCovered)) return null
  const [low, high] = [sumValues(changed.map((part) => part.low)), sumValues(changed.map((part) => part.high))]
  const parts = changed.toSorted((a, b) => Math.abs(b.onTotal) - Math.abs(a.onTotal))
  const named = parts.slice(0, 3).map(({ stage, effect }) => `${stage} (${formatShare(effect)})`)
  const more = parts.length > 3 ? ` and ${parts.length - 3} more` : ''
  const effect = `${formatShare(sumValues(changed.map(({ onTotal }) => onTotal)))} of the total (${formatShare(low)} to ${formatShare(high)})`
  const undecided = sumValues(stages.filter(({ verdict }) => verdict === 'inconclusive').map(({ share }) => share))
  const open =
    undecided > 0 ? `, without the inconclusive stages (${formatEffectSize(undecided, '%')} of its time)` : ''
  const agrees = ofTotal === null || (high >= ofTotal[0] && low <= ofTotal[1])
  const check = agrees ? '' : '; the total does not confirm it'
  return `${named.join(', ')}${more} ${parts.length === 1 ? 'implies' : 'imply'} ${effect}${open}${check}`
}

function formatShare(effect: number): string {
  return formatSignedEffect(effect, '%')
}

/**
 * Whether work or clocks explain a change of GPU busy time. An inconclusive one is explained only by clocks, if it
 * reaches the minimum effect and the runs of both sides do not overlap.
 */
function isExplained(item: MetricDecision, cause: WorkCause | null): boolean {
  if (cause === null || isChange(item)) return cause !== null
  const { verdict, effect, base, head } = item.decision
  if (verdict !== 'inconclusive' || !base || !head || effect === null || cause.caution === undefined) return false
  const isSeparate = base.max < head.min || head.max < base.min
  return isSeparate && Math.abs(effect) >= (item.evidence?.request.minEffect ?? 0)
}

/** Above this share of saved time, a gain needs evidence of work. */
export const maxPlausibleGain = 0.2

/** Whether a result reports a gain, or rules out a slowdown because of a large gain. */
function isGain({ verdict, effect, interval }: Decision, betterWhen: Metric['betterWhen']): boolean {
  if (verdict !== 'unchanged' || effect === null || interval === null) return verdict === 'improvement'
  // A rate of 125 % takes 80 % of the time.
  return betterWhen === 'lower'
    ? effect < -maxPlausibleGain && interval[1] < 0
    : effect > 1 / (1 - maxPlausibleGain) - 1 && interval[0] > 0
}

/** A comparison with committed samples, and what the run shows about it. */
type StoredDecision = {
  readonly decision: Comparison
  /** Whether interleaved runs of a reference decide about this case. */
  readonly isInterleaved: boolean
  readonly missingWork: string | null
}

/** The same for comparisons with committed samples, of which no output is known. */
const storedAdjustments: readonly Adjustment<StoredDecision>[] = [
  {
    when: ({ decision }) => isGain(decision, decision.betterWhen),
    verdict: 'inconclusive',
    because: ({ missingWork }) => missingWork && `not verified: ${missingWork}`,
  },
  {
    when: ({ isInterleaved }) => isInterleaved,
    because: () => 'the interleaved runs of the merge base decide',
  },
  {
    // A regression stays, because it may be a slow drift from the committed level.
    when: ({ decision, isInterleaved }) => decision.verdict === 'improvement' && (isInterleaved || !decision.isGate),
    verdict: 'inconclusive',
    because: () => otherSession,
  },
]

/** Adjusts a comparison with committed samples. Interleaved runs decide, so it then only shows drift. */
export function adjustStored(subject: StoredDecision): Comparison {
  const { decision } = adjust(subject, storedAdjustments, null)
  return subject.isInterleaved ? { ...decision, isGate: false } : decision
}
