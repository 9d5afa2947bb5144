import type { PageBlock } from '../domain/page/page.ts'
import { createCurvesNode } from './curves.ts'
import { createElement } from './dom.ts'
import { createHeatNode } from './heat.ts'
import { createIntervalsNode } from './intervals.ts'
import { createStripNode } from './strip.ts'
import { createDetails, createTableNode, formatTitle } from './tables.ts'
import { createTextNodes } from './text.ts'
import { createTimelineNode } from './timeline.ts'

/** Creates the node of a block. */
export function createBlockNode(block: PageBlock, ofView: string): Node {
  switch (block.kind) {
    case 'text':
      return createElement('p', {}, ...createTextNodes(block.text))
    case 'list':
      return createListNode(block)
    case 'table':
      return createTableBlockNode(block, ofView)
    case 'strip':
      return createStripNode(block)
    case 'intervals':
      return createIntervalsNode(block)
    case 'curves':
      return createCurvesNode(block)
    case 'heat':
      return createHeatNode(block)
    case 'timeline':
      return createTimelineNode(block)
    default:
      return block satisfies never
  }
}

function createListNode({ title, rows }: Extract<PageBlock, { kind: 'list' }>): Node {
  return createElement(
    'div',
    { class: 'list' },
    title && createElement('h3', {}, ...createTextNodes(title)),
    createElement('ul', {}, ...rows.map((row) => createElement('li', {}, ...createTextNodes(row)))),
  )
}

function createTableBlockNode(
  { title, isFolded, table, notes }: Extract<PageBlock, { kind: 'table' }>,
  ofView: string,
): Node {
  const label = formatTitle(title, ofView)
  const below = notes.map((note) => createElement('p', { class: 'hint' }, ...createTextNodes(note)))
  if (isFolded) {
    const count = `${label} (${table.rows.length} rows)`
    return createDetails(count, () => createElement('div', {}, createTableNode(table, label), ...below))
  }
  return createElement(
    'div',
    { class: 'block' },
    title && createElement('h3', {}, ...createTextNodes(title)),
    createTableNode(table, label),
    ...below,
  )
}
