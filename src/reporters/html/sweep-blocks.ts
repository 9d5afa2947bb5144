import type { CurvePoint, PageBlock } from '../../domain/page/page.ts'
import type { Cell, Report, Section } from '../../domain/verdict/report.ts'
import { selectParetoFront } from '../../domain/sweep/settings.ts'
import { toVisibleText } from '../visible-text.ts'
import { createScaledAxis, chooseScale } from './axis.ts'

/** Number of columns after the parameters in `sweep-sections.ts`: runs, objective, loss, memory, energy, rank. */
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

/** Builds a heat map of the settings, and their trade-off against memory and energy. */
export function buildSweepBlocks({ sections }: Report): PageBlock[] {
  const section = sections.find(({ id }) => id === 'sweep')
  const sweep = section ? readSweep(section) : null
  if (!sweep) return []
  return [...buildHeatMap(sweep), ...buildFront(sweep, 'memory'), ...buildFront(sweep, 'energy')]
}

function readSweep({ columns, rows }: Section): Sweep | null {
  const names = columns.slice(0, -figureColumns)
  const settings = rows.flatMap((row): Setting[] => {
    const [, objective, , memory, energy] = row.slice(names.length)
    const value = readNumber(objective)
    const values = row.slice(0, names.length).map((cell) => (typeof cell === 'string' ? cell : ''))
    return value === null ? [] : [{ values, value, memory: readNumber(memory), energy: readNumber(energy) }]
  })
  const [best, ...others] = settings
  if (names.length === 0 || !best) return null
  const unit = rows.map((row) => row[names.length + 1]).find((cell) => typeof cell === 'object' && cell !== null)?.unit
  // The best setting comes first, so the others show which direction is better.
  const isHigher = others.some(({ value }) => value < best.value) && !others.some(({ value }) => value > best.value)
  const objective = columns[names.length + 1] ?? ''
  return { names, objective, unit: unit ?? '', betterWhen: isHigher ? 'higher' : 'lower', settings }
}

function buildHeatMap({ names, objective, unit, betterWhen, settings }: Sweep): PageBlock[] {
  const last = names.length - 1
  const xs = [...new Set(settings.map(({ values }) => values[last] ?? ''))].toSorted(compareNumbers)
  const ys = [...new Set(settings.map(({ values }) => formatRowName(values)))].toSorted(compareNumbers)
  if (xs.length * ys.length > mostCells) return []
  const { factor, label } = chooseScale(
    settings.map(({ value }) => value),
    unit,
  )
  const cells = ys.map((y) =>
    xs.map((x) => {
      const found = settings.find(({ values }) => values[last] === x && formatRowName(values) === y)
      return found ? found.value * factor : null
    }),
  )
  return [
    {
      kind: 'heat',
      title: toVisibleText(`${objective} by setting`),
      unit: label,
      betterWhen,
      x: { name: toVisibleText(names[last] ?? ''), values: xs.map((text) => toVisibleText(text)) },
      y: { name: toVisibleText(names.slice(0, -1).join(' · ')), values: ys.map((text) => toVisibleText(text)) },
      cells,
      notes: [],
    },
  ]
}

/** Formats all parameters except the last, which is the x axis. */
function formatRowName(values: readonly string[]): string {
  return values.slice(0, -1).join(' · ')
}

function buildFront({ names, objective, unit, betterWhen, settings }: Sweep, price: 'memory' | 'energy'): PageBlock[] {
  const sign = betterWhen === 'lower' ? 1 : -1
  const paid = settings.flatMap((item) => {
    const value = item[price]
    return value === null ? [] : [{ item, cost: sign * item.value, price: value }]
  })
  if (paid.length < 2) return []
  const x = createScaledAxis(
    objective,
    unit,
    paid.map(({ item }) => item.value),
  )
  const y = createScaledAxis(
    price === 'memory' ? 'peak GPU memory' : 'energy',
    price === 'memory' ? 'B' : 'J',
    paid.map((one) => one.price),
  )
  const toPoint = (one: (typeof paid)[number]): CurvePoint => ({
    x: one.item.value * x.factor,
    y: one.price * y.factor,
    note: toVisibleText(one.item.values.map((value, index) => `${names[index]}=${value}`).join(' '), 200),
  })
  const front = selectParetoFront(paid)
  return [
    {
      kind: 'curves',
      title: toVisibleText(`${objective} vs ${price}`),
      x: x.axis,
      y: y.axis,
      curves: [
        { name: 'settings', style: 'dots', points: paid.map(toPoint) },
        { name: 'Pareto front', style: 'line', points: front.map(toPoint).toSorted((a, b) => a.x - b.x) },
      ],
      marks: [],
      notes: [],
    },
  ]
}

function readNumber(cell: Cell | undefined): number | null {
  return typeof cell === 'object' && cell !== null && 'value' in cell && Number.isFinite(cell.value) ? cell.value : null
}

function compareNumbers(one: string, other: string): number {
  return one.localeCompare(other, 'en', { numeric: true })
}
