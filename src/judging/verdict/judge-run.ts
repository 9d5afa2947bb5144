import type { Config } from '../../config/schema/schema.ts'
import { listCasesWithoutBaseline, judgeByBaseline } from '../../domain/baselines/baseline-comparison.ts'
import { describeStaleness } from '../../domain/baselines/baseline-age.ts'
import { formatCaseId } from '../../domain/core/case.ts'
import { unknownCommit } from '../../domain/core/revision.ts'
import { isMeasuredThere, selectPart, listTestbedParts, type TestbedPart } from '../../domain/merge/parts-by-testbed.ts'
import type { Plan } from '../../domain/plan/plan.ts'
import type { PriorKnowledge } from '../../domain/plan/prior-knowledge.ts'
import { formatSelection } from '../../domain/plan/selection.ts'
import { summarizeOutcome, type CaseOutcome } from '../../domain/trial/outcome.ts'
import type { RunRecord } from '../../domain/trial/run-record.ts'
import { adjustComparisons } from '../../domain/verdict/adjustments.ts'
import type { Comparison } from '../../domain/verdict/comparison.ts'
import { judgeComparisons, type JudgedComparison } from '../../domain/verdict/judged-comparison.ts'
import type { Finding, Report } from '../../domain/verdict/report.ts'
import { chooseGate } from '../../suites/choose-gate.ts'
import { findAnswerProblem } from '../../suites/equivalence/answer-checks.ts'
import { markUnjudged } from '../../suites/figures.ts'
import { judgeRequirement } from '../../suites/judge-requirement.ts'
import type { SuiteFindings } from '../../suites/suite.ts'
import type { LoadedBaseline, LoadedNoise } from '../baselines/baselines.ts'
import {
  createCaution,
  listClockCautions,
  listDatasetCautions,
  listHostLoadCautions,
  listIngestCautions,
  listRecordCautions,
  listReportCautions,
  listRestoredCautions,
  listShortRunCautions,
  listSlowGpuCautions,
  listLostGpuCautions,
  listUnobservedChecks,
  listWorkingTreeCautions,
  listDifferenceCautions,
} from '../findings/cautions.ts'
import { deriveCommonFigures, joinFigures } from '../findings/figures.ts'
import {
  listMissingModelFiles,
  listLostGpus,
  listGatedLosses,
  listFailedRuns,
  listGaps,
  listLostTrials,
} from '../findings/gaps.ts'
import { buildKernelSections } from '../../domain/kernels/compare-kernels.ts'
import { listPastRuns, buildTelemetryDigest, buildTelemetrySections, buildNodeSection } from '../findings/sections.ts'
import { listConfiguredSuites, type ConfiguredSuite, planPart, collectRequirements } from '../plan/plan-run.ts'
import { buildCostSections } from '../plan/run-cost.ts'
import { buildHeadCase } from './case-conditions.ts'
import { composeReport } from './compose-report.ts'
import { joinComparisons } from './join-comparisons.ts'
import { buildPriorKnowledge } from './prior-knowledge.ts'
import { findMissingWork, listUnverifiedCautions } from './unverified-work.ts'

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

/**
 * Judges a run from its raw samples and the config, each testbed separately. The plan is rebuilt from the config, so a
 * record cannot leave out a case.
 */
export function judgeRun(input: JudgeRunInput): Report {
  const { record, config, mismatches = [] } = input
  const parts = listTestbedParts(record).map((part, index) => judgePart(selectInput(input, part, index)))
  const derived = parts.flatMap((part) => part.derived)
  const implied = parts.flatMap((part) => part.implied)
  const rules = collectRequirements(config, implied, derived)
  const telemetry = parts[0]?.telemetry
  const pastRuns = parts.flatMap((part) => part.pastRuns)
  // A run of selected cases alone cannot pass.
  const selected = record.selection && formatSelection(record.selection)
  const report = composeReport({
    record,
    config,
    outcomes: parts.flatMap((part) => part.outcomes),
    derived,
    comparisons: parts.flatMap((part) => part.comparisons),
    requirements: rules.flatMap((rule) => judgeRequirement(rule, derived, config)),
    sections: [
      ...parts.flatMap(({ sections, testbed: { id } }, index) =>
        index === 0
          ? sections
          : sections.map((section) => ({ ...section, id: `${section.id}-${id}`, title: `${section.title} (${id})` })),
      ),
      ...[buildNodeSection(record.trials)].filter((section) => section !== null),
    ],
    findings: [
      ...listWorkingTreeCautions(record),
      ...listDifferenceCautions(record),
      ...parts.flatMap((part) => part.findings),
      ...listRecordCautions(record, config.pipeline.launcher),
    ],
    mismatches,
    obstacles: [
      ...input.obstacles,
      ...(selected ? [`only ${selected} was measured; join it with the other parts by \`warpgauge merge\``] : []),
      ...parts.flatMap((part) => part.obstacles),
    ],
  })
  return { ...report, ...(telemetry && { telemetry }), ...(pastRuns.length > 0 && { pastRuns }) }
}

/** The part of a run that was measured on one testbed, with its part of the plan. */
type PartInput = Pick<JudgeRunInput, 'record' | 'config' | 'baselines' | 'noise'> & {
  readonly plan: Plan
  readonly suites: readonly ConfiguredSuite[]
}

/** Selects what was measured on one testbed; most runs have one. */
function selectInput(input: JudgeRunInput, part: TestbedPart, index: number): PartInput {
  const { noise, noiseElsewhere = [], config, baselines, record } = input
  const own = index === 0 ? noise : noiseElsewhere[index - 1]
  const planned = planPart(config, part.testbed.devices, record.revisions, record.selection ?? null)
  const { plan } = selectPart({ ...record, plan: planned }, part)
  const names = new Set([...plan.cases, ...plan.notTested].map(({ key }) => key.suite))
  return {
    record: selectPart(record, part),
    config,
    baselines: record.selection ? baselines.map((loaded) => restrictBaseline(loaded, plan)) : baselines,
    ...(own && { noise: own }),
    plan,
    suites: listConfiguredSuites(config).filter(
      ({ name }) => isMeasuredThere(part, name) && (!record.selection || names.has(name)),
    ),
  }
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

function judgePart(input: PartInput) {
  const { record, config, suites, plan } = input
  const { testbed } = record
  const trials = selectTrials(record, plan)
  const noise = input.noise?.noise ?? null
  const known = buildPriorKnowledge({ config, plan, record, baselines: input.baselines, noise })
  const measured = judgeComparisons(plan, trials, known)
  // References that did not need to run, because committed samples cleared the head, are left out.
  const cleared = measured.filter(({ progress }) => progress.state === 'cleared').map(({ base }) => base.id)
  const outcomes = plan.cases
    .filter(({ id }) => !cleared.includes(id))
    .map((planned) => summarizeOutcome(planned, trials))
  const judged = adjustComparisons(measured, {
    findDifferentAnswers: ({ head, base }) => findAnswerProblem(head, base, outcomes, config),
    findMissingWork: (item) => findMissingWork(item, outcomes, config),
  })
  const material = { outcomes, judged, known }
  const findings = suites.map((entry) => judgeSuite(entry, material, input))
  const stored = suites.flatMap((entry) => (entry.suite.usesBaselines ? [compareStored(entry, material, input)] : []))
  // Requirements apply to the head, not to a merge base that ran for the comparison.
  const withReferences = new Set<string>(
    listConfiguredSuites(config).flatMap(({ name, suite }) => (suite.usesBaselines ? [name] : [])),
  )
  const own = outcomes.filter((outcome) => !withReferences.has(outcome.planned.key.suite) || isOfHead(outcome))
  const comparisons = [...stored, ...findings].flatMap((item) => item.comparisons)
  return {
    testbed,
    telemetry: buildTelemetryDigest(own, testbed.devices),
    pastRuns: listPastRuns(comparisons, known),
    outcomes,
    comparisons,
    implied: findings.flatMap((item) => item.requirements),
    derived: joinFigures(
      deriveCommonFigures(own, record, config).map((figure) => {
        const index = suites.findIndex(({ name }) => name === figure.suite)
        return markUnjudged(figure, findings[index]?.unjudged ?? null)
      }),
      findings.flatMap((item) => item.derived),
    ),
    sections: [
      ...findings.flatMap((item) => item.sections),
      ...buildKernelSections(plan.comparisons, trials),
      ...buildTelemetrySections(own, testbed.devices),
      ...buildCostSections({ ...input, ...record, plan, noise }, trials, comparisons),
    ],
    findings: [
      ...listUnverifiedCautions(outcomes, config),
      ...listHostLoadCautions(outcomes),
      ...listDatasetCautions(outcomes, record.datasets),
      ...listClockCautions(comparisons),
      ...listSlowGpuCautions(outcomes, testbed.devices),
      ...listLostGpuCautions(record),
      ...listUnobservedChecks(outcomes),
      ...(input.noise?.note ? [createCaution('noise', input.noise.note)] : []),
      ...stored.flatMap((item) => item.findings),
      ...findings.flatMap((item) => item.findings),
      ...listIngestCautions(outcomes, record),
      ...listReportCautions(outcomes),
      ...listRestoredCautions(trials),
      ...listLostGpus(trials, testbed.devices),
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
  return listShortRunCautions(suite, own, chooseGate(config, suite), config.comparison.minEffect)
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

function isOfHead({ planned }: CaseOutcome): boolean {
  return planned.revision === 'head'
}

const noBaseline = { code: 'no-baseline' } as const

function compareStored(
  { name }: ConfiguredSuite,
  { outcomes, judged, known }: Material,
  { record, config, baselines }: PartInput,
): Pick<Report, 'comparisons' | 'findings'> & { readonly obstacles: readonly string[] } {
  const loaded = baselines.find((item) => item.suite === name)
  const interleaved = judged.filter(({ head }) => head.key.suite === name)
  const join = (stored: readonly Comparison[]) => joinComparisons(stored, interleaved, outcomes, { record, config })
  if (!loaded?.baseline) {
    const problem = loaded?.problem ?? null
    const reason = problem ?? `no committed baseline for this testbed (${loaded?.path ?? 'no file'})`
    const finding = { ...createCaution(name, reason), ...(problem === null && noBaseline) }
    return { comparisons: join([]), findings: [finding], obstacles: problem ? [problem] : [] }
  }
  const cases = outcomes
    .filter((outcome) => outcome.planned.key.suite === name && isOfHead(outcome))
    .map((outcome) => buildHeadCase(outcome, record))
  const stored = judgeByBaseline({
    baseline: loaded.baseline,
    testbed: record.testbed,
    cases,
    gate: chooseGate(config, name),
    policy: config.comparison,
    sessions: (key, metric) => known.sessionsOf(formatCaseId(key), metric),
  })
  const findings = listCasesWithoutBaseline(loaded.baseline, cases).map(({ key }) => ({
    ...createCaution(formatCaseId(key), 'no committed samples for this case yet'),
    ...noBaseline,
  }))
  const stale = describeStaleness(loaded.baseline, record)
  const cautions = stale === null ? [] : [createCaution(`baseline of ${name}`, stale)]
  return { comparisons: join(stored), findings: [...cautions, ...findings], obstacles: [] }
}
