import type { PageBlock } from '../domain/page/page.ts'
import { curvesNode } from './curves.ts'
import { element } from './dom.ts'
import { heatNode } from './heat.ts'
import { intervalsNode } from './intervals.ts'
import { stripNode } from './strip.ts'
import { folded, tableNode, titleOf } from './tables.ts'
import { textNodes } from './text.ts'
import { timelineNode } from './timeline.ts'

/** A block of a view. */
export function blockNode(block: PageBlock, ofView: string): Node {
  switch (block.kind) {
    case 'text':
      return element('p', {}, ...textNodes(block.text))
    case 'list':
      return listNode(block)
    case 'table':
      return tableBlock(block, ofView)
    case 'strip':
      return stripNode(block)
    case 'intervals':
      return intervalsNode(block)
    case 'curves':
      return curvesNode(block)
    case 'heat':
      return heatNode(block)
    case 'timeline':
      return timelineNode(block)
    default:
      return block satisfies never
  }
}

function listNode({ title, rows }: Extract<PageBlock, { kind: 'list' }>): Node {
  return element(
    'div',
    { class: 'list' },
    title && element('h3', {}, ...textNodes(title)),
    element('ul', {}, ...rows.map((row) => element('li', {}, ...textNodes(row)))),
  )
}

function tableBlock({ title, isFolded, table, notes }: Extract<PageBlock, { kind: 'table' }>, ofView: string): Node {
  const label = titleOf(title, ofView)
  const below = notes.map((note) => element('p', { class: 'hint' }, ...textNodes(note)))
  if (isFolded) {
    const count = `${label} (${table.rows.length} rows)`
    return folded(count, () => element('div', {}, tableNode(table, label), ...below))
  }
  return element(
    'div',
    { class: 'block' },
    title && element('h3', {}, ...textNodes(title)),
    tableNode(table, label),
    ...below,
  )
}
