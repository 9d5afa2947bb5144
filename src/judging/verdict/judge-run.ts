import type { Config } from '../../config/schema/schema.ts'
import { listCasesWithoutBaseline, judgeByBaseline } from '../../domain/baselines/baseline-comparison.ts'
import { formatCaseId } from '../../domain/core/case.ts'
import type { Comparison } from '../../domain/verdict/comparison.ts'
import { adjustComparisons } from '../../domain/verdict/adjustments.ts'
import { judgeComparisons, type JudgedComparison } from '../../domain/verdict/judged-comparison.ts'
import { summarizeOutcome, type CaseOutcome } from '../../domain/trial/outcome.ts'
import type { Plan } from '../../domain/plan/plan.ts'
import type { PriorKnowledge } from '../../domain/plan/prior-knowledge.ts'
import type { Finding, Report, PastRuns, Section, TelemetryDigest } from '../../domain/verdict/report.ts'
import { unknownCommit, workingTreeName } from '../../domain/core/revision.ts'
import type { RunRecord } from '../../domain/trial/run-record.ts'
import { chooseGate } from '../../suites/choose-gate.ts'
import { findAnswerProblem } from '../../suites/equivalence/answer-checks.ts'
import type { SuiteFindings } from '../../suites/suite.ts'
import {
  listMissingModelFiles,
  listLostGpus,
  listGatedLosses,
  listFailedRuns,
  listGaps,
  listLostTrials,
} from '../findings/gaps.ts'
import {
  listClockCautions,
  listDatasetCautions,
  listHostLoadCautions,
  listIngestCautions,
  listReportCautions,
  listRestoredCautions,
  listShortRunCautions,
  listSlowGpuCautions,
  listDifferenceCautions,
} from '../findings/cautions.ts'
import { deriveCommonFigures, joinFigures } from '../findings/figures.ts'
import { joinComparisons } from './join-comparisons.ts'
import type { LoadedBaseline, LoadedNoise } from '../baselines/baselines.ts'
import { listPastRuns, buildTelemetryDigest, buildTelemetrySections, buildNodeSection } from '../findings/sections.ts'
import { buildCostSections } from '../plan/run-cost.ts'
import { buildPriorKnowledge } from './prior-knowledge.ts'
import { listConfiguredSuites, type ConfiguredSuite, planPart, collectRequirements } from '../plan/plan-run.ts'
import { buildHeadCase } from './case-conditions.ts'
import { findMissingWork, listUnverifiedCautions } from './unverified-work.ts'
import { describeNodeScope } from '../../domain/core/launcher.ts'
import { isMeasuredThere, selectPart, listTestbedParts, type TestbedPart } from '../../domain/merge/parts-by-testbed.ts'
import type { DerivedValue, Requirement } from '../../domain/verdict/requirement.ts'
import { formatSelection } from '../../domain/plan/selection.ts'
import type { Testbed } from '../../domain/testbed/testbed.ts'
import { listTestbedDifferences } from '../../domain/testbed/testbed-fields.ts'
import { judgeRequirement } from '../../suites/judge-requirement.ts'
import { composeReport } from './compose-report.ts'

/**
 * Judges a run from its raw samples and the config, each testbed separately. The plan is rebuilt from the config, so a
 * record cannot leave out a case.
 */
export function judgeRun(input: JudgeRunInput): Report {
  return joinParts(input, splitParts(input).map(judgePart))
}

function judgePart(input: PartInput): JudgedPart {
  const { record, config, suites, plan } = input
  const trials = selectTrials(record, plan)
  const noise = input.noise?.noise ?? null
  const known = buildPriorKnowledge({ config, plan, record, baselines: input.baselines, noise })
  const measured = judgeComparisons(plan, trials, known)
  const outcomes = listOutcomes(plan, trials, measured)
  const judged = adjustComparisons(measured, {
    findDifferentAnswers: ({ head, base }) => findAnswerProblem(head, base, outcomes, config),
    findMissingWork: (item) => findMissingWork(item, outcomes, config),
  })
  const material = { outcomes, judged, known }
  const findings = suites.map((entry) => judgeSuite(entry, material, input))
  const stored = suites.flatMap((entry) => (entry.suite.usesBaselines ? [compareStored(entry, material, input)] : []))
  const own = outcomes.filter((outcome) => isSubject(outcome, config))
  const comparisons = [...stored, ...findings].flatMap((item) => item.comparisons)
  return {
    testbed: record.testbed,
    telemetry: buildTelemetryDigest(own, record.testbed.devices),
    pastRuns: listPastRuns(comparisons, known),
    outcomes,
    comparisons,
    implied: findings.flatMap((item) => item.requirements),
    derived: joinFigures(
      deriveCommonFigures(own, record, config),
      findings.flatMap((item) => item.derived),
    ),
    sections: [
      ...findings.flatMap((item) => item.sections),
      ...buildTelemetrySections(own, record.testbed.devices),
      ...buildCostSections({ ...input, ...record, plan, noise }, trials, comparisons),
    ],
    findings: [
      ...listUnverifiedCautions(outcomes, config),
      ...listHostLoadCautions(outcomes),
      ...listDatasetCautions(outcomes, record.datasets),
      ...listClockCautions(comparisons),
      ...listSlowGpuCautions(outcomes, record.testbed.devices),
      ...listNoiseCautions(input.noise),
      ...stored.flatMap((item) => item.findings),
      ...findings.flatMap((item) => item.findings),
      ...listIngestCautions(outcomes, record),
      ...listReportCautions(outcomes),
      ...listRestoredCautions(trials),
      ...listLostGpus(trials, record.testbed.devices),
      ...listGaps(plan, outcomes),
      ...suites.flatMap((entry) => checkShortRuns(entry, outcomes, comparisons, config)),
    ],
    obstacles: [
      ...(input.noise?.problem ? [input.noise.problem] : []),
      ...listMissingModelFiles(record),
      ...stored.flatMap((item) => item.obstacles),
      ...outcomes.flatMap((outcome) => [...listLostTrials(outcome, record), ...listFailedRuns(outcome)]),
      ...listGatedLosses(outcomes, comparisons, config),
    ],
  }
}

/** Checks only suites that judge times. */
function checkShortRuns(
  { name: suite, suite: { usesBaselines } }: ConfiguredSuite,
  outcomes: readonly CaseOutcome[],
  comparisons: readonly Comparison[],
  config: Config,
): Finding[] {
  if (!usesBaselines && !comparisons.some((item) => item.suite === suite && item.isGate)) return []
  const own = outcomes.filter((outcome) => outcome.planned.key.suite === suite && isOfHead(outcome))
  return listShortRunCautions({
    suite,
    outcomes: own,
    gate: chooseGate(config, suite),
    minEffect: config.comparison.minEffect,
  })
}

function listNoiseCautions(noise: LoadedNoise | undefined): Finding[] {
  return noise?.note ? [{ kind: 'caution', subject: 'noise', reason: noise.note }] : []
}

/** Selects trials of the commit that their revision resolved to. */
function selectTrials(record: RunRecord, plan: Plan): RunRecord['trials'] {
  const cases = new Map(plan.cases.map((planned) => [planned.id, planned.revision]))
  return record.trials.filter((trial) => {
    const label = cases.get(trial.caseId)
    const revision = record.revisions.find((item) => item.label === label)
    return revision !== undefined && (revision.commit ?? unknownCommit) === trial.commit
  })
}

/** Inputs of the verdict. */
type Material = {
  readonly outcomes: readonly CaseOutcome[]
  readonly judged: readonly JudgedComparison[]
  readonly known: PriorKnowledge
}

/** Leaves out references that did not need to run, because committed samples cleared the head. */
function listOutcomes(plan: Plan, trials: RunRecord['trials'], judged: readonly JudgedComparison[]): CaseOutcome[] {
  const cleared = judged.filter(({ progress }) => progress.state === 'cleared').map(({ base }) => base.id)
  return plan.cases.filter(({ id }) => !cleared.includes(id)).map((planned) => summarizeOutcome(planned, trials))
}

/** A suite with baselines gets head outcomes only; its references ran only for the comparison. */
function judgeSuite(
  { name, suite, settings }: ConfiguredSuite,
  { outcomes, judged }: Material,
  { record, config }: PartInput,
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

/** Requirements apply to the head, not to a merge base that ran for the comparison. */
function isSubject(outcome: CaseOutcome, config: Config): boolean {
  const entry = listConfiguredSuites(config).find(({ name }) => name === outcome.planned.key.suite)
  return !entry?.suite.usesBaselines || isOfHead(outcome)
}

function isOfHead({ planned }: CaseOutcome): boolean {
  return planned.revision === 'head'
}

const noBaseline = { code: 'no-baseline' } as const

type StoredComparison = {
  readonly comparisons: readonly Comparison[]
  readonly findings: readonly Finding[]
  readonly obstacles: readonly string[]
}

function compareStored(
  { name }: ConfiguredSuite,
  { outcomes, judged, known }: Material,
  { record, config, baselines }: PartInput,
): StoredComparison {
  const loaded = baselines.find((item) => item.suite === name)
  const cases = outcomes
    .filter((outcome) => outcome.planned.key.suite === name && isOfHead(outcome))
    .map((outcome) => buildHeadCase(outcome, record))
  const interleaved = judged.filter(({ head }) => head.key.suite === name)
  const join = (stored: readonly Comparison[]) => joinComparisons(stored, interleaved, outcomes, { record, config })
  if (!loaded?.baseline) return { ...withoutBaseline(name, loaded), comparisons: join([]) }
  const stored = judgeByBaseline({
    baseline: loaded.baseline,
    testbed: record.testbed,
    cases,
    gate: chooseGate(config, name),
    policy: config.comparison,
    sessions: (key, metric) => known.sessionsOf(formatCaseId(key), metric),
  })
  const fresh = listCasesWithoutBaseline(loaded.baseline, cases)
  const findings = fresh.map(({ key }): Finding => ({
    kind: 'caution',
    subject: formatCaseId(key),
    reason: 'no committed samples for this case yet',
    ...noBaseline,
  }))
  return { comparisons: join(stored), findings, obstacles: [] }
}

function withoutBaseline(suite: string, loaded: LoadedBaseline | undefined): StoredComparison {
  const problem = loaded && loaded.baseline === null ? loaded.problem : null
  const reason = problem ?? `no committed baseline for this testbed (${loaded?.path ?? 'no file'})`
  const findings: Finding[] = [{ kind: 'caution', subject: suite, reason, ...(problem === null && noBaseline) }]
  return { comparisons: [], findings, obstacles: problem ? [problem] : [] }
}

/** The part of a run that was measured on one testbed, with its part of the plan. */
export type PartInput = Omit<JudgeRunInput, 'obstacles' | 'mismatches' | 'noiseElsewhere'> & {
  readonly plan: Plan
  readonly suites: readonly ConfiguredSuite[]
}

/** Results of one testbed. */
export type JudgedPart = {
  readonly testbed: Testbed
  readonly outcomes: readonly CaseOutcome[]
  readonly comparisons: readonly Comparison[]
  readonly implied: readonly Requirement[]
  readonly derived: readonly DerivedValue[]
  readonly sections: readonly Section[]
  readonly findings: readonly Finding[]
  readonly obstacles: readonly string[]
  readonly telemetry: TelemetryDigest | null
  readonly pastRuns: readonly PastRuns[]
}

/** Splits a run by testbed; most runs have one. */
export function splitParts(input: JudgeRunInput): PartInput[] {
  const { noise, noiseElsewhere = [], config, baselines } = input
  return listTestbedParts(input.record).map((part, index) => {
    const own = index === 0 ? noise : noiseElsewhere[index - 1]
    const record = selectPart(input.record, part)
    const plan = planTestbed(input, part)
    const suites = listConfiguredSuites(config).filter(({ name }) => isMeasuredThere(part, name))
    return {
      record,
      config,
      baselines: input.record.selection ? baselines.map((loaded) => restrictBaseline(loaded, plan)) : baselines,
      ...(own && { noise: own }),
      plan,
      suites: input.record.selection ? suites.filter(({ name }) => isPlanned(name, plan)) : suites,
    }
  })
}

function planTestbed({ record, config }: JudgeRunInput, part: TestbedPart): Plan {
  const plan = planPart(config, part.testbed.devices, record.revisions, record.selection ?? null)
  return selectPart({ ...record, plan }, part).plan
}

function isPlanned(suite: string, { cases, notTested }: Plan): boolean {
  return [...cases, ...notTested].some(({ key }) => key.suite === suite)
}

/** Removes baseline cases that another job measures, so that they are not reported as missing. */
function restrictBaseline(loaded: LoadedBaseline, { cases, notTested }: Plan): LoadedBaseline {
  if (!loaded.baseline) return loaded
  const ids = new Set([...cases.map(({ id }) => id), ...notTested.map(({ key }) => formatCaseId(key))])
  const { baseline, suite } = loaded
  return {
    ...loaded,
    baseline: { ...baseline, cases: baseline.cases.filter((one) => ids.has(formatCaseId({ suite, ...one }))) },
  }
}

/** Joins the results of all testbeds into one report. */
export function joinParts(
  { record, config, obstacles, mismatches = [] }: JudgeRunInput,
  parts: readonly JudgedPart[],
): Report {
  const derived = parts.flatMap((part) => part.derived)
  const rules = collectRequirements(
    config,
    parts.flatMap((part) => part.implied),
    derived,
  )
  const [telemetry = null] = parts.map((part) => part.telemetry)
  const pastRuns = parts.flatMap((part) => part.pastRuns)
  const report = composeReport({
    record,
    config,
    outcomes: parts.flatMap((part) => part.outcomes),
    derived,
    comparisons: parts.flatMap((part) => part.comparisons),
    requirements: rules.flatMap((rule) => judgeRequirement(rule, derived, config)),
    sections: [
      ...parts.flatMap((part, index) => (index === 0 ? part.sections : part.sections.map(labelSection(part.testbed)))),
      ...[buildNodeSection(record.trials)].filter((section) => section !== null),
    ],
    findings: [
      ...listWorkingTreeCautions(record),
      ...listDifferenceCautions(record),
      ...parts.flatMap((part) => part.findings),
      ...listTestbedCautions(record),
      ...listDriverCautions(record),
      ...listJoinCautions(record),
      ...listNodeCautions(describeNodeScope(config.pipeline.launcher)),
    ],
    mismatches,
    obstacles: [...obstacles, ...listSelectionObstacles(record), ...parts.flatMap((part) => part.obstacles)],
  })
  return { ...report, ...(telemetry && { telemetry }), ...(pastRuns.length > 0 && { pastRuns }) }
}

function labelSection({ id }: Testbed): (section: Section) => Section {
  return (section) => ({ ...section, id: `${section.id}-${id}`, title: `${section.title} (${id})` })
}

/** A run of selected cases alone cannot pass. */
function listSelectionObstacles({ selection }: RunRecord): string[] {
  if (!selection) return []
  return [`only ${formatSelection(selection)} was measured; join it with the other parts by \`warpgauge merge\``]
}

/** No commit of the repository holds an uncommitted head, so nobody else can measure it. */
function listWorkingTreeCautions({ revisions }: RunRecord): Finding[] {
  const head = revisions.find(({ label }) => label === 'head')
  if (head?.ref !== workingTreeName) return []
  const reason = `is the uncommitted working tree (temporary commit ${head.commit?.slice(0, 7)}), not a commit of the repository`
  return [{ kind: 'caution', subject: 'The head', reason, isProminent: true }]
}

function listTestbedCautions({ testbed, elsewhere = [] }: RunRecord): Finding[] {
  return elsewhere.map((other) => ({
    kind: 'caution',
    subject: other.suites.join(', '),
    reason: `measured on another testbed, ${other.testbed.id} (${listTestbedDifferences(testbed, other.testbed).join('; ')}), and compared with its baselines`,
    isProminent: true,
  }))
}

/** Unknown on both sides counts as equal, so an update of the driver would not be seen. */
function listDriverCautions({ testbed: { deviceKind, driverVersion }, trials }: RunRecord): Finding[] {
  const isIngested = trials.some(({ origin }) => origin?.kind === 'ingested')
  if (deviceKind === 'cpu' || isIngested || driverVersion !== null) return []
  const reason = 'the version of the GPU driver is unknown, so a change of it is not noticed'
  return [{ kind: 'caution', subject: 'testbed', reason, isProminent: true }]
}

/** Cautions that figures across cases, such as a speed-up, assume equal runners when several jobs measured them. */
function listJoinCautions({ joinedFrom = [], plan }: RunRecord): Finding[] {
  const bySuite = Map.groupBy(plan.cases, ({ key }) => key.suite)
  return [...bySuite].flatMap(([suite, cases]): Finding[] => {
    const ids = new Set(cases.map(({ id }) => id))
    const runs = joinedFrom.filter((run) => run.cases.some((id) => ids.has(id))).map(({ runId }) => runId)
    if (runs.length < 2) return []
    const reason = `its cases were measured by ${runs.length} jobs (runs ${runs.slice(0, 4).join(', ')}${runs.length > 4 ? ' …' : ''}): figures across these jobs, such as a speed-up, assume equal runners`
    return [{ kind: 'caution', subject: suite, reason }]
  })
}

function listNodeCautions(reason: string | null): Finding[] {
  return reason === null ? [] : [{ kind: 'caution', subject: 'telemetry', reason }]
}

/** A run with the committed files that it is judged by. */
export type JudgeRunInput = {
  readonly record: RunRecord
  readonly config: Config
  readonly baselines: readonly LoadedBaseline[]
  /** Known noise of this testbed; absent: none. */
  readonly noise?: LoadedNoise
  /** Known noise of the other testbeds of a joined run, in their order. */
  readonly noiseElsewhere?: readonly LoadedNoise[]
  /** Reasons why this run cannot pass, as sentences. */
  readonly obstacles: readonly string[]
  /** Why this measurement does not belong to the base, as sentences; any of them fails the check. */
  readonly mismatches?: readonly string[]
}
