import type { Interval } from '../../domain/core/statistics.ts'
import type { Section } from '../../domain/verdict/report.ts'
import type { DerivedValue } from '../../domain/verdict/requirement.ts'
import { buildFilledTable, toCell, toRangeCell } from '../../domain/verdict/section.ts'
import { findFigure, toFigureCell } from '../figures.ts'
import { findExtreme } from '../runs.ts'
import type { StageDiagnosis, StageFigures } from './stage-figures.ts'

/** Builds the table of what each stage contributes to the limits of a rule set; empty without stages. */
export function buildLimitsByStage(diagnoses: readonly StageDiagnosis[], derived: readonly DerivedValue[]): Section[] {
  const notes = [
    'What each stage contributes. PERF-02 is judged in GPU stages and over the complete run, the other limits over the complete run.',
  ]
  const heading = { id: 'limits-by-stage', title: 'Limits by stage', notes }
  return buildFilledTable(heading, diagnoses, [
    ['Stage', ({ figures }) => figures.stage],
    ['GPUs', ({ point }) => String(point.gpus)],
    ['PERF-01: time', ({ figures }) => toCell(figures.seconds, 's')],
    ['PERF-02: utilization', ({ utilizationPercent }) => toCell(utilizationPercent, '%')],
    ['PERF-03: speed-up', (one) => toFigureCell(findFigure(derived, 'stage_speedup', getAxes(one)))],
    ['PERF-04: rate', (one) => toFigureCell(findFigure(derived, 'stage_rate', getAxes(one)))],
    ['PERF-05: packing', (one) => toFigureCell(findFigure(derived, 'stage_packing', getAxes(one)))],
    ['MON-01: utilization', ({ figures }) => toRangeCell(joinRanges(figures), '%')],
    ['MON-01: memory', ({ figures }) => toRangeCell(findMemoryRange(figures), 'B')],
  ])
}

function getAxes({ point, figures }: StageDiagnosis) {
  return { ...point.axes, stage: figures.stage }
}

/** Lowest and highest sample of all GPUs; null if one of them lacks them. */
function joinRanges({ gpus }: StageFigures): Interval | null {
  const known = gpus.flatMap(({ utilizationRange }) => (utilizationRange ? [utilizationRange] : []))
  if (known.length === 0 || known.length < gpus.length) return null
  return [Math.min(...known.map(([low]) => low)), Math.max(...known.map(([, high]) => high))]
}

function findMemoryRange({ gpus }: StageFigures): Interval | null {
  const lowest = findExtreme(
    Math.min,
    gpus.map(({ memoryMinBytes }) => memoryMinBytes),
  )
  const peak = findExtreme(
    Math.max,
    gpus.map(({ memoryPeakBytes }) => memoryPeakBytes),
  )
  return lowest === null || peak === null ? null : [lowest, peak]
}
