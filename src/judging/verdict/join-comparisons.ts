import { buildHeadCase } from './case-conditions.ts'
import type { Config } from '../../config/schema/schema.ts'
import { adjustStored } from '../../domain/verdict/adjustments.ts'
import { listConditionDifferences } from '../../domain/baselines/baseline.ts'
import { formatCaseId } from '../../domain/core/case.ts'
import { createUndecided, type Comparison } from '../../domain/verdict/comparison.ts'
import { toComparisons, type JudgedComparison } from '../../domain/verdict/judged-comparison.ts'
import { wallTime } from '../../domain/core/metric.ts'
import type { CaseOutcome } from '../../domain/trial/outcome.ts'
import type { RunRecord } from '../../domain/trial/run-record.ts'
import { findMissingStoredWork } from './unverified-work.ts'

/**
 * Joins the comparisons of interleaved runs with those against committed samples. Interleaved runs decide. Committed
 * samples decide only for cases that they cleared without interleaved runs; otherwise they show drift, and never an
 * improvement.
 */
export function joinComparisons(
  stored: readonly Comparison[],
  judged: readonly JudgedComparison[],
  outcomes: readonly CaseOutcome[],
  { record, config }: { readonly record: RunRecord; readonly config: Config },
): Comparison[] {
  const measured = judged.filter(({ progress }) => progress.state !== 'cleared')
  const interleaved = new Set(measured.map(({ head }) => formatCaseId(head.key)))
  const shown = stored.map((decision) =>
    adjustStored({
      decision,
      isInterleaved: interleaved.has(formatCaseId(decision)),
      missingWork: findMissingStoredWork(decision, stored, outcomes, config),
    }),
  )
  return [...measured.flatMap((item) => compareInterleaved(item, outcomes, record)), ...shown]
}

function compareInterleaved(
  judged: JudgedComparison,
  outcomes: readonly CaseOutcome[],
  record: RunRecord,
): Comparison[] {
  const { head, base, decisions } = judged
  const commit = record.revisions.find(({ label }) => label === base.revision)?.commit
  const reference = `${base.revision} (${commit?.slice(0, 7) ?? 'unknown'})`
  const [ofHead, ofBase] = [head, base].map(({ id }) => outcomes.find(({ planned }) => planned.id === id))
  if (decisions.length === 0) {
    const lost = [ofHead, ofBase].find((side) => side && side.status !== 'measured')
    const reason =
      lost && lost.status !== 'measured'
        ? `${lost.planned.id}: ${lost.reason}`
        : 'the two sides have no interleaved runs'
    const isUnfit = [ofHead, ofBase].every((side) => side?.status === 'measured' || side?.status === 'contaminated')
    const { name: metric, unit, betterWhen } = wallTime
    const undecided = createUndecided(isUnfit ? 'inconclusive' : 'missing', reason)
    return [{ ...head.key, metric, unit, betterWhen, reference, isGate: true, ...undecided }]
  }
  if (!ofHead || !ofBase) throw new Error(`${head.id} or ${base.id} is compared and not planned`)
  const comparisons = toComparisons(judged, reference, head.key.axes)
  // Both sides use the command of the config, so only data, rows and model files can differ.
  const doubts = listConditionDifferences(
    buildHeadCase(ofBase, record).conditions,
    buildHeadCase(ofHead, record).conditions,
  )
  if (doubts.length === 0) return comparisons
  return comparisons.map((item) => ({ ...item, ...createUndecided('not comparable', doubts.join('; ')) }))
}
