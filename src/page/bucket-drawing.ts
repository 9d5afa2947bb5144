import type uPlot from 'uplot'

/** Minimum thickness of a line, in CSS pixels. */
const thickness = 1.25

/** One line, and its color as `#rrggbb`. */
export type BucketLine = {
  /** Buckets that were observed, ascending, with the lowest and highest value of each; null: not available. */
  readonly at: readonly number[]
  readonly low: readonly (number | null)[]
  readonly high: readonly (number | null)[]
  readonly color: string
}

/** Where the buckets lie. */
export type BucketAxis = {
  /** Seconds at the start of bucket 0, and of each bucket. */
  readonly startSeconds: number
  readonly bucketSeconds: number
  /** The longest distance of two neighbors that are joined by a line. */
  readonly gapBuckets: number
}

/** Pixels of a chart, drawn as one image. */
type Picture = { readonly width: number; readonly height: number; readonly pixels: Uint32Array }

/**
 * Creates a drawing of low-to-high bars that are joined to lines. It sets pixels itself: without hardware
 * acceleration a browser needs about 100 ms to stroke the same points, and this a few milliseconds.
 */
export function createBucketDrawing(axis: BucketAxis): (chart: uPlot, lines: readonly BucketLine[]) => void {
  const canvas = document.createElement('canvas')
  const context = canvas.getContext('2d')
  return ({ ctx, bbox, scales }, lines) => {
    const [width, height] = [Math.round(bbox.width), Math.round(bbox.height)]
    if (!context || width < 1 || height < 1) return
    canvas.width = width
    canvas.height = height
    const image = new ImageData(width, height)
    const picture = { width, height, pixels: new Uint32Array(image.data.buffer) }
    const { min = 0, max = 1 } = scales['x'] ?? {}
    const toColumn = (bucket: number): number =>
      Math.round(((axis.startSeconds + bucket * axis.bucketSeconds - min) / (max - min)) * width)
    for (const line of lines) drawLine(picture, line, { toColumn, top: scales['y']?.max ?? 1, ...axis })
    context.putImageData(image, 0, 0)
    ctx.drawImage(canvas, Math.round(bbox.left), Math.round(bbox.top))
  }
}

type Scale = Pick<BucketAxis, 'gapBuckets'> & { readonly toColumn: (bucket: number) => number; readonly top: number }

function drawLine(picture: Picture, { at, low, high, color }: BucketLine, { toColumn, top, gapBuckets }: Scale): void {
  const { height } = picture
  const thick = Math.max(1, Math.round(thickness * devicePixelRatio))
  const pen = { picture, thick, ink: toPixel(color) }
  const toRow = (value: number): number =>
    Math.max(0, Math.min(height - thick, Math.round((1 - value / top) * height) - (thick >> 1)))
  let last: Bar | null = null
  for (const [row, bucket] of at.entries()) {
    const [least, most] = [low[row] ?? null, high[row] ?? null]
    const isJoined = last !== null && bucket - last.at <= gapBuckets
    if (least === null || most === null) {
      // The line breaks where the value is not available, and where nobody looked.
      last = null
      continue
    }
    const left = toColumn(bucket)
    const bar = {
      at: bucket,
      left,
      right: Math.max(left + 1, toColumn(bucket + 1)),
      top: toRow(most),
      bottom: toRow(least) + thick,
    }
    drawBar(pen, bar, isJoined ? last : null)
    last = bar
  }
}

type Bar = {
  readonly at: number
  readonly left: number
  readonly right: number
  readonly top: number
  readonly bottom: number
}

type Pen = { readonly picture: Picture; readonly thick: number; readonly ink: number }

/** Draws a bar from low to high, and the line from the bar before it. */
function drawBar({ picture, ink, thick }: Pen, bar: Bar, last: Bar | null): void {
  const { left, right, top, bottom } = bar
  if (right < 0 || (last?.right ?? left) > picture.width) return
  fill(picture, ink, [left, top, right, bottom])
  if (!last) return
  fill(picture, ink, [last.right, last.bottom - thick, left, last.bottom])
  if (top > last.bottom) fill(picture, ink, [left, last.bottom, left + thick, top])
  else if (bottom < last.top) fill(picture, ink, [left, bottom, left + thick, last.top])
}

type Box = readonly [left: number, top: number, right: number, bottom: number]

function fill({ width, pixels }: Picture, ink: number, [left, top, right, bottom]: Box): void {
  const [start, end] = [Math.max(0, left), Math.min(right, width)]
  for (let row = top; row < bottom; row += 1) {
    for (let at = row * width + start; at < row * width + end; at += 1) pixels[at] = ink
  }
}

/** Packs a color for little-endian memory, which all browser platforms use: red first. */
function toPixel(color: string): number {
  const [red = 0, green = 0, blue = 0] = (color.match(/[\da-f]{2}/gi) ?? []).map((pair) => Number.parseInt(pair, 16))
  return ((255 << 24) | (blue << 16) | (green << 8) | red) >>> 0
}
