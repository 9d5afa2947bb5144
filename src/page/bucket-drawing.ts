import type uPlot from 'uplot'

/** Minimum thickness of a line, in CSS pixels. */
const thickness = 1.25

/** One line: lowest and highest value of each bucket in turn, and its color as `#rrggbb`. */
export type BucketLine = { readonly extremes: Float32Array; readonly color: string }

/** Pixels of a chart, drawn as one image. */
type Picture = { readonly width: number; readonly height: number; readonly pixels: Uint32Array }

/**
 * Creates a drawing of low-to-high bars that are joined to lines. It sets pixels itself: without hardware
 * acceleration a browser needs about 100 ms to stroke the same points, and this a few milliseconds.
 */
export function createBucketDrawing(): (chart: uPlot, lines: readonly BucketLine[]) => void {
  const canvas = document.createElement('canvas')
  const context = canvas.getContext('2d')
  return ({ ctx, bbox, scales }, lines) => {
    const [width, height] = [Math.round(bbox.width), Math.round(bbox.height)]
    if (!context || width < 1 || height < 1) return
    canvas.width = width
    canvas.height = height
    const image = new ImageData(width, height)
    const picture = { width, height, pixels: new Uint32Array(image.data.buffer) }
    const top = scales['y']?.max ?? 1
    for (const line of lines) drawLine(picture, line, top)
    context.putImageData(image, 0, 0)
    ctx.drawImage(canvas, Math.round(bbox.left), Math.round(bbox.top))
  }
}

function drawLine(picture: Picture, { extremes, color }: BucketLine, top: number): void {
  const { width, height } = picture
  const buckets = extremes.length / 2
  const thick = Math.max(1, Math.round(thickness * devicePixelRatio))
  const ink = toPixel(color)
  const toRow = (value: number): number =>
    Math.max(0, Math.min(height - thick, Math.round((1 - value / top) * height) - (thick >> 1)))
  let [lastTop, lastBottom, lastEnd] = [-1, -1, 0]
  for (let bucket = 0; bucket < buckets; bucket += 1) {
    const low = extremes[bucket * 2] ?? Number.NaN
    // NaN: no sample in this bucket, so the line continues. Infinity: not measured, so it breaks.
    if (Number.isNaN(low)) continue
    if (low === Number.POSITIVE_INFINITY) {
      lastTop = -1
      continue
    }
    const left = Math.round((bucket * width) / buckets)
    const right = Math.max(left + 1, Math.round(((bucket + 1) * width) / buckets))
    const [from, to] = [toRow(extremes[bucket * 2 + 1] ?? low), toRow(low) + thick]
    if (lastTop >= 0) {
      fill(picture, ink, [lastEnd, lastBottom - thick, left, lastBottom])
      if (from > lastBottom) fill(picture, ink, [left, lastBottom, left + thick, from])
      else if (to < lastTop) fill(picture, ink, [left, to, left + thick, lastTop])
    }
    fill(picture, ink, [left, from, right, to])
    ;[lastTop, lastBottom, lastEnd] = [from, to, right]
  }
}

type Box = readonly [left: number, top: number, right: number, bottom: number]

function fill({ width, pixels }: Picture, ink: number, [left, top, right, bottom]: Box): void {
  const end = Math.min(right, width)
  for (let row = top; row < bottom; row += 1) {
    for (let at = row * width + left; at < row * width + end; at += 1) pixels[at] = ink
  }
}

/** Packs a color for little-endian memory, which all browser platforms use: red first. */
function toPixel(color: string): number {
  const [red = 0, green = 0, blue = 0] = (color.match(/[\da-f]{2}/gi) ?? []).map((pair) => Number.parseInt(pair, 16))
  return ((255 << 24) | (blue << 16) | (green << 8) | red) >>> 0
}
