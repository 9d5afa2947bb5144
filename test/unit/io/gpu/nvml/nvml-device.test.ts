import { expect, it } from 'vitest'
import { isLost, learnCode, listForbidden } from '../../../../../src/io/gpu/nvml/nvml-device.ts'
import { nvmlReturn } from '../../../../../src/io/gpu/nvml/nvml-library.ts'

it.each([
  ['NO_PERMISSION (4)', false, ['GPU 1 cannot be opened: NO_PERMISSION (4)']],
  ['GPU_IS_LOST (15)', true, []],
  [null, false, []],
])('tells a GPU that must not be opened from a lost one: %s', (lostBecause, expected, sentences) => {
  const device = { index: 1, handle: 0, lostBecause }
  expect([isLost(device), listForbidden([device])]).toEqual([expected, sentences])
})

const { unknown, gpuIsLost, resetRequired, notSupported, functionNotFound, noPermission } = nvmlReturn

it.each([
  [gpuIsLost, false, 'GPU_IS_LOST (15)', false],
  [resetRequired, false, 'RESET_REQUIRED (16)', false],
  [notSupported, true, null, true],
  [functionNotFound, false, null, true],
  [noPermission, true, null, false],
  [unknown, false, null, false],
  [unknown, true, 'UNKNOWN (999)', false],
])('of the code %i of a call that has worked (%j) learns %j and %j', (code, hasWorked, lostBecause, isUnsupported) => {
  const device = { index: 1, handle: 0, lostBecause: null }
  expect([learnCode(device, code, hasWorked), device.lostBecause]).toEqual([isUnsupported, lostBecause])
})
