/**
 * Selects every `every`-th of the commits of a range, counted back from the last one, so that the newest is included.
 *
 * @param commits oldest first
 */
export function selectEvery<Commit>(commits: readonly Commit[], every: number): Commit[] {
  return commits.filter((_commit, index) => (commits.length - 1 - index) % every === 0)
}
