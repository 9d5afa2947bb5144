import type { BenchmarkReading } from '../../domain/trial/benchmark-reading.ts'
import { UserError } from '../../domain/core/errors.ts'
import { createStageMetric, wallTime, type Metric } from '../../domain/core/metric.ts'
import { splitBoundedLines } from '../bounded-lines.ts'
import { createAggregateReading, createFailedReading, type ReadingKey } from '../readings.ts'

const sequenceRate: Metric = { name: 'throughput', unit: 'seq/s', betterWhen: 'higher' }
const utilization: Metric = { name: 'gpu_utilization', unit: '%', betterWhen: 'higher' }

/**
 * Reads the rows of the two markdown tables that the suites write; a row that was not tested becomes a failed reading.
 */
export function readReportTables(text: string, path: string): BenchmarkReading[] {
  const readings: BenchmarkReading[] = []
  let columns: readonly string[] = []
  for (const line of splitBoundedLines(text)) {
    const cells = splitCells(line)
    if (cells[0] === 'GPUs' || cells[0] === 'Stage') columns = cells
    else if (cells.length === columns.length && cells.length > 0 && !/^[-: ]+$/.test(cells.join('')))
      readings.push(...readRow(columns, cells, path))
  }
  if (readings.length > 0) return readings
  throw new UserError(`${path} has a table without rows`, 'The suite measured nothing; check its log')
}

function splitCells(line: string): string[] {
  if (!line.startsWith('|') || !line.trimEnd().endsWith('|')) return []
  const inner = line.trim().slice(1, -1)
  return inner.split('|').map((cell) => cell.trim())
}

function readRow(columns: readonly string[], cells: readonly string[], path: string): BenchmarkReading[] {
  const getCell = (name: string): string => cells[columns.indexOf(name)] ?? ''
  if (columns[0] === 'Stage') return readStage(getCell, path)
  const key = { name: 'gpu_scaling', axes: { gpus: parseNumber(getCell('GPUs'), path, 'GPUs') } }
  if (/not tested/i.test(getCell('Status'))) return [createFailedReading(key, 'not tested')]
  return createFigure(key, wallTime, parseNumber(getCell('Time (s)'), path, 'Time (s)'))
}

function readStage(cell: (name: string) => string, path: string): BenchmarkReading[] {
  const stage = cell('Stage').slice(0, 200)
  const key = { name: stage }
  const rest = [
    [sequenceRate, 'Seq/s'],
    [utilization, 'GPU Util'],
  ] as const
  const given = rest.filter(([, name]) => /\d/.test(cell(name)))
  return [
    ...createFigure(key, createStageMetric(stage), parseNumber(cell('Time (s)'), path, 'Time (s)')),
    ...given.flatMap(([metric, name]) => createFigure(key, metric, parseNumber(cell(name), path, name))),
  ]
}

function createFigure(key: ReadingKey, metric: Metric, value: number): BenchmarkReading[] {
  if (value > 0) return [createAggregateReading(key, metric, value, { spread: { count: 1 } })]
  return [createFailedReading(key, `${metric.name} is 0 in the report, so it was not measured`)]
}

function parseNumber(cell: string, path: string, column: string): number {
  const found = /^(\d[\d,]*(?:\.\d+)?)\s*(?:s|%|x)?$/.exec(cell)?.[1]
  if (found !== undefined) return Number(found.replaceAll(',', ''))
  throw new UserError(
    `${path}: ${JSON.stringify(cell.slice(0, 80))} in the column ${column} is not a number`,
    'Pass the unedited report',
  )
}
