import { describe, expect, it } from 'vitest'
import { createSeededRandom } from '../../../../../src/domain/core/bootstrap.ts'
import { judgeNeighbors, mostNeighbors } from '../../../../../src/domain/detection/pair/neighbor-pairs.ts'

const judge = (base: readonly number[], head: readonly number[], isOtherWork = false) =>
  judgeNeighbors({ base, head, clearEffect: 0.01, isOtherWork })

describe('kernel times of neighbouring runs on H100 and H200 GPUs', () => {
  it.each([
    ['a stencil with 0.5 % more rounds', [1.6825, 1.6823, 1.6822], [1.6905, 1.6904, 1.6904], 'regression'],
    ['a stencil with 1 % more rounds', [1.5862, 1.5862, 1.5862], [1.6023, 1.6019, 1.602], 'regression'],
    ['FFT of CuPy with 0.5 % more', [0.6821, 0.6821, 0.682], [0.6855, 0.6854, 0.6855], 'regression'],
    ['an equal stencil', [1.6825, 1.6823, 1.6822], [1.6822, 1.6823, 1.6825], 'unchanged'],
    ['products at two levels', [0.918, 0.918, 0.912], [0.918, 0.912, 0.912], 'unchanged'],
    ['JAX training with 1 % more', [1.1103, 1.121, 1.124, 1.1219], [1.1343, 1.1307, 1.1257, 1.1347], 'inconclusive'],
  ] as const)('%s', (_, base, head, verdict) => {
    expect(judge(base, head, true).verdict).toBe(verdict)
  })

  it('exclude 0.2 % at the finest', () => {
    const { excluded, reason } = judge([1.6825, 1.6823, 1.6822], [1.6822, 1.6823, 1.6825])
    expect(excluded).toBe(0.002)
    expect(reason).toBe('median of 3 neighbouring pairs 0.00 %: at most 0.20 % slower (one-sided bound)')
  })

  it('are unchanged at the finest bound, whatever the limit', () => {
    const [base, head] = [
      [1.6825, 1.6823, 1.6822],
      [1.6822, 1.6823, 1.6825],
    ]
    expect(judgeNeighbors({ base, head, clearEffect: 0, isOtherWork: false }).verdict).toBe('unchanged')
  })

  it('ask for five pairs before a change of equal work below 0.8 %, which a change of level can give', () => {
    const [base, head] = [Array.from({ length: 5 }, () => 0.912), Array.from({ length: 5 }, () => 0.918)]
    const verdicts = [3, 4, 5].map((count) => judge(base.slice(0, count), head.slice(0, count)).verdict)
    expect(verdicts).toEqual(['inconclusive', 'inconclusive', 'regression'])
    expect(judge(base.slice(0, 3), head.slice(0, 3), true).verdict).toBe('regression')
  })

  it.each([
    ['two pairs', [1, 1], [1, 1], 0],
    ['no pair', [], [], null],
    ['a time of zero', [0, 1, 1], [1, 1, 1], null],
  ] as const)('say nothing by %s', (_, base, head, effect) => {
    expect(judge(base, head)).toMatchObject({ verdict: 'inconclusive', effect, interval: null, excluded: null })
  })
})

describe('rates of 2,000 simulated comparisons', () => {
  type Machine = { readonly effect: number; readonly noise: number; readonly switches: number }

  /** Normal noise, on a GPU that moves to its other level before a run with the probability `switches`. */
  function createMachine({ effect, noise, switches }: Machine, random: () => number) {
    let isHigh = random() < 0.5
    return (isHead: boolean): number => {
      if (random() < switches) isHigh = !isHigh
      const normal = Math.sqrt(-2 * Math.log(1 - random())) * Math.cos(2 * Math.PI * random())
      return Math.exp((isHigh ? 0.006 : 0) + noise * normal + (isHead ? effect : 0))
    }
  }

  /** Runs in turn (A B B A) until the answer is not open. */
  function compare(run: (isHead: boolean) => number, isOtherWork: boolean) {
    const [base, head]: [number[], number[]] = [[], []]
    let answer = judge(base, head)
    for (let pair = 0; pair < mostNeighbors && answer.verdict === 'inconclusive'; pair += 1) {
      for (const side of pair % 2 === 0 ? [base, head] : [head, base]) side.push(run(side === head))
      answer = judge(base, head, isOtherWork)
    }
    return answer
  }

  function simulate(given: Partial<Machine>) {
    const machine = { effect: 0, noise: 0.0003, switches: 0, ...given }
    const random = createSeededRandom(7)
    const answers = Array.from({ length: 2000 }, () => compare(createMachine(machine, random), machine.effect > 0))
    const slower = answers.filter(({ verdict }) => verdict === 'regression')
    return {
      regression: slower.length,
      unchanged: answers.filter(({ verdict }) => verdict === 'unchanged').length,
      failed: slower.filter(({ effect }) => (effect ?? 0) >= 0.01).length,
    }
  }

  it('never call equal work of a quiet program slower', () => {
    expect(simulate({})).toMatchObject({ unchanged: 2000 })
  })

  it('find 0.3 % more work of a quiet program within five pairs', () => {
    expect(simulate({ effect: 0.003 }).regression).toBeGreaterThan(0.95 * 2000)
  })

  it('never fail equal work whose level moves, and seldom call it slower', () => {
    const { regression, failed } = simulate({ switches: 0.15 })
    expect(failed).toBe(0)
    expect(regression).toBeLessThan(0.01 * 2000)
  })

  it('seldom fail equal work of programs with 0.5 and 1 % noise', () => {
    expect(simulate({ noise: 0.005 }).failed).toBeLessThan(0.005 * 2000)
    expect(simulate({ noise: 0.01 }).failed).toBeLessThan(0.015 * 2000)
  })
})
