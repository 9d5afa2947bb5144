import { computeMedian } from '../domain/core/statistics.ts'
import type { IntervalRow, IntervalsChart, SamplesChart } from '../domain/report/block.ts'
import { computeRange, listTicks } from './axes.ts'
import { createDrawing, createElement, createSvgElement, drawToWidth } from './dom.ts'
import { clampMiddle, createFiguresTable, cutToFit, formatFigure, formatWithUnit } from './text.ts'

const rowHeight = 42
const axisHeight = 26
const edge = 10

/** A row of a chart: its label, and its marks around a middle line. */
type Row = {
  readonly label: string
  /** For readers without the drawing. */
  readonly description: string
  readonly values: readonly number[]
  readonly drawMarks: (toX: (value: number) => number, middle: number) => readonly SVGElement[]
}

type RowsChart = Pick<IntervalsChart, 'title' | 'unit' | 'reference'>

/** Creates the drawings of values with their intervals, and the table of its figures. */
export function createIntervalsNodes(chart: IntervalsChart): HTMLElement[] {
  const titles = ['Item', `Value (${chart.unit})`, 'Low', 'High', 'Result']
  return [
    createRowsNode(chart, chart.rows.map(toIntervalRow)),
    createFiguresTable(chart.title, titles, () =>
      chart.rows.map(({ name, value, low, high, note }) => [name, ...[value, low, high].map(formatOptional), note]),
    ),
  ]
}

function formatOptional(value: number | null): string {
  return value === null ? '–' : formatFigure(value)
}

/** Creates the drawings of all samples, a row per side, and of the effect with its interval below. */
export function createSamplesNodes({ title, unit, groups, effect }: SamplesChart): HTMLElement[] {
  const effectChart = { title: 'Effect', unit: '%', reference: { value: 0, label: 'no change' } }
  const samples = groups.map((group, index) => toSamplesRow(group, index, unit))
  return [
    createRowsNode({ title, unit, reference: null }, samples),
    ...(effect ? [createRowsNode(effectChart, [toIntervalRow({ ...effect, name: `Effect: ${effect.note}` })])] : []),
    createFiguresTable(title, ['Side', 'Run', `Value${unit === '' ? '' : ` (${unit})`}`], () =>
      groups.flatMap(({ name, values }) =>
        values.map((value, index) => [name, String(index + 1), formatFigure(value)]),
      ),
    ),
  ]
}

function toIntervalRow({ name, value, low, high, tone, note }: IntervalRow): Row {
  const ends = low === null || high === null ? [] : [low, high]
  return {
    label: name,
    description: note === '' || name.includes(note) ? name : `${name}: ${note}`,
    values: [value, low, high].filter((one) => one !== null),
    drawMarks: (toX, middle) => [
      ...(ends.length > 0 ? [createLine(ends.map(toX), [middle, middle], `bar ${tone}`)] : []),
      ...ends.map((end) => createLine([toX(end), toX(end)], [middle - 5, middle + 5], `bar ${tone}`)),
      ...(value === null ? [] : [createDot([toX(value), middle, 5], `point ${tone}`, note)]),
    ],
  }
}

function toSamplesRow({ name, values }: SamplesChart['groups'][number], index: number, unit: string): Row {
  const median = computeMedian(values)
  return {
    label: `${name}: ${formatWithUnit(median, unit)} (${values.length} runs)`,
    description: `${name}: median ${formatWithUnit(median, unit)}, ${values.length} runs`,
    values,
    drawMarks: (toX, middle) => [
      createLine([toX(median), toX(median)], [middle - 12, middle + 12], `median series-${index}`),
      ...values.map((value, run) => {
        // A fixed pattern of offsets, so that dots of equal value do not overlap.
        const offset = ((run * 7) % 5) * 3 - 6
        const tip = `${name}, run ${run + 1}: ${formatWithUnit(value, unit)}`
        return createDot([toX(value), middle + offset, 4], `dot series-${index}`, tip)
      }),
    ],
  }
}

function createRowsNode(chart: RowsChart, rows: readonly Row[]): HTMLElement {
  const place = createElement('div', { class: 'chart' })
  drawToWidth(place, (width) => place.replaceChildren(drawRows(chart, rows, width)))
  return place
}

function drawRows({ title, unit, reference }: RowsChart, rows: readonly Row[], width: number): SVGElement {
  const values = [...rows.flatMap((row) => row.values), ...(reference ? [reference.value] : [])]
  const [low, high] = computeRange(values, false)
  const toX = (value: number): number => edge + ((value - low) / (high - low)) * (width - 2 * edge)
  const bottom = rows.length * rowHeight
  return createDrawing(
    [width, bottom + axisHeight],
    `${title}. ${rows.map(({ description }) => description).join('; ')}`,
    ...listTicks(low, high, Math.max(2, Math.floor(width / 110))).flatMap((tick) => {
      // Ticks are round numbers; three digits would be the same for several.
      const text = formatWithUnit(tick, unit, String(tick))
      return [
        createLine([toX(tick), toX(tick)], [0, bottom], 'grid'),
        createSvgElement('text', { x: clampMiddle(toX(tick), text, width), y: bottom + 17, class: 'tick' }, text),
      ]
    }),
    reference && createLine([toX(reference.value), toX(reference.value)], [0, bottom], 'reference', reference.label),
    ...rows.flatMap((row, index) => [
      createSvgElement(
        'text',
        { x: edge, y: index * rowHeight + 14, class: 'label' },
        cutToFit(row.label, width - edge),
        createSvgElement('title', {}, row.label),
      ),
      ...row.drawMarks(toX, index * rowHeight + 29),
    ]),
  )
}

function createLine([x1, x2]: readonly number[], [y1, y2]: readonly number[], style: string, tip?: string) {
  const title = tip === undefined ? [] : [createSvgElement('title', {}, tip)]
  return createSvgElement('line', { x1, x2, y1, y2, class: style }, ...title)
}

function createDot([cx, cy, r]: readonly number[], style: string, tip: string) {
  return createSvgElement('circle', { cx, cy, r, class: style }, createSvgElement('title', {}, tip))
}
