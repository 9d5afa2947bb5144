import type { Config } from '../../config/schema/schema.ts'
import {
  calibrate,
  type CalibratedMetric,
  type CalibrationRules,
  type CalibrationSamples,
} from '../../domain/noise/calibration.ts'
import { calibrationPlan, roundsOf, twinOf } from '../../domain/noise/calibration-plan.ts'
import { calibrationSections, calibrationSentence } from '../../domain/noise/calibration-words.ts'
import { medianLevels, selectGates } from '../../domain/verdict/gate.ts'
import { sessionsOf, type NoiseRecord } from '../../domain/noise/noise.ts'
import { measurementsOf, outcomeOf, type CaseOutcome } from '../../domain/trial/outcome.ts'
import type { Plan, PlannedCase } from '../../domain/plan/plan.ts'
import type { Finding, Report } from '../../domain/verdict/report.ts'
import type { RunRecord } from '../../domain/trial/run-record.ts'
import { counts } from '../../domain/plan/runs-in-turn.ts'
import type { Trial } from '../../domain/trial/trial.ts'
import { gateOf } from '../../suites/gate-of.ts'
import { composeReport } from './compose-report.ts'
import { planRun } from '../plan/plan-run.ts'

export type CalibrationInput = {
  readonly record: RunRecord
  readonly config: Config
  /** What earlier sessions left; null: nothing. */
  readonly noise: NoiseRecord | null
}

/** What a run of the head against itself tells of the machine, metric by metric. Deterministic. */
export function calibrationOf(input: CalibrationInput): CalibratedMetric[] {
  const { record, config } = input
  // The ordinary plan: it knows with how many runs the rule will have to do.
  const { cases } = planRun(config, record.testbed.devices, record.revisions)
  const heads = cases.filter((planned) => planned.revision === 'head')
  return heads.flatMap((head) =>
    samplesOf(head, record.trials, input.config).flatMap((samples) => calibrate(samples, rulesFor(head, input)) ?? []),
  )
}

/** The report of a calibration. It judges no change: strict or not, there is nothing that it could have told. */
export function calibrationReport(input: CalibrationInput): Report {
  const { record, config } = input
  const plan = planOf(input)
  const outcomes = plan.cases.map((planned) => outcomeOf(planned, record.trials))
  const calibrated = calibrationOf(input)
  const report = composeReport({
    record,
    config: { ...config, comparison: { ...config.comparison, strict: false } },
    outcomes,
    derived: [],
    comparisons: [],
    requirements: [],
    sections: calibrationSections(calibrated),
    findings: outcomes.flatMap(lossOf),
    obstacles: [],
  })
  const keep = {
    text: 'Keep this noise with the testbed, so that later runs know their price',
    command: 'warpgauge baseline refresh RUN_FOLDER --reason "calibration"',
  }
  if (report.verdict !== 'inconclusive') return report
  return { ...report, sentence: calibrationSentence(calibrated), nextSteps: [keep] }
}

function planOf({ record, config }: CalibrationInput): Plan {
  return calibrationPlan(planRun(config, record.testbed.devices, record.revisions), roundsOf(record.plan))
}

/** The session under test is left out of what is known: judged by itself it would look quieter than it is. */
function rulesFor(head: PlannedCase, { record, config, noise }: CalibrationInput): CalibrationRules {
  const dataset = record.datasets.find(({ name }) => name === head.dataset)?.sha256 ?? ''
  const known = noise && withoutRun(noise, record.runId)
  const { minEffect } = config.comparison
  const { repeats, maxRepeats } = head
  return {
    minEffect,
    repeats,
    maxRepeats: Math.max(repeats, maxRepeats),
    sessionsOf: (key, metric) => sessionsOf(known, key, metric, dataset),
  }
}

function withoutRun(noise: NoiseRecord, runId: string): NoiseRecord {
  const cases = noise.cases.map((item) => ({
    ...item,
    metrics: item.metrics.map((metric) => ({
      ...metric,
      sessions: metric.sessions.filter((session) => session.runId !== runId),
    })),
  }))
  return { ...noise, cases }
}

function samplesOf(head: PlannedCase, trials: readonly Trial[], config: Config): CalibrationSamples[] {
  const twin = twinOf(head)
  const arms = [head, twin].map(({ id }) => trials.filter((trial) => trial.caseId === id && counts(trial)))
  const both = trials.filter((trial) => counts(trial) && [head.id, twin.id].includes(trial.caseId))
  const [one = [], other = []] = arms.map((arm) => (arm.length > 0 ? measurementsOf(arm) : []))
  if (both.length === 0) return []
  const measurements = measurementsOf(both)
  const levels = medianLevels(measurements.map(({ metric, samples }) => ({ name: metric.name, samples })))
  const gates = selectGates(gateOf(config, head.key.suite), levels)
  return measurements.map(({ metric, samples }) => {
    const valuesOf = (arm: typeof one) => arm.find((item) => item.metric.name === metric.name)?.samples ?? []
    const [ones, others] = [valuesOf(one), valuesOf(other)]
    const rounds = ones.slice(0, others.length).map((value, index) => [value, others[index] ?? Number.NaN] as const)
    return { key: head.key, metric, samples, rounds, isGate: gates.has(metric.name) }
  })
}

function lossOf(outcome: CaseOutcome): Finding[] {
  if (outcome.status === 'measured') return []
  return [{ kind: outcome.status, subject: outcome.planned.id, reason: outcome.reason }]
}
