/** Numbers of runs per side at which a growing pair is judged; each additional look slightly increases the error. */
const looks: readonly number[] = [3, 4, 5, 6, 8, 10, 13, 16, 20]
const stepBeyond = 5

/** Runs per side at the first look after `taken` runs, between the planned repeats and the maximum. */
export function computeNextLook(taken: number, repeats: number, most: number): number {
  if (taken < repeats) return repeats
  const later = looks.find((look) => look > taken) ?? (Math.floor(taken / stepBeyond) + 1) * stepBeyond
  return Math.min(Math.max(repeats, most), later)
}
