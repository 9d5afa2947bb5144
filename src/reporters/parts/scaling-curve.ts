import { formatAxes } from '../../domain/core/case.ts'
import { describeDevices } from '../../domain/core/describe-case.ts'
import type { Report } from '../../domain/verdict/report.ts'
import type { DerivedValue } from '../../domain/verdict/requirement.ts'
import type { Chart } from '../chart.ts'
import { say } from '../content.ts'
import { createPart, type Part } from '../part.ts'
import { formatCaseName } from './labels.ts'

/** Minimum number of device counts beyond the first. */
const fewestPoints = 2
const mostCurves = 2
const ceilingName = 'ceiling set by the stages that do not scale'
const figures = ['speedup', 'ceiling', 'wall_time']

type Figure = { readonly gpus: number; readonly value: number }

/** Builds speed-up curves with perfect scaling for cases that were measured with at least three device counts. */
export function buildScalingCurves({ derived, testbed }: Report): Part[] {
  const ofCount = derived.filter(({ name, axes }) => figures.includes(name) && typeof axes['gpus'] === 'number')
  const curves = Map.groupBy(ofCount, ({ suite, benchmark, axes }) =>
    JSON.stringify([suite, benchmark, formatAxes(withoutGpus(axes))]),
  )
  return [...curves.values()].flatMap((group) => buildCurve(group, testbed)).slice(0, mostCurves)
}

function buildCurve(group: readonly DerivedValue[], testbed: Report['testbed']): Part[] {
  const [first] = group
  const speedups = selectFigures(group, 'speedup')
  const base = Math.min(...selectFigures(group, 'wall_time').map(({ gpus }) => gpus))
  if (!first || !Number.isFinite(base)) return []
  const measured = [{ gpus: base, value: 1 }, ...speedups.filter(({ gpus }) => gpus > base)]
  if (measured.length < fewestPoints + 1) return []
  const subject = formatCaseName({ ...first, axes: withoutGpus(first.axes) })
  const ceilings = findCeilings(group, measured)
  const lead = [say`Speed-up of ${subject} relative to ${describeDevices(base, testbed.deviceKind)}.`]
  const xTitle = testbed.deviceKind === 'gpu' ? 'GPUs' : 'cores'
  const chart = { ...buildChart(measured, base, ceilings), xTitle }
  return [createPart({ title: say`Scaling curve`, importance: 9, isFolded: true, noun: 'scaling', lead, chart })]
}

function buildChart(
  measured: readonly Figure[],
  base: number,
  ceilings: readonly number[] | null,
): Omit<Chart, 'xTitle'> {
  return {
    title: 'Speed-up',

    points: measured.map(({ gpus }) => String(gpus)),
    yTitle: 'speed-up (×)',
    series: [
      { kind: 'bar', name: 'measured', values: measured.map(({ value }) => value) },
      { kind: 'line', name: 'perfect scaling', values: measured.map(({ gpus }) => gpus / base) },
      ...(ceilings ? [{ kind: 'line' as const, name: ceilingName, values: ceilings }] : []),
    ],
  }
}

/** Finds the scaling ceiling per count; null unless every count has one. */
function findCeilings(group: readonly DerivedValue[], measured: readonly Figure[]): readonly number[] | null {
  const known = new Map(selectFigures(group, 'ceiling').map(({ gpus, value }) => [gpus, value]))
  const values = measured.map(({ gpus }, index) => (index === 0 ? 1 : known.get(gpus)))
  const found = values.filter((value) => value !== undefined)
  return found.length === measured.length ? found : null
}

/** Selects measured, plausible figures, ordered by device count. */
function selectFigures(group: readonly DerivedValue[], name: string): Figure[] {
  return group
    .flatMap((item): Figure[] => {
      const gpus = item.axes['gpus']
      const isSound = !item.isSuspicious && !item.isDeclared && item.value !== null && Number.isFinite(item.value)
      return item.name === name && typeof gpus === 'number' && isSound ? [{ gpus, value: item.value ?? 0 }] : []
    })
    .toSorted((a, b) => a.gpus - b.gpus)
}

function withoutGpus(axes: DerivedValue['axes']): DerivedValue['axes'] {
  return Object.fromEntries(Object.entries(axes).filter(([name]) => name !== 'gpus'))
}
