/** `3 %`, `0.42 %`, `12 %`: two digits that count, for figures that are estimates. */
export function shareText(share: number): string {
  return `${roughly(share * 100)} %`
}

/** Rounded to two significant digits. */
export function roughly(value: number): number {
  return Number(value.toPrecision(2))
}
