/** A relative change from the log of a ratio; kept finite, since JSON has no infinity. */
export function toFiniteShare(logRatio: number): number {
  return Math.min(Number.MAX_VALUE, Math.expm1(logRatio))
}
