import type { Config } from '../../config/schema/schema.ts'
import { formatNames } from '../../domain/core/format-value.ts'
import { isTwin } from '../../domain/noise/calibration-plan.ts'
import { collectMeasurements, summarizeOutcome, type CaseOutcome } from '../../domain/trial/outcome.ts'
import { listUnsteadyReadings } from '../../domain/trial/reading-measurements.ts'
import { readingPrefix } from '../../domain/trial/trial-readings.ts'
import type { RunRecord } from '../../domain/trial/run-record.ts'
import type { Trial } from '../../domain/trial/trial.ts'
import type { Comparison } from '../../domain/verdict/comparison.ts'
import { isNamedGate } from '../../domain/verdict/gate.ts'
import { chooseGate } from '../../suites/choose-gate.ts'
import { listConfiguredSuites } from '../plan/plan-run.ts'

/**
 * Lists the figures that a gate names and that cannot be compared, as sentences: those without one value in every run,
 * and those that the record had no place for. Such a gate never passes.
 */
export function listLostFigures(outcome: CaseOutcome, config: Config): string[] {
  if (outcome.status !== 'measured') return []
  const { planned, trials } = outcome
  const gate = chooseGate(config, planned.key.suite)
  const lost = listPartialMetrics(trials).filter((name) => isNamedGate(name, gate))
  const dropped = gate.some(mayNameReadings) ? trials.flatMap(({ readings }) => readings?.dropped ?? []) : []
  return [
    ...(lost.length > 0 ? [`${formatNames(lost)} without one value in every run`] : []),
    ...[...new Set(dropped)].map((reason) => `dropped, because ${reason}`),
  ].map((text) => `${planned.id}: not compared: ${text}`)
}

/** Lists them for the cases of every suite with a judged gate. */
export function listGatedLosses(
  outcomes: readonly CaseOutcome[],
  comparisons: readonly Comparison[],
  config: Config,
): string[] {
  const gated = new Set(comparisons.filter(({ isGate }) => isGate).map(({ suite }) => suite))
  return outcomes.flatMap((outcome) => (gated.has(outcome.planned.key.suite) ? listLostFigures(outcome, config) : []))
}

/** Lists the same for all head cases that a baseline would hold, with those that have no figures at all. */
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

function listPartialMetrics(trials: readonly Trial[]): string[] {
  const whole = new Set(collectMeasurements(trials).map(({ metric }) => metric.name))
  const some = trials.flatMap((trial) => collectMeasurements([trial]).map(({ metric }) => metric.name))
  return [...new Set([...some, ...listUnsteadyReadings(trials)])].filter((name) => !whole.has(name))
}

/** Whether a pattern may name figures that are not known: a literal name of one is reported as missing. */
function mayNameReadings(pattern: string): boolean {
  if (!pattern.endsWith('*')) return false
  const prefix = pattern.slice(0, -1)
  return prefix.startsWith(readingPrefix) || readingPrefix.startsWith(prefix)
}
