import type { Block, Chart } from '../domain/report/block.ts'
import type { Content } from '../domain/report/content.ts'
import { createCurvesNodes } from './curves.ts'
import { createElement } from './dom.ts'
import { createHeatNodes } from './heat.ts'
import { createIntervalsNodes, createSamplesNodes } from './rows.ts'
import { createDetails, createTableNode, createTextNodes, toPlainText } from './text.ts'
import { createTimelineNode } from './timeline.ts'

const figureClasses = { curves: 'curves', intervals: 'intervals', samples: 'strip', heat: 'heat' } as const

/** Creates the node of a block. */
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
      return createElement(
        'div',
        { class: 'list' },
        heading,
        ...paragraphs,
        createElement('ul', {}, ...items),
        ...hints,
      )
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
      return createElement(
        'figure',
        { class: figureClasses[chart.kind] },
        caption,
        ...createChartNodes(chart),
        ...hints,
      )
    }
    case 'timeline':
      return createTimelineNode(block)
    default:
      return block satisfies never
  }
}

function createParagraph(text: Content, style?: string): HTMLElement {
  return createElement('p', { class: style }, ...createTextNodes(text))
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
