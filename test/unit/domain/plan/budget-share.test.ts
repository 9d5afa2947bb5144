import { expect, it } from 'vitest'
import { computeBudgetShare } from '../../../../src/domain/plan/schedule.ts'
import { createPlan } from '../../../../src/domain/plan/plan.ts'
import { aCase, aKey } from '../../a-run.ts'

it('gives the jobs of a matrix together what one job would have had', () => {
  const ofSuite = (suite: string, id: string, repeats: number) =>
    aCase({ id, key: aKey({ suite }), warmups: 0, repeats })
  const cases = [ofSuite('scaling', 'a', 3), ofSuite('scaling', 'b', 9), ofSuite('sweep', 'c', 12)]
  const whole = createPlan(cases)
  const budget = { run: 240, suites: { scaling: 60, sweep: null, stages: 5 } }
  const shares = cases.map((one) => computeBudgetShare(budget, createPlan([one]), whole))
  expect(shares.map(({ run }) => run)).toEqual([30, 90, 120])
  expect(shares.map(({ suites }) => suites)).toEqual([
    { scaling: 15, sweep: null, stages: 0 },
    { scaling: 45, sweep: null, stages: 0 },
    { scaling: 0, sweep: null, stages: 0 },
  ])
})
