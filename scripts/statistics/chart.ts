/** How a value becomes a place on an axis. */
export type Axis = {
  readonly from: number
  readonly to: number
  readonly ticks: readonly number[]
  readonly label: string
  readonly format?: (value: number) => string
  readonly isLog?: boolean
}

export type Box = { readonly left: number; readonly top: number; readonly width: number; readonly height: number }
export type Point = readonly [x: number, y: number]

/** One plot inside a picture: places by value, and what is drawn so far. */
export type Plot = {
  readonly box: Box
  readonly x: (value: number) => number
  readonly y: (value: number) => number
}

/** Told apart by people who see few colours as well (Okabe & Ito, 2008). */
export const colours = {
  base: '#0072B2',
  head: '#D55E00',
  good: '#009E73',
  open: '#999999',
  third: '#CC79A7',
  fourth: '#E69F00',
  ink: '#24292f',
  faint: '#d0d7de',
} as const

const font = 'system-ui, -apple-system, "Segoe UI", Helvetica, Arial, sans-serif'

/** A whole picture; its background is its own, so that it can be read on light and dark pages. */
export function picture(width: number, height: number, title: string, parts: readonly string[]): string {
  return [
    `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 ${width} ${height}" width="${width}" height="${height}" role="img" font-family='${font}' font-size="13" fill="${colours.ink}">`,
    `<title>${escaped(title)}</title>`,
    `<rect width="${width}" height="${height}" rx="6" fill="#ffffff"/>`,
    ...parts,
    '</svg>',
    '',
  ].join('\n')
}

export function plotIn(box: Box, x: Axis, y: Axis): { readonly plot: Plot; readonly frame: string } {
  const plot: Plot = {
    box,
    x: (value) => box.left + box.width * shareOf(x, value),
    y: (value) => box.top + box.height * (1 - shareOf(y, value)),
  }
  return { plot, frame: frameOf(plot, x, y) }
}

export function line(points: readonly Point[], colour: string, more = ''): string {
  const path = points.map(([x, y]) => `${place(x)},${place(y)}`).join(' ')
  return `<polyline points="${path}" fill="none" stroke="${colour}" stroke-width="2" stroke-linejoin="round" ${more}/>`
}

export function area(points: readonly Point[], colour: string, opacity = 0.2): string {
  const path = points.map(([x, y]) => `${place(x)},${place(y)}`).join(' ')
  return `<polygon points="${path}" fill="${colour}" fill-opacity="${opacity}"/>`
}

export function dot([x, y]: Point, colour: string, radius = 4): string {
  return `<circle cx="${place(x)}" cy="${place(y)}" r="${radius}" fill="${colour}"/>`
}

export function text([x, y]: Point, words: string, more = ''): string {
  return `<text x="${place(x)}" y="${place(y)}" ${more}>${escaped(words)}</text>`
}

/** Names of colours, one below the other. */
export function legend([x, y]: Point, entries: readonly (readonly [colour: string, words: string])[]): string[] {
  return entries.flatMap(([colour, words], index) => [
    `<rect x="${place(x)}" y="${place(y + 18 * index - 9)}" width="14" height="9" fill="${colour}"/>`,
    text([x + 20, y + 18 * index], words),
  ])
}

export function evenly(from: number, to: number, count: number): number[] {
  return Array.from({ length: count }, (_, index) => from + ((to - from) * index) / (count - 1))
}

export function percent(share: number): string {
  return `${Number((share * 100).toPrecision(3))} %`
}

function shareOf({ from, to, isLog = false }: Axis, value: number): number {
  if (!isLog) return (value - from) / (to - from)
  return Math.log(value / from) / Math.log(to / from)
}

function frameOf({ box, x: placeX, y: placeY }: Plot, x: Axis, y: Axis): string {
  const { left, top, width, height } = box
  const bottom = top + height
  const formatX = x.format ?? String
  const formatY = y.format ?? String
  return [
    ...y.ticks.map(
      (tick) =>
        `<path d="M${left} ${place(placeY(tick))}h${width}" stroke="${colours.faint}"/>${text([left - 8, placeY(tick) + 4], formatY(tick), 'text-anchor="end"')}`,
    ),
    ...x.ticks.map((tick) => text([placeX(tick), bottom + 18], formatX(tick), 'text-anchor="middle"')),
    `<path d="M${left} ${top}V${bottom}H${left + width}" fill="none" stroke="${colours.ink}"/>`,
    text([left + width / 2, bottom + 38], x.label, 'text-anchor="middle"'),
    text([left - 8, top - 12], y.label, 'text-anchor="start"'),
  ].join('\n')
}

function place(value: number): string {
  return String(Math.round(value * 10) / 10)
}

function escaped(words: string): string {
  return words.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('>', '&gt;')
}
