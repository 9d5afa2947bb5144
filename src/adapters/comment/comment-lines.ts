import { Parser, type Node } from 'commonmark'
import { createTagDepth } from './tag-depth.ts'

/** GitHub takes 65,536 characters. */
const longestComment = 70_000

/** Stands for what a reader sees as something else than text, such as an image. */
const otherThanText = '\u0000'

/**
 * The lines of a comment that its reader sees as plain text: those of paragraphs and headings that are in no quote, list,
 * code, HTML element or comment, and no footnote or formula. Parsed by commonmark.js, the reference implementation whose C
 * sibling GitHub uses; what GitHub adds to it changes none of that. Of a longer comment than GitHub takes: none.
 */
export function readVisibleLines(body: string): string[] {
  if (body.length > longestComment) return []
  const source = body.split(/\r\n|\n|\r/u)
  const lines: string[] = []
  const tags = createTagDepth()
  for (const block of listChildren(new Parser().parse(body))) {
    if (block.type === 'html_block') tags.read(block.literal ?? '')
    const isText = block.type === 'paragraph' || block.type === 'heading'
    const own = isText ? readBlockLines(block, tags) : []
    if (!isText) for (const html of listHtml(block)) tags.read(html)
    if (!isFootnoteOrFormula(sliceSource(block, source))) lines.push(...own)
  }
  return lines
}

/** A footnote that nothing refers to is not shown. CommonMark knows neither and takes the first for the target of a link. */
function isFootnoteOrFormula(lines: readonly string[]): boolean {
  return lines.some((line) => /^ {0,3}(?:\[\^|\$\$)/u.test(line))
}

/** The lines of a block, with those right above it: what defines the target of a link is no part of a block. */
function sliceSource({ sourcepos: [[first], [last]] }: Node, source: readonly string[]): readonly string[] {
  const above = source.slice(0, first - 1).findLastIndex((line) => line.trim() === '')
  return source.slice(above + 1, last)
}

type Tags = ReturnType<typeof createTagDepth>

/** The lines of a paragraph; empty ones for those that begin inside an HTML element. */
function readBlockLines(block: Node, tags: Tags): string[] {
  const lines = [{ text: '', isInside: tags.isInside() }]
  for (const inline of listChildren(block)) {
    if (inline.type === 'softbreak' || inline.type === 'linebreak') {
      lines.push({ text: '', isInside: tags.isInside() })
      continue
    }
    for (const html of listHtml(inline)) tags.read(html)
    const last = lines.at(-1)
    // What a link or emphasis begins is not at the beginning of a line.
    const text = last?.text === '' && inline.type !== 'text' ? otherThanText : readInlineText(inline)
    if (last) last.text += text
  }
  return lines.map(({ text, isInside }) => (isInside ? '' : text))
}

function readInlineText(node: Node): string {
  if (node.type === 'text' || node.type === 'code') return node.literal ?? ''
  if (node.type === 'softbreak' || node.type === 'linebreak') return otherThanText
  if (node.type === 'html_inline' || node.type === 'image') return otherThanText
  return listChildren(node).map(readInlineText).join('')
}

/** The HTML in a block or inline, in its order. */
function listHtml(node: Node): string[] {
  if (node.type === 'html_inline' || node.type === 'html_block') return [node.literal ?? '']
  const found: string[] = []
  const walker = node.walker()
  for (let event = walker.next(); event !== null; event = walker.next()) {
    const { type, literal } = event.node
    if (event.entering && (type === 'html_inline' || type === 'html_block')) found.push(literal ?? '')
  }
  return found
}

function listChildren(node: Node): Node[] {
  const children: Node[] = []
  for (let child = node.firstChild; child !== null; child = child.next) children.push(child)
  return children
}
