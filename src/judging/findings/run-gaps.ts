import { isAnswer } from '../../domain/verdict/answered-failure.ts'
import { formatCaseId } from '../../domain/core/case.ts'
import { shortenFailure } from '../../domain/trial/failure-text.ts'
import { summarizeOutcome, type CaseOutcome } from '../../domain/trial/outcome.ts'
import type { Plan } from '../../domain/plan/plan.ts'
import type { Finding } from '../../domain/verdict/report.ts'
import type { RunRecord } from '../../domain/trial/run-record.ts'
import { isIngested } from './ingest-cautions.ts'

/** Reports cases with fewer recorded trials than planned: the missing ones may be slow. Failed trials are recorded. */
export function listLostTrials(outcome: CaseOutcome, { yardstick }: RunRecord): string[] {
  // Ingested runs have no planned count. Only a local run may skip this check, because a published record is untrusted.
  if (yardstick.origin === 'local' && isIngested(outcome)) return []
  if (outcome.status !== 'measured') return []
  const { planned, trials, failures } = outcome
  const recorded = trials.length + failures.filter((trial) => !trial.isWarmup).length
  if (recorded >= planned.repeats) return []
  return [`${planned.id}: ${recorded} of ${planned.repeats} planned runs were recorded`]
}

/**
 * Reports head cases with both failed and counted runs: the failed ones may be slow, so the others are no pass. Failure
 * kinds that the case expects (`answers`) do not count.
 */
export function listFailedRuns(outcome: CaseOutcome): string[] {
  const { planned } = outcome
  if (outcome.status !== 'measured' || planned.revision !== 'head') return []
  return describeFailedRuns(outcome).map((text) => `${planned.id}: ${text}`)
}

/** Describes how many runs failed and how many count; empty when none failed. */
function describeFailedRuns(outcome: CaseOutcome & { readonly status: 'measured' }): string[] {
  const { planned } = outcome
  const failed = outcome.failures.flatMap(({ failure }) =>
    failure && !(planned.answers ?? []).includes(failure.kind) ? [failure] : [],
  )
  const [first] = failed
  if (!first) return []
  const [detail = ''] = shortenFailure(first.detail).split('\n')
  const runs = failed.length === 1 ? '1 run' : `${failed.length} runs`
  const others = `${outcome.trials.length} ${outcome.trials.length === 1 ? 'run counts' : 'runs count'}`
  return [`${runs} failed (${first.kind}: ${detail}); ${others}`]
}

/** Lists interrupted, missing and failed runs of the head, as sentences. */
export function listHeadDoubts(record: RunRecord): string[] {
  const cut = record.status === 'finished' ? [] : [record.statusDetail ?? 'the run was interrupted']
  const outcomes = record.plan.cases
    .filter(({ revision }) => revision === 'head')
    .map((planned) => summarizeOutcome(planned, record.trials))
  return [...cut, ...outcomes.flatMap((outcome) => [...listLostTrials(outcome, record), ...listFailedRuns(outcome)])]
}

/** Lists planned cases without a result, and runs that do not count. */
export function listGaps(plan: Plan, outcomes: readonly CaseOutcome[]): Finding[] {
  const notTested = plan.notTested.map((item): Finding => ({
    kind: 'not-tested',
    subject: formatCaseId(item.key),
    reason: item.reason,
  }))
  const lost = outcomes.flatMap((outcome): Finding[] =>
    outcome.status === 'measured' || isAnswer(outcome)
      ? []
      : [{ kind: outcome.status, subject: outcome.planned.id, reason: outcome.reason }],
  )
  return [...notTested, ...lost, ...outcomes.flatMap(listVoidedRuns), ...outcomes.flatMap(listFailedReferences)]
}

/** Lists failed runs of references as cautions: they reduce the counted runs and do not cast doubt on the head. */
function listFailedReferences(outcome: CaseOutcome): Finding[] {
  const { planned } = outcome
  if (outcome.status !== 'measured' || planned.revision === 'head') return []
  return describeFailedRuns(outcome).map((reason) => ({ kind: 'caution', subject: planned.id, reason }))
}

/** Lists contaminated runs that were repeated; the remaining figures are valid. */
function listVoidedRuns(outcome: CaseOutcome): Finding[] {
  if (outcome.status !== 'measured' || outcome.contaminated.length === 0) return []
  const reasons = [...new Set(outcome.contaminated.flatMap((trial) => trial.contamination))]
  const count = outcome.contaminated.length === 1 ? '1 run is' : `${outcome.contaminated.length} runs are`
  const reason = `${count} excluded because of the machine state: ${reasons.slice(0, 3).join('; ')}`
  return [{ kind: 'caution', subject: outcome.planned.id, reason }]
}
