import { conditionDifferences, type Baseline, type BaselineCase, type Conditions } from './baseline.ts'
import { caseId, type CaseKey } from './case.ts'
import { compareSamples, undecided, type Comparison, type ComparisonPolicy, type Decision } from './comparison.ts'
import { wallTime, type Metric } from './metric.ts'
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
    return [{ ...describe(stored, wallTime, input), ...undecided('inconclusive', problem) }]
  if (problem !== null) return [gone(stored, input, problem)]
  const differences = [
    ...strange.map((item) => `testbed: ${item}`),
    ...conditionDifferences(stored.conditions, conditions),
  ]
  return stored.metrics.map((metric) => {
    const head = measurements.find((item) => item.metric.name === metric.name)
    return { ...describe(stored, metric, input), ...decide(metric, head, differences, input.policy) }
  })
}

function decide(
  metric: BaselineCase['metrics'][number],
  head: Measurement | undefined,
  differences: readonly string[],
  policy: ComparisonPolicy,
): Decision {
  if (differences.length > 0) return undecided('not comparable', differences.join('; '))
  if (!head) return undecided('missing', `this run has no samples of ${metric.name}`)
  return compareSamples(metric, metric.samples, head.samples, policy)
}

function gone(stored: BaselineCase, input: BaselineComparisonInput, reason: string): Comparison {
  return { ...describe(stored, wallTime, input), ...undecided('missing', reason) }
}

function describe(stored: BaselineCase, metric: Metric, { baseline, gate }: BaselineComparisonInput) {
  return {
    suite: baseline.suite,
    benchmark: stored.benchmark,
    axes: stored.axes,
    metric: metric.name,
    unit: metric.unit,
    betterWhen: metric.betterWhen,
    reference: `baseline ${baseline.provenance.commit.slice(0, 7)}`,
    isGate: gate.includes(metric.name),
  }
}

function idOf({ suite, benchmark, axes }: Parameters<typeof caseId>[0]): string {
  return caseId({ suite, benchmark, axes })
}
