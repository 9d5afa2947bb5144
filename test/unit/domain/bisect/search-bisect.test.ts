import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import {
  countQuestionsLeft,
  searchBisect,
  type BisectMark,
  type RangeCommit,
} from '../../../../src/domain/bisect/search-bisect.ts'

const idOf = (index: number): string => index.toString(16).padStart(40, '0')
const good = 'f'.repeat(40)

/** Commits on one line; the first has the good end for its parent. */
const lineOf = (length: number): RangeCommit[] =>
  Array.from({ length }, (_, index) => ({ commit: idOf(index), parents: [index === 0 ? good : idOf(index - 1)] }))

/** A history with merges: every commit but the first leads from one or two earlier ones, and all lead to the last. */
const histories = fc
  .array(fc.tuple(fc.nat(), fc.option(fc.nat())), { minLength: 1, maxLength: 40 })
  .map((draws): RangeCommit[] => {
    const commits = draws.map(([one, two], index): RangeCommit => {
      const at = (draw: number): string => (index === 0 ? good : idOf(draw % index))
      const parents = two === null ? [at(one)] : [...new Set([at(one), at(two)])]
      return { commit: idOf(index), parents }
    })
    const led = new Set(commits.flatMap(({ parents }) => parents))
    const heads = commits.map(({ commit }) => commit).filter((commit) => !led.has(commit))
    return heads.length === 1 ? commits : [...commits, { commit: idOf(draws.length), parents: heads }]
  })

function ancestorsOf(range: readonly RangeCommit[], tip: string): Set<string> {
  const found = new Set<string>()
  const visit = (commit: string): void => {
    const own = range.find((one) => one.commit === commit)
    if (!own || found.has(commit)) return
    found.add(commit)
    own.parents.forEach(visit)
  }
  visit(tip)
  return found
}

/** Asks until there is nothing left to ask. */
function run(range: readonly RangeCommit[], answer: (commit: string) => BisectMark) {
  const marks = new Map<string, BisectMark>()
  for (;;) {
    const state = searchBisect(range, marks)
    if (state.next === null) return { ...state, marks }
    if (marks.has(state.next)) throw new Error(`asked twice: ${state.next}`)
    marks.set(state.next, answer(state.next))
  }
}

describe('one step on one line', () => {
  it('is found with as few questions as halving takes', () => {
    fc.assert(
      fc.property(
        fc.integer({ min: 1, max: 300 }).chain((length) => fc.tuple(fc.constant(length), fc.nat(length - 1))),
        ([length, culprit]) => {
          const { suspects, marks } = run(lineOf(length), (commit) =>
            Number.parseInt(commit, 16) >= culprit ? 'bad' : 'good',
          )
          expect(suspects).toEqual([idOf(culprit)])
          expect(marks.size).toBeLessThanOrEqual(countQuestionsLeft(length))
        },
      ),
    )
  })

  it('is in the range that is left when commits cannot be run or cannot be decided', () => {
    const silence = fc.constantFrom<BisectMark>('skipped', 'undecided')
    fc.assert(
      fc.property(
        fc.array(fc.option(silence, { freq: 3 }), { minLength: 1, maxLength: 60 }),
        fc.nat(),
        (silent, draw) => {
          const culprit = draw % silent.length
          const truth = (index: number): BisectMark => silent[index] ?? (index >= culprit ? 'bad' : 'good')
          const { suspects: left } = run(lineOf(silent.length), (commit) => truth(Number.parseInt(commit, 16)))
          expect(left).toContain(idOf(culprit))
          // Whatever is left beside the first bad commit gave no answer.
          for (const commit of left.slice(0, -1)) expect(silent[Number.parseInt(commit, 16)]).not.toBeNull()
        },
      ),
    )
  })

  it('keeps away from commits beside one that does not build', () => {
    const marks = new Map<string, BisectMark>([[idOf(49), 'skipped']])
    const { next } = searchBisect(lineOf(100), marks)
    expect(Math.abs(Number.parseInt(next!, 16) - 49)).toBeGreaterThan(3)
  })

  it('needs few questions more when a long stretch does not build', () => {
    const isBroken = (index: number): boolean => index >= 40 && index < 60
    const { suspects, marks } = run(lineOf(100), (commit) => {
      const index = Number.parseInt(commit, 16)
      return isBroken(index) ? 'skipped' : index >= 70 ? 'bad' : 'good'
    })
    expect(suspects).toEqual([idOf(70)])
    expect(marks.size).toBeLessThan(countQuestionsLeft(100) + 6)
  })
})

describe('a history with merges', () => {
  it('leads to the one commit whose descendants are all bad', () => {
    fc.assert(
      fc.property(histories, fc.nat(), (range, draw) => {
        const culprit = range[draw % range.length]!.commit
        const isBad = (commit: string): boolean => ancestorsOf(range, commit).has(culprit)
        fc.pre(isBad(range.at(-1)!.commit))
        expect(run(range, (commit) => (isBad(commit) ? 'bad' : 'good')).suspects).toEqual([culprit])
      }),
    )
  })

  it('ends at a bad commit, none of whose parents is known to be bad, however the answers contradict each other', () => {
    fc.assert(
      fc.property(
        histories,
        fc.array(fc.constantFrom<BisectMark>('good', 'bad', 'skipped', 'undecided'), { minLength: 41, maxLength: 41 }),
        (range, truth) => {
          const answers = new Map(range.map(({ commit }, index) => [commit, truth[index]!]))
          const { suspects, marks } = run(range, (commit) => answers.get(commit)!)
          const tip = suspects.at(-1)
          expect(tip === range.at(-1)!.commit || marks.get(tip ?? '') === 'bad').toBe(true)
          if (suspects.length !== 1) return
          const parents = range.find(({ commit }) => commit === tip)!.parents
          for (const parent of parents) expect(marks.get(parent)).not.toBe('bad')
        },
      ),
    )
  })
})

describe('commits that nobody can answer for', () => {
  it('are not asked about and stay suspects', () => {
    const state = searchBisect(lineOf(10), new Map(), (commit) => commit === idOf(2))
    expect(state).toMatchObject({ next: idOf(2) })
    const after = searchBisect(lineOf(10), new Map([[idOf(2), 'good']]), (commit) => commit === idOf(2))
    expect(after).toEqual({ next: null, suspects: [3, 4, 5, 6, 7, 8, 9].map(idOf) })
  })
})
