/** Computes the range of an axis from values, at least one of them finite, with padding; `isFromZero` includes 0. */
export function computeRange(values: readonly number[], isFromZero: boolean): [number, number] {
  const finite = values.filter(Number.isFinite)
  const [low, high] = [Math.min(...finite), Math.max(...finite)]
  const padding = high > low ? (high - low) * 0.06 : Math.abs(high) * 0.1 || 1
  return [isFromZero ? Math.min(0, low) : low - padding, high + padding]
}

/** Lists about `count` round values from `low` to `high`. */
export function listTicks(low: number, high: number, count: number): number[] {
  const rough = (high - low) / Math.max(1, count)
  const power = 10 ** Math.floor(Math.log10(rough))
  const step = ([1, 2, 5, 10].find((factor) => factor * power >= rough) ?? 10) * power
  const first = Math.ceil(low / step)
  const last = Math.floor(high / step)
  return Array.from({ length: Math.max(0, last - first + 1) }, (_, index) =>
    Number(((first + index) * step).toPrecision(12)),
  )
}
