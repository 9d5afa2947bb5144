import { formatCaseId } from '../../domain/core/case.ts'
import { formatNames } from '../../domain/core/format-value.ts'
import { listUnsteadyReadings } from '../../domain/trial/reading-measurements.ts'
import type { Cell, Finding, Section } from '../../domain/verdict/report.ts'
import { computeMedian } from '../../domain/core/statistics.ts'
import { buildReadingMetric, readingPrefix } from '../../domain/trial/trial-readings.ts'
import type { MeasuredOutcome } from '../outcomes.ts'
import type { ProcessReading } from '../../record/readings.ts'

/** Lists problems of the tool's output and readings that are not in every run. */
export function listToolCautions({ planned, trials }: MeasuredOutcome): Finding[] {
  const subject = formatCaseId(planned.key)
  const reported = [...new Set(trials.flatMap(({ readings }) => readings?.problems ?? []))]
  const unsteady = listUnsteadyReadings(trials)
  const lost = unsteady.length > 0 ? [`not reported by every run, so not judged: ${formatNames(unsteady)}`] : []
  const dropped = new Set(trials.flatMap(({ readings }) => readings?.dropped ?? []))
  const reasons = [...reported, ...lost, ...[...dropped].map((reason) => `dropped, because ${reason}`)]
  return reasons.map((reason) => ({ kind: 'caution', subject, reason }))
}

const processNote =
  'One value per process: the median of the values that the tool measured in it. Values of one process share its memory layout and clocks, so they count as one.'

/** Builds the table of the figures of one tool; null when it gave none. */
export function buildCommandSection({ planned, trials, measurements }: MeasuredOutcome): Section | null {
  const given = measurements.filter(({ metric }) => metric.name.startsWith(readingPrefix))
  if (given.length === 0) return null
  const all = trials.flatMap((trial) => trial.readings?.benchmarks ?? [])
  const readings = Map.groupBy(all, (reading) => buildReadingMetric(reading).name)
  const tools = [...new Set(trials.flatMap((trial) => trial.readings?.tool ?? []))]
  return {
    id: `command-${planned.key.benchmark}`,
    title: `${planned.key.benchmark}${tools.length > 0 ? ` (${tools.join(', ')})` : ''}`,
    columns: ['Figure', 'Median', 'Processes', 'Between processes', 'Within a process', 'Values per process'],
    rows: given.map(({ metric, samples }): Cell[] => {
      const own = readings.get(metric.name) ?? []
      return [
        metric.name.slice(readingPrefix.length),
        { value: computeMedian(samples), unit: metric.unit },
        String(samples.length),
        computeSpread([samples]),
        computeSpread(own.map((reading) => reading.samples)),
        formatValueCounts(own),
      ]
    }),
    notes: [processNote],
  }
}

/** Median over the groups of (maximum − minimum) / |median|; null when every group has a single value. */
function computeSpread(groups: readonly (readonly number[])[]): Cell {
  const spreads = groups.filter((group) => group.length > 1 && computeMedian(group) !== 0).map(computeRelativeRange)
  return spreads.length === 0 ? null : { value: computeMedian(spreads), unit: 'share' }
}

function computeRelativeRange(values: readonly number[]): number {
  const [low, high] = values.reduce(
    ([least, most], value) => [Math.min(least, value), Math.max(most, value)],
    [Number.POSITIVE_INFINITY, Number.NEGATIVE_INFINITY],
  )
  return (high - low) / Math.abs(computeMedian(values))
}

function formatValueCounts(readings: readonly ProcessReading[]): string {
  const counts = [...new Set(readings.map(({ count }) => count))]
  const isSummed = readings.some(({ source }) => source === 'aggregate')
  return `${counts.join(', ')}${isSummed ? ' (aggregated by the tool)' : ''}`
}
