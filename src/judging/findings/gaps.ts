import { formatCounted } from '../../domain/core/numbers.ts'
import { isAnswer } from '../../domain/verdict/conclusion.ts'
import { formatCaseId } from '../../domain/core/case.ts'
import {
  type CaseOutcome,
  collectMeasurements,
  formatReasons,
  shortenFailure,
  summarizeOutcome,
  isMeasured,
  type MeasuredOutcome,
} from '../../domain/trial/outcome.ts'
import type { Plan } from '../../domain/plan/plan.ts'
import type { Finding } from '../../domain/verdict/report.ts'
import type { RunRecord } from '../../record/run.ts'
import { createCaution, isIngested } from './cautions.ts'
import type { Config } from '../../config/schema/schema.ts'
import { formatNames } from '../../domain/core/errors.ts'
import { isTwin } from '../../domain/noise/calibration.ts'
import { listUnsteadyReadings } from '../../domain/trial/measurements.ts'
import { readingPrefix } from '../../domain/trial/trial-readings.ts'
import type { Comparison } from '../../domain/verdict/comparison.ts'
import { isNamedGate } from '../../domain/verdict/gate.ts'
import { chooseGate } from '../../suites/choose-gate.ts'
import { listConfiguredSuites } from '../plan/plan-run.ts'

/**
 * States, as sentences, that a measured case has fewer recorded trials than planned, or a head case both failed and
 * counted runs: what is missing or failed may be slow, so the others are no pass. Failed trials are recorded; failure
 * kinds that the case expects (`answers`) do not count.
 */
export function listLostRuns(outcome: CaseOutcome, { yardstick }: Pick<RunRecord, 'yardstick'>): string[] {
  if (outcome.status !== 'measured') return []
  const { planned, trials, failures } = outcome
  const recorded = trials.length + failures.filter((trial) => !trial.isWarmup).length
  // Ingested runs have no planned count. Only a local run may skip this check, because a published record is untrusted.
  const isPlanned = yardstick.origin !== 'local' || !isIngested(outcome)
  return [
    ...(isPlanned && recorded < planned.repeats
      ? [`${recorded} of ${planned.repeats} planned runs were recorded`]
      : []),
    ...(planned.revision === 'head' ? describeFailedRuns(outcome) : []),
  ].map((text) => `${planned.id}: ${text}`)
}

/** Describes how many runs failed and how many count; empty when none failed. */
function describeFailedRuns(outcome: MeasuredOutcome): string[] {
  const { planned } = outcome
  const failed = outcome.failures.flatMap(({ failure }) =>
    failure && !(planned.answers ?? []).includes(failure.kind) ? [failure] : [],
  )
  const [first] = failed
  if (!first) return []
  const [detail = ''] = shortenFailure(first.detail).split('\n')
  const others = `${outcome.trials.length} ${outcome.trials.length === 1 ? 'run counts' : 'runs count'}`
  return [`${formatCounted(failed.length, 'run')} failed (${first.kind}: ${detail}); ${others}`]
}

/** Lists interrupted, missing and failed runs of the head, as sentences. */
export function listHeadDoubts(record: RunRecord): string[] {
  const cut = record.status === 'finished' ? [] : [record.statusDetail ?? 'the run was interrupted']
  const outcomes = record.plan.cases
    .filter(({ revision }) => revision === 'head')
    .map((planned) => summarizeOutcome(planned, record.trials))
  return [...cut, ...outcomes.flatMap((outcome) => listLostRuns(outcome, record))]
}

/** Lists findings about cases that were not tested or have no result, and cautions about runs that do not count. */
export function listGaps(plan: Plan, outcomes: readonly CaseOutcome[]): Finding[] {
  const measured = outcomes.filter(isMeasured)
  return [
    ...plan.notTested.map(({ key, reason }): Finding => ({ kind: 'not-tested', subject: formatCaseId(key), reason })),
    ...outcomes.flatMap((outcome): Finding[] =>
      outcome.status === 'measured' || isAnswer(outcome)
        ? []
        : [{ kind: outcome.status, subject: outcome.planned.id, reason: outcome.reason }],
    ),
    // Contaminated runs were repeated, so the remaining figures are valid.
    ...measured.flatMap(({ planned, contaminated }) => {
      if (contaminated.length === 0) return []
      const reasons = formatReasons(contaminated.flatMap((trial) => trial.contamination))
      const count = contaminated.length === 1 ? '1 run is' : `${contaminated.length} runs are`
      return [createCaution(planned.id, `${count} excluded because of the machine state: ${reasons}`)]
    }),
    // Failed runs of references reduce the counted runs and do not cast doubt on the head.
    ...measured
      .filter(({ planned }) => planned.revision !== 'head')
      .flatMap((outcome) => describeFailedRuns(outcome).map((text) => createCaution(outcome.planned.id, text))),
  ]
}

/**
 * Lists the figures that a gate names and that cannot be compared, as sentences: those without one value in every run,
 * and those that the record had no place for. Such a gate never passes.
 */
export function listLostFigures(outcome: CaseOutcome, config: Config): string[] {
  if (outcome.status !== 'measured') return []
  const { planned, trials } = outcome
  const gate = chooseGate(config, planned.key.suite)
  const complete = new Set(collectMeasurements(trials).map(({ metric }) => metric.name))
  const some = trials.flatMap((trial) => collectMeasurements([trial]).map(({ metric }) => metric.name))
  const lost = [...new Set([...some, ...listUnsteadyReadings(trials)])].filter(
    (name) => !complete.has(name) && isNamedGate(name, gate),
  )
  // A prefix may name figures that are not known; a literal name of one is reported as missing.
  const prefixes = gate.filter((pattern) => pattern.endsWith('*')).map((pattern) => pattern.slice(0, -1))
  const mayBeDropped = prefixes.some((prefix) => prefix.startsWith(readingPrefix) || readingPrefix.startsWith(prefix))
  const dropped = mayBeDropped ? trials.flatMap(({ readings }) => readings?.dropped ?? []) : []
  return [
    ...(lost.length > 0 ? [`${formatNames(lost)} without one value in every run`] : []),
    ...[...new Set(dropped)].map((reason) => `dropped, because ${reason}`),
  ].map((text) => `${planned.id}: not compared: ${text}`)
}

/** Lists the lost figures (`listLostFigures`) of the cases of every suite with a judged gate. */
export function listGatedLosses(
  outcomes: readonly CaseOutcome[],
  comparisons: readonly Comparison[],
  config: Config,
): string[] {
  const gated = new Set(comparisons.filter(({ isGate }) => isGate).map(({ suite }) => suite))
  return outcomes.flatMap((outcome) => (gated.has(outcome.planned.key.suite) ? listLostFigures(outcome, config) : []))
}

/** Lists the lost figures of all head cases that a baseline would hold, and the cases that have no figures at all. */
export function listHeadLosses({ plan, trials }: RunRecord, config: Config): string[] {
  const suites = listConfiguredSuites(config).filter(({ suite }) => suite.usesBaselines)
  return plan.cases
    .filter((one) => one.revision === 'head' && !isTwin(one) && suites.some(({ name }) => name === one.key.suite))
    .map((planned) => summarizeOutcome(planned, trials))
    .flatMap((outcome) =>
      outcome.status === 'measured'
        ? listLostFigures(outcome, config)
        : [`${outcome.planned.id}: not compared: ${outcome.reason}`],
    )
}

/**
 * Lists files of `pipeline.identity` that are missing at the head, as sentences. A path that is missing on both sides
 * compares as equal, so a comparison could not detect a different model.
 */
export function listMissingModelFiles({ identity }: Pick<RunRecord, 'identity'>): string[] {
  return Object.entries(identity['head'] ?? {})
    .filter(([, sha256]) => sha256 === 'absent')
    .map(([path]) => `pipeline.identity: ${path} does not exist at the head, so the model that ran is unknown`)
}
