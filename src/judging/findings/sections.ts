import { formatPercent } from '../../domain/core/numbers.ts'
import type { CaseOutcome } from '../../domain/trial/outcome.ts'
import type { TelemetryDigest, Cell, Section, PastRuns } from '../../domain/verdict/report.ts'
import { type Interval, computeMedian, sumValues } from '../../domain/core/statistics.ts'
import type { Device } from '../../domain/testbed/testbed.ts'
import { keepComplete, listUsedGpus, type UsedGpu } from './figures.ts'
import { formatAxes, formatCaseId } from '../../domain/core/case.ts'
import { buildGpuByStageSection } from '../../domain/stages/stage-attribution.ts'
import type { Spread, TelemetrySummary, TrialHost } from '../../record/telemetry.ts'
import type { Trial } from '../../domain/trial/trial.ts'
import type { Comparison } from '../../domain/verdict/comparison.ts'
import type { PriorKnowledge } from '../../domain/plan/prior-knowledge.ts'

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
    utilizationPercent: computeRange(gpus.map(({ use }) => use.utilizationPercent?.mean)),
    powerWatts: computeRange(gpus.map(({ use }) => use.powerWatts?.mean)),
    memoryPeakBytes: computeRange(gpus.map(({ memoryPeakBytes }) => memoryPeakBytes))?.[1] ?? null,
    hottestCelsius: computeRange(gpus.map(({ use }) => use.temperatureCelsius?.max))?.[1] ?? null,
  }
}

function computeRange(values: readonly (number | null | undefined)[]): Interval | null {
  const known = values.filter((value) => value !== null && value !== undefined)
  return known.length > 0 ? [Math.min(...known), Math.max(...known)] : null
}

const gpuColumns = [
  'Case',
  'GPU',
  'Utilization',
  'SM activity',
  'SM occupancy',
  'Tensor cores',
  'Peak memory',
  'Power',
  'Energy per run',
  'SM clock',
  'Peak temperature',
]

/** Builds the tables of GPU use by case and by stage and of host load. Cases without telemetry are left out. */
export function buildTelemetrySections(outcomes: readonly CaseOutcome[], devices: readonly Device[]): Section[] {
  return [...buildGpuSections(outcomes, devices), ...buildMachineSections(outcomes)]
}

function buildGpuSections(outcomes: readonly CaseOutcome[], devices: readonly Device[]): Section[] {
  const heads = outcomes.filter((outcome) => outcome.status === 'measured' && outcome.planned.revision === 'head')
  const rows = heads.flatMap((outcome) => listUsedGpus(outcome, devices).map((use) => buildGpuRow(outcome, use)))
  if (rows.length === 0) return []
  const notes = [
    'Means over the counted runs. Utilization is the share of time in which any kernel ran; SM activity is the share of SMs in use. Memory is the total of the GPU.',
    ...describeOverhead(heads),
    ...new Set(heads.flatMap(listProblems)),
  ]
  return [
    { id: 'gpus', title: 'GPUs', columns: gpuColumns, rows, notes, isDetail: true },
    ...heads.flatMap((outcome) => buildStageSection(outcome, devices) ?? []),
  ]
}

function buildGpuRow({ planned }: CaseOutcome, { gpu, use, energyJoules, memoryPeakBytes }: UsedGpu): Cell[] {
  return [
    `${planned.key.suite} ${formatAxes(planned.key.axes)}`,
    String(gpu),
    toMeanCell(use.utilizationPercent, '%'),
    toMeanCell(use.smUtilization, 'share'),
    toMeanCell(use.smOccupancy, 'share'),
    toMeanCell(use.tensorActivity, 'share'),
    memoryPeakBytes === null ? null : { value: memoryPeakBytes, unit: 'B' },
    toMeanCell(use.powerWatts, 'W'),
    energyJoules === null ? null : { value: energyJoules, unit: 'J' },
    use.smClockMhz ? { value: use.smClockMhz.p50, unit: 'MHz' } : null,
    use.temperatureCelsius ? { value: use.temperatureCelsius.max, unit: '°C' } : null,
  ]
}

function toMeanCell(spread: Spread | null, unit: string): Cell {
  return spread ? { value: spread.mean, unit } : null
}

/** Uses the last counted run, because stages of different runs do not align. Lists assigned GPUs only. */
function buildStageSection(outcome: CaseOutcome, devices: readonly Device[]): Section | null {
  if (outcome.status !== 'measured') return null
  const { key } = outcome.planned
  const attribution = outcome.trials.at(-1)?.gpuByStage
  if (!attribution) return null
  const given = listUsedGpus(outcome, devices).map(({ gpu }) => gpu)
  const rows = attribution.rows.filter(({ gpu }) => given.includes(gpu))
  const title = `GPU by stage: ${key.suite} ${formatAxes(key.axes)}`
  const section = buildGpuByStageSection(`gpu-stages-${outcome.planned.id}`, title, { ...attribution, rows })
  return section && { ...section, isDetail: true }
}

/** Maximum CPU share of one core for the GPU sampling. */
const maxOverheadShare = 0.01

function describeOverhead(outcomes: readonly CaseOutcome[]): string[] {
  const trials = outcomes.flatMap((outcome) => (outcome.status === 'measured' ? outcome.trials : []))
  const shares = trials.map(({ telemetry }) => telemetry?.overheadCpuShare ?? null).filter((share) => share !== null)
  if (shares.length === 0) return []
  const most = Math.max(...shares)
  const judged =
    most > maxOverheadShare
      ? `above the allowed ${maxOverheadShare * 100} %`
      : `at most ${maxOverheadShare * 100} % is allowed`
  return [`The sampling used up to ${formatPercent(most, 2)} of one core; ${judged}.`]
}

function listProblems(outcome: CaseOutcome): string[] {
  if (outcome.status !== 'measured') return []
  return outcome.trials.flatMap((trial) => trial.telemetry?.problems ?? []).slice(0, 5)
}

const machineColumns = [
  'Case',
  'Revision',
  'CPU time',
  'Kernel time',
  'Other processes',
  'Stolen time',
  'CPU stall',
  'I/O stall',
  'Memory stall',
  'Major faults',
  'Involuntary switches',
  'Probe',
]

const machineNotes = [
  'Medians over the counted runs. CPU time and kernel time are those of the pipeline. Other processes, stolen time and stall times cover the entire host; a stall is time in which a process waited for CPU, storage or memory.',
  'The probe is the time of a fixed workload before each run. If it differs between revisions, the machine state differed.',
]

/** Builds the table of host load during the runs, one row per case and revision with host readings. */
export function buildMachineSections(outcomes: readonly CaseOutcome[]): Section[] {
  const rows = outcomes.flatMap(buildHostRows)
  if (rows.length === 0) return []
  return [
    {
      id: 'machine',
      title: 'Host load during the runs',
      columns: machineColumns,
      rows,
      notes: machineNotes,
      isDetail: true,
    },
  ]
}

function buildHostRows(outcome: CaseOutcome): Cell[][] {
  if (outcome.status !== 'measured') return []
  const hosts = outcome.trials.flatMap(({ host }) => host ?? [])
  if (hosts.length === 0) return []
  const { key, revision } = outcome.planned
  const toSecondsCell = (read: (host: TrialHost) => number | null): Cell => toMedianCell(hosts, 's', read)
  const toCountCell = (read: (host: TrialHost) => number | null): Cell => toMedianCell(hosts, '', read)
  const row = [
    `${key.suite} ${formatAxes(key.axes)}`,
    revision,
    toSecondsCell(sumCpuSeconds),
    toSecondsCell(({ systemCpuSeconds }) => systemCpuSeconds),
    toSecondsCell(({ otherCpuSeconds }) => otherCpuSeconds),
    toSecondsCell(({ stolenCpuSeconds }) => stolenCpuSeconds),
    toSecondsCell(({ cpuStallSeconds }) => cpuStallSeconds),
    toSecondsCell(({ ioStallSeconds }) => ioStallSeconds),
    toSecondsCell(({ memoryStallSeconds }) => memoryStallSeconds),
    toCountCell(({ majorPageFaults }) => majorPageFaults),
    toCountCell(({ involuntaryContextSwitches }) => involuntaryContextSwitches),
    toSecondsCell(({ probeSeconds }) => probeSeconds),
  ]
  return [row]
}

function sumCpuSeconds({ userCpuSeconds, systemCpuSeconds }: TrialHost): number | null {
  return userCpuSeconds === null || systemCpuSeconds === null ? null : userCpuSeconds + systemCpuSeconds
}

/** Median over the runs. */
function toMedianCell(hosts: readonly TrialHost[], unit: string, read: (host: TrialHost) => number | null): Cell {
  const known = keepComplete(hosts.map(read))
  return known && { value: computeMedian(known), unit }
}

const nodeColumns = ['Case', 'Node', 'GPUs', 'GPU utilization (mean)', 'GPU energy', 'CPU time', 'Memory peak']
const maxNodeRows = 200

/** Builds the table of every node during the last counted trial of each case; null for runs on one node. */
export function buildNodeSection(trials: readonly Trial[]): Section | null {
  const last = new Map(
    trials.filter(({ nodes, isWarmup }) => nodes && !isWarmup).map((trial) => [trial.caseId, trial] as const),
  )
  if (last.size === 0) return null
  const shown = [...last.values()].flatMap(({ caseId, nodes = [] }) => nodes.map((node) => ({ caseId, ...node })))
  const problems = shown.flatMap(({ node, problem }) =>
    problem === null ? [] : [`${node} has no telemetry: ${problem}`],
  )
  return {
    id: 'nodes',
    title: 'Nodes',
    columns: nodeColumns,
    rows: shown.slice(0, maxNodeRows).map((row) => [row.caseId, row.node, ...buildNodeCells(row.telemetry)]),
    notes: [...new Set(problems)].slice(0, 20),
    isDetail: true,
  }
}

function buildNodeCells(telemetry: TelemetrySummary | null): Cell[] {
  if (!telemetry) return [null, null, null, null, null]
  const { gpus, host } = telemetry
  const use = keepComplete(gpus.map(({ utilizationPercent }) => utilizationPercent?.mean ?? null))
  const joules = keepComplete(gpus.map(({ energyJoules }) => energyJoules))
  return [
    String(gpus.length),
    toCell(use && sumValues(use) / use.length / 100, 'share'),
    toCell(joules && sumValues(joules), 'J'),
    toCell(host?.cpuSeconds ?? null, 's'),
    toCell(host?.residentBytes?.max ?? null, 'B'),
  ]
}

function toCell(value: number | null, unit: string): Cell {
  return value === null ? null : { value, unit }
}

/** Minimum number of earlier sessions to show a history. */
const minSessions = 2

/** Lists the medians of earlier sessions on this testbed for each case and gate metric. */
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
