import type uPlot from 'uplot'

/** A line of at least so many pixels is drawn, however little it moved. */
const thickness = 1.25

/** What is drawn of one line: low and high of each bucket in turn, and its colour as `#rrggbb`. */
export type BucketLine = { readonly extremes: Float32Array; readonly colour: string }

/** Pixels that are put together here and handed over as one picture. */
type Picture = { readonly width: number; readonly height: number; readonly pixels: Uint32Array }

/**
 * Draws low to high of each bucket as a bar, joined to the one before it. The pixels are set here: a browser without a
 * graphics processor needs a tenth of a second for lines through the same points, and a few milliseconds for this.
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

function drawLine(picture: Picture, { extremes, colour }: BucketLine, top: number): void {
  const { width, height } = picture
  const buckets = extremes.length / 2
  const thick = Math.max(1, Math.round(thickness * devicePixelRatio))
  const ink = toPixel(colour)
  const toRow = (value: number): number =>
    Math.max(0, Math.min(height - thick, Math.round((1 - value / top) * height) - (thick >> 1)))
  let [lastTop, lastBottom, lastEnd] = [-1, -1, 0]
  for (let bucket = 0; bucket < buckets; bucket += 1) {
    const low = extremes[bucket * 2] ?? Number.NaN
    // NaN: no sample fell in here, and the line goes on to the next. Infinity: nobody looked.
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

/** In the order of bytes of every machine that browsers run on: red first. */
function toPixel(colour: string): number {
  const [red = 0, green = 0, blue = 0] = (colour.match(/[\da-f]{2}/gi) ?? []).map((pair) => Number.parseInt(pair, 16))
  return ((255 << 24) | (blue << 16) | (green << 8) | red) >>> 0
}
