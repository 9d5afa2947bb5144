/** Formats a share as a percentage with two significant digits: `3 %`, `0.42 %`, `12 %`. */
export function formatShare(share: number): string {
  return `${roundToTwoDigits(share * 100)} %`
}

/** Rounds to two significant digits. */
export function roundToTwoDigits(value: number): number {
  return Number(value.toPrecision(2))
}
