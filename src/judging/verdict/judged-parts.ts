import { formatCaseId } from '../../domain/core/case.ts'
import type { Comparison } from '../../domain/verdict/comparison.ts'
import { describeNodeScope } from '../../domain/core/launcher.ts'
import type { CaseOutcome } from '../../domain/trial/outcome.ts'
import { isMeasuredThere, selectPart, listTestbedParts, type TestbedPart } from '../../domain/merge/parts-by-testbed.ts'
import type { Plan } from '../../domain/plan/plan.ts'
import type { Finding, PastRuns, Report, Section, TelemetryDigest } from '../../domain/verdict/report.ts'
import type { DerivedValue, Requirement } from '../../domain/verdict/requirement.ts'
import { workingTreeName } from '../../domain/core/revision.ts'
import type { RunRecord } from '../../domain/trial/run-record.ts'
import { formatSelection } from '../../domain/plan/selection.ts'
import { type Testbed } from '../../domain/testbed/testbed.ts'
import { listTestbedDifferences } from '../../domain/testbed/testbed-fields.ts'
import { judgeRequirement } from '../../suites/judge-requirement.ts'
import { listDifferenceCautions } from '../findings/dataset-differences.ts'
import { composeReport } from './compose-report.ts'
import { buildNodeSection } from './node-section.ts'
import type { JudgeRunInput } from './judge-run-input.ts'
import type { LoadedBaseline } from '../baselines/committed-reference.ts'
import { planPart } from '../plan/plan-part.ts'
import { listConfiguredSuites, type ConfiguredSuite } from '../plan/plan-run.ts'
import { collectRequirements } from '../plan/collect-requirements.ts'

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
