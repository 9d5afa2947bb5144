import { expect, it } from 'vitest'
import { listRestoredCautions } from '../../../../src/judging/findings/cautions.ts'
import { aTrial } from '../../a-run.ts'

function changed(count: number, ...first: readonly string[]) {
  return aTrial({ restoredFiles: { count, first } })
}

it('names the files of all trials once, at most five', () => {
  expect(listRestoredCautions([changed(1, 'b.csv'), aTrial({}), changed(2, 'a.csv', 'b.csv')])).toEqual([
    { kind: 'caution', subject: 'trials', reason: 'changed 2 tracked files (a.csv, b.csv); restored after each run' },
  ])
  expect(listRestoredCautions([changed(900, 'a', 'b', 'c', 'd', 'e', 'f')])[0]?.reason).toBe(
    'changed 900 tracked files (a, b, c, d, e, and 895 more); restored after each run',
  )
  expect(listRestoredCautions([changed(1, 'a.csv')])[0]?.reason).toContain('a tracked file (a.csv)')
})

it('says nothing of trials that changed none', () => {
  expect(listRestoredCautions([aTrial({})])).toEqual([])
})
