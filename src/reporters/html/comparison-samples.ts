import type { Baseline } from '../../domain/baselines/baseline.ts'
import { formatCaseId } from '../../domain/core/case.ts'
import type { Comparison } from '../../domain/verdict/comparison.ts'
import { summarizeOutcome, type CaseOutcome } from '../../domain/trial/outcome.ts'
import type { RunRecord } from '../../domain/trial/run-record.ts'
import { summarize, type Summary } from '../../domain/core/statistics.ts'

/** Samples of both sides; null: not available. */
export type ComparedSamples = { readonly base: readonly number[] | null; readonly head: readonly number[] | null }

/** Where the samples of comparisons are searched. */
export type SampleSource = {
  readonly outcomes: readonly CaseOutcome[]
  readonly baselines: readonly Baseline[]
  /** Ids of the reference cases by the id of the head case. */
  readonly references: ReadonlyMap<string, readonly string[]>
}

/** Creates a source from a run and the baselines it was compared with. */
export function createSampleSource(record: RunRecord, baselines: readonly Baseline[]): SampleSource {
  const references = Map.groupBy(record.plan.comparisons, ({ head }) => head)
  return {
    outcomes: record.plan.cases.map((planned) => summarizeOutcome(planned, record.trials)),
    baselines,
    references: new Map([...references].map(([head, planned]) => [head, planned.map(({ base }) => base)])),
  }
}

/**
 * Finds the samples of a comparison. A list matches only when count, median, minimum and maximum equal those of the
 * comparison, so that a strip never shows other samples than the judged ones.
 */
export function findSamples(comparison: Comparison, source: SampleSource): ComparedSamples {
  const suiteOutcomes = source.outcomes.filter(({ planned: { key } }) => key.suite === comparison.suite)
  const heads = suiteOutcomes.filter(({ planned: { key } }) => key.benchmark === comparison.benchmark)
  const head = findMatching(
    comparison.head,
    heads.map((outcome) => listMeasuredSamples(outcome, comparison.metric)),
  )
  const ids = heads.flatMap(({ planned }) => source.references.get(planned.id) ?? [])
  const referenceOutcomes = suiteOutcomes.filter(({ planned }) => ids.includes(planned.id))
  const lists = [
    ...listStoredSamples(comparison, source.baselines),
    ...referenceOutcomes.map((outcome) => listMeasuredSamples(outcome, comparison.metric)),
  ]
  return { base: findMatching(comparison.base, lists), head }
}

function listMeasuredSamples(outcome: CaseOutcome, metric: string): readonly number[] {
  if (outcome.status !== 'measured') return []
  return outcome.measurements.find((item) => item.metric.name === metric)?.samples ?? []
}

function listStoredSamples(comparison: Comparison, baselines: readonly Baseline[]): (readonly number[])[] {
  const id = formatCaseId(comparison)
  return baselines.flatMap(({ suite, cases }) =>
    cases
      .filter(({ benchmark, axes }) => formatCaseId({ suite, benchmark, axes }) === id)
      .flatMap(({ metrics }) => metrics.filter(({ name }) => name === comparison.metric))
      .map(({ samples }) => samples),
  )
}

function findMatching(summary: Summary | null, lists: readonly (readonly number[])[]): readonly number[] | null {
  if (!summary) return null
  return (
    lists.find((samples) => {
      if (samples.length !== summary.count) return false
      const { median, min, max } = summarize(samples)
      return median === summary.median && min === summary.min && max === summary.max
    }) ?? null
  )
}
