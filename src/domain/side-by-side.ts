import {
  decisionOf,
  requestFor,
  unfit,
  unknownSessionDeviation,
  type ComparisonRules,
  type Decision,
  type SideSamples,
} from './comparison.ts'
import { adjustForCovariate } from './detection/adjust-for-covariate.ts'
import type { MetricRequest } from './detection/judge-metric.ts'
import { judgeWithinStates, type RunClocks } from './detection/judge-within-states.ts'
import { effectiveMinEffect } from './effective-min-effect.ts'
import { isGateMetric } from './gate.ts'
import { metricKindOf, type Metric } from './metric.ts'
import { noiseFloor } from './noise-floor.ts'
import { measurementsOf, type Measurement } from './outcome.ts'
import type { PlannedCase, PlannedComparison } from './plan.ts'
import type { PriorKnowledge } from './prior-knowledge.ts'
import { covariates, meanClockMhz } from './run-facts.ts'
import { evenly, runsInTurn, type RunsInTurn } from './runs-in-turn.ts'
import type { Trial } from './trial.ts'

/** Two cases that ran in turn, ready to be judged metric by metric. */
export type SideBySide = {
  readonly comparison: PlannedComparison
  /** As many runs of one side as of the other. */
  readonly runs: RunsInTurn
  readonly base: readonly Measurement[]
  readonly head: readonly Measurement[]
  readonly rulesFor: (metric: Metric) => NotedRules
}

/** A metric with the question that was asked of it and its answer. */
export type MetricDecision = {
  readonly metric: Metric
  readonly isGate: boolean
  readonly request: MetricRequest
  readonly decision: Decision
}

/** Gathers what both sides of a planned comparison gave so far. */
export function sideBySide(
  comparison: PlannedComparison,
  head: Pick<PlannedCase, 'repeats'>,
  trials: readonly Trial[],
  known: PriorKnowledge,
): SideBySide {
  const runs = evenly(runsInTurn(comparison, head, trials, known))
  const measurements = { base: measured(runs.base), head: measured(runs.head) }
  const gates = metricsOf(measurements).filter(({ name }) => isGateMetric(name, comparison.gate)).length
  const isStored = runs.base.some((trial) => trial.cachedFromRun !== null)
  const maxRuns = comparison.maxRepeats > head.repeats ? comparison.maxRepeats : null
  const sessionDeviation = isStored ? unknownSessionDeviation : null
  const common = {
    sessionDeviation,
    design: isStored ? 'stored' : 'interleaved',
    maxRuns,
    gates: Math.max(1, gates),
  } as const
  const rulesFor = (metric: Metric): NotedRules => {
    const sessions = known.sessionsOf(comparison.head, metric.name)
    return { ...common, sessions, ...effectWithin(comparison, sessions, common.gates) }
  }
  return { comparison, runs, ...measurements, rulesFor }
}

type NotedRules = ComparisonRules & { readonly note: string | null }

/** What is asked for, or what the known noise leaves of it. */
function effectWithin(
  { minEffect, maxRepeats, mayWiden }: PlannedComparison,
  sessions: readonly (readonly number[])[],
  gates: number,
): Pick<NotedRules, 'minEffect' | 'note'> {
  return mayWiden ? effectiveMinEffect(minEffect, noiseFloor(sessions), maxRepeats, gates) : { minEffect, note: null }
}

/** Judges the metrics that either side gave; `only` the gate where the others do not matter yet. */
export function decide(sides: SideBySide, only: 'gate' | 'all'): MetricDecision[] {
  return metricsOf(sides)
    .map((metric) => ({ metric, isGate: isGateMetric(metric.name, sides.comparison.gate) }))
    .filter(({ isGate }) => isGate || only === 'all')
    .map(({ metric, isGate }) => {
      const samples = { base: samplesOf(sides.base, metric), head: samplesOf(sides.head, metric) }
      return { metric, isGate, ...answerFor(metric, samples, sides) }
    })
}

function samplesOf(side: readonly Measurement[], { name }: Metric): readonly number[] {
  return side.find(({ metric }) => metric.name === name)?.samples ?? []
}

/** A stage that only the base has must not vanish from the report. */
function metricsOf({ base, head }: Pick<SideBySide, 'base' | 'head'>): Metric[] {
  const known = new Set(head.map(({ metric }) => metric.name))
  return [...head, ...base.filter(({ metric }) => !known.has(metric.name))].map(({ metric }) => metric)
}

function answerFor(
  metric: Metric,
  samples: SideSamples,
  sides: SideBySide,
): Pick<MetricDecision, 'request' | 'decision'> {
  const rules = sides.rulesFor(metric)
  const asked = requestFor(samples, rules)
  const refused = unfit(samples)
  if (refused) return { request: asked, decision: refused }
  const { request, note } = explained(metric, asked, sides.runs)
  const answer = judgeWithinStates(metric, request, clocksOf(sides.runs))
  const reason = `${answer.reason}${note}${rules.note === null ? '' : `; ${rules.note}`}`
  return { request, decision: decisionOf({ ...answer, reason }, samples) }
}

/**
 * Takes out of times and rates what the state of the machine explains, by the covariate that follows them most closely
 * inside the sides. Earlier sessions describe the noise without that, so they have no say then.
 */
function explained(
  metric: Metric,
  asked: MetricRequest,
  runs: RunsInTurn,
): { readonly request: MetricRequest; readonly note: string } {
  const kind = metricKindOf(metric)
  if (kind !== 'duration' && kind !== 'rate') return { request: asked, note: '' }
  const found = covariates.flatMap(({ name, of }) => {
    const [base, head] = [valuesOf(runs.base, of), valuesOf(runs.head, of)]
    if (!base || !head) return []
    const adjusted = adjustForCovariate(asked.base, asked.head, base, head)
    return adjusted.isAdjusted ? [{ name, adjusted }] : []
  })
  const [best] = found.toSorted((a, b) => Math.abs(b.adjusted.correlation) - Math.abs(a.adjusted.correlation))
  if (!best) return { request: asked, note: '' }
  const { base, head, correlation } = best.adjusted
  const note = `; with ${best.name} taken out, which moves with it (r = ${correlation.toFixed(2)})`
  return { request: { ...asked, base, head, history: [] }, note }
}

function clocksOf(runs: RunsInTurn): RunClocks {
  return { base: valuesOf(runs.base, meanClockMhz) ?? [], head: valuesOf(runs.head, meanClockMhz) ?? [] }
}

/** Null unless every run has a value. */
function valuesOf(trials: readonly Trial[], of: (trial: Trial) => number | null): number[] | null {
  const values = trials.map(of).filter((value) => value !== null)
  return values.length === trials.length ? values : null
}

function measured(trials: readonly Trial[]): Measurement[] {
  return trials.length === 0 ? [] : measurementsOf(trials)
}
