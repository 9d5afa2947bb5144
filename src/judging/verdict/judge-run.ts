import type { Config } from '../../config/schema/schema.ts'
import { listCasesWithoutBaseline, judgeByBaseline } from '../../domain/baselines/baseline-comparison.ts'
import { formatCaseId } from '../../domain/core/case.ts'
import type { Comparison } from '../../domain/verdict/comparison.ts'
import { explainBusyTime } from '../../domain/verdict/explain-busy-time.ts'
import { explainTotal } from '../../domain/verdict/explain-total.ts'
import { judgeComparisons, type JudgedComparison } from '../../domain/verdict/judged-comparison.ts'
import { trimToEqual, selectInterleavedRuns } from '../../domain/plan/interleaved-runs.ts'
import { controlWatched } from '../../domain/verdict/watched-metrics.ts'
import { summarizeOutcome, type CaseOutcome } from '../../domain/trial/outcome.ts'
import type { Plan } from '../../domain/plan/plan.ts'
import type { PriorKnowledge } from '../../domain/plan/prior-knowledge.ts'
import type { Finding, Report } from '../../domain/verdict/report.ts'
import { unknownCommit } from '../../domain/core/revision.ts'
import type { RunRecord } from '../../domain/trial/run-record.ts'
import { chooseGate } from '../../suites/choose-gate.ts'
import { refuseDifferentAnswers } from '../../suites/equivalence/answer-checks.ts'
import type { SuiteFindings } from '../../suites/suite.ts'
import { listMissingModelFiles } from '../findings/missing-model-files.ts'
import { listClockCautions } from '../findings/clock-cautions.ts'
import { deriveCommonFigures } from '../findings/common-figures.ts'
import { listLostGpus } from '../findings/lost-gpus.ts'
import { joinFigures } from '../findings/join-figures.ts'
import { listDatasetCautions } from '../findings/dataset-cautions.ts'
import { listHostLoadCautions } from '../findings/host-load-cautions.ts'
import { listIngestCautions } from '../findings/ingest-cautions.ts'
import { listReportCautions } from '../findings/report-cautions.ts'
import { joinComparisons } from './join-comparisons.ts'
import { joinParts, splitParts, type JudgedPart, type PartInput } from './judged-parts.ts'
import type { LoadedBaseline, LoadedNoise } from '../baselines/committed-reference.ts'
import { listGatedLosses } from '../findings/lost-figures.ts'
import { listPastRuns } from '../findings/past-runs.ts'
import { buildCostSections } from '../plan/run-cost.ts'
import { buildPriorKnowledge } from './prior-knowledge.ts'
import { listFailedRuns, listGaps, listLostTrials } from '../findings/run-gaps.ts'
import { listRestoredCautions } from '../findings/restored-cautions.ts'
import { listShortRunCautions } from '../findings/short-run-cautions.ts'
import { listSlowGpuCautions } from '../findings/slow-gpu-cautions.ts'
import { buildTelemetryDigest } from '../findings/telemetry-digest.ts'
import { buildTelemetrySections } from '../findings/telemetry-sections.ts'
import { listConfiguredSuites, type ConfiguredSuite } from '../plan/plan-run.ts'
import { buildHeadCase } from './head-case.ts'
import type { JudgeRunInput } from './judge-run-input.ts'
import { listUnverifiedCautions, refuseUnverifiedGains, refuseUnverifiedStoredGains } from './unverified-work.ts'

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
  const found = controlWatched(judgeComparisons(plan, trials, known))
    .map(explainTotal)
    .map((item) => explainBusyTime(item, trimToEqual(selectInterleavedRuns(item.planned, item.head, trials, known))))
  const outcomes = listOutcomes(plan, trials, found)
  const judged = refuseUnverifiedGains(refuseDifferentAnswers(found, outcomes, config), outcomes, config)
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
  const join = (stored: readonly Comparison[]) => joinComparisons(stored, interleaved, outcomes, record)
  if (!loaded?.baseline) return { ...withoutBaseline(name, loaded), comparisons: join([]) }
  const stored = judgeByBaseline({
    baseline: loaded.baseline,
    testbed: record.testbed,
    cases,
    gate: chooseGate(config, name),
    policy: config.comparison,
    sessions: (key, metric) => known.sessionsOf(formatCaseId(key), metric),
  })
  const plausible = refuseUnverifiedStoredGains(stored, outcomes, config)
  const fresh = listCasesWithoutBaseline(loaded.baseline, cases)
  const findings = fresh.map(({ key }): Finding => ({
    kind: 'caution',
    subject: formatCaseId(key),
    reason: 'no committed samples for this case yet',
    ...noBaseline,
  }))
  return { comparisons: join(plausible), findings, obstacles: [] }
}

function withoutBaseline(suite: string, loaded: LoadedBaseline | undefined): StoredComparison {
  const problem = loaded && loaded.baseline === null ? loaded.problem : null
  const reason = problem ?? `no committed baseline for this testbed (${loaded?.path ?? 'no file'})`
  const findings: Finding[] = [{ kind: 'caution', subject: suite, reason, ...(problem === null && noBaseline) }]
  return { comparisons: [], findings, obstacles: problem ? [problem] : [] }
}
