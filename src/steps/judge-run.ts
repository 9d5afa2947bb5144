import type { Config } from '../config/schema.ts'
import type { Baseline, Conditions } from '../domain/baseline.ts'
import { casesWithoutBaseline, compareWithBaseline, type HeadCase } from '../domain/baseline-comparison.ts'
import { caseId } from '../domain/case.ts'
import type { Comparison } from '../domain/comparison.ts'
import { outcomeOf, type CaseOutcome } from '../domain/outcome.ts'
import type { Plan } from '../domain/plan.ts'
import type { Finding, Report } from '../domain/report.ts'
import { evaluateRequirement, type Requirement } from '../domain/requirement.ts'
import type { RunRecord } from '../domain/run-record.ts'
import type { SuiteFindings } from '../suites/suite.ts'
import { caseFigures } from './case-figures.ts'
import { composeReport } from './compose-report.ts'
import { telemetryFigures } from './telemetry-figures.ts'
import { telemetrySections } from './telemetry-sections.ts'
import { configuredSuites, planRun, type ConfiguredSuite } from './plan-run.ts'

/** Committed samples as they were found: absent is ordinary, unreadable is an obstacle (W52). */
export type LoadedBaseline =
  | { readonly suite: string; readonly path: string; readonly baseline: Baseline }
  | { readonly suite: string; readonly path: string; readonly baseline: null; readonly problem: string | null }

export type JudgeRunInput = {
  readonly record: RunRecord
  readonly config: Config
  readonly baselines: readonly LoadedBaseline[]
  /** Further reasons why this run cannot pass, as sentences. */
  readonly obstacles: readonly string[]
}

/**
 * Judges a run from its raw samples and the rules alone. The plan is made again from the rules: a record cannot leave
 * out a case that the rules ask for.
 */
export function judgeRun(input: JudgeRunInput): Report {
  const { record, config } = input
  const plan = planRun(config, record.testbed.devices, record.revisions)
  const trials = ownTrials(record, plan)
  const outcomes = plan.cases.map((planned) => outcomeOf(planned, trials))
  const findings = configuredSuites(config).map((entry) => judgeSuite(entry, outcomes, input))
  const stored = configuredSuites(config).flatMap((entry) =>
    entry.suite.usesBaselines ? [compareStored(entry, outcomes, input)] : [],
  )
  const derived = [
    ...outcomes.flatMap(caseFigures),
    ...outcomes.flatMap((outcome) => telemetryFigures(outcome, record.testbed.devices)),
    ...findings.flatMap((item) => item.derived),
  ]
  const rules = [
    ...findings.flatMap((item) => item.requirements),
    ...config.requirements.map(configRequirement(config)),
  ]
  return composeReport({
    record,
    config,
    outcomes,
    derived,
    comparisons: [...stored.flatMap((item) => item.comparisons), ...findings.flatMap((item) => item.comparisons)],
    requirements: rules.flatMap((rule) => evaluateRequirement(rule, derived)),
    sections: [...findings.flatMap((item) => item.sections), ...telemetrySections(outcomes, record.testbed.devices)],
    findings: [
      ...stored.flatMap((item) => item.findings),
      ...findings.flatMap((item) => item.findings),
      ...gaps(plan, outcomes),
    ],
    obstacles: [...input.obstacles, ...stored.flatMap((item) => item.obstacles), ...outcomes.flatMap(lostTrials)],
  })
}

/** Trials of the commit that their revision resolved to; anything else is somebody else's work. */
function ownTrials(record: RunRecord, plan: Plan): RunRecord['trials'] {
  const cases = new Map(plan.cases.map((planned) => [planned.id, planned.revision]))
  return record.trials.filter((trial) => {
    const label = cases.get(trial.caseId)
    return record.revisions.find((revision) => revision.label === label)?.commit === trial.commit
  })
}

function judgeSuite(
  entry: ConfiguredSuite,
  outcomes: readonly CaseOutcome[],
  { record, config }: JudgeRunInput,
): SuiteFindings {
  return entry.suite.judge({
    config,
    suite: entry.settings,
    outcomes: outcomes.filter((outcome) => outcome.planned.key.suite === entry.name),
    datasets: record.datasets,
    revisions: record.revisions,
    identity: record.identity,
    devices: record.testbed.devices,
    policy: config.comparison,
  })
}

type StoredComparison = {
  readonly comparisons: readonly Comparison[]
  readonly findings: readonly Finding[]
  readonly obstacles: readonly string[]
}

function compareStored(
  entry: ConfiguredSuite,
  outcomes: readonly CaseOutcome[],
  input: JudgeRunInput,
): StoredComparison {
  const loaded = input.baselines.find((item) => item.suite === entry.name)
  const cases = outcomes
    .filter((outcome) => outcome.planned.key.suite === entry.name)
    .map((outcome) => headCase(outcome, input.record))
  if (!loaded?.baseline) return withoutBaseline(entry.name, loaded)
  const { testbed } = input.record
  const { gate } = input.config.comparison
  const comparisons = compareWithBaseline({
    baseline: loaded.baseline,
    testbed,
    cases,
    gate,
    policy: input.config.comparison,
  })
  const fresh = casesWithoutBaseline(loaded.baseline, cases)
  const findings = fresh.map(({ key }): Finding => ({
    kind: 'caution',
    subject: caseId(key),
    reason: 'no committed samples of this case yet',
  }))
  return { comparisons, findings, obstacles: [] }
}

function withoutBaseline(suite: string, loaded: LoadedBaseline | undefined): StoredComparison {
  const problem = loaded && loaded.baseline === null ? loaded.problem : null
  const reason = problem ?? `no committed baseline for this testbed (${loaded?.path ?? 'none looked for'})`
  const findings: Finding[] = [{ kind: 'caution', subject: suite, reason }]
  return { comparisons: [], findings, obstacles: problem ? [problem] : [] }
}

/** A case of this run as the side that is compared with committed samples. */
export function headCase(outcome: CaseOutcome, record: RunRecord): HeadCase {
  const common = { key: outcome.planned.key, conditions: conditionsOf(outcome, record) }
  const isContaminated = outcome.status === 'contaminated'
  if (outcome.status !== 'measured') return { ...common, measurements: [], problem: outcome.reason, isContaminated }
  return { ...common, measurements: outcome.measurements, problem: null }
}

/** The conditions a case ran under, as far as they decide what it may be compared with. */
function conditionsOf(outcome: CaseOutcome, record: RunRecord): Conditions {
  const { revision, dataset } = outcome.planned
  const identity = record.datasets.find((item) => item.name === dataset)
  return {
    datasetSha256: identity?.sha256 ?? '',
    sequences: identity?.sequences ?? 0,
    command: record.commands[revision] ?? [],
    resultRows: outcome.status === 'measured' ? outcome.resultRows : null,
    identity: record.identity[revision] ?? {},
  }
}

function configRequirement(config: Config): (rule: Config['requirements'][number]) => Requirement {
  return (rule) => ({ ...rule, rule: `config@${config.rulesVersion}` })
}

/** Fewer trials on record than the rules ask for: the others may be the slow ones. A failed trial is on record. */
function lostTrials(outcome: CaseOutcome): string[] {
  if (outcome.status !== 'measured') return []
  const { planned, trials, failures } = outcome
  const recorded = trials.length + failures.filter((trial) => !trial.isWarmup).length
  if (recorded >= planned.repeats) return []
  return [`${planned.id}: ${recorded} of ${planned.repeats} planned runs were recorded`]
}

function gaps(plan: Plan, outcomes: readonly CaseOutcome[]): Finding[] {
  const notTested = plan.notTested.map((item): Finding => ({
    kind: 'not-tested',
    subject: caseId(item.key),
    reason: item.reason,
  }))
  const lost = outcomes.flatMap((outcome): Finding[] =>
    outcome.status === 'measured'
      ? []
      : [{ kind: outcome.status, subject: outcome.planned.id, reason: outcome.reason }],
  )
  return [...notTested, ...lost, ...outcomes.flatMap(voidedRuns)]
}

/** Runs that were made again on a fit machine: the figures stand, and the reader should know. */
function voidedRuns(outcome: CaseOutcome): Finding[] {
  if (outcome.status !== 'measured' || outcome.contaminated.length === 0) return []
  const reasons = [...new Set(outcome.contaminated.flatMap((trial) => trial.contamination))]
  const count = outcome.contaminated.length === 1 ? '1 run does' : `${outcome.contaminated.length} runs do`
  const reason = `${count} not count, because the machine was not fit: ${reasons.slice(0, 3).join('; ')}`
  return [{ kind: 'caution', subject: outcome.planned.id, reason }]
}
