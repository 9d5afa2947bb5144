import { formatNames } from '../../domain/core/errors.ts'
import { findMissingStoredWork, findMissingWork, listWorkDoubts, listUnverifiedCautions } from './unverified-work.ts'
import { gpuBusyTime, wallTime } from '../../domain/core/metric.ts'
import { toComparisons, judgeComparisons, type JudgedComparison } from '../../domain/verdict/judged-comparison.ts'
import { createUndecided, type Comparison, type Decision } from '../../domain/verdict/comparison.ts'
import { isGpuWorkProven, listConditionDifferences } from '../../domain/baselines/baseline.ts'
import { adjustStored, adjustComparisons } from '../../domain/verdict/adjustments.ts'
import { listLostRuns, listMissingModelFiles, listGatedLosses, listGaps } from '../findings/gaps.ts'
import type { Config } from '../../config/schema/schema.ts'
import { listCasesWithoutBaseline, judgeByBaseline } from '../../domain/baselines/baseline-comparison.ts'
import { describeStaleness } from '../../domain/baselines/baseline-age.ts'
import { formatCaseId } from '../../domain/core/case.ts'
import { unknownCommit } from '../../domain/core/revision.ts'
import { selectPart, listTestbedParts, type TestbedPart } from '../../domain/merge/parts-by-testbed.ts'
import type { Plan, PlannedComparison } from '../../domain/plan/plan.ts'
import type { PriorKnowledge } from '../../domain/plan/interleaved-runs.ts'
import { summarizeOutcomes, type CaseOutcome } from '../../domain/trial/outcome.ts'
import type { RunRecord } from '../../record/run.ts'
import type { Report } from '../../domain/verdict/report.ts'
import { chooseGate } from '../../suites/choose-gate.ts'
import { findAnswerProblem } from '../../suites/equivalence/answer-checks.ts'
import { markUnjudged } from '../../suites/figures.ts'
import { judgeRequirement } from '../../suites/judge-requirement.ts'
import type { SuiteFindings } from '../../suites/suite.ts'
import type { LoadedBaseline, LoadedNoise } from '../baselines/baselines.ts'
import {
  createCaution,
  listWorkCautions,
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
import { listStoredKernels } from '../../domain/baselines/baseline-kernels.ts'
import { buildBaselineKernelSections, buildKernelSections } from '../../domain/kernels/kernel-sections.ts'
import { getGpuBytes, listTestbedDifferences } from '../../domain/testbed/testbed.ts'
import { listPastRuns, buildTelemetryDigest, buildTelemetrySections, buildNodeSection } from '../findings/sections.ts'
import { listConfiguredSuites, type ConfiguredSuite, planPart, collectRequirements } from '../plan/plan-run.ts'
import { buildCostSections } from '../plan/run-cost.ts'
import { buildCaseConditions, buildHeadCase } from './case-conditions.ts'
import { composeReport } from './compose-report.ts'
import { buildPriorKnowledge } from './prior-knowledge.ts'

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
  const selected = record.selection && formatNames(record.selection.only)
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
      ...buildNodeSection(record.trials),
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
      ({ name }) => part.hasSuite(name) && (!record.selection || names.has(name)),
    ),
  }
}

/** Removes baseline cases that another job measures, so that they are not reported as missing. */
function restrictBaseline(loaded: LoadedBaseline, { cases, notTested }: Plan): LoadedBaseline {
  if (!loaded.baseline) return loaded
  const { baseline, suite } = loaded
  const ids = new Set([...cases.map(({ id }) => id), ...notTested.map(({ key }) => formatCaseId(key))])
  const own = baseline.cases.filter((one) => ids.has(formatCaseId({ suite, ...one })))
  return { ...loaded, baseline: { ...baseline, cases: own } }
}

function selectHead(outcomes: readonly CaseOutcome[]): CaseOutcome[] {
  return outcomes.filter(({ planned }) => planned.revision === 'head')
}

function judgePart(input: PartInput) {
  const { record, config, suites, plan, baselines } = input
  const { testbed } = record
  const trials = selectTrials(record, plan)
  const { noise = null, note = null, problem = null } = input.noise ?? {}
  const known = buildPriorKnowledge({ config, plan, record, baselines, noise })
  const measured = judgeComparisons(plan, trials, known)
  // References that did not need to run, because committed samples cleared the head, are left out.
  const cleared = measured.filter(({ progress }) => progress.state === 'cleared').map(({ base }) => base.id)
  const needed = plan.cases.filter(({ id }) => !cleared.includes(id))
  const outcomes = summarizeOutcomes(needed, plan.comparisons, trials, listStoredWork(input))
  const judged = adjustComparisons(measured, {
    findDifferentAnswers: ({ head, base }) => findAnswerProblem(head, base, outcomes, config),
    findMissingWork: (item) => findMissingWork(item, outcomes, config),
  })
  const bySuite = suites.map((entry) => ({
    ...entry,
    outcomes: outcomes.filter(({ planned }) => planned.key.suite === entry.name),
    judged: judged.filter(({ head }) => head.key.suite === entry.name),
  }))
  const findings = bySuite.map((entry) => judgeSuite(entry, input))
  const stored = bySuite.flatMap((entry) => (entry.suite.usesBaselines ? [compareStored(entry, known, input)] : []))
  // Requirements apply to the head, not to a merge base that ran for the comparison.
  const withBaselines = listConfiguredSuites(config).filter(({ suite }) => suite.usesBaselines)
  const withReferences = new Set<string>(withBaselines.map(({ name }) => name))
  const own = outcomes.filter(({ planned: { key, revision } }) => !withReferences.has(key.suite) || revision === 'head')
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
      ...buildKernelSections(plan.comparisons, trials, getGpuBytes(testbed), readBusyDecisions(judged)),
      ...stored.flatMap((item) => item.sections),
      ...buildTelemetrySections(own, testbed.devices),
      ...buildCostSections({ ...input, ...record, plan, noise }, trials, comparisons),
    ],
    findings: [
      ...listUnverifiedCautions(outcomes, plan.comparisons, config, trials),
      ...listHostLoadCautions(outcomes),
      ...listDatasetCautions(outcomes, record.datasets),
      ...listWorkCautions(comparisons),
      ...listSlowGpuCautions(outcomes, testbed.devices),
      ...listLostGpuCautions(record.trials, testbed.devices),
      ...listUnobservedChecks(outcomes),
      ...(note === null ? [] : [createCaution('noise', note)]),
      ...stored.flatMap((item) => item.findings),
      ...findings.flatMap((item) => item.findings),
      ...listIngestCautions(outcomes, record),
      ...listReportCautions(outcomes, plan.comparisons, baselines),
      ...listRestoredCautions(trials),
      ...listGaps(plan, outcomes),
      // Only suites that judge times have short runs.
      ...bySuite.flatMap(({ name, suite, outcomes: ofSuite }) =>
        suite.usesBaselines || comparisons.some((item) => item.suite === name && item.isGate)
          ? listShortRunCautions(name, selectHead(ofSuite), chooseGate(config, name), config.comparison.minEffect)
          : [],
      ),
    ],
    obstacles: [
      ...[problem ?? [], listMissingModelFiles(record)].flat(),
      ...stored.flatMap((item) => item.obstacles),
      ...outcomes.flatMap((outcome) => listLostRuns(outcome, record)),
      ...listWorkDoubts(outcomes, plan.comparisons, config),
      ...listGatedLosses(outcomes, comparisons, config),
    ],
  }
}

function readBusyDecisions(judged: readonly JudgedComparison[]) {
  return (comparison: PlannedComparison): Decision | null => {
    const decisions = judged.find(({ planned }) => planned === comparison)?.decisions
    return decisions?.find(({ metric }) => metric.name === gpuBusyTime.name)?.decision ?? null
  }
}

/** Lists the head cases whose committed baseline proves that they work on the GPUs of this testbed. */
function listStoredWork({ baselines, plan, record }: PartInput): ReadonlySet<string> {
  const heads = plan.cases.filter(({ revision }) => revision === 'head')
  return new Set(
    baselines.flatMap(({ baseline, suite }) => {
      if (!baseline || listTestbedDifferences(baseline.testbed, record.testbed).length > 0) return []
      return heads.flatMap((planned) => {
        const stored = baseline.cases.find((item) => formatCaseId({ suite, ...item }) === formatCaseId(planned.key))
        const conditions = buildCaseConditions(planned, null, record)
        return stored && isGpuWorkProven(stored, conditions, planned.gpus.length) ? [planned.id] : []
      })
    }),
  )
}

/** Selects trials of the commit that their revision resolved to. */
function selectTrials({ trials, revisions }: RunRecord, plan: Plan): RunRecord['trials'] {
  const labels = new Map(plan.cases.map(({ id, revision }) => [id, revision]))
  return trials.filter(({ caseId, commit }) => {
    const revision = revisions.find(({ label }) => label === labels.get(caseId))
    return revision !== undefined && (revision.commit ?? unknownCommit) === commit
  })
}

/** A suite with its part of the run. */
type SuiteRun = ConfiguredSuite & {
  readonly outcomes: readonly CaseOutcome[]
  readonly judged: readonly JudgedComparison[]
}

/** A suite with baselines gets head outcomes only; its references ran only for the comparison. */
function judgeSuite({ suite, settings, outcomes, judged }: SuiteRun, { record, config }: PartInput): SuiteFindings {
  return suite.judge({
    config,
    suite: settings,
    outcomes: suite.usesBaselines ? selectHead(outcomes) : outcomes,
    comparisons: judged,
    datasets: record.datasets,
    revisions: record.revisions,
    identity: record.identity,
    devices: record.testbed.devices,
    ...(record.testbed.cpuCores > 0 && { cpuCores: record.testbed.cpuCores }),
    policy: config.comparison,
  })
}

/** Compares a suite with its committed samples, and joins the comparisons of its interleaved runs. */
function compareStored(
  { name, outcomes, judged }: SuiteRun,
  known: PriorKnowledge,
  { record, config, baselines, plan }: PartInput,
): Pick<Report, 'comparisons' | 'findings' | 'sections'> & { readonly obstacles: readonly string[] } {
  const loaded = baselines.find((item) => item.suite === name)
  const join = (stored: readonly Comparison[]) => joinComparisons(stored, judged, outcomes, { record, config })
  if (!loaded?.baseline) {
    const problem = loaded?.problem ?? null
    const reason = problem ?? `no committed baseline for this testbed (${loaded?.path ?? 'no file'})`
    const finding = { ...createCaution(name, reason), ...(problem === null && { code: 'no-baseline' as const }) }
    return { comparisons: join([]), findings: [finding], sections: [], obstacles: problem ? [problem] : [] }
  }
  const { baseline } = loaded
  const cases = selectHead(outcomes).map((outcome) => buildHeadCase(outcome, record))
  const stored = judgeByBaseline({
    baseline,
    testbed: record.testbed,
    cases,
    gate: chooseGate(config, name),
    policy: config.comparison,
    sessions: (key, metric) => known.sessionsOf(formatCaseId(key), metric),
  })
  const stale = describeStaleness(baseline, record)
  const findings = [
    ...(stale === null ? [] : [createCaution(`baseline of ${name}`, stale)]),
    ...listCasesWithoutBaseline(baseline, cases).map(({ key }) => ({
      ...createCaution(formatCaseId(key), 'no committed samples for this case yet'),
      code: 'no-baseline' as const,
    })),
  ]
  const recorded = new Set(record.trials.flatMap(({ caseId, kernels }) => (kernels ? [caseId] : [])))
  const compared = plan.comparisons.filter(({ base }) => recorded.has(base)).map(({ head }) => head)
  const kernels = listStoredKernels(baseline, cases, record.testbed, new Set(compared))
  return { comparisons: join(stored), findings, sections: buildBaselineKernelSections(name, kernels), obstacles: [] }
}

/**
 * Joins the comparisons of interleaved runs with those against committed samples. Interleaved runs decide. Committed
 * samples decide only for cases that they cleared without interleaved runs; otherwise they show drift, and never an
 * improvement.
 */
function joinComparisons(
  stored: readonly Comparison[],
  judged: readonly JudgedComparison[],
  outcomes: readonly CaseOutcome[],
  { record, config }: { readonly record: RunRecord; readonly config: Config },
): Comparison[] {
  const measured = judged.filter(({ progress }) => progress.state !== 'cleared')
  const interleaved = new Set(measured.map(({ head }) => formatCaseId(head.key)))
  const shown = stored.map((decision) =>
    adjustStored({
      decision,
      isInterleaved: interleaved.has(formatCaseId(decision)),
      missingWork: findMissingStoredWork(decision, stored, outcomes, config),
    }),
  )
  return [...measured.flatMap((item) => compareInterleaved(item, outcomes, record)), ...shown]
}

function compareInterleaved(
  judged: JudgedComparison,
  outcomes: readonly CaseOutcome[],
  record: RunRecord,
): Comparison[] {
  const { head, base, decisions } = judged
  const commit = record.revisions.find(({ label }) => label === base.revision)?.commit
  const reference = `${base.revision} (${commit?.slice(0, 7) ?? 'unknown'})`
  const [ofHead, ofBase] = [head, base].map(({ id }) => outcomes.find(({ planned }) => planned.id === id))
  if (decisions.length === 0) {
    const lost = [ofHead, ofBase].find((side) => side && side.status !== 'measured')
    const reason =
      lost && lost.status !== 'measured'
        ? `${lost.planned.id}: ${lost.reason}`
        : 'the two sides have no interleaved runs'
    const isUnfit = [ofHead, ofBase].every((side) => side?.status === 'measured' || side?.status === 'contaminated')
    const { name: metric, unit, betterWhen } = wallTime
    const undecided = createUndecided(isUnfit ? 'inconclusive' : 'missing', reason)
    return [{ ...head.key, metric, unit, betterWhen, reference, isGate: true, ...undecided }]
  }
  if (!ofHead || !ofBase) throw new Error(`${head.id} or ${base.id} is compared and not planned`)
  const comparisons = toComparisons(judged, reference, head.key.axes)
  // Both sides use the command of the config, so only data, rows and model files can differ.
  const doubts = listConditionDifferences(
    buildHeadCase(ofBase, record).conditions,
    buildHeadCase(ofHead, record).conditions,
  )
  if (doubts.length === 0) return comparisons
  return comparisons.map((item) => ({ ...item, ...createUndecided('not comparable', doubts.join('; ')) }))
}
