import { type Node, Parser } from 'commonmark'

/** GitHub accepts 65,536 characters. */
const longestComment = 70_000

/** Placeholder for content that is not text, such as an image. */
const otherThanText = '\u0000'

/**
 * Returns the lines of a comment that readers see as plain text: those of paragraphs and headings outside of quotes,
 * lists, code, HTML elements, HTML comments, footnotes and formulas. commonmark.js is the reference implementation;
 * GitHub uses its C version, and the extensions of GitHub do not change these rules. Returns no line for a comment that
 * is longer than GitHub accepts.
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
    // GitHub hides a footnote without a reference. CommonMark knows neither footnotes nor formulas, and takes the
    // first for a link definition.
    if (!sliceSource(block, source).some((line) => /^ {0,3}(?:\[\^|\$\$)/u.test(line))) lines.push(...own)
  }
  return lines
}

/** Returns the lines of a block and the lines directly above it, because link definitions belong to no block. */
function sliceSource({ sourcepos: [[first], [last]] }: Node, source: readonly string[]): readonly string[] {
  const above = source.slice(0, first - 1).findLastIndex((line) => line.trim() === '')
  return source.slice(above + 1, last)
}

type Tags = ReturnType<typeof createTagDepth>

/** Returns the lines of a paragraph; a line that begins inside an HTML element becomes empty. */
function readBlockLines(block: Node, tags: Tags): string[] {
  const lines = [{ text: '', isInside: tags.isInside() }]
  for (const inline of listChildren(block)) {
    if (inline.type === 'softbreak' || inline.type === 'linebreak') {
      lines.push({ text: '', isInside: tags.isInside() })
      continue
    }
    for (const html of listHtml(inline)) tags.read(html)
    const last = lines.at(-1)
    // A link or emphasis is not the beginning of a line.
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

/** Lists the HTML of a node in document order. */
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

const voidElements = new Set('area base br col embed hr img input link meta param source track wbr'.split(' '))

/**
 * Tracks the open HTML elements in raw HTML. Malformed HTML, such as an attribute without an end, counts as open until
 * the end of the text: browsers may hide what follows.
 */
function createTagDepth(): { readonly read: (html: string) => void; readonly isInside: () => boolean } {
  const open: string[] = []
  let isBroken = false
  return {
    read(html) {
      const rest = html
        .replaceAll(/<!--[^]*?-->|<\?[^]*?\?>|<!\[CDATA\[[^]*?\]\]>|<![a-z][^>]*>/giu, '')
        .replaceAll(/<(\/?)([a-z][^\s/>]*)(?:[^<>"']|"[^"]*"|'[^']*')*>/giu, (_all, slash: string, tag: string) => {
          const name = tag.toLowerCase()
          if (slash !== '') open.splice(open.includes(name) ? open.lastIndexOf(name) : open.length)
          else if (!voidElements.has(name)) open.push(name)
          return ''
        })
      isBroken ||= /<[a-z/!?]/iu.test(rest)
    },
    isInside: () => isBroken || open.length > 0,
  }
}
