/** `3 %`, `0.42 %`, `12 %`: two digits that count, for figures that are estimates. */
export function formatShare(share: number): string {
  return `${roundToTwoDigits(share * 100)} %`
}

/** Rounded to two significant digits. */
export function roundToTwoDigits(value: number): number {
  return Number(value.toPrecision(2))
}
