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

/** Everything that the verdict of a run depends on. */
export type Evidence = {
  readonly comparisons: readonly Comparison[]
  readonly requirements: readonly RequirementResult[]
  readonly outcomes: readonly CaseOutcome[]
  readonly status: RunRecord['status']
  readonly statusDetail: string | null
  readonly yardstick: RunRecord['yardstick']
  /** Unreadable baselines and other reasons why a part could not be judged. */
  readonly obstacles: readonly string[]
  /**
   * Differences between the config, commits or baselines of this run and those of the base, so that its result does
   * not count. Absent: none.
   */
  readonly mismatches?: readonly string[]
}

/** The verdict of a run with its check conclusion and exit code. */
export type Conclusion = {
  readonly verdict: OverallVerdict
  readonly conclusion: CheckConclusion
  readonly exitCode: 0 | 1 | 2
  /** Why the verdict is not a pass; empty for a pass. */
  readonly reasons: readonly string[]
}

/**
 * Concludes a run; the only place that does. Failures take precedence over errors, and errors over inconclusive
 * results. A run without any judgment never passes.
 */
export function conclude(evidence: Evidence, isStrict: boolean): Conclusion {
  const { mismatches = [] } = evidence
  const failures = listFailures(evidence)
  if (failures.length > 0) return { verdict: 'fail', conclusion: 'failure', exitCode: 1, reasons: failures }
  const errors = listErrors(evidence)
  if (errors.length > 0) return { verdict: 'error', conclusion: 'failure', exitCode: 2, reasons: errors }
  const doubts = listDoubts(evidence)
  if (doubts.length === 0) return { verdict: 'pass', conclusion: 'success', exitCode: 0, reasons: [] }
  // An incomplete run was not judged, and a neutral check would unblock the merge.
  if (isCutShort(evidence)) return { verdict: 'inconclusive', conclusion: 'cancelled', exitCode: 2, reasons: doubts }
  // A result by other rules does not count, and a neutral check would unblock the merge.
  if (mismatches.length > 0) return { verdict: 'inconclusive', conclusion: 'failure', exitCode: 2, reasons: doubts }
  const conclusion = isStrict ? 'failure' : 'neutral'
  return { verdict: 'inconclusive', conclusion, exitCode: isStrict ? 1 : 0, reasons: doubts }
}

/**
 * Concludes a comparison of two stored sides. Missing, incomparable and partial results count as not judged (exit
 * code 2), so that a script does not take them for a pass.
 */
export function concludeStored(comparisons: readonly Comparison[], doubts: readonly string[]): Conclusion {
  const gates = comparisons.filter((item) => item.isGate)
  const regressions = gates.filter(doesFailCheck)
  const open = gates.filter(isOpen)
  const reasons = [
    ...doubts,
    ...open.map((item) => `${formatMetricLabel(item.metric)} of ${formatCaseId(item)}: ${item.verdict}`),
  ]
  if (regressions.length > 0) return { verdict: 'fail', conclusion: 'failure', exitCode: 1, reasons }
  const isUnjudged = gates.length === 0 || open.some(({ verdict }) => verdict !== 'inconclusive')
  if (isUnjudged || doubts.length > 0) return { verdict: 'inconclusive', conclusion: 'neutral', exitCode: 2, reasons }
  if (open.length > 0) return { verdict: 'inconclusive', conclusion: 'neutral', exitCode: 0, reasons }
  return { verdict: 'pass', conclusion: 'success', exitCode: 0, reasons: [] }
}

/** Whether the run was canceled, timed out or killed; the record of a killed run still says `running`. */
function isCutShort({ status }: Evidence): boolean {
  return status === 'interrupted' || status === 'running'
}

function listFailures({ comparisons, requirements }: Evidence): string[] {
  const regressions = comparisons.filter(doesFailCheck)
  const broken = requirements.filter((item) => item.severity === 'fail' && item.status === 'fail')
  return [
    ...regressions.map((item) => `regression of ${formatMetricLabel(item.metric)}`),
    ...broken.map((item) => `${item.id} failed`),
  ]
}

/** A head that cannot run its own benchmark is an error, regardless of other cases. */
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
    ...(yardstick.origin === 'head' ? ['the config comes from the head, because the base has none'] : []),
    ...mismatches,
    ...obstacles,
    ...evidence.outcomes.flatMap((outcome) => (outcome.status === 'contaminated' ? [formatCaseReason(outcome)] : [])),
    ...[...Map.groupBy(open, describeCase)].map(([where, items]) => `${items.map(describeDoubt).join('; ')}: ${where}`),
    ...unevaluated.map((item) => `${item.id} not evaluated: ${item.reason}`),
    ...(isJudged ? [] : ['nothing could be judged: no baseline for this testbed and no limit with a measured value']),
  ]
}

/** Whether a gate shows neither a slowdown nor its absence. */
function isOpen(item: Comparison): boolean {
  return !['unchanged', 'improvement', 'regression'].includes(item.verdict)
}

function describeCase(item: Comparison): string {
  return `${formatCaseId(item)} against ${item.reference}`
}

/** Describes an undecided gate and the smallest slowdown that it cannot exclude. */
function describeDoubt(item: Comparison): string {
  const { metric, verdict, effect, excluded } = item
  if (verdict !== 'inconclusive' || effect === null) return `${formatMetricLabel(metric)} is ${verdict}`
  // A doubtful improvement excludes every slowdown.
  const limit =
    excluded === null || excluded <= 0 ? '' : `, a slowdown below ${formatShare(excluded)} cannot be excluded`
  return `${describeEffect(item)}${limit}`
}

/** Whether a limit was judged; informative limits judge nothing. */
function isJudging({ severity, status }: RequirementResult): boolean {
  return severity !== 'info' && status !== 'not evaluated'
}
