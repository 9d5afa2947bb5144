/** Numbers of runs per side at which a growing pair is looked at; each further look costs a little certainty. */
const looks: readonly number[] = [3, 4, 5, 6, 8, 10, 13, 16, 20]
const stepBeyond = 5

/** The first look after `taken` runs per side, from the planned repeats to the most there may be. */
export function computeNextLook(taken: number, repeats: number, most: number): number {
  if (taken < repeats) return repeats
  const later = looks.find((look) => look > taken) ?? (Math.floor(taken / stepBeyond) + 1) * stepBeyond
  return Math.min(Math.max(repeats, most), later)
}
