/** A commit of a range with its parents. */
export type RangeCommit = {
  /** 40 hexadecimal digits. */
  readonly commit: string
  /** Some may lie outside of the range: they are good, or lead to what is. */
  readonly parents: readonly string[]
}

/** `good`, `bad`: decided. `skipped`: it could not be run. `undecided`: it ran, and nobody could tell. */
export type BisectMark = 'good' | 'bad' | 'skipped' | 'undecided'

/** What is known, by commit. Commits without a mark were not asked about. */
export type BisectMarks = ReadonlyMap<string, BisectMark>

/** Where a search stands. */
export type BisectState =
  | {
      readonly state: 'searching'
      /** The commit to ask about next. */
      readonly next: string
      /** Commits that may have made the step, the first bad one among them. */
      readonly suspects: readonly string[]
    }
  /** One commit is left: it is bad, and whatever leads to it is good. */
  | { readonly state: 'found'; readonly culprit: string }
  /** Several are left and none of them can be asked about. */
  | { readonly state: 'stuck'; readonly suspects: readonly string[] }

/**
 * The next commit to ask about, or what the answers so far come to. `range` holds what leads to its last commit, which is
 * bad, and not to the good one, children behind their parents. As in git bisect a commit that is bad leaves its ancestors
 * for suspects, and one that is good clears its own; only suspects are asked about, so that answers which contradict each
 * other (several steps, a fix in between) never empty the list: the search ends at a commit that is bad and whose parents
 * are good or cannot be told, whichever of several steps that is. `mayAsk` leaves out commits that nobody can answer for.
 */
export function searchBisect(
  range: readonly RangeCommit[],
  marks: BisectMarks,
  mayAsk: (commit: string) => boolean = () => true,
): BisectState {
  const suspects = findSuspects(range, marks)
  const open = suspects.filter(({ commit }) => marks.get(commit) === undefined && mayAsk(commit))
  const [only] = suspects
  if (suspects.length === 1 && only) return { state: 'found', culprit: only.commit }
  const next = chooseQuestion(suspects, open, marks)
  const left = suspects.map(({ commit }) => commit)
  return next === null ? { state: 'stuck', suspects: left } : { state: 'searching', next, suspects: left }
}

/** How many questions are left at most, when every answer is good or bad. */
export function countQuestionsLeft(suspects: number): number {
  return suspects < 2 ? 0 : Math.ceil(Math.log2(suspects))
}

/** What leads to the newest suspect that is bad, and to nothing good among it. */
function findSuspects(range: readonly RangeCommit[], marks: BisectMarks): RangeCommit[] {
  const last = range.at(-1)
  if (!last) return []
  let suspects = listAncestors(range, last.commit)
  for (;;) {
    const cleared = new Set(
      suspects
        .filter(({ commit }) => marks.get(commit) === 'good' && commit !== last.commit)
        .flatMap(({ commit }) => listAncestors(suspects, commit).map((one) => one.commit)),
    )
    const left = suspects.filter(({ commit }) => !cleared.has(commit))
    const earliest = left.find(({ commit }) => marks.get(commit) === 'bad')
    const narrowed = earliest ? listAncestors(left, earliest.commit) : left
    if (narrowed.length === suspects.length) return narrowed
    suspects = narrowed
  }
}

/** A commit with everything of the list that leads to it, in the order of the list. */
function listAncestors(commits: readonly RangeCommit[], tip: string): RangeCommit[] {
  const byId = new Map(commits.map((one) => [one.commit, one]))
  const reached = new Set<string>()
  const waiting = [tip]
  for (let id = waiting.pop(); id !== undefined; id = waiting.pop()) {
    const found = byId.get(id)
    if (!found || reached.has(id)) continue
    reached.add(id)
    waiting.push(...found.parents)
  }
  return commits.filter(({ commit }) => reached.has(commit))
}

/**
 * The suspect that halves the others best, whichever way it is answered. Where commits beside it gave no answer, the next
 * one is likely to give none either: nearness to them counts against it.
 */
function chooseQuestion(
  suspects: readonly RangeCommit[],
  open: readonly RangeCommit[],
  marks: BisectMarks,
): string | null {
  const bad = suspects.at(-1)?.commit
  const places = new Map(suspects.map(({ commit }, index) => [commit, index]))
  const silent = suspects.flatMap(({ commit }, index) => (isSilent(marks.get(commit)) ? [index] : []))
  const lineage = countAncestors(suspects)
  const computeWorth = (commit: string): number => {
    const leading = lineage.get(commit) ?? 1
    const distance = Math.min(...silent.map((index) => Math.abs(index - (places.get(commit) ?? 0))))
    return Math.min(leading, suspects.length - leading) * (1 - 1 / (1 + distance))
  }
  const candidates = open
    .filter(({ commit }) => commit !== bad)
    .map(({ commit }) => ({ commit, worth: computeWorth(commit) }))
  return candidates.toSorted((one, other) => other.worth - one.worth)[0]?.commit ?? null
}

/** How many of the commits lead to each, itself among them. */
function countAncestors(commits: readonly RangeCommit[]): Map<string, number> {
  const isLine = commits.every(
    ({ parents }, index) => index === 0 || parents.includes(commits[index - 1]?.commit ?? ''),
  )
  if (isLine) return new Map(commits.map(({ commit }, index) => [commit, index + 1]))
  return new Map(commits.map(({ commit }) => [commit, listAncestors(commits, commit).length]))
}

function isSilent(mark: BisectMark | undefined): boolean {
  return mark === 'skipped' || mark === 'undecided'
}
