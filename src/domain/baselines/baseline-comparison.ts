import { listConditionDifferences } from './baseline.ts'
import { formatCaseId, type CaseKey } from '../core/case.ts'
import { coarseClock, findCoarseClock, collectTimes } from '../verdict/coarse-clock.ts'
import {
  adjust,
  createUndecided,
  refuseOtherMetric,
  unknownSessionDeviation,
  weighSamples,
  type Comparison,
  type ComparisonPolicy,
  type Decision,
  type SideSamples,
} from '../verdict/comparison.ts'
import {
  buildGateTerms,
  computeMedianLevels,
  listUnmatchedGates,
  type GateTerms,
  judgeFamily,
} from '../verdict/gate.ts'
import { isContextMetric, wallTime, type Metric } from '../core/metric.ts'
import type { AnswerTerms } from '../detection/pair/pair.ts'
import { estimateNoiseFloor } from '../noise/noise.ts'
import type { Measurement } from '../trial/outcome.ts'
import { type Testbed, listTestbedDifferences } from '../testbed/testbed.ts'
import type { BaselineCase, Conditions, Provenance, Baseline } from '../../record/baseline.ts'
import type { KernelTable } from '../../record/kernels.ts'
import { formatAgainstLimit, formatShare } from '../core/numbers.ts'

/** One case of a suite as this run measured it, or why it has no measurements. */
export type HeadCase = {
  readonly key: CaseKey
  readonly conditions: Conditions
  readonly measurements: readonly Measurement[]
  /** As of `listStageTimes`; absent: the samples of a baseline. */
  readonly stageTimes?: readonly { readonly name: string; readonly samples: readonly number[] }[]
  /** What its recorded warm-up run executed; absent: none was recorded. */
  readonly kernels?: KernelTable
  /** Reason for missing measurements; null when there are some. */
  readonly problem: string | null
  /** The machine caused the problem, so the measurements are unknown, not bad. */
  readonly isContaminated?: boolean
}

/** The committed samples of one suite, the cases and the testbed of one run, and the rules of the config. */
export type BaselineComparisonInput = {
  readonly baseline: Baseline
  readonly testbed: Testbed
  readonly cases: readonly HeadCase[]
  /** Gate patterns: metrics whose regression fails the run. */
  readonly gate: readonly string[]
  readonly policy: ComparisonPolicy
  /** Earlier sessions of a metric of a case on this testbed; empty when none are stored. */
  readonly sessions?: (key: CaseKey, metric: string) => readonly (readonly number[])[]
}

const unplanned = 'the baseline has this case, but the plan of this run does not'

/**
 * Compares every case of a suite with its committed samples, and every committed case with the run. A case of the
 * baseline without measurements is `missing`. A case without committed samples has no comparison.
 */
export function compareWithBaseline(input: BaselineComparisonInput): Comparison[] {
  const strange = listTestbedDifferences(input.baseline.testbed, input.testbed)
  return input.baseline.cases.flatMap((stored) => {
    const head = input.cases.find((item) => formatId(item.key) === formatId({ suite: input.baseline.suite, ...stored }))
    return head
      ? compareCase(stored, head, strange, input)
      : [createGateComparison(stored, wallTime, input, createUndecided('missing', unplanned))]
  })
}

/** Comparisons that decide about a run: metrics that the gate names and the baseline lacks are `missing` as well. */
export function judgeByBaseline(input: BaselineComparisonInput): Comparison[] {
  const { baseline, gate } = input
  const measured = new Map(
    input.cases.filter(({ problem }) => problem === null).map((item) => [formatId(item.key), item]),
  )
  const unmatched = baseline.cases.flatMap((stored): Comparison[] => {
    const head = measured.get(formatId({ ...stored, suite: baseline.suite }))
    if (!head) return []
    const names = stored.metrics.map(({ name }) => name)
    const terms = computeTerms(stored, head, input)
    // A new slow stage must not pass its gate. `listUnmatchedGates` reports literal gate names that the baseline lacks.
    const added = head.measurements.filter(
      ({ metric: { name } }) => !names.includes(name) && !gate.includes(name) && terms.has(name),
    )
    return [
      ...listUnmatchedGates(gate, names, getCaseFields(stored, input)),
      ...added.map(({ metric }) =>
        createGateComparison(
          stored,
          metric,
          input,
          createUndecided('missing', `the baseline has no samples of ${metric.name}`),
        ),
      ),
    ]
  })
  return [...compareWithBaseline(input), ...unmatched]
}

function computeTerms(
  { metrics }: BaselineCase,
  { measurements, stageTimes = [] }: Pick<HeadCase, 'measurements' | 'stageTimes'>,
  { gate, policy }: BaselineComparisonInput,
): ReadonlyMap<string, GateTerms> {
  const head = [...stageTimes, ...measurements.map(({ metric, samples }) => ({ name: metric.name, samples }))]
  return buildGateTerms({ ...policy, gate }, [computeMedianLevels(metrics), computeMedianLevels(head)])
}

/** Lists the cases of the run that the baseline does not have: no comparison covers them. */
export function listCasesWithoutBaseline(baseline: Baseline, cases: readonly HeadCase[]): HeadCase[] {
  const known = new Set(baseline.cases.map((stored) => formatId({ suite: baseline.suite, ...stored })))
  return cases.filter((item) => !known.has(formatId(item.key)))
}

function compareCase(
  stored: BaselineCase,
  { conditions, measurements, stageTimes = [], problem, isContaminated = false }: HeadCase,
  strange: readonly string[],
  input: BaselineComparisonInput,
): Comparison[] {
  if (problem !== null) {
    const decision = createUndecided(isContaminated ? 'inconclusive' : 'missing', problem)
    return [createGateComparison(stored, wallTime, input, decision)]
  }
  const differences = [
    ...strange.map((item) => `testbed: ${item}`),
    ...listConditionDifferences(stored.conditions, conditions),
  ]
  const terms = computeTerms(stored, { measurements, stageTimes }, input)
  const metrics = stored.metrics.filter(({ name }) => terms.has(name) || !isContextMetric(name))
  const judged = judgeFamily(metrics, { terms, baseLevels: computeMedianLevels(stored.metrics) }, (metric) => {
    const base = stored.metrics.find(({ name }) => name === metric.name)?.samples ?? []
    const own = measurements.find((item) => item.metric.name === metric.name)
    const key = { suite: input.baseline.suite, ...stored }
    const refused = refuseOtherMetric(metric, own?.metric)
    const pool = collectTimes(metric, [...stored.metrics.map((item) => ({ metric: item, ...item })), ...measurements])
    const pair = { base, head: own?.samples, key, differences, terms, pool }
    const answer = refused ? () => refused : weigh(metric, pair, input)
    return (widen) => ({ decision: answer({ widen }) })
  })
  return judged.map(({ metric, decision, isGate, cost, toleratedBecause }) => ({
    ...getMetricFields(stored, metric, input),
    isGate,
    ...(cost !== undefined && { cost }),
    ...(toleratedBecause !== undefined && { toleratedBecause }),
    ...decision,
  }))
}

type StoredPair = {
  readonly base: readonly number[]
  /** Absent: the run has no samples of this metric. */
  readonly head: readonly number[] | undefined
  readonly key: CaseKey
  readonly differences: readonly string[]
  readonly terms: ReadonlyMap<string, GateTerms>
  /** Times from the same source as this metric, of both sides. */
  readonly pool: readonly number[]
}

/**
 * Stored samples come from another session, so the deviation between sessions is part of the uncertainty, known or
 * assumed.
 */
function weigh(
  metric: Metric,
  { base, head, key, differences, terms, pool }: StoredPair,
  { policy, sessions }: BaselineComparisonInput,
): (terms: AnswerTerms) => Decision {
  if (differences.length > 0) return () => createUndecided('not comparable', differences.join('; '))
  if (!head) return () => createUndecided('missing', `this run has no samples of ${metric.name}`)
  const history = sessions?.(key, metric.name) ?? []
  const isKnown = (estimateNoiseFloor(history)?.sessionDeviation ?? null) !== null
  const sessionDeviation = isKnown ? undefined : unknownSessionDeviation
  const { minEffect, clearEffect } = terms.get(metric.name) ?? { minEffect: policy.minEffect }
  const samples = { base, head }
  const gates = Math.max(1, terms.size)
  const rules = { minEffect, clearEffect, design: 'stored', history, sessionDeviation, gates } as const
  const answer = weighSamples(metric, samples, rules)
  const { storedLimit } = policy
  const clock = findCoarseClock(metric, samples, { pool, clearEffect: clearEffect ?? minEffect, isIngested: false })
  return (given) => {
    const facts = { isWidened: given.widen === true }
    const { decision } = adjust({ decision: answer(given), clock }, coarseClock, facts)
    return storedLimit === undefined ? decision : applyStoredLimit(decision, metric, samples, storedLimit)
  }
}

/** A case without a result is reported once, by the wall time, which every case has. */
function createGateComparison(
  stored: BaselineCase,
  metric: Metric,
  input: BaselineComparisonInput,
  decision: Decision,
): Comparison {
  return { ...getMetricFields(stored, metric, input), isGate: true, ...decision }
}

function getMetricFields(stored: BaselineCase, { name, unit, betterWhen }: Metric, input: BaselineComparisonInput) {
  return { ...getCaseFields(stored, input), metric: name, unit, betterWhen }
}

function getCaseFields(stored: BaselineCase, { baseline }: BaselineComparisonInput) {
  return {
    suite: baseline.suite,
    benchmark: stored.benchmark,
    axes: stored.axes,
    reference: `baseline ${(stored.provenance ?? baseline.provenance).commit.slice(0, 7)}`,
  }
}

function formatId({ suite, benchmark, axes }: Parameters<typeof formatCaseId>[0]): string {
  return formatCaseId({ suite, benchmark, axes })
}

/** Makes a baseline of the measured cases of a suite. Cases without measurements are left out. */
export function makeBaseline(
  suite: string,
  testbed: Testbed,
  cases: readonly HeadCase[],
  provenance: Provenance,
): Baseline {
  const measured = cases.filter(({ problem }) => problem === null)
  const stored = measured.map(({ key: { benchmark, axes }, conditions, measurements, kernels }): BaselineCase => {
    const metrics = measurements.map(({ metric, samples }) => ({ ...metric, samples }))
    return { benchmark, axes, conditions, metrics, ...(kernels && { kernels }) }
  })
  return { schemaVersion: 1, suite, testbed, provenance, cases: stored }
}

/** Converts the cases of a baseline to one side of a comparison. */
export function toHeadCases(baseline: Baseline): HeadCase[] {
  return baseline.cases.map(({ benchmark, axes, conditions, metrics }) => ({
    key: { suite: baseline.suite, benchmark, axes },
    conditions,
    measurements: metrics.map(({ samples, name, unit, betterWhen }) => ({
      metric: { name, unit, betterWhen },
      samples,
    })),
    problem: null,
  }))
}

const fewestRuns = 3

/** Excess over a fixed limit that is a rounding error: 11 / 10 − 1 is more than 0.1. */
const roundingError = 1e-9

/**
 * Replaces a statistical decision on committed samples by a fixed limit: the head fails if its median is worse by more
 * than `limit` (a share) and every run of the head is worse than every committed one. Needs three runs per side. The
 * statistical decision stays where the runs overlap: they are too noisy for a fixed limit.
 */
export function applyStoredLimit(
  decision: Decision,
  { betterWhen }: Pick<Metric, 'betterWhen'>,
  { base, head }: SideSamples,
  limit: number,
): Decision {
  if (Math.min(base.length, head.length) < fewestRuns || decision.base === null || decision.head === null)
    return decision
  // The share of the shown change: a rate that falls from 100 to 90 is 10 % worse.
  const computeLoss = (before: number, after: number): number =>
    betterWhen === 'lower' ? after / before - 1 : 1 - after / before
  const change = computeLoss(decision.base.median, decision.head.median)
  const [best, worst] = betterWhen === 'lower' ? (['min', 'max'] as const) : (['max', 'min'] as const)
  const isApart = computeLoss(decision.base[worst], decision.head[best]) > 0
  const runs = `${head.length} against ${base.length} runs`
  if (change > limit + roundingError && isApart) {
    const [worse, most] = formatAgainstLimit(change, limit, 'share')
    const reason = `the median is ${worse} worse, above the limit of ${most} for committed samples; ${runs} without overlap`
    return { ...decision, verdict: 'regression', reason }
  }
  const largest = decision.verdict === 'regression' ? change : computeLoss(decision.base[best], decision.head[worst])
  // A change to zero has no effect as a share, and may be a lost time.
  if (!(largest <= limit + roundingError) || decision.verdict === 'improvement' || decision.effect === null)
    return decision
  const reason = `no change above the limit of ${formatShare(limit)} for committed samples; ${runs}`
  return { ...decision, verdict: 'unchanged', reason }
}
