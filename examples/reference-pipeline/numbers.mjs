/** 1234567 → 1,234,567. Not `toLocaleString`: loading the locale data alone takes longer than a small run. */
export function withThousands(count) {
  return String(count).replace(/\B(?=(\d{3})+$)/g, ',')
}
