import { expect, test } from 'vitest'
import { UserError } from '../../../../src/domain/core/errors.ts'
import { addSessions } from '../../../../src/domain/noise/noise.ts'
import { createPlan } from '../../../../src/domain/plan/plan.ts'
import type { Logger } from '../../../../src/ports/logger.ts'
import { announceCost } from '../../../../src/steps/measure/measure-run.ts'
import { getBudget, buildCostSections, type CostFacts } from '../../../../src/judging/plan/run-cost.ts'
import { aConfig } from '../../a-config.ts'
import { aCase, aRecord, aTestbed, aTrial } from '../../a-run.ts'

const base = { ...aCase(), id: 'base', revision: 'merge-base' }
const comparison = {
  head: aCase().id,
  base: 'base',
  minEffect: 0.03,
  mayWiden: true,
  gate: ['wall_time'],
  maxRepeats: 10,
}
const samples = [60, 63, 57, 63, 57, 60, 60]
const provenance = { runId: 'r', recordedAt: '2026-11-01T12:00:00Z', commit: 'a'.repeat(40) }

function facts(overrides: Partial<CostFacts> = {}): CostFacts {
  const { datasets, testbed } = aRecord()
  const metrics = [{ name: 'wall_time', unit: 's', betterWhen: 'lower' as const, samples }]
  const datasetSha256 = datasets[0]?.sha256 ?? ''
  const fresh = { suite: 'scaling', benchmark: 'predict', axes: { gpus: 1 }, datasetSha256, metrics }
  const noise = addSessions(null, testbed, [fresh], provenance)
  const plan = { ...createPlan([aCase(), base]), comparisons: [{ ...comparison, isScreened: false }] }
  return { config: aConfig(), plan, testbed, datasets, baselines: [], noise, ...overrides }
}

function said(given: CostFacts): string[] {
  const lines: string[] = []
  const ignore = (): void => {}
  const info = (text: string): void => void lines.push(text)
  const logger: Partial<Logger> = { info, debug: ignore, warning: ignore }
  announceCost(given, logger as Logger)
  return lines
}

test('says total and floor before anything runs, in the unit of the machine', () => {
  expect(said(facts())).toEqual([
    'This run takes at most about 26 GPU-minutes.',
    expect.stringMatching(/wall_time: 3 % is below what 10 runs per side can detect here \(.* judged at .* %\.$/),
  ])
  expect(said(facts({ testbed: aTestbed({ deviceKind: 'cpu' }) }))[0]).toMatch(/at most about \d+ device-minutes\.$/)
})

test('refuses where the config says so, after it has said why', () => {
  const config = aConfig({ comparison: { whenBelowFloor: 'refuse' } })
  expect(() => said(facts({ config }))).toThrow(UserError)
})

test('the report has the price that was foreseen beside what was spent', () => {
  const trials = [aTrial({ wallSeconds: 60 }), aTrial({ caseId: 'base', wallSeconds: 60 })]
  const [price, spent] = buildCostSections(facts(), trials, [])
  expect(price).toMatchObject({ id: 'price', isDetail: true, rows: [expect.arrayContaining(['merge-base'])] })
  expect(spent).toMatchObject({ id: 'spent', rows: [['scaling', '2', '2', { value: 2, unit: 'GPU-minutes' }]] })
})

test('takes the budget of the run and of each suite from the config', () => {
  const suites = {
    scaling: { run: { dataset: 'medium', gpuMinutes: 30 }, gpus: [1] },
    'end-to-end': { run: { dataset: 'small' } },
  }
  expect(getBudget(aConfig({ suites, run: { gpuMinutes: 90 } }))).toEqual({
    run: 90,
    suites: { scaling: 30, 'end-to-end': null },
  })
  expect(getBudget(aConfig()).run).toBeNull()
})
