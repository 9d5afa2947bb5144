import { hasAxes } from '../../domain/core/case.ts'
import { formatCounted } from '../../domain/core/numbers.ts'
import { computeMedian } from '../../domain/core/statistics.ts'
import {
  createAxis,
  createChart,
  createText,
  type Block,
  type Curve,
  type CurvePoint,
} from '../../domain/report/block.ts'
import { say } from '../../domain/report/content.ts'
import type { RunRecord } from '../../record/run.ts'
import type { Report } from '../../domain/verdict/report.ts'
import type { DerivedValue } from '../../domain/verdict/requirement.ts'
import type { MemoryQuantity, MemorySeries, TrialMemory } from '../../record/pipeline.ts'

const quantityNames: Readonly<Record<MemoryQuantity, string>> = {
  device: 'GPU total',
  own: 'own processes',
  resident: 'main memory',
  allocated: 'allocated',
  reserved: 'reserved',
}

const mostCharts = 24

/** Finds the key of a planned case by its id. */
type CaseKeyLookup = (id: string) => RunRecord['plan']['cases'][number]['key'] | undefined

/** Builds memory over time for the last valid run of each case, with any slope over its repeats. */
export function buildMemoryBlocks({ trials }: RunRecord, { derived, cases }: Report, findKey: CaseKeyLookup): Block[] {
  const watched = trials.filter(({ memory, failure }) => memory && failure === null)
  const last = [...Map.groupBy(watched, ({ caseId }) => caseId).values()].flatMap((own) => own.at(-1) ?? [])
  const known = new Set(cases.map(({ suite }) => suite))
  const charts = last.flatMap(({ caseId, index, memory }): Block[] => {
    const key = findKey(caseId)
    const series = memory?.series.filter(({ points }) => points.length > 1) ?? []
    if (!memory || !key || !known.has(key.suite) || series.length === 0) return []
    const slopes = derived.filter(
      ({ name, suite, axes }) => name === 'memory_slope' && suite === key.suite && hasAxes(axes, key.axes),
    )
    return [buildChart(`Memory of ${caseId}, run ${index + 1}`, { ...memory, series }, slopes)]
  })
  const hidden = charts.length - mostCharts
  const more = say`The memory of ${formatCounted(hidden, 'more case')} is not shown.`
  return [...charts.slice(0, mostCharts), ...(hidden > 0 ? [createText({ lead: [more] })] : [])]
}

function buildChart(title: string, { series, visits }: TrialMemory, slopes: readonly DerivedValue[]): Block {
  const bytes = series.flatMap(({ points }) => points.map((point) => point.bytes))
  const { axis: y, factor } = createAxis('memory', 'B', bytes, true)
  const curves = series.flatMap((one): Curve[] => {
    const { gpu, quantity, points } = one
    const name = gpu === null ? quantityNames[quantity] : `GPU ${gpu}, ${quantityNames[quantity]}`
    const line = points.map((point) => ({ x: point.seconds, y: point.bytes * factor }))
    const trend = buildTrend(one, visits, slopes).map((point) => ({ ...point, y: point.y * factor }))
    const slope = { name: `${name}: slope`, style: 'dashes', points: trend } as const
    return [{ name, style: 'line', points: line }, ...(trend.length > 0 ? [slope] : [])]
  })
  const x = { label: 'time since start', unit: 's', isFromZero: true }
  return createChart({ kind: 'curves', title, x, y, curves, marks: [] })
}

/** Builds a line with the reported slope through the median level of the repeats. */
function buildTrend(
  { quantity, gpu, points }: MemorySeries,
  visits: TrialMemory['visits'],
  slopes: readonly DerivedValue[],
): CurvePoint[] {
  const slope = slopes.find(({ axes }) => axes['memory'] === quantity && (gpu === null || axes['gpu'] === gpu))?.value
  const ends = visits.toSorted((one, other) => other.endsSeconds.length - one.endsSeconds.length)[0]?.endsSeconds ?? []
  if (slope === undefined || slope === null || ends.length < 2) return []
  const heights = ends.flatMap((end, index) => {
    const start = ends[index - 1] ?? 0
    const inside = points.filter(({ seconds }) => seconds > start && seconds <= end).map(({ bytes }) => bytes)
    return inside.length > 0 ? [computeMedian(inside) - slope * index] : []
  })
  if (heights.length === 0) return []
  const height = computeMedian(heights)
  return ends.map((x, index) => ({ x, y: height + slope * index }))
}
