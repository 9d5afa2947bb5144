import type { IntervalRow, IntervalsBlock } from '../domain/page/page.ts'
import { createSvgElement, createElement } from './dom.ts'
import { drawToWidth } from './lazy-drawing.ts'
import { createScale, listTicks, type Scale } from './scale.ts'
import { createFiguresTable } from './tables.ts'
import { formatFigure, cutToFit, formatWithUnit } from './text.ts'

const rowHeight = 38
const axisHeight = 26
const edge = 10

type IntervalsChart = Pick<IntervalsBlock, 'title' | 'unit' | 'reference' | 'rows'>

/** Creates a chart of values with their intervals. */
export function createIntervalsNode(block: IntervalsBlock): HTMLElement {
  return createElement(
    'figure',
    { class: 'intervals' },
    createElement('figcaption', {}, createElement('h3', {}, block.title)),
    createChart(block),
    createFiguresTable(block.title, ['Item', `Value (${block.unit})`, 'Low', 'High', 'Result'], () =>
      block.rows.map(({ name, value, low, high, note }) => [
        name,
        formatOptional(value),
        formatOptional(low),
        formatOptional(high),
        note,
      ]),
    ),
  )
}

/** Creates the effect below a strip of samples. */
export function createEffectLine(row: IntervalRow): HTMLElement {
  const reference = { value: 0, label: 'no change' }
  return createChart({ title: 'Effect', unit: '%', reference, rows: [{ ...row, name: `Effect: ${row.note}` }] })
}

function createChart(block: IntervalsChart): HTMLElement {
  const place = createElement('div', { class: 'chart' })
  drawToWidth(place, (width) => place.replaceChildren(drawChart(block, width)))
  return place
}

function drawChart({ title, unit, reference, rows }: IntervalsChart, width: number): SVGElement {
  const values = rows.flatMap(({ value, low, high }) => [value, low, high].filter((one) => one !== null))
  const scale = createScale([...values, ...(reference ? [reference.value] : [])], edge, width - edge)
  const height = rows.length * rowHeight + axisHeight
  const bottom = height - axisHeight
  const line = reference ? scale.at(reference.value) : 0
  return createSvgElement(
    'svg',
    {
      width,
      height,
      viewBox: `0 0 ${width} ${height}`,
      role: 'img',
      'aria-label': `${title}. ${rows.map(describeRow).join('; ')}`,
    },
    ...listTicks(scale, Math.max(2, Math.floor(width / 110))).flatMap((tick) => [
      createSvgElement('line', { x1: scale.at(tick), x2: scale.at(tick), y1: 0, y2: bottom, class: 'grid' }),
      createSvgElement('text', { x: scale.at(tick), y: bottom + 17, class: 'tick' }, formatWithUnit(tick, unit)),
    ]),
    reference &&
      createSvgElement(
        'line',
        { x1: line, x2: line, y1: 0, y2: bottom, class: 'reference' },
        createSvgElement('title', {}, reference.label),
      ),
    ...rows.flatMap((row, index) => drawRow(row, index, scale, width)),
  )
}

function drawRow(
  { name, value, low, high, tone, note }: IntervalRow,
  index: number,
  scale: Scale,
  width: number,
): SVGElement[] {
  const top = index * rowHeight
  const middle = top + 26
  const bar =
    low === null || high === null
      ? []
      : [
          createSvgElement('line', {
            x1: scale.at(low),
            x2: scale.at(high),
            y1: middle,
            y2: middle,
            class: `bar ${tone}`,
          }),
          ...[low, high].map((end) =>
            createSvgElement('line', {
              x1: scale.at(end),
              x2: scale.at(end),
              y1: middle - 5,
              y2: middle + 5,
              class: `bar ${tone}`,
            }),
          ),
        ]
  return [
    createSvgElement(
      'text',
      { x: edge, y: top + 14, class: 'label' },
      cutToFit(name, width - edge),
      createSvgElement('title', {}, name),
    ),
    ...bar,
    ...(value === null
      ? []
      : [
          createSvgElement(
            'circle',
            { cx: scale.at(value), cy: middle, r: 5, class: `point ${tone}` },
            createSvgElement('title', {}, note),
          ),
        ]),
  ]
}

function describeRow({ name, note }: IntervalRow): string {
  return note === '' || name.includes(note) ? name : `${name}: ${note}`
}

function formatOptional(value: number | null): string {
  return value === null ? '–' : formatFigure(value)
}
