import type { Chart } from '../chart.ts'

const longestLabel = 80
/** Colours that show on white and on black, and mean neither good nor bad. In one line: in a mail it is read as text. */
const look =
  '%%{init: {"xyChart": {"width": 640, "height": 260}, "themeVariables": {"xyChart": {"plotColorPalette": "#4184e4, #9a6700, #8c959f"}}}}%%'

/** A chart as a fenced Mermaid block. Mail and other places without Mermaid show it as text. */
export function renderMermaidChart({ title, xTitle, points, yTitle, series }: Chart): string {
  const count = Math.max(0, ...series.map(({ values }) => values.length))
  const bounds = computeBounds(
    series.flatMap(({ values }) => values),
    series.some(({ kind }) => kind === 'bar'),
  )
  const names = points?.map((point) => `"${formatMermaidLabel(point)}"`).join(', ')
  return [
    '```mermaid',
    look,
    'xychart-beta',
    `    title "${formatMermaidLabel(title)}"`,
    `    x-axis "${formatMermaidLabel(xTitle)}" ${names === undefined ? `1 --> ${Math.max(2, count)}` : `[${names}]`}`,
    `    y-axis "${formatMermaidLabel(yTitle)}" ${bounds.map(formatMermaidNumber).join(' --> ')}`,
    ...series.map(({ kind, values }) => `    ${kind} [${values.map(formatMermaidNumber).join(', ')}]`),
    '```',
  ].join('\n')
}

/**
 * Text for between the quotes of a Mermaid chart. Only plain characters come through: what ends a string, a fence or a
 * statement, or starts a directive, an entity or a workflow command becomes a space.
 */
export function formatMermaidLabel(text: string): string {
  const label = text
    .slice(0, longestLabel * 8)
    .replaceAll(/[^A-Za-z0-9 .,:=/_()+×µ%-]|:(?=:)/g, ' ')
    .replaceAll(/-{2,}|%{2,}/g, ' ')
    .replaceAll(/ {2,}/g, ' ')
    .trim()
    .slice(0, longestLabel)
  return label === '' ? '(no name)' : label
}

/** Six significant digits, never with an exponent: Mermaid reads none. */
export function formatMermaidNumber(value: number): string {
  const rounded = Number(value.toPrecision(6))
  const text = String(rounded)
  if (!text.includes('e')) return text
  return Math.abs(rounded) < 1 ? rounded.toFixed(20).replace(/\.?0+$/, '') : String(BigInt(Math.round(rounded)))
}

/** Some room above and below; bars stand on zero, and a flat line needs a frame too. */
function computeBounds(values: readonly number[], hasBars: boolean): [number, number] {
  const [low, high] = [Math.min(...values), Math.max(...values)]
  const room = (high - low) * 0.1 || Math.abs(high) * 0.05 || 1
  if (hasBars && low >= 0) return [0, high + room]
  return [low >= 0 ? Math.max(0, low - room) : low - room, high + room]
}
