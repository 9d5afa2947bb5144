import { expect, test } from 'vitest'
import { UserError } from '../../../../src/domain/core/errors.ts'
import { addSessions } from '../../../../src/domain/noise/noise.ts'
import { createPlan } from '../../../../src/domain/plan/plan.ts'
import { estimateCost } from '../../../../src/domain/cost/cost.ts'
import { refuseBelowFloor } from '../../../../src/judging/plan/refuse-run.ts'
import { aConfig } from '../../a-config.ts'
import { aCase, aTestbed } from '../../a-run.ts'

const sha256 = 'd'.repeat(64)
const base = { ...aCase(), id: 'base', revision: 'merge-base' }

function priceAt(share: number) {
  const samples = [10, 10 * (1 + share), 10 * (1 - share), 10 * (1 + share), 10 * (1 - share), 10, 10]
  const metrics = [{ name: 'wall_time', unit: 's', betterWhen: 'lower' as const, samples }]
  const fresh = { suite: 'scaling', benchmark: 'predict', axes: { gpus: 1 }, datasetSha256: sha256, metrics }
  const provenance = { runId: 'r', recordedAt: '2026-11-01T12:00:00Z', commit: 'a'.repeat(40) }
  const comparison = {
    head: aCase().id,
    base: 'base',
    minEffect: 0.03,
    mayWiden: true,
    gate: ['wall_time'],
    maxRepeats: 10,
  }
  const plan = { ...createPlan([aCase(), base]), comparisons: [{ ...comparison, isScreened: false }] }
  const noise = addSessions(null, aTestbed(), [fresh], provenance)
  return estimateCost({ plan, noise, baselines: [], datasets: new Map([['medium', sha256]]) })
}

const refusing = aConfig({ comparison: { whenBelowFloor: 'refuse' } })

test('ends the run where the config would rather have no answer than a wider one', () => {
  expect(() => refuseBelowFloor(priceAt(0.05), refusing)).toThrow(UserError)
  expect(() => refuseBelowFloor(priceAt(0.05), refusing)).toThrow(
    /minEffect is below the minimum detectable effect of this machine:\n {2}scaling\/predict gpus=1, wall_time: 3 % is below/,
  )
})

test('lets it go on where the noise allows the gate, and where widening is welcome', () => {
  expect(() => refuseBelowFloor(priceAt(0.005), refusing)).not.toThrow()
  expect(() => refuseBelowFloor(priceAt(0.05), aConfig())).not.toThrow()
})
