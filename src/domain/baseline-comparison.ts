import { conditionDifferences, type Baseline, type BaselineCase, type Conditions } from './baseline.ts'
import { caseId, type CaseKey } from './case.ts'
import {
  compareSamples,
  plainRules,
  undecided,
  unknownSessionDeviation,
  type Comparison,
  type ComparisonPolicy,
  type Decision,
} from './comparison.ts'
import { isGateMetric, unmatchedGates } from './gate.ts'
import { wallTime, type Metric } from './metric.ts'
import { noiseFloor } from './noise-floor.ts'
import type { Measurement } from './outcome.ts'
import { testbedDifferences, type Testbed } from './testbed.ts'

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

/** A stage that only the head has may be as slow as it likes: a gate that covers it must not pass by that. */
function newGateMetrics(
  stored: BaselineCase,
  { measurements }: HeadCase,
  input: BaselineComparisonInput,
): Comparison[] {
  const known = new Set(stored.metrics.map(({ name }) => name))
  // What a gate names outright and the baseline lacks is told by `unmatchedGates`.
  return measurements
    .filter(({ metric }) => !known.has(metric.name) && !input.gate.includes(metric.name))
    .map(({ metric }) => ({
      ...describe(stored, metric, input),
      ...undecided('missing', `the baseline has no samples of ${metric.name}`),
    }))
    .filter(({ isGate }) => isGate)
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
  return stored.metrics.map((metric) => {
    const found = measurements.find((item) => item.metric.name === metric.name)
    const head = found && { ...found, key: { suite: input.baseline.suite, ...stored } }
    return { ...describe(stored, metric, input), ...decide(metric, head, differences, input) }
  })
}

/** Stored samples are another session's: how far sessions lie apart belongs to the doubt, known or not. */
function decide(
  metric: BaselineCase['metrics'][number],
  head: (Measurement & { readonly key: CaseKey }) | undefined,
  differences: readonly string[],
  { policy, sessions }: BaselineComparisonInput,
): Decision {
  if (differences.length > 0) return undecided('not comparable', differences.join('; '))
  if (!head) return undecided('missing', `this run has no samples of ${metric.name}`)
  const known = sessions?.(head.key, metric.name) ?? []
  const isKnown = (noiseFloor(known)?.sessionDeviation ?? null) !== null
  const sessionDeviation = isKnown ? null : unknownSessionDeviation
  const rules = { ...plainRules(policy), design: 'stored', sessions: known, sessionDeviation } as const
  return compareSamples(metric, { base: metric.samples, head: head.samples }, rules)
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
    isGate: isGateMetric(metric.name, input.gate),
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
