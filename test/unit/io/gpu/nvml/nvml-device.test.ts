import { expect, it } from 'vitest'
import { isForbidden } from '../../../../../src/io/gpu/nvml/nvml-device.ts'

it.each([
  ['NO_PERMISSION (4)', true],
  ['GPU_IS_LOST (15)', false],
  [null, false],
])('tells a GPU that must not be opened from a lost one: %s', (lostBecause, expected) => {
  expect(isForbidden({ index: 1, handle: 0, answered: 0, unsupported: 0, lostBecause })).toBe(expected)
})
