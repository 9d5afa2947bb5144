import type { NoiseRecord } from '../../record/noise.ts'
import { findDatasetSha256 } from '../../domain/core/dataset.ts'
import type { Config } from '../../config/schema/schema.ts'
import {
  calibrate,
  type CalibratedMetric,
  type CalibrationRules,
  type CalibrationSamples,
  buildCalibrationPlan,
  countRounds,
  createTwin,
  buildCalibrationSections,
  describeCalibration,
} from '../../domain/noise/calibration.ts'
import { computeMedianLevels, selectGates } from '../../domain/verdict/gate.ts'
import { listSessionSamples } from '../../domain/noise/noise.ts'
import { collectMeasurements, summarizeOutcome, getSamples } from '../../domain/trial/outcome.ts'
import type { PlannedCase } from '../../domain/plan/plan.ts'
import type { Finding, Report } from '../../domain/verdict/report.ts'
import type { RunRecord } from '../../record/run.ts'
import { isCounted } from '../../domain/plan/interleaved-runs.ts'
import type { Trial } from '../../domain/trial/trial.ts'
import { chooseGate } from '../../suites/choose-gate.ts'
import { composeReport } from './compose-report.ts'
import { planRun } from '../plan/plan-run.ts'

/** A calibration run with its config and the known noise. */
export type CalibrationInput = {
  readonly record: RunRecord
  readonly config: Config
  /** Noise of earlier sessions; null: none. */
  readonly noise: NoiseRecord | null
}

/** Computes the noise of each metric from a run of the head against itself. Deterministic. */
export function calibrateRun({ record, config, noise }: CalibrationInput): CalibratedMetric[] {
  const { minEffect } = config.comparison
  // Including the session of this run would underestimate the noise.
  const known = noise && withoutRun(noise, record.runId)
  // The ordinary plan gives the number of runs that a later comparison has.
  const { cases } = planRun(config, record.testbed.devices, record.revisions)
  return cases
    .filter(({ revision }) => revision === 'head')
    .flatMap((head) => {
      const { repeats, maxRepeats } = head
      const dataset = findDatasetSha256(head.dataset, record.datasets) ?? ''
      const rules: CalibrationRules = {
        minEffect,
        repeats,
        maxRepeats: Math.max(repeats, maxRepeats),
        listSessions: (key, metric) => listSessionSamples(known, key, metric, dataset),
      }
      return collectSamples(head, record.trials, config).flatMap((samples) => calibrate(samples, rules) ?? [])
    })
}

/** Builds the report of a calibration. It judges no change, so `comparison.strict` does not apply. */
export function reportCalibration(input: CalibrationInput): Report {
  const { record, config } = input
  const ordinary = planRun(config, record.testbed.devices, record.revisions)
  const plan = buildCalibrationPlan(ordinary, countRounds(record.plan))
  const outcomes = plan.cases.map((planned) => summarizeOutcome(planned, record.trials))
  const calibrated = calibrateRun(input)
  const report = composeReport({
    record,
    config: { ...config, comparison: { ...config.comparison, strict: false } },
    outcomes,
    derived: [],
    comparisons: [],
    requirements: [],
    sections: buildCalibrationSections(calibrated),
    findings: outcomes.flatMap((outcome): Finding[] =>
      outcome.status === 'measured'
        ? []
        : [{ kind: outcome.status, subject: outcome.planned.id, reason: outcome.reason }],
    ),
    obstacles: [],
  })
  if (report.verdict !== 'inconclusive') return report
  const keep = {
    text: 'Store this noise for the testbed, so that later runs can estimate their cost',
    command: 'warpgauge baseline refresh RUN_FOLDER --reason "calibration"',
  }
  return { ...report, sentence: describeCalibration(calibrated), nextSteps: [keep] }
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

function collectSamples(head: PlannedCase, trials: readonly Trial[], config: Config): CalibrationSamples[] {
  const twin = createTwin(head)
  const arms = [head, twin].map(({ id }) => trials.filter((trial) => trial.caseId === id && isCounted(trial)))
  const both = trials.filter((trial) => isCounted(trial) && [head.id, twin.id].includes(trial.caseId))
  const [one = [], other = []] = arms.map((arm) => (arm.length > 0 ? collectMeasurements(arm) : []))
  if (both.length === 0) return []
  const measurements = collectMeasurements(both)
  const levels = computeMedianLevels(measurements.map(({ metric, samples }) => ({ name: metric.name, samples })))
  const gates = selectGates(chooseGate(config, head.key.suite), levels)
  return measurements.map(({ metric, samples }) => {
    const [ones = [], others = []] = [one, other].map((arm) => getSamples({ measurements: arm }, metric.name))
    const rounds = ones.slice(0, others.length).map((value, index) => [value, others[index] ?? Number.NaN] as const)
    return { key: head.key, metric, samples, rounds, isGate: gates.has(metric.name) }
  })
}
