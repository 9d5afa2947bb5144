import { doesFailCheck, type Comparison } from './comparison.ts'
import { describeCase } from '../core/case.ts'
import { describeOpenGates, isOpen } from './headlined.ts'
import { formatMetricLabel } from '../core/metric.ts'
import type { CheckConclusion, OverallVerdict, VerdictReason, Report } from './report.ts'
import { type CaseOutcome, shortenFailure } from '../trial/outcome.ts'
import type { RequirementResult } from './requirement.ts'
import type { RunRecord } from '../../record/run.ts'
import type { Testbed } from '../testbed/testbed.ts'

/** Everything that the verdict of a run depends on; `evidence.ts` is about single metrics. */
export type RunEvidence = {
  readonly comparisons: readonly Comparison[]
  readonly requirements: readonly RequirementResult[]
  readonly outcomes: readonly CaseOutcome[]
  readonly status: RunRecord['status']
  /** Why the run did not finish; null otherwise. */
  readonly statusDetail: string | null
  readonly yardstick: RunRecord['yardstick']
  /** Datasets that the head alone provides, as sentences, where the head is not trusted. Absent: none. */
  readonly ownDatasets?: readonly string[]
  /** Unreadable baselines and other reasons why a part could not be judged. */
  readonly obstacles: readonly string[]
  /**
   * Differences between the config, commits or baselines of this run and those of the base, so that its result does
   * not count. Absent: none.
   */
  readonly mismatches?: readonly string[]
  /** For the names of cases. Absent: GPUs. */
  readonly deviceKind?: Testbed['deviceKind']
}

/** The verdict of a run with its check conclusion and exit code. */
export type Conclusion = {
  readonly verdict: OverallVerdict
  readonly conclusion: CheckConclusion
  readonly exitCode: 0 | 1 | 2
  /** Why the verdict is not a pass, most important first; empty for a pass. */
  readonly reasons: readonly VerdictReason[]
}

/**
 * Concludes a run; the only place that does. Failures take precedence over errors, and errors over inconclusive
 * results. A run without any judgment never passes. `isStrict`: an inconclusive result fails the check.
 */
export function conclude(evidence: RunEvidence, isStrict: boolean): Conclusion {
  const { mismatches = [], comparisons, requirements } = evidence
  const regressions = comparisons.filter(doesFailCheck)
  const broken = requirements.filter((item) => item.severity === 'fail' && item.status === 'fail')
  const failures = toReasons(
    ['regression', listRegressions(regressions)],
    ['limit-missed', broken.map((item) => `${item.id} failed`)],
  )
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
export function concludeStored(
  comparisons: readonly Comparison[],
  doubts: readonly string[],
  deviceKind: Testbed['deviceKind'],
): Conclusion {
  const gates = comparisons.filter((item) => item.isGate)
  const regressions = gates.filter(doesFailCheck)
  const open = gates.filter(isOpen)
  const reasons = toReasons(
    ['regression', listRegressions(regressions)],
    ['nothing-judged', gates.length === 0 ? ['no metric of the two is a gate'] : []],
    ['not-judged', doubts],
    ['undecided', describeOpenGates(open, deviceKind)],
  )
  if (regressions.length > 0) return { verdict: 'fail', conclusion: 'failure', exitCode: 1, reasons }
  const isUnjudged = gates.length === 0 || open.some(({ verdict }) => verdict !== 'inconclusive')
  if (isUnjudged || doubts.length > 0) return { verdict: 'inconclusive', conclusion: 'neutral', exitCode: 2, reasons }
  if (open.length > 0) return { verdict: 'inconclusive', conclusion: 'neutral', exitCode: 0, reasons }
  return { verdict: 'pass', conclusion: 'success', exitCode: 0, reasons: [] }
}

function listRegressions(regressions: readonly Comparison[]): string[] {
  return regressions.map((item) => `regression of ${formatMetricLabel(item.metric)}`)
}

function toReasons(
  ...groups: readonly (readonly [code: VerdictReason['code'], texts: readonly string[]])[]
): VerdictReason[] {
  return groups.flatMap(([code, texts]) => texts.map((text) => ({ code, text })))
}

/** Whether the run was canceled, timed out or killed; the record of a killed run still says `running`. */
function isCutShort({ status }: RunEvidence): boolean {
  return status === 'interrupted' || status === 'running'
}

/** A head that cannot run its own benchmark is an error, regardless of other cases. */
function listErrors({ outcomes, status, statusDetail, deviceKind }: RunEvidence): VerdictReason[] {
  if (status === 'failed') return toReasons(['not-measured', [statusDetail ?? 'the run failed']])
  if (status === 'interrupted') return []
  const heads = outcomes.filter((outcome) => outcome.planned.revision === 'head')
  if (heads.length === 0) return toReasons(['not-measured', ['no case could be measured']])
  const lost = heads.filter((one) => (one.status === 'failed' || one.status === 'missing') && !isAnswer(one))
  return toReasons(['not-measured', describeLostCases(lost, deviceKind)])
}

/** Names the cases of each reason once: `scaling, 1 GPU and 2 more cases: REASON`. */
function describeLostCases(outcomes: readonly CaseOutcome[], deviceKind: RunEvidence['deviceKind']): string[] {
  const lost = outcomes.filter((outcome) => outcome.status !== 'measured')
  return [...Map.groupBy(lost, ({ reason }) => reason)].map(([reason, group]) => {
    const names = group.map(({ planned }) => describeCase(planned.key, deviceKind))
    const more = names.length === 1 ? '' : ` and ${names.length - 1} more ${names.length === 2 ? 'case' : 'cases'}`
    return `${names[0]}${more}: ${shortenFailure(reason)}`
  })
}

function listDoubts(evidence: RunEvidence): VerdictReason[] {
  const { comparisons, requirements, statusDetail, yardstick, deviceKind } = evidence
  const { ownDatasets = [], mismatches = [], obstacles } = evidence
  const gates = comparisons.filter((item) => item.isGate)
  const unevaluated = requirements.filter((item) => item.severity === 'fail' && item.status === 'not evaluated')
  const contaminated = evidence.outcomes.filter((outcome) => outcome.status === 'contaminated')
  // Informative limits judge nothing.
  const isJudged =
    gates.length > 0 || requirements.some(({ severity, status }) => severity !== 'info' && status !== 'not evaluated')
  const nothing = 'nothing could be judged: no baseline for this testbed and no limit with a measured value'
  const ofHead = 'the config comes from the head, because the base has none'
  return toReasons(
    ['run-incomplete', isCutShort(evidence) ? [statusDetail ?? 'the run was interrupted'] : []],
    ['config-from-head', yardstick.origin === 'head' ? [ofHead] : []],
    ['dataset-from-head', ownDatasets],
    ['rules-changed', mismatches],
    ['not-judged', obstacles],
    ['contaminated', describeLostCases(contaminated, deviceKind)],
    ['undecided', describeOpenGates(gates.filter(isOpen), deviceKind ?? 'gpu')],
    [
      'limit-not-evaluated',
      unevaluated.map(({ id, reason }) => {
        const isStated = contaminated.some((outcome) => outcome.reason === reason)
        return `${id} not evaluated${isStated ? '' : `: ${reason}`}`
      }),
    ],
    ['nothing-judged', isJudged || contaminated.length > 0 ? [] : [nothing]],
  )
}

/**
 * Whether a case failed in a way that answers its question, such as a setting that needs more memory than available.
 */
export function isAnswer(outcome: CaseOutcome): boolean {
  if (outcome.status !== 'failed') return false
  return outcome.failureKind !== null && (outcome.planned.answers ?? []).includes(outcome.failureKind)
}

/** A regression that a maintainer accepted for one head, so that it no longer fails the check. */
export type Acceptance = {
  /** Login of the person. */
  readonly by: string
  /** ISO 8601, UTC. */
  readonly at: string
  readonly reason: string
  /** Last day (YYYY-MM-DD, UTC); null: until this head is merged or replaced. */
  readonly until: string | null
  readonly headCommit: string
  /** URL of the comment. */
  readonly url: string
}

/** Whether an acceptance is still valid at `now`. */
export function isInForce({ until }: Pick<Acceptance, 'until'>, now: Date): boolean {
  return until === null || now.toISOString().slice(0, 10) <= until
}

/** `maria accepted this on 2026-11-20 until 2026-12-24: "the new model is larger"`. */
export function formatAcceptance({ by, at, reason, until }: Acceptance): string {
  const end = until === null ? 'until this commit is merged or replaced' : `until ${until}`
  return `${by} accepted this on ${at.slice(0, 10)} ${end}: "${reason}"`
}

/**
 * Applies an acceptance to a failed report: the verdict stays, the check becomes neutral, and the report names the
 * person. Errors and inconclusive results are returned unchanged.
 */
export function applyAcceptance(report: Report, acceptance: Acceptance): Report {
  if (report.verdict !== 'fail') return report
  return {
    ...report,
    conclusion: 'neutral',
    exitCode: 0,
    sentence: `accepted by ${acceptance.by}; ${report.sentence}`,
    findings: [{ kind: 'caution', subject: 'accepted', reason: formatAcceptance(acceptance) }, ...report.findings],
  }
}
