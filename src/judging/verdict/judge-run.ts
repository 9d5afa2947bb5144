import type { Config } from '../../config/schema/schema.ts'
import { casesWithoutBaseline, judgeByBaseline, type HeadCase } from '../../domain/baselines/baseline-comparison.ts'
import { caseId } from '../../domain/core/case.ts'
import type { Comparison } from '../../domain/verdict/comparison.ts'
import { explainBusyTime } from '../../domain/verdict/explain-busy-time.ts'
import { explainTotal } from '../../domain/verdict/explain-total.ts'
import { judgeComparisons, type JudgedComparison } from '../../domain/verdict/judged-comparison.ts'
import { evenly, runsInTurn } from '../../domain/plan/runs-in-turn.ts'
import { controlWatched } from '../../domain/verdict/watched-metrics.ts'
import { outcomeOf, type CaseOutcome } from '../../domain/trial/outcome.ts'
import type { Derived } from '../../domain/verdict/requirement.ts'
import type { Plan } from '../../domain/plan/plan.ts'
import type { PriorKnowledge } from '../../domain/plan/prior-knowledge.ts'
import type { Finding, Report } from '../../domain/verdict/report.ts'
import { unknownCommit } from '../../domain/core/revision.ts'
import type { RunRecord } from '../../domain/trial/run-record.ts'
import { gateOf } from '../../suites/gate-of.ts'
import { refuseOtherAnswers } from '../../suites/equivalence/same-answers.ts'
import type { SuiteFindings } from '../../suites/suite.ts'
import { absentFigures } from '../findings/absent-figures.ts'
import { absentModel } from '../findings/absent-model.ts'
import { caseConditions } from './case-conditions.ts'
import { caseFigures } from '../findings/case-figures.ts'
import { clockFindings } from '../findings/clock-findings.ts'
import { hostLoadFindings } from '../findings/host-load-findings.ts'
import { ingestedNotes } from '../findings/ingested-notes.ts'
import { joinComparisons } from './judge-beside.ts'
import { joinParts, partsToJudge, type JudgedPart, type PartToJudge } from './judged-parts.ts'
import type { LoadedBaseline, LoadedNoise } from '../baselines/committed-reference.ts'
import { logFigures, logSpeedups, monitoredRuns } from '../findings/log-figures.ts'
import { pastRunsOf } from '../findings/past-runs.ts'
import { priceSections } from '../plan/price-of-run.ts'
import { priorKnowledge } from './prior-knowledge.ts'
import { failedRuns, gaps, lostTrials } from '../findings/run-gaps.ts'
import { shortRuns } from '../findings/short-runs.ts'
import { slowGpuFindings } from '../findings/slow-gpu-findings.ts'
import { telemetryDigest } from '../findings/telemetry-digest.ts'
import { telemetryFigures } from '../findings/telemetry-figures.ts'
import { telemetrySections } from '../findings/telemetry-sections.ts'
import { configuredSuites, type ConfiguredSuite } from '../plan/plan-run.ts'
import type { JudgeRunInput } from './judge-run-input.ts'

/**
 * Judges a run from its raw samples and the rules alone, each testbed by itself. The plan is made again from the rules:
 * a record cannot leave out a case that the rules ask for.
 */
export function judgeRun(input: JudgeRunInput): Report {
  return joinParts(input, partsToJudge(input).map(judgePart))
}

function judgePart(input: PartToJudge): JudgedPart {
  const { record, config, suites, plan } = input
  const trials = ownTrials(record, plan)
  const known = priorKnowledge({ config, plan, record, baselines: input.baselines, noise: input.noise?.noise ?? null })
  const found = controlWatched(judgeComparisons(plan, trials, known))
    .map(explainTotal)
    .map((item) => explainBusyTime(item, evenly(runsInTurn(item.planned, item.head, trials, known))))
  const outcomes = outcomesOf(plan, trials, found)
  const judged = refuseOtherAnswers(found, outcomes, config)
  const material = { outcomes, judged, known }
  const findings = suites.map((entry) => judgeSuite(entry, material, input))
  const stored = suites.flatMap((entry) => (entry.suite.usesBaselines ? [compareStored(entry, material, input)] : []))
  const own = outcomes.filter((outcome) => isSubject(outcome, config))
  const comparisons = [...stored, ...findings].flatMap((item) => item.comparisons)
  return {
    testbed: record.testbed,
    telemetry: telemetryDigest(own, record.testbed.devices),
    pastRuns: pastRunsOf(comparisons, known),
    outcomes,
    comparisons,
    implied: findings.flatMap((item) => item.requirements),
    derived: [...ownFigures(own, record, config), ...findings.flatMap((item) => item.derived)],
    sections: [
      ...findings.flatMap((item) => item.sections),
      ...telemetrySections(own, record.testbed.devices),
      ...priceSections({ ...input, ...record, plan, noise: input.noise?.noise ?? null }, trials, comparisons),
    ],
    findings: [
      ...hostLoadFindings(outcomes),
      ...clockFindings(comparisons),
      ...slowGpuFindings(outcomes, record.testbed.devices),
      ...noiseNotes(input.noise),
      ...stored.flatMap((item) => item.findings),
      ...findings.flatMap((item) => item.findings),
      ...ingestedNotes(outcomes, record),
      ...gaps(plan, outcomes),
      ...suites.flatMap((entry) => notesOfShortRuns(entry, outcomes, comparisons, config)),
    ],
    obstacles: [
      ...(input.noise?.problem ? [input.noise.problem] : []),
      ...absentModel(record),
      ...stored.flatMap((item) => item.obstacles),
      ...outcomes.flatMap((outcome) => [...lostTrials(outcome, record), ...failedRuns(outcome)]),
    ],
  }
}

/** Figures of the cases that no suite derives. */
function ownFigures(own: readonly CaseOutcome[], { testbed }: RunRecord, { requirements }: Config): Derived[] {
  return [
    ...own.flatMap(caseFigures),
    ...absentFigures(own, requirements),
    ...own.flatMap((outcome) => logFigures(outcome, testbed.devices)),
    ...logSpeedups(own),
    ...monitoredRuns(own, testbed),
    ...own.flatMap((outcome) => telemetryFigures(outcome, testbed.devices)),
  ]
}

/** Of suites that judge times: the others may be as short as they like. */
function notesOfShortRuns(
  { name: suite, suite: { usesBaselines } }: ConfiguredSuite,
  outcomes: readonly CaseOutcome[],
  comparisons: readonly Comparison[],
  config: Config,
): Finding[] {
  if (!usesBaselines && !comparisons.some((item) => item.suite === suite && item.isGate)) return []
  const own = outcomes.filter((outcome) => outcome.planned.key.suite === suite && isOfHead(outcome))
  return shortRuns({ suite, outcomes: own, gate: gateOf(config, suite), minEffect: config.comparison.minEffect })
}

function noiseNotes(noise: LoadedNoise | undefined): Finding[] {
  return noise?.note ? [{ kind: 'caution', subject: 'noise', reason: noise.note }] : []
}

/** Trials of the commit that their revision resolved to; anything else is somebody else's work. */
function ownTrials(record: RunRecord, plan: Plan): RunRecord['trials'] {
  const cases = new Map(plan.cases.map((planned) => [planned.id, planned.revision]))
  return record.trials.filter((trial) => {
    const label = cases.get(trial.caseId)
    const revision = record.revisions.find((item) => item.label === label)
    return revision !== undefined && (revision.commit ?? unknownCommit) === trial.commit
  })
}

/** What the verdict is made from. */
type Material = {
  readonly outcomes: readonly CaseOutcome[]
  readonly judged: readonly JudgedComparison[]
  readonly known: PriorKnowledge
}

/** A reference that committed samples made unnecessary was not forgotten: it is no outcome at all. */
function outcomesOf(plan: Plan, trials: RunRecord['trials'], judged: readonly JudgedComparison[]): CaseOutcome[] {
  const cleared = judged.filter(({ progress }) => progress.state === 'cleared').map(({ base }) => base.id)
  return plan.cases.filter(({ id }) => !cleared.includes(id)).map((planned) => outcomeOf(planned, trials))
}

/** A suite that is compared with baselines sees the head alone: its reference ran only to be compared with. */
function judgeSuite(
  { name, suite, settings }: ConfiguredSuite,
  { outcomes, judged }: Material,
  { record, config }: PartToJudge,
): SuiteFindings {
  const own = outcomes.filter(({ planned }) => planned.key.suite === name)
  return suite.judge({
    config,
    suite: settings,
    outcomes: suite.usesBaselines ? own.filter(isOfHead) : own,
    comparisons: judged.filter(({ head }) => head.key.suite === name),
    datasets: record.datasets,
    revisions: record.revisions,
    identity: record.identity,
    devices: record.testbed.devices,
    ...(record.testbed.cpuCores > 0 && { cpuCores: record.testbed.cpuCores }),
    policy: config.comparison,
  })
}

/** Limits are for what is tested, not for a merge base that ran beside it. */
function isSubject(outcome: CaseOutcome, config: Config): boolean {
  const entry = configuredSuites(config).find(({ name }) => name === outcome.planned.key.suite)
  return !entry?.suite.usesBaselines || isOfHead(outcome)
}

function isOfHead({ planned }: CaseOutcome): boolean {
  return planned.revision === 'head'
}

type StoredComparison = {
  readonly comparisons: readonly Comparison[]
  readonly findings: readonly Finding[]
  readonly obstacles: readonly string[]
}

function compareStored(
  { name }: ConfiguredSuite,
  { outcomes, judged, known }: Material,
  { record, config, baselines }: PartToJudge,
): StoredComparison {
  const loaded = baselines.find((item) => item.suite === name)
  const cases = outcomes
    .filter((outcome) => outcome.planned.key.suite === name && isOfHead(outcome))
    .map((outcome) => headCase(outcome, record))
  const beside = judged.filter(({ head }) => head.key.suite === name)
  const join = (stored: readonly Comparison[]) => joinComparisons(stored, beside, outcomes, record)
  if (!loaded?.baseline) return { ...withoutBaseline(name, loaded), comparisons: join([]) }
  const stored = judgeByBaseline({
    baseline: loaded.baseline,
    testbed: record.testbed,
    cases,
    gate: gateOf(config, name),
    policy: config.comparison,
    sessions: (key, metric) => known.sessionsOf(caseId(key), metric),
  })
  const fresh = casesWithoutBaseline(loaded.baseline, cases)
  const findings = fresh.map(({ key }): Finding => ({
    kind: 'caution',
    subject: caseId(key),
    reason: 'no committed samples of this case yet',
  }))
  return { comparisons: join(stored), findings, obstacles: [] }
}

function withoutBaseline(suite: string, loaded: LoadedBaseline | undefined): StoredComparison {
  const problem = loaded && loaded.baseline === null ? loaded.problem : null
  const reason = problem ?? `no committed baseline for this testbed (${loaded?.path ?? 'none looked for'})`
  const findings: Finding[] = [{ kind: 'caution', subject: suite, reason }]
  return { comparisons: [], findings, obstacles: problem ? [problem] : [] }
}

/** A case of this run as the side that is compared with committed samples. */
export function headCase(outcome: CaseOutcome, record: RunRecord): HeadCase {
  const resultRows = outcome.status === 'measured' ? outcome.resultRows : null
  const common = { key: outcome.planned.key, conditions: caseConditions(outcome.planned, resultRows, record) }
  const isContaminated = outcome.status === 'contaminated'
  if (outcome.status !== 'measured') return { ...common, measurements: [], problem: outcome.reason, isContaminated }
  return { ...common, measurements: outcome.measurements, problem: null }
}
