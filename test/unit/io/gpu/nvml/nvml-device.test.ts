import { expect, it } from 'vitest'
import { isLost, listForbidden } from '../../../../../src/io/gpu/nvml/nvml-device.ts'

it.each([
  ['NO_PERMISSION (4)', false, ['GPU 1 cannot be opened: NO_PERMISSION (4)']],
  ['GPU_IS_LOST (15)', true, []],
  [null, false, []],
])('tells a GPU that must not be opened from a lost one: %s', (lostBecause, expected, sentences) => {
  const device = { index: 1, handle: 0, answered: 0, unsupported: 0, lostBecause }
  expect([isLost(device), listForbidden([device])]).toEqual([expected, sentences])
})
