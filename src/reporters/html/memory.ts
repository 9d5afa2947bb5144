import { hasAxes } from '../../domain/core/case.ts'
import { createAxis, createChart, type Block, type Curve, type CurvePoint } from '../../domain/report/block.ts'
import type { Report } from '../../domain/verdict/report.ts'
import type { DerivedValue } from '../../domain/verdict/requirement.ts'
import type { RunRecord } from '../../domain/trial/run-record.ts'
import { computeMedian } from '../../domain/core/statistics.ts'
import type { Trial } from '../../domain/trial/trial.ts'
import type { MemoryQuantity, MemorySeries, TrialMemory } from '../../record/pipeline.ts'

const quantityNames: Readonly<Record<MemoryQuantity, string>> = {
  device: 'GPU total',
  own: 'own processes',
  resident: 'main memory',
  allocated: 'allocated',
  reserved: 'reserved',
}
const mostCharts = 24

type TrialWithMemory = Trial & { readonly memory: TrialMemory }

/**
 * Builds memory over time for the last valid run of each case, with the slope over its repeats where one was
 * computed.
 */
export function buildMemoryBlocks({ trials }: RunRecord, { derived, cases }: Report, keyOf: CaseKeyLookup): Block[] {
  const watched = trials.filter(
    (trial): trial is TrialWithMemory => trial.memory !== undefined && trial.failure === null,
  )
  const last = [...Map.groupBy(watched, ({ caseId }) => caseId).values()].flatMap((own) => own.at(-1) ?? [])
  const isKnown = new Set(cases.map(({ suite }) => suite))
  return last.slice(0, mostCharts).flatMap((trial): Block[] => {
    const key = keyOf(trial.caseId)
    const series = trial.memory.series.filter(({ points }) => points.length > 1)
    if (!key || !isKnown.has(key.suite) || series.length === 0) return []
    const slopes = derived.filter(
      ({ name, suite, axes }) => name === 'memory_slope' && suite === key.suite && hasAxes(axes, key.axes),
    )
    return [buildChart(trial, series, slopes)]
  })
}

/** Finds the key of a planned case by its id. */
export type CaseKeyLookup = (id: string) => RunRecord['plan']['cases'][number]['key'] | undefined

function buildChart(trial: TrialWithMemory, series: readonly MemorySeries[], slopes: readonly DerivedValue[]): Block {
  const y = createAxis(
    'memory',
    'B',
    series.flatMap(({ points }) => points.map(({ bytes }) => bytes)),
    true,
  )
  const scalePoints = (points: readonly CurvePoint[]): CurvePoint[] =>
    points.map((one) => ({ ...one, y: one.y * y.factor }))
  const curves = series.flatMap((one): Curve[] => {
    const name = formatSeriesName(one)
    const line = one.points.map(({ seconds, bytes }) => ({ x: seconds, y: bytes }))
    const trend = buildTrend(one, trial.memory, slopes)
    return [
      { name, style: 'line', points: scalePoints(line) },
      ...(trend.length > 0 ? [{ name: `${name}: slope`, style: 'dashes', points: scalePoints(trend) } as const] : []),
    ]
  })
  const x = { label: 'time since start', unit: 's', isFromZero: true }
  const title = `Memory of ${trial.caseId}, run ${trial.index + 1}`
  return createChart({ kind: 'curves', title, x, y: y.axis, curves, marks: [] })
}

function formatSeriesName({ quantity, gpu }: MemorySeries): string {
  return gpu === null ? quantityNames[quantity] : `GPU ${gpu}, ${quantityNames[quantity]}`
}

/** Builds a line with the reported slope through the median level of the repeats. */
function buildTrend(series: MemorySeries, { visits }: TrialMemory, slopes: readonly DerivedValue[]): CurvePoint[] {
  const slope = slopes.find(
    ({ axes }) => axes['memory'] === series.quantity && (series.gpu === null || axes['gpu'] === series.gpu),
  )?.value
  const ends = visits.toSorted((one, other) => other.endsSeconds.length - one.endsSeconds.length)[0]?.endsSeconds ?? []
  if (slope === undefined || slope === null || ends.length < 2) return []
  const heights = ends.flatMap((end, index) => {
    const start = ends[index - 1] ?? 0
    const inside = series.points.filter(({ seconds }) => seconds > start && seconds <= end).map(({ bytes }) => bytes)
    return inside.length > 0 ? [computeMedian(inside) - slope * index] : []
  })
  if (heights.length === 0) return []
  const height = computeMedian(heights)
  return ends.map((x, index) => ({ x, y: height + slope * index }))
}
