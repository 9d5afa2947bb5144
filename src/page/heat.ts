import type { HeatBlock } from '../domain/page/page.ts'
import { element } from './dom.ts'
import { textNodes, withUnit } from './text.ts'

const shades = 7

/** A table whose cells are the darker the better. It is its own figures: no second table is needed. */
export function heatNode(block: HeatBlock): HTMLElement {
  const { title, unit, x, y, cells, notes } = block
  const best = bestOf(block)
  const head = element(
    'tr',
    {},
    element('th', { scope: 'col' }, [y.name, x.name].filter((name) => name !== '').join(' ╲ ')),
    ...x.values.map((value) => element('th', { scope: 'col', class: 'number' }, value)),
  )
  const rows = y.values.map((name, row) =>
    element(
      'tr',
      {},
      element('th', { scope: 'row' }, name === '' ? x.name : name),
      ...x.values.map((_, column) => cellNode(block, cells[row]?.[column] ?? null, best)),
    ),
  )
  return element(
    'figure',
    { class: 'heat' },
    element('figcaption', {}, element('h3', {}, title), ...notes.map((note) => element('p', {}, ...textNodes(note)))),
    element(
      'div',
      { class: 'table', role: 'region', tabindex: 0, 'aria-label': title },
      element('table', {}, element('thead', {}, head), element('tbody', {}, ...rows)),
    ),
    element(
      'p',
      { class: 'hint' },
      `The stronger the colour, the better; ★ is the best, ${withUnit(best, unit)}. “–” was not measured.`,
    ),
  )
}

function cellNode(block: HeatBlock, value: number | null, best: number): HTMLElement {
  if (value === null) return element('td', { class: 'number' }, '–')
  const mark = value === best ? ' ★' : ''
  return element('td', { class: `number shade-${shadeOf(block, value)}` }, `${withUnit(value, block.unit)}${mark}`)
}

function shadeOf({ cells, betterWhen }: HeatBlock, value: number): number {
  const all = cells.flat().filter((one) => one !== null)
  const [low, high] = [Math.min(...all), Math.max(...all)]
  if (high === low) return shades - 1
  const share = (value - low) / (high - low)
  return Math.round((betterWhen === 'lower' ? 1 - share : share) * (shades - 1))
}

function bestOf({ cells, betterWhen }: HeatBlock): number {
  const all = cells.flat().filter((one) => one !== null)
  return betterWhen === 'lower' ? Math.min(...all) : Math.max(...all)
}
