import { expect, it } from 'vitest'

import { toAxes } from '../../../../src/adapters/readings.ts'

it('keeps every parameter, and its name and value whole', () => {
  const entries = Array.from({ length: 40 }, (_, index) => [`${index}${'n'.repeat(80)}`, 'v'.repeat(150)] as const)
  const axes = toAxes(entries.map(([name, value]) => [name, value]))
  expect(axes).toEqual(Object.fromEntries(entries))
})
