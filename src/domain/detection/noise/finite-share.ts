/** Converts the log of a ratio to a relative change. Clamped to a finite number, because JSON has no infinity. */
export function toFiniteShare(logRatio: number): number {
  return Math.min(Number.MAX_VALUE, Math.expm1(logRatio))
}
