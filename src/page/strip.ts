import type { StripBlock } from '../domain/page/page.ts'
import { drawing, element } from './dom.ts'
import { effectLine } from './intervals.ts'
import { drawnToWidth } from './lazily.ts'
import { scaleOver, ticksOf, type Scale } from './scale.ts'
import { figuresTable } from './tables.ts'
import { figure, textNodes, withUnit } from './text.ts'

const rowHeight = 46
const axisHeight = 26
const edge = 10

/** Every sample as a dot, a line of dots for each side, and the effect with its interval below. */
export function stripNode(block: StripBlock): HTMLElement {
  const place = element('div', { class: 'chart' })
  drawnToWidth(place, (width) => place.replaceChildren(strip(block, width)))
  const effect = block.effect ? effectLine(block.effect) : null
  return element(
    'figure',
    { class: 'strip' },
    element('figcaption', {}, element('h3', {}, block.title), element('p', {}, ...textNodes(block.caption))),
    place,
    effect,
    figuresTable(block.title, ['Side', 'Run', `Value${block.unit === '' ? '' : ` (${block.unit})`}`], () =>
      block.groups.flatMap(({ name, values }) =>
        values.map((value, index) => [name, String(index + 1), figure(value)]),
      ),
    ),
  )
}

function strip({ title, unit, groups }: StripBlock, width: number): SVGElement {
  const scale = scaleOver(
    groups.flatMap(({ values }) => values),
    edge,
    width - edge,
  )
  const height = groups.length * rowHeight + axisHeight
  const told = groups.map(
    ({ name, values }) => `${name}: median ${withUnit(medianOf(values), unit)}, ${values.length} runs`,
  )
  return drawing(
    'svg',
    { width, height, viewBox: `0 0 ${width} ${height}`, role: 'img', 'aria-label': `${title}. ${told.join('; ')}` },
    ...axis(scale, unit, width, height),
    ...groups.flatMap((group, index) => row(group, index, scale, unit)),
  )
}

function row({ name, values }: StripBlock['groups'][number], index: number, scale: Scale, unit: string): SVGElement[] {
  const top = index * rowHeight
  const middle = top + 32
  const centre = scale.at(medianOf(values))
  return [
    drawing(
      'text',
      { x: edge, y: top + 14, class: 'label' },
      `${name}: ${withUnit(medianOf(values), unit)} (${values.length} runs)`,
    ),
    drawing('line', { x1: centre, x2: centre, y1: middle - 12, y2: middle + 12, class: `median series-${index}` }),
    ...values.map((value, run) =>
      drawing(
        'circle',
        { cx: scale.at(value), cy: middle + spreadOut(run), r: 4, class: `dot series-${index}` },
        drawing('title', {}, `${name}, run ${run + 1}: ${withUnit(value, unit)}`),
      ),
    ),
  ]
}

/** Dots of equal value lie beside each other, always in the same places. */
function spreadOut(run: number): number {
  return ((run * 7) % 5) * 3 - 6
}

function axis(scale: Scale, unit: string, width: number, height: number): SVGElement[] {
  const bottom = height - axisHeight
  const ticks = ticksOf(scale, Math.max(2, Math.floor(width / 110)))
  return [
    drawing('line', { x1: edge, x2: width - edge, y1: bottom, y2: bottom, class: 'axis' }),
    ...ticks.flatMap((tick) => [
      drawing('line', { x1: scale.at(tick), x2: scale.at(tick), y1: 18, y2: bottom, class: 'grid' }),
      drawing('text', { x: scale.at(tick), y: bottom + 17, class: 'tick' }, withUnit(tick, unit)),
    ]),
  ]
}

function medianOf(values: readonly number[]): number {
  const sorted = values.toSorted((one, other) => one - other)
  const half = (sorted.length - 1) / 2
  return ((sorted[Math.floor(half)] ?? Number.NaN) + (sorted[Math.ceil(half)] ?? Number.NaN)) / 2
}
