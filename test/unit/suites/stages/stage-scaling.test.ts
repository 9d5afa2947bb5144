import { expect, it } from 'vitest'
import { isSlowerThanOneGpu } from '../../../../src/suites/stages/stage-scaling.ts'

it.each([
  { value: 0.9, interval: [0.8, 0.99], isSlower: true },
  { value: 0.9, interval: [0.8, 1], isSlower: false },
  { value: 0.9, interval: null, isSlower: true },
  { value: 1, interval: null, isSlower: false },
  { value: null, interval: null, isSlower: false },
] as const)('a speed-up of $value with the interval $interval is slower than on 1 GPU: $isSlower', (row) => {
  expect(isSlowerThanOneGpu(row)).toBe(row.isSlower)
})
