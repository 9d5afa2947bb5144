import { describe, expect, it } from 'vitest'
import { createSeededRandom } from '../../../../src/domain/core/bootstrap.ts'
import { climb } from '../../../../src/domain/plan/ladder.ts'
import type { Plan } from '../../../../src/domain/plan/plan.ts'
import { chooseNextTrial } from '../../../../src/domain/plan/schedule.ts'
import type { Trial } from '../../../../src/domain/trial/trial.ts'
import { aCase, aTrial } from '../../a-run.ts'
import type { Ladder } from '../../../../src/record/plan.ts'

const names = ['a', 'b', 'c', 'd', 'e', 'f', 'g', 'h']
const cases = names.map((id) => aCase({ id, warmups: 1, repeats: 2, maxRepeats: 8, interleaveGroup: 'sweep' }))

function aPlan(overrides: Partial<Ladder> = {}): Plan & { readonly ladders: readonly [Ladder] } {
  const ladder = { cases: names, metric: 'wall_time', factor: 2, finalists: 2, maxRepeats: 8, gpuMinutes: null }
  return { cases, notTested: [], comparisons: [], ladders: [{ ...ladder, ...overrides }] }
}

type Make = (id: string, index: number) => Partial<Trial>

/** `a` is the fastest, each further one 10 % slower. */
const graded: Make = (id) => ({ wallSeconds: 60 * 1.1 ** names.indexOf(id) })

function run(plan: Plan, make: Make = graded, before: readonly Trial[] = []): Trial[] {
  const trials = [...before]
  for (let next = chooseNextTrial(plan, trials); next; next = chooseNextTrial(plan, trials)) {
    const { planned, index, isWarmup } = next
    trials.push(aTrial({ caseId: planned.id, index, isWarmup, ...make(planned.id, index) }))
    if (trials.length > 300) throw new Error('the ladder does not end')
  }
  return trials
}

const counted = (trials: readonly Trial[], id: string) =>
  trials.filter((trial) => trial.caseId === id && !trial.isWarmup).length
const state = (plan: ReturnType<typeof aPlan>, trials: readonly Trial[]) => climb(plan.ladders[0], plan.cases, trials)

describe('a ladder of settings (successive halving, F-29)', () => {
  it('halves the settings and doubles their runs until two are left', () => {
    const plan = aPlan()
    const trials = run(plan)
    expect(names.map((id) => counted(trials, id))).toEqual([8, 8, 4, 4, 2, 2, 2, 2])
    expect(state(plan, trials).rungs.map(({ cases: ids, runs }) => [ids.join(''), runs])).toEqual([
      ['abcdefgh', 2],
      ['abcd', 4],
      ['ab', 8],
    ])
    expect(state(plan, trials).ended).toBe('finalists')
  })

  it('keeps the fastest settings where the plan names them last', () => {
    const trials = run(aPlan(), (id) => ({ wallSeconds: 60 * 1.1 ** -names.indexOf(id) }))
    expect(names.map((id) => counted(trials, id))).toEqual([2, 2, 2, 2, 4, 4, 8, 8])
  })

  it('spends half of what a full grid with as many runs would take', () => {
    const trials = run(aPlan()).filter((trial) => !trial.isWarmup)
    expect(trials.length).toBe(32)
    expect(trials.length).toBeLessThanOrEqual((names.length * 8) / 2)
  })

  it('goes on after every possible loss of the runner exactly as it would have gone on', () => {
    const plan = aPlan()
    const whole = run(plan)
    for (let length = 0; length < whole.length; length += 1)
      expect(run(plan, graded, whole.slice(0, length))).toEqual(whole)
  })

  it('hands out the cases of the plan themselves', () => {
    const plan = aPlan()
    const next = chooseNextTrial(plan, run(plan).slice(0, 30))
    expect(plan.cases).toContain(next?.planned)
  })

  it('does not begin a rung with as many runs as the last one', () => {
    const plan = aPlan({ maxRepeats: 2 })
    expect(state(plan, run(plan))).toMatchObject({ ended: 'runs', rungs: [{ cases: names, runs: 2 }] })
    expect(state(plan, run(plan)).rungs).toHaveLength(1)
  })

  it('does not begin a rung that would not fit into the budget, and says so', () => {
    // The first rung: 8 settings × 3 executions of 60 to 117 s = 34.3 min; the second: 4 × 2 × 60 to 80 s = 9.3 min more.
    const tight = aPlan({ gpuMinutes: 40 })
    expect(state(tight, run(tight))).toMatchObject({ ended: 'budget', rungs: [{ runs: 2 }] })
    const enough = aPlan({ gpuMinutes: 45 })
    expect(state(enough, run(enough))).toMatchObject({ ended: 'budget', rungs: [{ runs: 2 }, { runs: 4 }] })
  })

  it('counts every GPU of a setting against the budget', () => {
    const plan = aPlan({ gpuMinutes: 60 })
    const onTwo = { ...plan, cases: cases.map((planned) => ({ ...planned, gpus: [0, 1] })) }
    expect(state(plan, run(plan)).rungs).toHaveLength(3)
    expect(state(onTwo, run(onTwo)).rungs).toHaveLength(1)
  })

  it('lets a setting that runs out of memory fall at the first rung and takes its place by the next', () => {
    const plan = aPlan()
    const trials = run(plan, (id) =>
      id === 'a' ? { failure: { kind: 'out-of-memory', detail: 'exit code 4' }, wallSeconds: 5 } : graded(id, 0),
    )
    expect(trials.filter(({ caseId }) => caseId === 'a')).toHaveLength(2)
    expect(state(plan, trials).rungs[1]?.cases).toEqual(['b', 'c', 'd', 'e'])
  })

  it('ranks a rate the other way round', () => {
    const plan = aPlan({ metric: 'throughput' })
    const trials = run(plan, (id) => ({ wallSeconds: 60, resultRows: 1000 + names.indexOf(id) }))
    expect(state(plan, trials).rungs[1]?.cases.toSorted()).toEqual(['e', 'f', 'g', 'h'])
  })

  it('judges every rung by its own runs, whatever the later ones bring', () => {
    const plan = aPlan()
    // d is lucky at first and slow ever after.
    const trials = run(plan, (id, index) => (id === 'd' && index > 2 ? { wallSeconds: 900 } : graded(id, index)))
    expect(state(plan, trials).rungs[1]?.cases).toContain('d')
    expect(state(plan, trials).rungs[2]?.cases).not.toContain('d')
  })

  it('reads the same rungs from outcomes, which have no warm-ups', () => {
    const plan = aPlan({ gpuMinutes: 45 })
    const trials = run(plan)
    expect(
      state(
        plan,
        trials.filter((trial) => !trial.isWarmup),
      ),
    ).toEqual(state(plan, trials))
  })

  it('finds a setting within 3 % of the best in noise of 5 %, in 19 of 20 sweeps', () => {
    const random = createSeededRandom(7)
    const normal = () => Math.sqrt(-2 * Math.log(1 - random())) * Math.cos(2 * Math.PI * random())
    let found = 0
    for (let sweep = 0; sweep < 100; sweep += 1) {
      const plan = aPlan()
      const trials = run(plan, (id) => ({ wallSeconds: 60 * 1.06 ** names.indexOf(id) * Math.exp(0.05 * normal()) }))
      found += state(plan, trials).rungs.at(-1)?.cases.slice(0, 1).includes('a') ? 1 : 0
    }
    // The second best is 6 % slower, so only `a` is within 3 %.
    expect(found).toBeGreaterThanOrEqual(93)
  })
})
