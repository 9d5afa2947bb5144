import type { Curve, CurvesChart } from '../../domain/report/block.ts'

const longestLabel = 80
/** Neutral colors that are visible on white and on black. On one line, because mail clients show it as text. */
const look =
  '%%{init: {"xyChart": {"width": 640, "height": 260}, "themeVariables": {"xyChart": {"plotColorPalette": "#4184e4, #9a6700, #8c959f"}}}}%%'

/**
 * Renders curves with values at the same points as a fenced Mermaid block, dots as bars. Mail clients and others without
 * Mermaid show its text.
 */
export function renderMermaidChart({ title, x, y, curves }: CurvesChart): string {
  const bounds = computeBounds(
    curves.flatMap(({ points }) => points.map((point) => point.y)),
    curves.some(({ style }) => style === 'dots'),
  )
  const yTitle = y.unit === '' ? y.label : `${y.label} (${y.unit})`
  return [
    '```mermaid',
    look,
    'xychart-beta',
    `    title "${formatMermaidLabel(title)}"`,
    `    x-axis "${formatMermaidLabel(x.label)}" ${formatPositions(x, curves[0]?.points ?? [])}`,
    `    y-axis "${formatMermaidLabel(yTitle)}" ${bounds.map(formatMermaidNumber).join(' --> ')}`,
    ...curves.map(
      ({ style, points }) =>
        `    ${style === 'dots' ? 'bar' : 'line'} [${points.map((point) => formatMermaidNumber(point.y)).join(', ')}]`,
    ),
    '```',
  ].join('\n')
}

/** Positions that only count the points are a range. */
function formatPositions({ words }: CurvesChart['x'], points: Curve['points']): string {
  if (!words && points.every(({ x }, index) => x === index)) return `1 --> ${Math.max(2, points.length)}`
  return `[${points.map(({ x }) => `"${formatMermaidLabel(words?.[x] ?? String(x))}"`).join(', ')}]`
}

/**
 * Formats text for a quoted Mermaid string. Characters that end a string, fence or statement, or start a directive, an
 * entity or a workflow command, become spaces.
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

/** Formats six significant digits without an exponent, which Mermaid cannot read. */
export function formatMermaidNumber(value: number): string {
  const rounded = Number(value.toPrecision(6))
  const text = String(rounded)
  if (!text.includes('e')) return text
  return Math.abs(rounded) < 1 ? rounded.toFixed(20).replace(/\.?0+$/, '') : String(BigInt(Math.round(rounded)))
}

/** Computes the value range with padding. Bars start at zero; a flat line also needs a range. */
function computeBounds(values: readonly number[], hasBars: boolean): [number, number] {
  const [low, high] = [Math.min(...values), Math.max(...values)]
  const padding = (high - low) * 0.1 || Math.abs(high) * 0.05 || 1
  if (hasBars && low >= 0) return [0, high + padding]
  return [low >= 0 ? Math.max(0, low - padding) : low - padding, high + padding]
}
