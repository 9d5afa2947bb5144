/** A block as Markdown that the size budget can shorten only row by row, so that no fence, tag or row is cut. */
export type Passage = {
  /** Title for the list of omitted blocks. */
  readonly name: string
  readonly importance: number
  readonly isFolded: boolean
  readonly head: string
  readonly rows: { readonly count: number; readonly at: (index: number) => string }
  readonly tail: string
  readonly noun: string
}

/** Rows that every open block gets before any block gets more, so that one long table cannot displace the others. */
const firstRows = 10
/** Bytes reserved for the lines that report omissions. */
const reserveBytes = 1600

type Fitted = { readonly block: Passage; rows: string[]; isShown: boolean }

/**
 * Fits blocks into one Markdown text of at most `maxBytes` UTF-8 bytes. Space goes, by importance, to the heads and
 * first rows of open blocks, then their other rows, then folded blocks. Rows are dropped
 * from the end of a block; a line states how many and that the full report is `where`. Every character takes at least
 * one byte, so a limit in characters of the same size also holds.
 */
export function fitPassages(blocks: readonly Passage[], maxBytes: number, where: string): string {
  const kept = blocks.map((block): Fitted => ({ block, rows: [], isShown: false }))
  const byImportance = kept.toSorted((a, b) => a.block.importance - b.block.importance)
  const open = byImportance.filter(({ block }) => !block.isFolded)
  const reserve = createBudget(maxBytes - reserveBytes - countBytes(where))
  for (const item of open) show(item, reserve, where)
  for (const item of open) fill(item, reserve, firstRows)
  for (const item of open) fill(item, reserve, item.block.rows.count)
  for (const item of byImportance.filter(({ block }) => block.isFolded)) {
    show(item, reserve, where)
    fill(item, reserve, item.block.rows.count)
  }
  const shown = kept.filter(({ isShown }) => isShown)
  return [...gatherTexts(shown, where), ...listOmissions(kept, where)].join('\n\n')
}

/** Puts all folded blocks into one fold at the end; its summary says what is in it. */
function gatherTexts(shown: readonly Fitted[], where: string): string[] {
  const [open = [], folded = []] = [false, true].map((isFolded) =>
    shown.filter(({ block }) => block.isFolded === isFolded).map((item) => ({ ...item, text: write(item, where) })),
  )
  const texts = open.map(({ text }) => text)
  if (folded.length === 0) return texts
  const nouns = [...new Set(folded.map(({ block }) => block.noun))].filter((noun) => noun !== 'rows')
  const summary = `<details>\n<summary>Details${nouns.length > 0 ? `: ${nouns.join(', ')}` : ''}</summary>`
  return [...texts, summary, ...folded.map(({ text }) => text), '</details>']
}

/** Counts UTF-8 bytes. */
export function countBytes(text: string): number {
  return Buffer.byteLength(text, 'utf8')
}

/** Reserves bytes of the budget; false when too few are left. */
type ByteBudget = (bytes: number) => boolean

function createBudget(maxBytes: number): ByteBudget {
  let free = maxBytes
  return (bytes) => {
    if (bytes > free) return false
    free -= bytes
    return true
  }
}

function show(item: Fitted, reserve: ByteBudget, where: string): void {
  const { block } = item
  const separators = 4
  const line = block.rows.count > 0 ? countBytes(formatOmission(block, 0, where)) : 0
  item.isShown = reserve(countBytes(block.head) + countBytes(block.tail) + line + separators)
}

function fill(item: Fitted, reserve: ByteBudget, upTo: number): void {
  if (!item.isShown) return
  const { rows } = item.block
  while (item.rows.length < Math.min(upTo, rows.count)) {
    const row = rows.at(item.rows.length)
    if (!reserve(countBytes(row) + 1)) return
    item.rows.push(row)
  }
}

function write({ block, rows }: Fitted, where: string): string {
  const separator = block.head === '' ? '' : block.head.endsWith(' |') ? '\n' : '\n\n'
  const body = rows.length === 0 ? '' : `${separator}${rows.join('\n')}`
  const rest = rows.length < block.rows.count ? `\n\n${formatOmission(block, rows.length, where)}` : ''
  return `${block.head}${body}${rest}${block.tail}`
}

function formatOmission({ noun, rows }: Passage, shown: number, where: string): string {
  const total = rows.count.toLocaleString('en-US')
  return `${(rows.count - shown).toLocaleString('en-US')} of ${total} ${noun} are not shown here; see the full report in ${where}.`
}

function listOmissions(kept: readonly Fitted[], where: string): string[] {
  const hidden = kept.filter(({ isShown }) => !isShown).map(({ block }) => block)
  if (hidden.length === 0) return []
  const rows = hidden.reduce((sum, block) => sum + block.rows.count, 0).toLocaleString('en-US')
  const most = 3
  const names = hidden.slice(0, most).map(({ name, noun }) => name || noun)
  const more = hidden.length > most ? ` and ${hidden.length - most} more parts` : ''
  return [`Not shown for length: ${names.join(', ')}${more}, ${rows} rows in all; see the full report in ${where}.`]
}
