import { isAnswer } from './answered-failure.ts'
import { formatCaseId } from '../core/case.ts'
import { doesFailCheck, type Comparison } from './comparison.ts'
import { describeEffect } from './effect-text.ts'
import { formatMetricLabel } from '../core/metric-label.ts'
import type { CheckConclusion } from './delivery.ts'
import type { CaseOutcome } from '../trial/outcome.ts'
import type { OverallVerdict } from './report.ts'
import type { RequirementResult } from './requirement.ts'
import type { RunRecord } from '../trial/run-record.ts'
import { formatShare } from '../core/share-text.ts'

export type Evidence = {
  readonly comparisons: readonly Comparison[]
  readonly requirements: readonly RequirementResult[]
  readonly outcomes: readonly CaseOutcome[]
  readonly status: RunRecord['status']
  readonly statusDetail: string | null
  readonly yardstick: RunRecord['yardstick']
  /** Baselines that exist and could not be read, and other reasons why a part could not be judged. */
  readonly obstacles: readonly string[]
  /** Why this is not the measurement that counts: other rules, commits or baselines than the base has. Absent: it is. */
  readonly mismatches?: readonly string[]
}

export type Conclusion = {
  readonly verdict: OverallVerdict
  readonly conclusion: CheckConclusion
  readonly exitCode: 0 | 1 | 2
  /** What kept the verdict from being a pass; empty for a pass. */
  readonly reasons: readonly string[]
}

/**
 * The one place where a run becomes a verdict. Order matters: what failed for certain wins over what could not be
 * measured, and that wins over what could not be told. Nothing judged at all is never a pass.
 */
export function conclude(evidence: Evidence, isStrict: boolean): Conclusion {
  const { mismatches = [] } = evidence
  const failures = listFailures(evidence)
  if (failures.length > 0) return { verdict: 'fail', conclusion: 'failure', exitCode: 1, reasons: failures }
  const errors = listErrors(evidence)
  if (errors.length > 0) return { verdict: 'error', conclusion: 'failure', exitCode: 2, reasons: errors }
  const doubts = listDoubts(evidence)
  if (doubts.length === 0) return { verdict: 'pass', conclusion: 'success', exitCode: 0, reasons: [] }
  // A run that did not end was not judged: neutral would let it merge.
  if (isCutShort(evidence)) return { verdict: 'inconclusive', conclusion: 'cancelled', exitCode: 2, reasons: doubts }
  // What was measured by other rules says nothing about these, however quiet it was: neutral would let it merge.
  if (mismatches.length > 0) return { verdict: 'inconclusive', conclusion: 'failure', exitCode: 2, reasons: doubts }
  const conclusion = isStrict ? 'failure' : 'neutral'
  return { verdict: 'inconclusive', conclusion, exitCode: isStrict ? 1 : 0, reasons: doubts }
}

/**
 * The same for two stored sides, without a run around them. What is gone, belongs to something else or ran only in part
 * was not judged: a script must not take it for as fast as before.
 */
export function concludeStored(comparisons: readonly Comparison[], doubts: readonly string[]): Conclusion {
  const gates = comparisons.filter((item) => item.isGate)
  const regressions = gates.filter(doesFailCheck)
  const open = gates.filter(isOpen)
  const reasons = [...doubts, ...open.map((item) => `${item.metric} of ${formatCaseId(item)}: ${item.verdict}`)]
  if (regressions.length > 0) return { verdict: 'fail', conclusion: 'failure', exitCode: 1, reasons }
  const isUnjudged = gates.length === 0 || open.some(({ verdict }) => verdict !== 'inconclusive')
  if (isUnjudged || doubts.length > 0) return { verdict: 'inconclusive', conclusion: 'neutral', exitCode: 2, reasons }
  if (open.length > 0) return { verdict: 'inconclusive', conclusion: 'neutral', exitCode: 0, reasons }
  return { verdict: 'pass', conclusion: 'success', exitCode: 0, reasons: [] }
}

/** It was cancelled, ran into a time limit or was killed; its record still says `running` then. */
function isCutShort({ status }: Evidence): boolean {
  return status === 'interrupted' || status === 'running'
}

function listFailures({ comparisons, requirements }: Evidence): string[] {
  const regressions = comparisons.filter(doesFailCheck)
  const broken = requirements.filter((item) => item.severity === 'fail' && item.status === 'fail')
  return [...regressions.map((item) => `regression of ${item.metric}`), ...broken.map((item) => `${item.id} failed`)]
}

/** The head that cannot run its own benchmark is an error, whatever the other cases say. */
function listErrors({ outcomes, status, statusDetail }: Evidence): string[] {
  if (status === 'failed') return [statusDetail ?? 'the run failed']
  if (status === 'interrupted') return []
  const heads = outcomes.filter((outcome) => outcome.planned.revision === 'head')
  if (heads.length === 0) return ['no case could be measured']
  return heads.flatMap((outcome) =>
    outcome.status === 'measured' || outcome.status === 'contaminated' || isAnswer(outcome)
      ? []
      : [formatCaseReason(outcome)],
  )
}

function formatCaseReason({ planned, reason }: Exclude<CaseOutcome, { status: 'measured' }>): string {
  return `${planned.id}: ${reason}`
}

function listDoubts(evidence: Evidence): string[] {
  const { comparisons, requirements, statusDetail, yardstick, obstacles, mismatches = [] } = evidence
  const gates = comparisons.filter((item) => item.isGate)
  const open = gates.filter(isOpen)
  const unevaluated = requirements.filter((item) => item.severity === 'fail' && item.status === 'not evaluated')
  const isJudged = gates.length > 0 || requirements.some(isJudging)
  return [
    ...(isCutShort(evidence) ? [statusDetail ?? 'the run was interrupted'] : []),
    ...(yardstick.origin === 'head' ? ['the config comes from the head itself: the base has none yet'] : []),
    ...mismatches,
    ...obstacles,
    ...evidence.outcomes.flatMap((outcome) => (outcome.status === 'contaminated' ? [formatCaseReason(outcome)] : [])),
    ...[...Map.groupBy(open, describeCase)].map(([where, items]) => `${items.map(describeDoubt).join('; ')}: ${where}`),
    ...unevaluated.map((item) => `${item.id} not evaluated: ${item.reason}`),
    ...(isJudged
      ? []
      : ['there was nothing to judge by: no baseline for this testbed and no limit that could be judged']),
  ]
}

/** Neither a slowdown that fails the check nor the absence of one was shown. */
function isOpen(item: Comparison): boolean {
  return !['unchanged', 'improvement', 'regression'].includes(item.verdict)
}

function describeCase(item: Comparison): string {
  return `${formatCaseId(item)} against ${item.reference}`
}

/** What is open of a gate, and the smallest slowdown that it does not exclude. */
function describeDoubt(item: Comparison): string {
  const { metric, verdict, effect, excluded } = item
  if (verdict !== 'inconclusive' || effect === null) return `${formatMetricLabel(metric)} is ${verdict}`
  // A doubted improvement excludes every slowdown.
  const limit =
    excluded === null || excluded <= 0 ? '' : `, a slowdown below ${formatShare(excluded)} cannot be excluded`
  return `${describeEffect(item)}${limit}`
}

/** A limit that only informs says the same whether it is met or missed: it judges nothing. */
function isJudging({ severity, status }: RequirementResult): boolean {
  return severity !== 'info' && status !== 'not evaluated'
}
