import type { Block, Chart, HeatChart } from '../domain/report/block.ts'
import { createCurvesNodes } from './curves.ts'
import { createElement } from './dom.ts'
import { createIntervalsNodes, createSamplesNodes } from './rows.ts'
import {
  createDetails,
  createParagraph,
  createTableNode,
  createTextNodes,
  formatWithUnit,
  toPlainText,
} from './text.ts'
import { createTimelineNode } from './timeline.ts'

const figureClasses = { curves: 'curves', intervals: 'intervals', samples: 'strip', heat: 'heat' } as const

/** Creates the node of a block; `ofView` labels a table without a title. */
export function createBlockNode(block: Block, ofView: string): Node {
  const { title, lead, notes } = block
  const heading = title && createElement('h3', {}, ...createTextNodes(title))
  const paragraphs = lead.map((text) => createParagraph(text))
  const hints = notes.map((note) => createParagraph(note, 'hint'))
  switch (block.kind) {
    case 'text':
      return createElement('div', {}, heading, ...paragraphs, ...notes.map((note) => createParagraph(note)))
    case 'list': {
      const items = block.rows.map((row) => createElement('li', {}, ...createTextNodes(row)))
      const list = createElement('ul', {}, ...items)
      return createElement('div', { class: 'list' }, heading, ...paragraphs, list, ...hints)
    }
    case 'table': {
      const label = title === null ? ofView : toPlainText(title)
      const createContent = (): Node[] => [...paragraphs, createTableNode(block, label), ...hints]
      if (!block.isFolded) return createElement('div', { class: 'block' }, heading, ...createContent())
      const count = `${label} (${block.rows.length} rows)`
      return createDetails(count, () => createElement('div', {}, ...createContent()))
    }
    case 'chart': {
      const { chart } = block
      const caption = createElement('figcaption', {}, heading ?? createElement('h3', {}, chart.title), ...paragraphs)
      const nodes = createChartNodes(chart)
      return createElement('figure', { class: figureClasses[chart.kind] }, caption, ...nodes, ...hints)
    }
    case 'timeline':
      return createTimelineNode(block)
    default:
      return block satisfies never
  }
}

function createChartNodes(chart: Chart): readonly Node[] {
  switch (chart.kind) {
    case 'curves':
      return [...createCurvesNodes(chart), ...(chart.notes ?? []).map((note) => createParagraph(note, 'hint'))]
    case 'intervals':
      return createIntervalsNodes(chart)
    case 'samples':
      return createSamplesNodes(chart)
    case 'heat':
      return createHeatNodes(chart)
    default:
      return chart satisfies never
  }
}

const shades = 7

/** Creates a heat map as a table that also shows the values; better cells are darker. */
function createHeatNodes({ title, unit, x, y, cells, betterWhen }: HeatChart): HTMLElement[] {
  const values = cells.flat().filter((value) => value !== null)
  const [low, high] = [Math.min(...values), Math.max(...values)]
  const [best, worst] = betterWhen === 'lower' ? [low, high] : [high, low]
  const createCell = (value: number | null): HTMLElement => {
    if (value === null) return createElement('td', { class: 'number' }, '–')
    const share = high === low ? 1 : (value - worst) / (best - worst)
    const shade = `shade-${Math.round(share * (shades - 1))}`
    return createElement(
      'td',
      { class: `number ${shade}` },
      `${formatWithUnit(value, unit)}${value === best ? ' ★' : ''}`,
    )
  }
  const corner = [y.name, x.name].filter((name) => name !== '').join(' ╲ ')
  const head = x.values.map((value) => createElement('th', { scope: 'col', class: 'number' }, value))
  const rows = y.values.map((name, row) => {
    const label = createElement('th', { scope: 'row' }, name === '' ? x.name : name)
    return createElement('tr', {}, label, ...x.values.map((_, column) => createCell(cells[row]?.[column] ?? null)))
  })
  const table = createElement(
    'table',
    {},
    createElement('thead', {}, createElement('tr', {}, createElement('th', { scope: 'col' }, corner), ...head)),
    createElement('tbody', {}, ...rows),
  )
  const hint = `Stronger colors are better; ★ marks the best, ${formatWithUnit(best, unit)}. “–”: not measured.`
  return [
    createElement('div', { class: 'table', role: 'region', tabindex: 0, 'aria-label': title }, table),
    createElement('p', { class: 'hint' }, hint),
  ]
}
