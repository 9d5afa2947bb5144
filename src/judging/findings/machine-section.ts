import { formatAxes } from '../../domain/core/case.ts'
import type { CaseOutcome } from '../../domain/trial/outcome.ts'
import type { Cell, Section } from '../../domain/verdict/report.ts'
import { computeMedian } from '../../domain/core/statistics.ts'
import type { TrialHost } from '../../domain/trial/trial-host.ts'

const columns = [
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

const notes = [
  'Medians over the counted runs. CPU time and kernel time are those of the pipeline. Other processes, stolen time and stall times cover the entire host; a stall is time in which a process waited for CPU, storage or memory.',
  'The probe is the time of a fixed workload before each run. If it differs between revisions, the machine state differed.',
]

/** Builds the table of host load during the runs, one row per case and revision with host readings. */
export function buildMachineSections(outcomes: readonly CaseOutcome[]): Section[] {
  const rows = outcomes.flatMap(buildRows)
  if (rows.length === 0) return []
  return [{ id: 'machine', title: 'Host load during the runs', columns, rows, notes, isDetail: true }]
}

function buildRows(outcome: CaseOutcome): Cell[][] {
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

/** Median over the runs; null when a run lacks the value, because a median over part of them is not comparable. */
function toMedianCell(hosts: readonly TrialHost[], unit: string, read: (host: TrialHost) => number | null): Cell {
  const known = hosts.map(read).filter((value) => value !== null)
  return known.length === hosts.length ? { value: computeMedian(known), unit } : null
}
