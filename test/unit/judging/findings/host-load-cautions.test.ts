import { expect, it } from 'vitest'
import type { CaseOutcome } from '../../../../src/domain/trial/outcome.ts'
import { listHostLoadCautions } from '../../../../src/judging/findings/cautions.ts'
import { aTrial, measured } from '../../a-run.ts'
import { aTrialHost } from '../../a-telemetry.ts'

function ran(others: number): CaseOutcome {
  const outcome = measured({ seconds: [10, 10, 10] })
  if (outcome.status !== 'measured') throw new Error('measured gives a measured case')
  const host = aTrialHost({ processors: 2, otherCpuSeconds: others * 10, userCpuSeconds: 4, systemCpuSeconds: 0 })
  return { ...outcome, trials: [0, 1, 2].map((index) => aTrial({ index, wallSeconds: 10, host })) }
}

it('cautions where other programs used most processors, once for the run', () => {
  const [finding, ...more] = listHostLoadCautions([ran(1.6), ran(1.4), ran(0.1)])
  expect(more).toEqual([])
  expect(finding).toMatchObject({ kind: 'caution', subject: 'other programs', isProminent: true })
  expect(finding?.reason).toMatch(/^used 1\.5 of 2 processors while 2 of 3 cases ran; /)
  expect(listHostLoadCautions([ran(1.6)])[0]?.reason).toContain('while every case ran')
})

it('says nothing of a host that was free, or of which nothing is known', () => {
  expect(listHostLoadCautions([ran(0.1)])).toEqual([])
  expect(listHostLoadCautions([measured({ seconds: [10] })])).toEqual([])
  expect(listHostLoadCautions([])).toEqual([])
})
