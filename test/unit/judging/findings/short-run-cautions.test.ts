import { expect, it } from 'vitest'
import { listShortRunCautions } from '../../../../src/judging/findings/cautions.ts'
import { measured } from '../../a-run.ts'

const question = { suite: 'scaling', outcomes: [measured({ seconds: [0.09, 0.1, 0.4] })], minEffect: 0.03 } as const

it('speaks of times of the whole process only, and not where any change counts', () => {
  expect(listShortRunCautions({ ...question, gate: ['wall_time'] })).toHaveLength(1)
  expect(listShortRunCautions({ ...question, gate: ['bench:*', 'stage:*', 'cpu_time'] })).toEqual([])
  expect(listShortRunCautions({ ...question, gate: ['wall_time'], minEffect: 0 })).toEqual([])
  expect(listShortRunCautions({ ...question, gate: ['wall_time'], minEffect: 0.06 })).toEqual([])
})
