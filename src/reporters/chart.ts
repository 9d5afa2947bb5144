/** A small chart, before it is known how it will be drawn. Texts may come from outside. */
export type Chart = {
  readonly title: string
  /** What the points are: `GPUs`, `runs, newest last`. */
  readonly xTitle: string
  /** One name for each point; null: they are counted from 1. */
  readonly points: readonly string[] | null
  /** What is drawn upwards, with its unit. */
  readonly yTitle: string
  /** As many values as points, all finite. */
  readonly series: readonly ChartSeries[]
}

export type ChartSeries = {
  readonly kind: 'bar' | 'line'
  /** What it is, for the line below the chart; of ours. */
  readonly name: string
  readonly values: readonly number[]
}

const blocks = '▁▂▃▄▅▆▇█'

/** Values as a row of blocks, the least as the lowest: `▁▁▂▁▇▇`; a gap where one is not finite. */
export function drawSparkline(values: readonly number[]): string {
  const finite = values.filter(Number.isFinite)
  const low = Math.min(...finite)
  const step = (Math.max(...finite) - low) / (blocks.length - 1)
  const drawn = values.map((value) =>
    Number.isFinite(value) ? (blocks[step === 0 ? 0 : Math.round((value - low) / step)] ?? '') : ' ',
  )
  return drawn.join('')
}

/** A bar of at most `width` blocks; anything above nothing shows. */
export function drawTextBar(share: number, width: number): string {
  if (!(share > 0)) return ''
  const eighths = Math.max(1, Math.round(Math.min(share, 1) * width * 8))
  const rest = eighths % 8
  return '█'.repeat(Math.floor(eighths / 8)) + (rest === 0 ? '' : String.fromCodePoint(0x25_90 - rest))
}
