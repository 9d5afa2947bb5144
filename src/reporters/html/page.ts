import type { Block, Page } from '../../domain/report/block.ts'
import { say, type Span } from '../../domain/report/content.ts'
import { sentenceLength, toVisibleText } from '../terminal/plain.ts'

/** Script and style of the page, built from `src/page`, with their base64 SHA-256 hashes. */
export type PageAssets = {
  readonly script: string
  readonly scriptSha256: string
  readonly style: string
  readonly styleSha256: string
}

/** A data part of the file: base64 of gzip, decoded on demand. */
export type PagePart = { readonly id: string; readonly base64: string }

/**
 * Renders the page as one file, in chunks. The content security policy allows only the page's own script and style, by
 * hash, so the file loads nothing. Data is stored in elements that browsers do not execute, encoded so that it cannot
 * close them.
 */
export function* renderPage(page: Page, parts: Iterable<PagePart>, assets: PageAssets): Generator<string> {
  const policy = [
    "default-src 'none'",
    `script-src 'sha256-${assets.scriptSha256}'`,
    `style-src 'sha256-${assets.styleSha256}'`,
    "base-uri 'none'",
    "form-action 'none'",
  ]
  const views = page.views.map((view) => ({ ...view, blocks: view.blocks.map(cutTable) }))
  yield `<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta http-equiv="Content-Security-Policy" content="${policy.join('; ')}">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="color-scheme" content="light dark">
<meta name="referrer" content="no-referrer">
<title>${escapeHtml(toVisibleText(page.title))}</title>
<style>${assets.style}</style>
</head>
<body>
<noscript>This page needs JavaScript for its charts. Without it, read report.md next to run.json, or run: warpgauge report DIR --format markdown</noscript>
<script type="application/json" id="page">${escapeJson(clean({ ...page, views }))}</script>
`
  for (const { id, base64 } of parts) {
    yield `<script type="application/octet-stream" id="${escapeHtml(id)}">`
    yield base64
    yield '</script>\n'
  }
  yield `<script id="program">${assets.script}</script>
</body>
</html>
`
}

/** Longer tables are cut; the JSON report has all rows. */
const mostRows = 2000
/** Characters of a text by its style; of others `nameLength`. */
const lengths: Partial<Record<Span['style'], number>> = { prose: sentenceLength * 2, command: 2000 }

function cutTable(block: Block): Block {
  if (block.kind !== 'table' || block.rows.length <= mostRows) return block
  const note = say`report.json has ${block.rows.length - mostRows} more ${block.noun}.`
  return { ...block, rows: block.rows.slice(0, mostRows), notes: [...block.notes, note] }
}

/** Drops invisible characters from every text, cuts it, and drops links that are not https. */
function clean(value: unknown): unknown {
  if (typeof value === 'string') return toVisibleText(value, sentenceLength)
  if (Array.isArray(value)) return value.map(clean)
  if (typeof value !== 'object' || value === null) return value
  if (isSpan(value)) return cleanSpan(value)
  return Object.fromEntries(Object.entries(value).map(([key, inner]) => [key, clean(inner)]))
}

function isSpan(value: object): value is Span {
  return 'style' in value && 'text' in value
}

function cleanSpan(span: Span): Span {
  if (span.style === 'ours' || (span.style === 'link' && /^https:\/\/[^\s]+$/.test(span.url))) return span
  const text = toVisibleText(span.text, span.style === 'code' ? span.maxLength : lengths[span.style])
  if (span.style === 'link') return { style: 'prose', text }
  return span.style === 'case' ? { ...span, text, id: toVisibleText(span.id) } : { ...span, text }
}

/** Escapes JSON so that it cannot close the surrounding script element. */
function escapeJson(value: unknown): string {
  return JSON.stringify(value).replaceAll(
    /[<>&\u2028\u2029]/g,
    (character) => String.raw`\u${character.charCodeAt(0).toString(16).padStart(4, '0')}`,
  )
}

function escapeHtml(text: string): string {
  const entities: Readonly<Record<string, string>> = { '&': '&amp;', '<': '&lt;', '>': '&gt;', '"': '&quot;' }
  return text.replaceAll(/[&<>"]/g, (character) => entities[character] ?? character)
}
