const blocks = '▁▂▃▄▅▆▇█'

/** Draws values as block characters from lowest to highest, `▁▁▂▁▇▇`, with a space for a value that is not finite. */
export function drawSparkline(values: readonly number[]): string {
  const finite = values.filter(Number.isFinite)
  const low = Math.min(...finite)
  const step = (Math.max(...finite) - low) / (blocks.length - 1)
  const drawn = values.map((value) =>
    Number.isFinite(value) ? (blocks[step === 0 ? 0 : Math.round((value - low) / step)] ?? '') : ' ',
  )
  return drawn.join('')
}

/** Draws a bar of at most `width` cells; every share above zero is visible. */
export function drawTextBar(share: number, width: number): string {
  if (!(share > 0)) return ''
  const eighths = Math.max(1, Math.round(Math.min(share, 1) * width * 8))
  const rest = eighths % 8
  return '█'.repeat(Math.floor(eighths / 8)) + (rest === 0 ? '' : String.fromCodePoint(0x25_90 - rest))
}
