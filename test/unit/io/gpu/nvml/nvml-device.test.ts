import { expect, it } from 'vitest'
import { isLost, learnCode, listForbidden } from '../../../../../src/io/gpu/nvml/nvml-device.ts'

it.each([
  ['NO_PERMISSION (4)', false, ['GPU 1 cannot be opened: NO_PERMISSION (4)']],
  ['GPU_IS_LOST (15)', true, []],
  [null, false, []],
])('tells a GPU that must not be opened from a lost one: %s', (lostBecause, expected, sentences) => {
  const device = { index: 1, handle: 0, lostBecause }
  expect([isLost(device), listForbidden([device])]).toEqual([expected, sentences])
})

// Codes of nvmlReturn_t in nvml.h.
it.each([
  [1, true, 'UNINITIALIZED (1)', false],
  [9, false, 'DRIVER_NOT_LOADED (9)', false],
  [15, false, 'GPU_IS_LOST (15)', false],
  [16, false, 'RESET_REQUIRED (16)', false],
  [3, true, null, true],
  [13, false, null, true],
  [4, true, null, false],
  [10, true, null, false],
  [999, false, null, false],
  [999, true, 'UNKNOWN (999)', false],
])('of the code %i of a call that has worked (%j) learns %j and %j', (code, hasWorked, lostBecause, isUnsupported) => {
  const device = { index: 1, handle: 0, lostBecause: null }
  expect([learnCode(device, code, hasWorked), device.lostBecause]).toEqual([isUnsupported, lostBecause])
})
