import { isAnswer } from '../../domain/verdict/answered-failure.ts'
import { formatCaseId } from '../../domain/core/case.ts'
import { summarizeOutcome, type CaseOutcome } from '../../domain/trial/outcome.ts'
import type { Plan } from '../../domain/plan/plan.ts'
import type { Finding } from '../../domain/verdict/report.ts'
import type { RunRecord } from '../../domain/trial/run-record.ts'
import { isIngested } from './ingest-cautions.ts'

/** Fewer trials on record than the rules ask for: the others may be the slow ones. A failed trial is on record. */
export function listLostTrials(outcome: CaseOutcome, { yardstick }: RunRecord): string[] {
  // Of runs that somebody else made there are as many as there are; only a person's own folder may say so.
  if (yardstick.origin === 'local' && isIngested(outcome)) return []
  if (outcome.status !== 'measured') return []
  const { planned, trials, failures } = outcome
  const recorded = trials.length + failures.filter((trial) => !trial.isWarmup).length
  if (recorded >= planned.repeats) return []
  return [`${planned.id}: ${recorded} of ${planned.repeats} planned runs were recorded`]
}

/**
 * Runs of the head that failed beside others that count: those that crash or run out of time may be the slow ones, so
 * what the others say is no pass. Failures that a case was run to find are answers.
 */
export function listFailedRuns(outcome: CaseOutcome): string[] {
  const { planned } = outcome
  if (outcome.status !== 'measured' || planned.revision !== 'head') return []
  return describeFailedRuns(outcome).map((text) => `${planned.id}: ${text}`)
}

/** How many runs of a case failed, and how many count; nothing where none did. */
function describeFailedRuns(outcome: CaseOutcome & { readonly status: 'measured' }): string[] {
  const { planned } = outcome
  const failed = outcome.failures.flatMap(({ failure }) =>
    failure && !(planned.answers ?? []).includes(failure.kind) ? [failure] : [],
  )
  const [first] = failed
  if (!first) return []
  const [detail = ''] = first.detail.split('\n')
  const others = `${outcome.trials.length} ${outcome.trials.length === 1 ? 'run counts' : 'runs count'}`
  return [`${failed.length} failed (${first.kind}: ${detail.replace(/; last output:$/, '')}) and ${others}`]
}

/** What of the head was not measured, as sentences: runs that crash or were never made may be the slow ones. */
export function listHeadDoubts(record: RunRecord): string[] {
  const cut = record.status === 'finished' ? [] : [record.statusDetail ?? 'the run was interrupted']
  const outcomes = record.plan.cases
    .filter(({ revision }) => revision === 'head')
    .map((planned) => summarizeOutcome(planned, record.trials))
  return [...cut, ...outcomes.flatMap((outcome) => [...listLostTrials(outcome, record), ...listFailedRuns(outcome)])]
}

/** What was asked for and is not there. */
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

/** Runs of a reference that failed are no doubt about the head, and the reason why so few of them count. */
function listFailedReferences(outcome: CaseOutcome): Finding[] {
  const { planned } = outcome
  if (outcome.status !== 'measured' || planned.revision === 'head') return []
  return describeFailedRuns(outcome).map((reason) => ({ kind: 'caution', subject: planned.id, reason }))
}

/** Runs that were made again on a fit machine: the figures stand, and the reader should know. */
function listVoidedRuns(outcome: CaseOutcome): Finding[] {
  if (outcome.status !== 'measured' || outcome.contaminated.length === 0) return []
  const reasons = [...new Set(outcome.contaminated.flatMap((trial) => trial.contamination))]
  const count = outcome.contaminated.length === 1 ? '1 run does' : `${outcome.contaminated.length} runs do`
  const reason = `${count} not count, because the machine was not fit: ${reasons.slice(0, 3).join('; ')}`
  return [{ kind: 'caution', subject: outcome.planned.id, reason }]
}
