import type { IntervalRow, IntervalsBlock } from '../domain/page/page.ts'
import { drawing, element } from './dom.ts'
import { drawnToWidth } from './lazily.ts'
import { scaleOver, ticksOf, type Scale } from './scale.ts'
import { figuresTable } from './tables.ts'
import { figure, fitted, withUnit } from './text.ts'

const rowHeight = 38
const axisHeight = 26
const edge = 10

type Drawn = Pick<IntervalsBlock, 'title' | 'unit' | 'reference' | 'rows'>

/** Values with their intervals below each other. */
export function intervalsNode(block: IntervalsBlock): HTMLElement {
  return element(
    'figure',
    { class: 'intervals' },
    element('figcaption', {}, element('h3', {}, block.title)),
    chartOf(block),
    figuresTable(block.title, ['What', `Value (${block.unit})`, 'Low', 'High', 'Standing'], () =>
      block.rows.map(({ name, value, low, high, note }) => [name, shown(value), shown(low), shown(high), note]),
    ),
  )
}

/** The one effect below a strip of samples. */
export function effectLine(row: IntervalRow): HTMLElement {
  const reference = { value: 0, label: 'no change' }
  return chartOf({ title: 'Effect', unit: '%', reference, rows: [{ ...row, name: `Effect: ${row.note}` }] })
}

function chartOf(block: Drawn): HTMLElement {
  const place = element('div', { class: 'chart' })
  drawnToWidth(place, (width) => place.replaceChildren(chart(block, width)))
  return place
}

function chart({ title, unit, reference, rows }: Drawn, width: number): SVGElement {
  const values = rows.flatMap(({ value, low, high }) => [value, low, high].filter((one) => one !== null))
  const scale = scaleOver([...values, ...(reference ? [reference.value] : [])], edge, width - edge)
  const height = rows.length * rowHeight + axisHeight
  const bottom = height - axisHeight
  const line = reference ? scale.at(reference.value) : 0
  return drawing(
    'svg',
    {
      width,
      height,
      viewBox: `0 0 ${width} ${height}`,
      role: 'img',
      'aria-label': `${title}. ${rows.map(wordsOf).join('; ')}`,
    },
    ...ticksOf(scale, Math.max(2, Math.floor(width / 110))).flatMap((tick) => [
      drawing('line', { x1: scale.at(tick), x2: scale.at(tick), y1: 0, y2: bottom, class: 'grid' }),
      drawing('text', { x: scale.at(tick), y: bottom + 17, class: 'tick' }, withUnit(tick, unit)),
    ]),
    reference &&
      drawing(
        'line',
        { x1: line, x2: line, y1: 0, y2: bottom, class: 'reference' },
        drawing('title', {}, reference.label),
      ),
    ...rows.flatMap((row, index) => rowOf(row, index, scale, width)),
  )
}

function rowOf(
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
          drawing('line', { x1: scale.at(low), x2: scale.at(high), y1: middle, y2: middle, class: `bar ${tone}` }),
          ...[low, high].map((end) =>
            drawing('line', {
              x1: scale.at(end),
              x2: scale.at(end),
              y1: middle - 5,
              y2: middle + 5,
              class: `bar ${tone}`,
            }),
          ),
        ]
  return [
    drawing('text', { x: edge, y: top + 14, class: 'label' }, fitted(name, width - edge), drawing('title', {}, name)),
    ...bar,
    ...(value === null
      ? []
      : [
          drawing(
            'circle',
            { cx: scale.at(value), cy: middle, r: 5, class: `point ${tone}` },
            drawing('title', {}, note),
          ),
        ]),
  ]
}

function wordsOf({ name, note }: IntervalRow): string {
  return note === '' || name.includes(note) ? name : `${name}: ${note}`
}

function shown(value: number | null): string {
  return value === null ? '–' : figure(value)
}
