import type { Config } from '../../config/schema/schema.ts'
import { formatNames } from '../../domain/core/format-value.ts'
import { collectMeasurements, summarizeOutcome, type CaseOutcome } from '../../domain/trial/outcome.ts'
import { listUnsteadyReadings } from '../../domain/trial/reading-measurements.ts'
import { readingPrefix } from '../../domain/trial/trial-readings.ts'
import type { RunRecord } from '../../domain/trial/run-record.ts'
import type { Trial } from '../../domain/trial/trial.ts'
import { isNamedGate } from '../../domain/verdict/gate.ts'
import { chooseGate } from '../../suites/choose-gate.ts'

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

/** Lists the same for the cases of the head of a run, with those that have no figures at all. */
export function listHeadLosses({ plan, trials }: RunRecord, config: Config): string[] {
  const heads = plan.cases.filter(({ revision }) => revision === 'head')
  return heads
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
