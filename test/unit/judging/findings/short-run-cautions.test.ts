import { expect, it } from 'vitest'
import { listShortRunCautions } from '../../../../src/judging/findings/cautions.ts'
import { measured } from '../../a-run.ts'

const list = (gate: readonly string[], minEffect = 0.03) =>
  listShortRunCautions('scaling', [measured({ seconds: [0.09, 0.1, 0.4] })], gate, minEffect)

it('speaks of times of the whole process only, and not where any change counts', () => {
  expect(list(['wall_time'])).toHaveLength(1)
  expect(list(['bench:*', 'stage:*', 'cpu_time'])).toEqual([])
  expect(list(['wall_time'], 0)).toEqual([])
  expect(list(['wall_time'], 0.06)).toEqual([])
})
