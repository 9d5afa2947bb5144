import { expect, test } from 'vitest'
import { planRun } from '../../../../src/judging/plan/plan-run.ts'
import { refuseContradictions } from '../../../../src/judging/plan/refuse-run.ts'
import type { Trial } from '../../../../src/domain/trial/trial.ts'
import { aConfig } from '../../a-config.ts'
import { aRecord, aTrial } from '../../a-run.ts'
import { aTelemetry } from '../../a-telemetry.ts'

const config = aConfig()
const record = aRecord()
const [planned] = planRun(config, record.testbed.devices, record.revisions).cases
const contaminated = { contamination: ['another process used GPU 0'], telemetry: aTelemetry() }

function judged(...trials: readonly Partial<Trial>[]): () => void {
  const taken = trials.map((trial, index) =>
    aTrial({ caseId: planned!.id, index, isWarmup: index < planned!.warmups, ...trial }),
  )
  return () => refuseContradictions({ ...record, trials: taken }, config)
}

test('a run in place of a contaminated one is no contradiction', () => {
  expect(judged({}, contaminated, {}, {}, {})).not.toThrow()
})

test('without a contaminated one nobody may choose among more runs than were planned', () => {
  expect(judged({}, {}, {}, {}, {})).toThrow('run 4: at most 4 are planned')
})

test('more runs than the budget allows are refused', () => {
  const many = Array.from({ length: 6 }, () => contaminated)
  expect(judged({}, ...many)).toThrow('run 6: at most 6 are planned')
})

test('contamination that nothing can have seen is refused', () => {
  expect(judged({}, { contamination: ['throttled'] })).toThrow('marked as contaminated without telemetry')
})
