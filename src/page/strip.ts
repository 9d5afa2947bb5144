import type { StripBlock } from '../domain/page/page.ts'
import { createSvgElement, createElement } from './dom.ts'
import { createEffectLine } from './intervals.ts'
import { drawToWidth } from './lazy-drawing.ts'
import { createScale, listTicks, type Scale } from './scale.ts'
import { createFiguresTable } from './tables.ts'
import { formatFigure, createTextNodes, formatWithUnit } from './text.ts'

const rowHeight = 46
const axisHeight = 26
const edge = 10

/** Creates a strip chart: every sample as a dot, a row per side, and the effect with its interval below. */
export function createStripNode(block: StripBlock): HTMLElement {
  const place = createElement('div', { class: 'chart' })
  drawToWidth(place, (width) => place.replaceChildren(drawStrip(block, width)))
  const effect = block.effect ? createEffectLine(block.effect) : null
  return createElement(
    'figure',
    { class: 'strip' },
    createElement(
      'figcaption',
      {},
      createElement('h3', {}, block.title),
      createElement('p', {}, ...createTextNodes(block.caption)),
    ),
    place,
    effect,
    createFiguresTable(block.title, ['Side', 'Run', `Value${block.unit === '' ? '' : ` (${block.unit})`}`], () =>
      block.groups.flatMap(({ name, values }) =>
        values.map((value, index) => [name, String(index + 1), formatFigure(value)]),
      ),
    ),
  )
}

function drawStrip({ title, unit, groups }: StripBlock, width: number): SVGElement {
  const scale = createScale(
    groups.flatMap(({ values }) => values),
    edge,
    width - edge,
  )
  const height = groups.length * rowHeight + axisHeight
  const summaries = groups.map(
    ({ name, values }) => `${name}: median ${formatWithUnit(computeMedian(values), unit)}, ${values.length} runs`,
  )
  return createSvgElement(
    'svg',
    {
      width,
      height,
      viewBox: `0 0 ${width} ${height}`,
      role: 'img',
      'aria-label': `${title}. ${summaries.join('; ')}`,
    },
    ...drawAxis(scale, unit, width, height),
    ...groups.flatMap((group, index) => drawRow(group, index, scale, unit)),
  )
}

function drawRow(
  { name, values }: StripBlock['groups'][number],
  index: number,
  scale: Scale,
  unit: string,
): SVGElement[] {
  const top = index * rowHeight
  const middle = top + 32
  const centre = scale.at(computeMedian(values))
  return [
    createSvgElement(
      'text',
      { x: edge, y: top + 14, class: 'label' },
      `${name}: ${formatWithUnit(computeMedian(values), unit)} (${values.length} runs)`,
    ),
    createSvgElement('line', {
      x1: centre,
      x2: centre,
      y1: middle - 12,
      y2: middle + 12,
      class: `median series-${index}`,
    }),
    ...values.map((value, run) =>
      createSvgElement(
        'circle',
        { cx: scale.at(value), cy: middle + computeOffset(run), r: 4, class: `dot series-${index}` },
        createSvgElement('title', {}, `${name}, run ${run + 1}: ${formatWithUnit(value, unit)}`),
      ),
    ),
  ]
}

/** Offsets dots of equal value by a fixed pattern, so that they do not overlap. */
function computeOffset(run: number): number {
  return ((run * 7) % 5) * 3 - 6
}

function drawAxis(scale: Scale, unit: string, width: number, height: number): SVGElement[] {
  const bottom = height - axisHeight
  const ticks = listTicks(scale, Math.max(2, Math.floor(width / 110)))
  return [
    createSvgElement('line', { x1: edge, x2: width - edge, y1: bottom, y2: bottom, class: 'axis' }),
    ...ticks.flatMap((tick) => [
      createSvgElement('line', { x1: scale.at(tick), x2: scale.at(tick), y1: 18, y2: bottom, class: 'grid' }),
      createSvgElement('text', { x: scale.at(tick), y: bottom + 17, class: 'tick' }, formatWithUnit(tick, unit)),
    ]),
  ]
}

function computeMedian(values: readonly number[]): number {
  const sorted = values.toSorted((one, other) => one - other)
  const half = (sorted.length - 1) / 2
  return ((sorted[Math.floor(half)] ?? Number.NaN) + (sorted[Math.ceil(half)] ?? Number.NaN)) / 2
}
