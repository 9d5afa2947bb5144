import type { Block, Chart } from '../domain/report/block.ts'
import { createCurvesNodes } from './curves.ts'
import { createElement } from './dom.ts'
import { createIntervalsNodes, createSamplesNodes } from './rows.ts'
import { createDetails, createParagraph, createTableNode, createTextNodes, toPlainText } from './text.ts'
import { createTimelineNode } from './timeline.ts'

const figureClasses = { curves: 'curves', intervals: 'intervals', samples: 'strip' } as const

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
    default:
      return chart satisfies never
  }
}
