import { type Axes, describeCase, describeDevices, formatAxes, formatCaseId } from '../core/case.ts'
import { wallTime } from '../core/metric.ts'
import { createChart, type ChartBlock, type Curve, type CurvePoint } from '../report/block.ts'
import { say, toCase, type Content } from '../report/content.ts'
import type { Testbed } from '../testbed/testbed.ts'
import { type CaseOutcome, getSamples } from '../trial/outcome.ts'
import type { DerivedValue } from '../verdict/requirement.ts'
import { computeLawSpeedup, fitScalabilityLaw, type ScalingSamples } from './scalability-law.ts'

const lawPoints = 60

/** The figures and outcomes of the scaling suite. */
type ScalingResults = {
  readonly derived: readonly DerivedValue[]
  readonly outcomes: readonly CaseOutcome[]
  readonly deviceKind: Testbed['deviceKind']
}

/**
 * Builds the speed-up over device counts with perfect scaling, ceiling and fitted law; one chart per benchmark.
 * Implausible figures are left out; the table has them with their reason.
 */
export function buildSpeedupCharts(results: ScalingResults): ChartBlock[] {
  const groups = Map.groupBy(results.derived, ({ benchmark, axes }) =>
    JSON.stringify([benchmark, formatAxes(withoutGpus(axes))]),
  )
  return [...groups.values()].flatMap((group) => buildSpeedupChart(group, results))
}

function buildSpeedupChart(group: readonly DerivedValue[], { outcomes, deviceKind }: ScalingResults): ChartBlock[] {
  const [first] = group
  const measured = listPoints(group, 'speedup')
  if (!first || measured.length === 0) return []
  const key = { ...first, axes: withoutGpus(first.axes) }
  const start: CurvePoint = { x: 1, y: 1, note: 'by definition' }
  const points = [start, ...measured]
  const ceiling = listPoints(group, 'ceiling')
  const counts = [...new Set([...points, ...ceiling].map(({ x }) => x))].toSorted((a, b) => a - b)
  const most = Math.max(...measured.map(({ x }) => x))
  const law = fitLaw(key, outcomes, most)
  const curves: Curve[] = [
    { name: 'measured', style: 'dots', points },
    { name: 'perfect scaling', style: 'dashes', points: counts.map((x) => ({ x, y: x })) },
    ...(ceiling.length > 0
      ? [{ name: 'ceiling set by the stages that do not scale', style: 'line', points: [start, ...ceiling] } as const]
      : []),
    ...law.curves,
  ]
  const x = { label: deviceKind === 'gpu' ? 'GPUs' : 'cores', unit: '', isFromZero: true, isWhole: true } as const
  const y = { label: 'speed-up', unit: '×', isFromZero: true }
  const subject = toCase(describeCase(key), formatCaseId(key))
  return [
    createChart(
      { kind: 'curves', title: 'Speed-up', x, y, curves, marks: [], notes: law.notes },
      {
        title: say`Scaling curve`,
        importance: 9,
        isFolded: true,
        noun: 'scaling',
        lead: [say`Speed-up of ${subject} relative to ${describeDevices(1, deviceKind)}.`],
      },
    ),
  ]
}

/** Lists measured, plausible figures, ordered by device count. */
function listPoints(group: readonly DerivedValue[], name: string): CurvePoint[] {
  return group
    .flatMap((item): CurvePoint[] => {
      const { value, interval, isSuspicious, isDeclared } = item
      const x = Number(item.axes['gpus'])
      if (item.name !== name || x <= 1 || value === null || !Number.isFinite(value) || isSuspicious || isDeclared)
        return []
      return [{ x, y: value, ...(interval && { low: interval[0], high: interval[1] }) }]
    })
    .toSorted((a, b) => a.x - b.x)
}

function fitLaw(
  { benchmark, axes }: Pick<DerivedValue, 'benchmark' | 'axes'>,
  outcomes: readonly CaseOutcome[],
  most: number,
): { readonly curves: readonly Curve[]; readonly notes: readonly Content[] } {
  const samples = outcomes.flatMap((outcome): ScalingSamples[] => {
    const { key, revision } = outcome.planned
    const gpus = key.axes['gpus']
    const isOurs = key.benchmark === benchmark && formatAxes(withoutGpus(key.axes)) === formatAxes(axes)
    if (outcome.status !== 'measured' || !isOurs || revision !== 'head' || typeof gpus !== 'number') return []
    return [{ gpus, seconds: getSamples(outcome, wallTime.name) }]
  })
  const law = fitScalabilityLaw(samples, 0.95)
  if (!law) return { curves: [], notes: [say`No scaling law fitted: it needs three device counts, one of them 1.`] }
  const points = Array.from({ length: lawPoints + 1 }, (_, index) => {
    const x = 1 + ((most - 1) * index) / lawPoints
    return { x, y: computeLawSpeedup(law, x) }
  })
  const peak = law.peak.isIdentified
    ? `peak at ${law.peak.gpus.toFixed(1)} GPUs (${law.peak.interval.map((edge) => edge.toFixed(1)).join(' to ')})`
    : `peak ${law.peak.reason}`
  const figures = `contention ${law.contention.toPrecision(3)}, coherency ${law.coherency.toPrecision(3)}`
  return {
    curves: [{ name: 'Universal Scalability Law', style: 'dashes', points }],
    notes: [say`Universal Scalability Law fitted to all runs: ${figures}; ${peak}.`],
  }
}

function withoutGpus(axes: Axes): Axes {
  return Object.fromEntries(Object.entries(axes).filter(([name]) => name !== 'gpus'))
}
