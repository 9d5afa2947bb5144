import type { HeatChart } from '../domain/report/block.ts'
import { createElement } from './dom.ts'
import { formatWithUnit } from './text.ts'

const shades = 7

/** Creates a heat map as a table that also shows the values; better cells are darker. */
export function createHeatNodes(block: HeatChart): HTMLElement[] {
  const { title, unit, x, y, cells } = block
  const best = findBest(block)
  const head = createElement(
    'tr',
    {},
    createElement('th', { scope: 'col' }, [y.name, x.name].filter((name) => name !== '').join(' ╲ ')),
    ...x.values.map((value) => createElement('th', { scope: 'col', class: 'number' }, value)),
  )
  const rows = y.values.map((name, row) =>
    createElement(
      'tr',
      {},
      createElement('th', { scope: 'row' }, name === '' ? x.name : name),
      ...x.values.map((_, column) => createCellNode(block, cells[row]?.[column] ?? null, best)),
    ),
  )
  return [
    createElement(
      'div',
      { class: 'table', role: 'region', tabindex: 0, 'aria-label': title },
      createElement('table', {}, createElement('thead', {}, head), createElement('tbody', {}, ...rows)),
    ),
    createElement(
      'p',
      { class: 'hint' },
      `Stronger colors are better; ★ marks the best, ${formatWithUnit(best, unit)}. “–”: not measured.`,
    ),
  ]
}

function createCellNode(block: HeatChart, value: number | null, best: number): HTMLElement {
  if (value === null) return createElement('td', { class: 'number' }, '–')
  const mark = value === best ? ' ★' : ''
  return createElement(
    'td',
    { class: `number shade-${computeShade(block, value)}` },
    `${formatWithUnit(value, block.unit)}${mark}`,
  )
}

function computeShade({ cells, betterWhen }: HeatChart, value: number): number {
  const all = cells.flat().filter((one) => one !== null)
  const [low, high] = [Math.min(...all), Math.max(...all)]
  if (high === low) return shades - 1
  const share = (value - low) / (high - low)
  return Math.round((betterWhen === 'lower' ? 1 - share : share) * (shades - 1))
}

function findBest({ cells, betterWhen }: HeatChart): number {
  const all = cells.flat().filter((one) => one !== null)
  return betterWhen === 'lower' ? Math.min(...all) : Math.max(...all)
}
