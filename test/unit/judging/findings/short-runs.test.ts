import { expect, it } from 'vitest'
import { shortRuns } from '../../../../src/judging/findings/short-runs.ts'
import { measured } from '../../a-run.ts'

const question = { suite: 'scaling', outcomes: [measured({ seconds: [0.09, 0.1, 0.4] })], minEffect: 0.03 } as const

it('speaks of times of the whole process only, and not where any change counts', () => {
  expect(shortRuns({ ...question, gate: ['wall_time'] })).toHaveLength(1)
  expect(shortRuns({ ...question, gate: ['bench:*', 'stage:*', 'cpu_time'] })).toEqual([])
  expect(shortRuns({ ...question, gate: ['wall_time'], minEffect: 0 })).toEqual([])
  expect(shortRuns({ ...question, gate: ['wall_time'], minEffect: 0.06 })).toEqual([])
})
