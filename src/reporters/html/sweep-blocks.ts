import type { CurvePoint, PageBlock } from '../../domain/page/page.ts'
import type { Cell, Report, Section } from '../../domain/verdict/report.ts'
import { paretoFront } from '../../domain/sweep/pareto-front.ts'
import { visibleText } from '../visible-text.ts'
import { scaledAxis, scaleOf } from './axis.ts'

/** Runs, objective, what is lost, memory, energy, place: the columns behind the parameters (`sweep-sections.ts`). */
const figureColumns = 6
const mostCells = 400

type Setting = {
  readonly values: readonly string[]
  readonly value: number
  readonly memory: number | null
  readonly energy: number | null
}

type Sweep = {
  readonly names: readonly string[]
  readonly objective: string
  readonly unit: string
  readonly betterWhen: 'lower' | 'higher'
  readonly settings: readonly Setting[]
}

/** The settings as a map of their speed, and what that speed costs. */
export function sweepBlocks({ sections }: Report): PageBlock[] {
  const section = sections.find(({ id }) => id === 'sweep')
  const sweep = section ? readSweep(section) : null
  if (!sweep) return []
  return [...heatOf(sweep), ...frontOf(sweep, 'memory'), ...frontOf(sweep, 'energy')]
}

function readSweep({ columns, rows }: Section): Sweep | null {
  const names = columns.slice(0, -figureColumns)
  const settings = rows.flatMap((row): Setting[] => {
    const [, objective, , memory, energy] = row.slice(names.length)
    const value = numberOf(objective)
    const values = row.slice(0, names.length).map((cell) => (typeof cell === 'string' ? cell : ''))
    return value === null ? [] : [{ values, value, memory: numberOf(memory), energy: numberOf(energy) }]
  })
  const [best, ...others] = settings
  if (names.length === 0 || !best) return null
  const unit = rows.map((row) => row[names.length + 1]).find((cell) => typeof cell === 'object' && cell !== null)?.unit
  // The best stands first, so that the others tell which way is better.
  const isHigher = others.some(({ value }) => value < best.value) && !others.some(({ value }) => value > best.value)
  const objective = columns[names.length + 1] ?? ''
  return { names, objective, unit: unit ?? '', betterWhen: isHigher ? 'higher' : 'lower', settings }
}

function heatOf({ names, objective, unit, betterWhen, settings }: Sweep): PageBlock[] {
  const last = names.length - 1
  const xs = [...new Set(settings.map(({ values }) => values[last] ?? ''))].toSorted(byNumber)
  const ys = [...new Set(settings.map(({ values }) => rowName(values)))].toSorted(byNumber)
  if (xs.length * ys.length > mostCells) return []
  const { factor, label } = scaleOf(
    settings.map(({ value }) => value),
    unit,
  )
  const cells = ys.map((y) =>
    xs.map((x) => {
      const found = settings.find(({ values }) => values[last] === x && rowName(values) === y)
      return found ? found.value * factor : null
    }),
  )
  return [
    {
      kind: 'heat',
      title: visibleText(`${objective} by setting`),
      unit: label,
      betterWhen,
      x: { name: visibleText(names[last] ?? ''), values: xs.map((text) => visibleText(text)) },
      y: { name: visibleText(names.slice(0, -1).join(' · ')), values: ys.map((text) => visibleText(text)) },
      cells,
      notes: [],
    },
  ]
}

/** All parameters but the last, which goes across. */
function rowName(values: readonly string[]): string {
  return values.slice(0, -1).join(' · ')
}

function frontOf({ names, objective, unit, betterWhen, settings }: Sweep, price: 'memory' | 'energy'): PageBlock[] {
  const sign = betterWhen === 'lower' ? 1 : -1
  const paid = settings.flatMap((item) => {
    const value = item[price]
    return value === null ? [] : [{ item, cost: sign * item.value, price: value }]
  })
  if (paid.length < 2) return []
  const x = scaledAxis(
    objective,
    unit,
    paid.map(({ item }) => item.value),
  )
  const y = scaledAxis(
    price === 'memory' ? 'peak GPU memory' : 'energy',
    price === 'memory' ? 'B' : 'J',
    paid.map((one) => one.price),
  )
  const pointOf = (one: (typeof paid)[number]): CurvePoint => ({
    x: one.item.value * x.factor,
    y: one.price * y.factor,
    note: visibleText(one.item.values.map((value, index) => `${names[index]}=${value}`).join(' '), 200),
  })
  const front = paretoFront(paid)
  return [
    {
      kind: 'curves',
      title: visibleText(`${objective} against ${price}`),
      x: x.axis,
      y: y.axis,
      curves: [
        { name: 'settings', style: 'dots', points: paid.map(pointOf) },
        { name: 'Pareto front', style: 'line', points: front.map(pointOf).toSorted((a, b) => a.x - b.x) },
      ],
      marks: [],
      notes: [],
    },
  ]
}

function numberOf(cell: Cell | undefined): number | null {
  return typeof cell === 'object' && cell !== null && 'value' in cell && Number.isFinite(cell.value) ? cell.value : null
}

function byNumber(one: string, other: string): number {
  return one.localeCompare(other, 'en', { numeric: true })
}
