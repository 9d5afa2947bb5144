import { buildTable, buildFilledTable, toCell, type Column } from '../../domain/verdict/section.ts'
import { formatCounted, formatPercent } from '../../domain/core/numbers.ts'
import { type CaseOutcome, isMeasured, type MeasuredOutcome } from '../../domain/trial/outcome.ts'
import type { TelemetryDigest, Section, PastRuns } from '../../domain/verdict/report.ts'
import {
  computeMedian,
  computeCompleteSum,
  computeCompleteMean,
  computeCompleteMedian,
  findRange,
} from '../../domain/core/statistics.ts'
import type { Device } from '../../domain/testbed/testbed.ts'
import { listUsedGpus, type UsedGpu } from './figures.ts'
import { listPhysicalGpus } from '../../suites/runs.ts'
import { formatAxes, formatCaseId } from '../../domain/core/case.ts'
import { buildGpuByStageSection } from '../../domain/stages/stage-attribution.ts'
import type { TrialHost } from '../../record/telemetry.ts'
import type { Trial } from '../../domain/trial/trial.ts'
import type { Comparison } from '../../domain/verdict/comparison.ts'
import type { PriorKnowledge } from '../../domain/plan/interleaved-runs.ts'

/** Summarizes GPU use of the head cases as ranges over all GPUs; null without telemetry. */
export function buildTelemetryDigest(
  outcomes: readonly CaseOutcome[],
  devices: readonly Device[],
): TelemetryDigest | null {
  const cases = outcomes
    .filter(({ planned }) => planned.revision === 'head')
    .map((outcome) => listUsedGpus(outcome, devices))
  const gpus = cases.flat()
  if (gpus.length === 0) return null
  return {
    gpus: Math.max(...cases.map((used) => used.length)),
    utilizationPercent: findRange(gpus.map(({ use }) => use.utilizationPercent?.mean)),
    powerWatts: findRange(gpus.map(({ use }) => use.powerWatts?.mean)),
    memoryPeakBytes: findRange(gpus.map(({ memoryPeakBytes }) => memoryPeakBytes))?.[1] ?? null,
    hottestCelsius: findRange(gpus.map(({ use }) => use.temperatureCelsius?.max))?.[1] ?? null,
  }
}

type GpuRow = UsedGpu & Pick<CaseOutcome, 'planned'>

const gpuColumns: readonly Column<GpuRow>[] = [
  ['Case', ({ planned: { key } }) => `${key.suite} ${formatAxes(key.axes)}`],
  ['GPU', ({ gpu }) => String(gpu)],
  ['Utilization', ({ use }) => toCell(use.utilizationPercent?.mean, '%')],
  ['SM activity', ({ use }) => toCell(use.smUtilization?.mean, 'share')],
  ['SM occupancy', ({ use }) => toCell(use.smOccupancy?.mean, 'share')],
  ['Tensor cores', ({ use }) => toCell(use.tensorActivity?.mean, 'share')],
  ['Peak memory', ({ memoryPeakBytes }) => toCell(memoryPeakBytes, 'B')],
  ['Power', ({ use }) => toCell(use.powerWatts?.mean, 'W')],
  ['Energy per run', ({ energyJoules }) => toCell(energyJoules, 'J')],
  ['SM clock', ({ use }) => toCell(use.smClockMhz?.p50, 'MHz')],
  ['Peak temperature', ({ use }) => toCell(use.temperatureCelsius?.max, '°C')],
]

/** Builds the tables of GPU use by case and by stage and of host load. Cases without telemetry are left out. */
export function buildTelemetrySections(outcomes: readonly CaseOutcome[], devices: readonly Device[]): Section[] {
  const heads = outcomes.filter(isMeasured).filter(({ planned }) => planned.revision === 'head')
  const rows = heads.flatMap((outcome) =>
    listUsedGpus(outcome, devices).map((used) => ({ ...used, planned: outcome.planned })),
  )
  if (rows.length === 0) return buildMachineSections(outcomes)
  const notes = [
    'Means over the counted runs. Utilization is the share of time in which any kernel ran; SM activity is the share of SMs in use. Memory is the total of the GPU.',
    ...heads.flatMap((outcome) => describeUnseenGpus(outcome, devices)),
    ...describeOverhead(heads.flatMap(({ trials }) => trials)),
    ...cutNotes(heads.flatMap(({ trials }) => trials.flatMap((trial) => trial.telemetry?.problems ?? []))),
  ]
  return [
    buildTable({ id: 'gpus', title: 'GPUs', notes, isDetail: true }, rows, gpuColumns),
    ...heads.flatMap((outcome) => buildStageSection(outcome, devices) ?? []),
    ...buildMachineSections(outcomes),
  ]
}

/** Names the GPUs of a watched case that the table leaves out. */
function describeUnseenGpus(outcome: MeasuredOutcome, devices: readonly Device[]): string[] {
  const used = listUsedGpus(outcome, devices).map(({ gpu }) => gpu)
  const unseen = listPhysicalGpus(outcome, devices).filter((gpu) => !used.includes(gpu))
  if (unseen.length === 0 || outcome.trials.every(({ telemetry }) => telemetry === null)) return []
  return [`${outcome.planned.id}: GPU ${unseen.join(', ')} left out, because not every run observed it.`]
}

/** Uses the last counted run, because stages of different runs do not align. Lists assigned GPUs only. */
function buildStageSection(outcome: CaseOutcome, devices: readonly Device[]): Section | null {
  const { id, key } = outcome.planned
  const attribution = outcome.status === 'measured' ? outcome.trials.at(-1)?.gpuByStage : null
  if (!attribution) return null
  const given = listUsedGpus(outcome, devices).map(({ gpu }) => gpu)
  const rows = attribution.rows.filter(({ gpu }) => given.includes(gpu))
  const title = `GPU by stage: ${key.suite} ${formatAxes(key.axes)}`
  const section = buildGpuByStageSection(`gpu-stages-${id}`, title, { ...attribution, rows })
  return section && { ...section, isDetail: true }
}

/** Maximum CPU share of one core for the GPU sampling. */
const maxOverheadShare = 0.01

function describeOverhead(trials: readonly Trial[]): string[] {
  const shares = trials.flatMap(({ telemetry }) => telemetry?.overheadCpuShare ?? [])
  if (shares.length === 0) return []
  const most = Math.max(...shares)
  const limit = `${maxOverheadShare * 100} %`
  const judged = most > maxOverheadShare ? `above the allowed ${limit}` : `at most ${limit} is allowed`
  return [`The sampling used up to ${formatPercent(most, 2)} of one core; ${judged}.`]
}

type HostRow = Pick<CaseOutcome, 'planned'> & { readonly hosts: readonly TrialHost[] }

/** A column of medians over the runs. */
function createHostColumn(title: string, unit: string, read: (host: TrialHost) => number | null): Column<HostRow> {
  return [title, ({ hosts }) => toCell(computeCompleteMedian(hosts.map(read)), unit)]
}

const machineColumns: readonly Column<HostRow>[] = [
  ['Case', ({ planned: { key } }) => `${key.suite} ${formatAxes(key.axes)}`],
  ['Revision', ({ planned }) => planned.revision],
  createHostColumn('CPU time', 's', ({ userCpuSeconds: user, systemCpuSeconds: system }) =>
    user === null || system === null ? null : user + system,
  ),
  createHostColumn('Kernel time', 's', ({ systemCpuSeconds }) => systemCpuSeconds),
  createHostColumn('Other processes', 's', ({ otherCpuSeconds }) => otherCpuSeconds),
  createHostColumn('Stolen time', 's', ({ stolenCpuSeconds }) => stolenCpuSeconds),
  createHostColumn('CPU stall', 's', ({ cpuStallSeconds }) => cpuStallSeconds),
  createHostColumn('I/O stall', 's', ({ ioStallSeconds }) => ioStallSeconds),
  createHostColumn('Memory stall', 's', ({ memoryStallSeconds }) => memoryStallSeconds),
  createHostColumn('Major faults', '', ({ majorPageFaults }) => majorPageFaults),
  createHostColumn('Involuntary switches', '', ({ involuntaryContextSwitches }) => involuntaryContextSwitches),
  createHostColumn('Probe', 's', ({ probeSeconds }) => probeSeconds),
]

const machineNotes = [
  'Medians over the counted runs. CPU time and kernel time are those of the pipeline. Other processes, stolen time and stall times cover the entire host; a stall is time in which a process waited for CPU, storage or memory.',
  'The probe is the time of a fixed workload before each run. If it differs between revisions, the machine state differed.',
]

/** Builds the table of host load during the runs, one row per case and revision with host readings. */
export function buildMachineSections(outcomes: readonly CaseOutcome[]): Section[] {
  const rows = outcomes
    .filter(isMeasured)
    .map(({ planned, trials }) => ({ planned, hosts: trials.flatMap(({ host }) => host ?? []) }))
    .filter(({ hosts }) => hosts.length > 0)
  const heading = { id: 'machine', title: 'Host load during the runs', notes: machineNotes, isDetail: true }
  return buildFilledTable(heading, rows, machineColumns)
}

type NodeRow = NonNullable<Trial['nodes']>[number] & Pick<Trial, 'caseId'>

const nodeColumns: readonly Column<NodeRow>[] = [
  ['Case', ({ caseId }) => caseId],
  ['Node', ({ node }) => node],
  ['GPUs', ({ telemetry }) => telemetry && String(telemetry.gpus.length)],
  [
    'GPU utilization (mean)',
    ({ telemetry }) => {
      const use = computeCompleteMean((telemetry?.gpus ?? []).map((gpu) => gpu.utilizationPercent?.mean))
      return toCell(use && use / 100, 'share')
    },
  ],
  [
    'GPU energy',
    ({ telemetry }) => toCell(computeCompleteSum((telemetry?.gpus ?? []).map(({ energyJoules }) => energyJoules)), 'J'),
  ],
  ['CPU time', ({ telemetry }) => toCell(telemetry?.host?.cpuSeconds, 's')],
  ['Memory peak', ({ telemetry }) => toCell(telemetry?.host?.residentBytes?.max, 'B')],
]

const maxNodeRows = 200
const maxNotes = 20

/** Keeps the first different notes, and counts the others. */
function cutNotes(notes: readonly string[]): string[] {
  const different = [...new Set(notes)]
  const more = different.length - maxNotes
  return [...different.slice(0, maxNotes), ...(more > 0 ? [`${formatCounted(more, 'more note')} not shown.`] : [])]
}

/** Builds the table of every node during the last counted trial of each case; empty for runs on one node. */
export function buildNodeSection(trials: readonly Trial[]): Section[] {
  const last = new Map(
    trials.filter(({ nodes, isWarmup }) => nodes && !isWarmup).map((trial) => [trial.caseId, trial] as const),
  )
  const rows = [...last.values()].flatMap(({ caseId, nodes = [] }) => nodes.map((node) => ({ caseId, ...node })))
  const problems = rows.flatMap(({ node, problem }) =>
    problem === null ? [] : [`${node} has no telemetry: ${problem}`],
  )
  const hidden = rows.length > maxNodeRows ? [`${formatCounted(rows.length - maxNodeRows, 'more row')} not shown.`] : []
  const notes = [...hidden, ...cutNotes(problems)]
  const heading = { id: 'nodes', title: 'Nodes', notes, isDetail: true }
  return last.size === 0 ? [] : [buildTable(heading, rows.slice(0, maxNodeRows), nodeColumns)]
}

/** Minimum number of earlier sessions to show a history. */
const minSessions = 2

/** Lists the medians of earlier sessions on this testbed for each case and gate metric that has at least two. */
export function listPastRuns(comparisons: readonly Comparison[], { sessionsOf }: PriorKnowledge): PastRuns[] {
  const gates = Map.groupBy(
    comparisons.filter((item) => item.isGate),
    (item) => `${formatCaseId(item)}\0${item.metric}`,
  )
  return [...gates.values()].flatMap(([first]) => {
    if (!first?.head) return []
    const { suite, benchmark, axes, metric, unit, head } = first
    const sessions = sessionsOf(formatCaseId(first), metric).filter((samples) => samples.length > 0)
    if (sessions.length < minSessions) return []
    return [{ suite, benchmark, axes, metric, unit, medians: sessions.map(computeMedian), now: head.median }]
  })
}
