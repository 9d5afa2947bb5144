import type { Decision } from '../verdict/comparison.ts'

/** A commit after the good end of a bisect, up to the bad one. */
export type RangeCommit = {
  readonly commit: string
  /** Parents may be outside of the range: they are good, or ancestors of a good commit. */
  readonly parents: readonly string[]
}

/** `good`, `bad`: decided. `skipped`: it could not be run. `undecided`: it ran, and the result is inconclusive. */
export type BisectMark = 'good' | 'bad' | 'skipped' | 'undecided'

/** Marks by commit. Commits without a mark were not tested. */
export type BisectMarks = ReadonlyMap<string, BisectMark>

type SearchState = {
  /** Commits that may have caused the step, including the first bad one. A single one is bad, its ancestors are good. */
  readonly suspects: readonly string[]
  /** The commit to test next; null: one suspect is left, or none of them can be tested. */
  readonly next: string | null
}

/**
 * Returns the suspects and the next commit to test. `range` holds the ancestors of its last commit, which is bad, without
 * those of the good one; children follow their parents. As in git bisect, a bad commit makes its ancestors suspects,
 * and a good one clears its own ancestors. Only suspects are tested, so contradictory results (several steps, a fix in
 * between) never empty the list: the search ends at a bad commit whose parents are good or undecided, whichever of
 * several steps that is. `mayAsk` excludes commits that cannot be tested.
 */
export function searchBisect(
  range: readonly RangeCommit[],
  marks: BisectMarks,
  mayAsk: (commit: string) => boolean = () => true,
): SearchState {
  const suspects = findSuspects(range, marks)
  const open = suspects.filter(({ commit }) => marks.get(commit) === undefined && mayAsk(commit))
  return { suspects: suspects.map(({ commit }) => commit), next: chooseQuestion(suspects, open, marks) }
}

/** Maximum number of tests left, if every result is good or bad. */
export function countQuestionsLeft(suspects: number): number {
  return suspects < 2 ? 0 : Math.ceil(Math.log2(suspects))
}

/** The ancestors of the earliest bad commit, without those of good commits. */
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

/** A commit and its ancestors in the list, in list order. */
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
 * Chooses the suspect that splits the others most evenly. Commits close to one without a result are less likely to give
 * one, so closeness lowers their rank.
 */
function chooseQuestion(suspects: readonly RangeCommit[], open: readonly RangeCommit[], marks: BisectMarks) {
  const bad = suspects.at(-1)?.commit
  const places = new Map(suspects.map(({ commit }, index) => [commit, index]))
  const silent = suspects.flatMap(({ commit }, index) =>
    ['skipped', 'undecided'].includes(marks.get(commit) ?? '') ? [index] : [],
  )
  const isLine = suspects.every(
    ({ parents }, index) => index === 0 || parents.includes(suspects[index - 1]?.commit ?? ''),
  )
  const computeWorth = (commit: string): number => {
    const place = places.get(commit) ?? 0
    const leading = isLine ? place + 1 : listAncestors(suspects, commit).length
    const distance = Math.min(...silent.map((index) => Math.abs(index - place)))
    return Math.min(leading, suspects.length - leading) * (1 - 1 / (1 + distance))
  }
  const candidates = open
    .filter(({ commit }) => commit !== bad)
    .map(({ commit }) => ({ commit, worth: computeWorth(commit) }))
  return candidates.toSorted((one, other) => other.worth - one.worth)[0]?.commit ?? null
}

/** Results of comparing a commit with both ends of the range. Each asks whether the later side is worse. */
export type StepAnswers = { readonly againstGood: Decision; readonly badAgainst: Decision }

/** The mark of one tested commit. `isBetween`: it differs from both ends, so there is more than one step. */
type StepMark = { readonly mark: BisectMark; readonly reason: string; readonly isBetween: boolean }

/**
 * Decides on which side of the step a commit is. The rule for pairs detects or rules out a slowdown, so both
 * comparisons ask for one: is the commit worse than the good end, and is the bad end worse than the commit? One
 * conclusive result is enough if the effects of both agree with it. Everything else is undecided.
 */
export function decideMark(answers: StepAnswers): StepMark {
  const { againstGood, badAgainst } = answers
  const [before, after] = [classifyStep(againstGood), classifyStep(badAgainst)]
  const nearer = isNearerToBad(answers)
  if (before === 'step' && after === 'step') {
    // With several steps the search continues with the larger one, and the reason mentions the other.
    const [mark, where] = nearer === false ? (['good', 'after'] as const) : (['bad', 'before'] as const)
    const reason = `worse than the good end, and the bad end is worse still: there is more than one step, and the larger one is ${where} it`
    return { mark, reason, isBetween: true }
  }
  if (before === after) {
    const open = `inconclusive against the good end (${againstGood.reason}) and against the bad end (${badAgainst.reason})`
    const reason = before === 'none' ? 'no significant difference from either end' : open
    return { mark: 'undecided', reason, isBetween: false }
  }
  const isBad = before === 'step' || after === 'none'
  const reason = [
    { step: 'worse than the good end', none: 'not worse than the good end', open: '' }[before],
    { step: 'the bad end is worse', none: 'the bad end is not worse', open: '' }[after],
  ]
    .filter(Boolean)
    .join(', ')
  if ((before === 'open' || after === 'open') && nearer !== null && nearer !== isBad)
    return { mark: 'undecided', reason: `${reason}, but its effects are closer to the other end`, isBetween: false }
  return { mark: isBad ? 'bad' : 'good', reason, isBetween: false }
}

/**
 * Minimum effect during the search: a third of the step between the ends, so that the step cannot fall between "worse"
 * and "not worse".
 */
export function computeStepEffect(effect: number): number {
  const third = 1 - Math.exp(-Math.abs(Math.log1p(effect)) / 3)
  return Math.min(0.5, Math.max(0.002, third))
}

function classifyStep({ verdict }: Decision): 'step' | 'none' | 'open' {
  if (verdict === 'regression') return 'step'
  return verdict === 'unchanged' || verdict === 'improvement' ? 'none' : 'open'
}

/** Whether more than half of the step lies before the commit; null without effects. */
function isNearerToBad({ againstGood, badAgainst }: StepAnswers): boolean | null {
  if (againstGood.effect === null || badAgainst.effect === null) return null
  const [before, after] = [Math.log1p(againstGood.effect), Math.log1p(badAgainst.effect)]
  // Both effects have the sign of the step unless noise reversed one; the larger one determines the direction.
  const direction = Math.sign(before + after)
  return before * direction >= after * direction
}
