/** A block as Markdown that the size budget can shorten only row by row, so that no fence, tag or row is cut. */
export type Passage = {
  /** Title for the list of omitted blocks. */
  readonly name: string
  /** 0 is kept longest. */
  readonly importance: number
  readonly isFolded: boolean
  readonly head: string
  readonly rows: { readonly count: number; readonly at: (index: number) => string }
  readonly tail: string
  /** What the rows are, in the plural. */
  readonly noun: string
}

/** Rows that every open block gets before any block gets more, so that one long table cannot displace the others. */
const firstRows = 10
/** Bytes reserved for the lines that report omissions. */
const reserveBytes = 1600
/** Bytes between blocks and around their rows. */
const separatorBytes = 4
const mostNames = 3

type Fitted = { readonly block: Passage; rows: string[]; isShown: boolean }

/**
 * Fits blocks into one Markdown text of at most `maxBytes` UTF-8 bytes. Space goes, by importance, to the heads and
 * first rows of open blocks, then their other rows, then folded blocks. Rows are dropped from the end of a block; a
 * line states how many and that the full report is `where`. Every character takes at least one byte, so a limit in
 * characters of the same size also holds.
 */
export function fitPassages(blocks: readonly Passage[], maxBytes: number, where: string): string {
  let free = maxBytes - reserveBytes - Buffer.byteLength(where)
  const reserve = (bytes: number): boolean => {
    const isFree = bytes <= free
    if (isFree) free -= bytes
    return isFree
  }
  const show = (item: Fitted): void => {
    const { head, tail, rows } = item.block
    const line = rows.count > 0 ? Buffer.byteLength(formatOmission(item.block, 0, where)) : 0
    item.isShown = reserve(Buffer.byteLength(head) + Buffer.byteLength(tail) + line + separatorBytes)
  }
  const fill = (item: Fitted, upTo: number): void => {
    const { rows } = item.block
    while (item.isShown && item.rows.length < Math.min(upTo, rows.count)) {
      const row = rows.at(item.rows.length)
      if (!reserve(Buffer.byteLength(row) + 1)) return
      item.rows.push(row)
    }
  }
  const kept = blocks.map((block): Fitted => ({ block, rows: [], isShown: false }))
  const byImportance = kept.toSorted((a, b) => a.block.importance - b.block.importance)
  const open = byImportance.filter(({ block }) => !block.isFolded)
  for (const item of open) show(item)
  for (const item of open) fill(item, firstRows)
  for (const item of open) fill(item, item.block.rows.count)
  for (const item of byImportance.filter(({ block }) => block.isFolded)) {
    show(item)
    fill(item, item.block.rows.count)
  }
  return [...gatherTexts(kept, where), ...listOmissions(kept, where)].join('\n\n')
}

/** Puts all folded blocks into one fold at the end; its summary says what is in it. */
function gatherTexts(kept: readonly Fitted[], where: string): string[] {
  const shown = kept.filter(({ isShown }) => isShown)
  const folded = shown.filter(({ block }) => block.isFolded)
  const texts = shown.filter(({ block }) => !block.isFolded).map((item) => write(item, where))
  if (folded.length === 0) return texts
  const nouns = [...new Set(folded.map(({ block }) => block.noun))].filter((noun) => noun !== 'rows')
  const summary = `<details>\n<summary>Details${nouns.length > 0 ? `: ${nouns.join(', ')}` : ''}</summary>`
  return [...texts, summary, ...folded.map((item) => write(item, where)), '</details>']
}

function write({ block, rows }: Fitted, where: string): string {
  const separator = block.head === '' ? '' : block.head.endsWith(' |') ? '\n' : '\n\n'
  const body = rows.length === 0 ? '' : `${separator}${rows.join('\n')}`
  const rest = rows.length < block.rows.count ? `\n\n${formatOmission(block, rows.length, where)}` : ''
  return `${block.head}${body}${rest}${block.tail}`
}

function formatOmission({ noun, rows: { count } }: Passage, shown: number, where: string): string {
  const [hidden, total] = [count - shown, count].map((rows) => rows.toLocaleString('en-US'))
  return `${hidden} of ${total} ${noun} are not shown here; see the full report in ${where}.`
}

function listOmissions(kept: readonly Fitted[], where: string): string[] {
  const hidden = kept.filter(({ isShown }) => !isShown).map(({ block }) => block)
  if (hidden.length === 0) return []
  const rows = hidden.reduce((sum, block) => sum + block.rows.count, 0).toLocaleString('en-US')
  const names = hidden.slice(0, mostNames).map(({ name, noun }) => name || noun)
  const more = hidden.length > mostNames ? ` and ${hidden.length - mostNames} more parts` : ''
  return [`Not shown for length: ${names.join(', ')}${more}, ${rows} rows in all; see the full report in ${where}.`]
}
