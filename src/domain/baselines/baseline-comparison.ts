import { conditionDifferences, type Baseline, type BaselineCase, type Conditions } from './baseline.ts'
import { caseId, type CaseKey } from '../core/case.ts'
import {
  compareSamples,
  plainRules,
  undecided,
  unknownSessionDeviation,
  type Comparison,
  type ComparisonPolicy,
  type Decision,
} from '../verdict/comparison.ts'
import { gateTerms, medianLevels, unmatchedGates, type GateTerms } from '../verdict/gate.ts'
import { isContextMetric, wallTime, type Metric } from '../core/metric.ts'
import { noiseFloor } from '../noise/noise-floor.ts'
import type { Measurement } from '../trial/outcome.ts'
import { type Testbed } from '../testbed/testbed.ts'
import { testbedDifferences } from '../testbed/testbed-fields.ts'
import { judgeFamily } from '../verdict/gate-family.ts'

/** One case of the head with the conditions it ran under. */
export type HeadCase = {
  readonly key: CaseKey
  readonly conditions: Conditions
  readonly measurements: readonly Measurement[]
  /** Why there are no measurements; null when there are. */
  readonly problem: string | null
  /** The problem is the machine's: nobody can tell what the figures would have been. */
  readonly isContaminated?: boolean
}

export type BaselineComparisonInput = {
  readonly baseline: Baseline
  readonly testbed: Testbed
  readonly cases: readonly HeadCase[]
  /** Names of the metrics whose regression fails the run. */
  readonly gate: readonly string[]
  readonly policy: ComparisonPolicy
  /** Earlier sessions of a metric of a case on this testbed; none where nobody kept them. */
  readonly sessions?: (key: CaseKey, metric: string) => readonly (readonly number[])[]
}

/**
 * Compares every case of a suite with its committed samples, and every committed case with the run: a case that was in
 * the baseline and gave no figures now is `missing`, never silently gone. A case without committed samples gives
 * nothing: there is nothing to compare it with.
 */
export function compareWithBaseline(input: BaselineComparisonInput): Comparison[] {
  const strange = testbedDifferences(input.baseline.testbed, input.testbed)
  return input.baseline.cases.flatMap((stored) => {
    const head = input.cases.find((item) => idOf(item.key) === idOf({ suite: input.baseline.suite, ...stored }))
    return head
      ? compareCase(stored, head, strange, input)
      : [gone(stored, input, 'the baseline has this case and the plan of this run does not')]
  })
}

/** The comparisons by which a run is judged: what the gate names and the baseline lacks is `missing` too. */
export function judgeByBaseline(input: BaselineComparisonInput): Comparison[] {
  const measured = new Map(input.cases.filter(({ problem }) => problem === null).map((item) => [idOf(item.key), item]))
  const unmatched = input.baseline.cases.flatMap((stored) => {
    const head = measured.get(idOf({ suite: input.baseline.suite, ...stored }))
    if (!head) return []
    const names = stored.metrics.map(({ name }) => name)
    return [...unmatchedGates(input.gate, names, placeOf(stored, input)), ...newGateMetrics(stored, head, input)]
  })
  return [...compareWithBaseline(input), ...unmatched]
}

/** A stage that only the head has may be as slow as it likes: a gate that names it must not pass by that. */
function newGateMetrics(
  stored: BaselineCase,
  { measurements }: HeadCase,
  input: BaselineComparisonInput,
): Comparison[] {
  const known = new Set(stored.metrics.map(({ name }) => name))
  const terms = termsOf(stored, measurements, input)
  // What a gate names outright and the baseline lacks is reported by `unmatchedGates`.
  return measurements
    .filter(({ metric: { name } }) => !known.has(name) && !input.gate.includes(name) && terms.has(name))
    .map(({ metric }) => ({
      ...describe(stored, metric, input),
      isGate: true,
      ...undecided('missing', `the baseline has no samples of ${metric.name}`),
    }))
}

function termsOf(
  { metrics }: BaselineCase,
  measurements: readonly Measurement[],
  { gate, policy }: BaselineComparisonInput,
): ReadonlyMap<string, GateTerms> {
  const head = measurements.map(({ metric, samples }) => ({ name: metric.name, samples }))
  return gateTerms({ ...policy, gate }, [medianLevels(metrics), medianLevels(head)])
}

/** Cases of the run that the baseline does not know. */
export function casesWithoutBaseline(baseline: Baseline, cases: readonly HeadCase[]): HeadCase[] {
  const known = new Set(baseline.cases.map((stored) => idOf({ suite: baseline.suite, ...stored })))
  return cases.filter((item) => !known.has(idOf(item.key)))
}

function compareCase(
  stored: BaselineCase,
  { conditions, measurements, problem, isContaminated = false }: HeadCase,
  strange: readonly string[],
  input: BaselineComparisonInput,
): Comparison[] {
  if (problem !== null && isContaminated)
    return [{ ...describe(stored, wallTime, input), isGate: true, ...undecided('inconclusive', problem) }]
  if (problem !== null) return [gone(stored, input, problem)]
  const differences = [
    ...strange.map((item) => `testbed: ${item}`),
    ...conditionDifferences(stored.conditions, conditions),
  ]
  const terms = termsOf(stored, measurements, input)
  const metrics = stored.metrics.filter(({ name }) => terms.has(name) || !isContextMetric(name))
  const judged = judgeFamily(metrics, { terms, baseLevels: medianLevels(stored.metrics) }, (metric, mayWiden) => {
    const base = stored.metrics.find(({ name }) => name === metric.name)?.samples ?? []
    const head = measurements.find((item) => item.metric.name === metric.name)?.samples
    const key = { suite: input.baseline.suite, ...stored }
    return { decision: decide(metric, { base, head, key, differences, terms, mayWiden }, input) }
  })
  return judged.map(({ metric, decision, isGate, cost, toleratedBecause }) => ({
    ...describe(stored, metric, input),
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
  readonly mayWiden: boolean
}

/** Stored samples are another session's: how far sessions lie apart belongs to the doubt, known or not. */
function decide(
  metric: Metric,
  { base, head, key, differences, terms, mayWiden }: StoredPair,
  { policy, sessions }: BaselineComparisonInput,
): Decision {
  if (differences.length > 0) return undecided('not comparable', differences.join('; '))
  if (!head) return undecided('missing', `this run has no samples of ${metric.name}`)
  const known = sessions?.(key, metric.name) ?? []
  const isKnown = (noiseFloor(known)?.sessionDeviation ?? null) !== null
  const sessionDeviation = isKnown ? null : unknownSessionDeviation
  const rules = {
    ...plainRules(policy),
    design: 'stored',
    sessions: known,
    sessionDeviation,
    gates: Math.max(1, terms.size),
    ...terms.get(metric.name),
    mayWiden,
  } as const
  return compareSamples(metric, { base, head }, rules)
}

/** Whatever the gate names, it is gone with the case: told once, as the time that every case has. */
function gone(stored: BaselineCase, input: BaselineComparisonInput, reason: string): Comparison {
  return { ...describe(stored, wallTime, input), isGate: true, ...undecided('missing', reason) }
}

function describe(stored: BaselineCase, metric: Metric, input: BaselineComparisonInput) {
  return {
    ...placeOf(stored, input),
    metric: metric.name,
    unit: metric.unit,
    betterWhen: metric.betterWhen,
  }
}

function placeOf(stored: BaselineCase, { baseline }: BaselineComparisonInput) {
  return {
    suite: baseline.suite,
    benchmark: stored.benchmark,
    axes: stored.axes,
    reference: `baseline ${(stored.provenance ?? baseline.provenance).commit.slice(0, 7)}`,
  }
}

function idOf({ suite, benchmark, axes }: Parameters<typeof caseId>[0]): string {
  return caseId({ suite, benchmark, axes })
}
