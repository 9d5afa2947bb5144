import type { Cell, Section } from '../../domain/verdict/report.ts'
import type { NodeTelemetry } from '../../domain/telemetry/node-telemetry.ts'
import type { TelemetrySummary } from '../../domain/telemetry/telemetry.ts'
import type { Trial } from '../../domain/trial/trial.ts'

const columns = ['Case', 'Node', 'GPUs', 'GPU utilization (mean)', 'GPU energy', 'CPU time', 'Memory peak']
const maxRows = 200

/** Builds the table of every node during the last counted trial of each case; null for runs on one node. */
export function buildNodeSection(trials: readonly Trial[]): Section | null {
  const last = new Map(
    trials.filter(({ nodes, isWarmup }) => nodes && !isWarmup).map((trial) => [trial.caseId, trial] as const),
  )
  if (last.size === 0) return null
  const shown = [...last.values()].flatMap(({ caseId, nodes = [] }) => nodes.map((node) => ({ caseId, ...node })))
  return {
    id: 'nodes',
    title: 'Nodes',
    columns,
    rows: shown.slice(0, maxRows).map((row) => [row.caseId, row.node, ...buildCells(row.telemetry)]),
    notes: [...new Set(shown.flatMap(describeProblem))].slice(0, 20),
    isDetail: true,
  }
}

function describeProblem({ node, problem }: NodeTelemetry): string[] {
  return problem === null ? [] : [`${node} has no telemetry: ${problem}`]
}

function buildCells(telemetry: TelemetrySummary | null): Cell[] {
  if (!telemetry) return [null, null, null, null, null]
  const { gpus, host } = telemetry
  const use = average(gpus.map(({ utilizationPercent }) => utilizationPercent?.mean ?? null))
  const joules = sum(gpus.map(({ energyJoules }) => energyJoules))
  return [
    String(gpus.length),
    toCell(use === null ? null : use / 100, 'share'),
    toCell(joules, 'J'),
    toCell(host?.cpuSeconds ?? null, 's'),
    toCell(host?.residentBytes?.max ?? null, 'B'),
  ]
}

function toCell(value: number | null, unit: string): Cell {
  return value === null ? null : { value, unit }
}

/** Null when there are no values or one is missing. */
function sum(values: readonly (number | null)[]): number | null {
  const known = values.filter((value) => value !== null)
  return known.length === 0 || known.length < values.length ? null : known.reduce((total, value) => total + value, 0)
}

function average(values: readonly (number | null)[]): number | null {
  const total = sum(values)
  return total === null ? null : total / values.length
}
