import { formatAxes, formatCaseId, type Axes } from '../../domain/core/case.ts'
import { wallTime } from '../../domain/core/metric.ts'
import type { Curve, CurvePoint, PageBlock, PageText } from '../../domain/page/page.ts'
import type { Report } from '../../domain/verdict/report.ts'
import type { DerivedValue } from '../../domain/verdict/requirement.ts'
import { computeLawSpeedup, fitScalabilityLaw, type ScalingSamples } from '../../domain/scaling/scalability-law.ts'
import { say } from '../content.ts'
import { toVisibleText } from '../visible-text.ts'
import { toPageText } from './part-blocks.ts'
import type { SampleSource } from './comparison-samples.ts'

const curvePoints = 60

/** Builds the speed-up over device counts with ideal line, ceiling and fitted law; one chart per benchmark. */
export function buildScalingBlocks({ derived }: Report, source: SampleSource): PageBlock[] {
  // Variants and revisions also have a speed-up, but no efficiency.
  const counted = new Set(derived.filter(({ name }) => name === 'efficiency').map(formatCaseId))
  const speedups = derived.filter((one) => one.name === 'speedup' && counted.has(formatCaseId(one)))
  const groups = Map.groupBy(speedups, (one) => JSON.stringify([one.suite, one.benchmark, withoutGpus(one.axes)]))
  return [...groups.values()].flatMap((group) => buildChart(group, derived, source))
}

function buildChart(
  speedups: readonly DerivedValue[],
  derived: readonly DerivedValue[],
  source: SampleSource,
): PageBlock[] {
  const [first] = speedups
  const measured = speedups.flatMap(toPoints)
  if (!first || measured.length === 0) return []
  const isOurs = (one: DerivedValue): boolean =>
    one.suite === first.suite && one.benchmark === first.benchmark && hasSameAxes(one.axes, first.axes)
  const ceiling = derived.filter((one) => one.name === 'ceiling' && isOurs(one)).flatMap(toPoints)
  const most = Math.max(...measured.map(({ x }) => x))
  const start: CurvePoint = { x: 1, y: 1, note: 'by definition' }
  const far = Math.max(...[...measured, ...ceiling].map(({ x }) => x))
  const ideal = [start, { x: far, y: far }]
  const curves: Curve[] = [
    { name: 'measured', style: 'dots', points: [start, ...measured] },
    { name: 'ideal', style: 'dashes', points: ideal },
    ...(ceiling.length > 0
      ? [{ name: 'ceiling from the stage shares', style: 'line', points: [start, ...ceiling] } as const]
      : []),
  ]
  const law = fitLaw(first, most, source)
  const rest = formatAxes(withoutGpus(first.axes))
  return [
    {
      kind: 'curves',
      title: toVisibleText(`Speed-up of ${first.suite}/${first.benchmark}${rest === '' ? '' : ` ${rest}`}`, 200),
      x: { label: 'GPUs', unit: '', isFromZero: true, isWhole: true },
      y: { label: 'speed-up', unit: '×', isFromZero: true },
      curves: [...curves, ...law.curves],
      marks: [],
      notes: law.notes,
    },
  ]
}

function toPoints({ axes, value, interval }: DerivedValue): CurvePoint[] {
  const gpus = Number(axes['gpus'])
  if (value === null || !Number.isFinite(value)) return []
  return [{ x: gpus, y: value, ...(interval && { low: interval[0], high: interval[1] }) }]
}

type LawCurves = { readonly curves: readonly Curve[]; readonly notes: readonly PageText[] }

function fitLaw(first: DerivedValue, most: number, { outcomes }: SampleSource): LawCurves {
  const samples = outcomes.flatMap((outcome): ScalingSamples[] => {
    const { key, revision } = outcome.planned
    const gpus = key.axes['gpus']
    const isOurs = key.suite === first.suite && key.benchmark === first.benchmark && hasSameAxes(key.axes, first.axes)
    if (outcome.status !== 'measured' || !isOurs || revision !== 'head' || typeof gpus !== 'number') return []
    const seconds = outcome.measurements.find(({ metric }) => metric.name === wallTime.name)?.samples ?? []
    return [{ gpus, seconds }]
  })
  const law = fitScalabilityLaw(samples, 0.95)
  if (!law)
    return { curves: [], notes: [toPageText(say`No scaling law fitted: it needs three device counts, one of them 1.`)] }
  const points = Array.from({ length: curvePoints + 1 }, (_, index) => {
    const x = 1 + ((most - 1) * index) / curvePoints
    return { x, y: computeLawSpeedup(law, x) }
  })
  const peak = law.peak.isIdentified
    ? `peak at ${law.peak.gpus.toFixed(1)} GPUs (${law.peak.interval.map((edge) => edge.toFixed(1)).join(' to ')})`
    : `peak ${law.peak.reason}`
  const figures = `contention ${law.contention.toPrecision(3)}, coherency ${law.coherency.toPrecision(3)}`
  return {
    curves: [{ name: 'Universal Scalability Law', style: 'dashes', points }],
    notes: [toPageText(say`Universal Scalability Law fitted to all runs: ${figures}; ${peak}.`)],
  }
}

function withoutGpus(axes: Axes): Axes {
  return Object.fromEntries(Object.entries(axes).filter(([name]) => name !== 'gpus'))
}

function hasSameAxes(one: Axes, other: Axes): boolean {
  return formatAxes(withoutGpus(one)) === formatAxes(withoutGpus(other))
}
