import type { Config } from '../../config/schema/schema.ts'
import { adjustStored } from '../../domain/verdict/adjustments.ts'
import { listConditionDifferences } from '../../domain/baselines/baseline.ts'
import { formatCaseId } from '../../domain/core/case.ts'
import { createUndecided, type Comparison } from '../../domain/verdict/comparison.ts'
import { toComparisons, type JudgedComparison } from '../../domain/verdict/judged-comparison.ts'
import { wallTime } from '../../domain/core/metric.ts'
import type { CaseOutcome } from '../../domain/trial/outcome.ts'
import type { RunRecord } from '../../domain/trial/run-record.ts'
import { buildCaseConditions } from './case-conditions.ts'
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
  return [...measured.flatMap((item) => compareOne(item, outcomes, record)), ...shown]
}

function compareOne(judged: JudgedComparison, outcomes: readonly CaseOutcome[], record: RunRecord): Comparison[] {
  const { head, base, decisions } = judged
  const commit = record.revisions.find(({ label }) => label === base.revision)?.commit
  const reference = `${base.revision} (${commit?.slice(0, 7) ?? 'unknown'})`
  if (decisions.length === 0) return [withoutRuns(judged, reference, outcomes)]
  const comparisons = toComparisons(judged, reference, head.key.axes)
  const doubts = listConditionDifferences(
    findConditions(base.id, outcomes, record),
    findConditions(head.id, outcomes, record),
  )
  if (doubts.length === 0) return comparisons
  return comparisons.map((item) => ({ ...item, ...createUndecided('not comparable', doubts.join('; ')) }))
}

/** Both sides use the command of the config, so only data, rows and model files can differ. */
function findConditions(id: string, outcomes: readonly CaseOutcome[], record: RunRecord) {
  const outcome = outcomes.find(({ planned }) => planned.id === id)
  if (!outcome) throw new Error(`${id} is compared and not planned`)
  return buildCaseConditions(outcome.planned, outcome.status === 'measured' ? outcome.resultRows : null, record)
}

function withoutRuns(
  { head, base }: JudgedComparison,
  reference: string,
  outcomes: readonly CaseOutcome[],
): Comparison {
  const sides = [head, base].map((planned) => outcomes.find((outcome) => outcome.planned.id === planned.id))
  const lost = sides.find((side) => side && side.status !== 'measured')
  const reason =
    lost && lost.status !== 'measured' ? `${lost.planned.id}: ${lost.reason}` : 'the two sides have no interleaved runs'
  const isUnfit = sides.every((side) => side?.status === 'measured' || side?.status === 'contaminated')
  return {
    ...head.key,
    metric: wallTime.name,
    unit: wallTime.unit,
    betterWhen: wallTime.betterWhen,
    reference,
    isGate: true,
    ...createUndecided(isUnfit ? 'inconclusive' : 'missing', reason),
  }
}
