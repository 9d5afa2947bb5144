/** Maps values to pixels. */
export type Scale = { readonly low: number; readonly high: number; readonly at: (value: number) => number }

/** Creates a linear scale from `from` to `to` pixels with padding around all finite values. */
export function createScale(values: readonly number[], from: number, to: number): Scale {
  const finite = values.filter(Number.isFinite)
  const [least, most] = [Math.min(...finite), Math.max(...finite)]
  const padding = most > least ? (most - least) * 0.06 : Math.abs(most) * 0.1 || 1
  const [low, high] = [least - padding, most + padding]
  return { low, high, at: (value) => from + ((value - low) / (high - low)) * (to - from) }
}

/** Lists about `count` round values inside a scale. */
export function listTicks({ low, high }: Scale, count: number): number[] {
  const rough = (high - low) / Math.max(1, count)
  const power = 10 ** Math.floor(Math.log10(rough))
  const step = ([1, 2, 5, 10].find((factor) => factor * power >= rough) ?? 10) * power
  const first = Math.ceil(low / step)
  const last = Math.floor(high / step)
  return Array.from({ length: Math.max(0, last - first + 1) }, (_, index) =>
    Number(((first + index) * step).toPrecision(12)),
  )
}
