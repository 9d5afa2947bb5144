import { expect, it } from 'vitest'
import { parseEmbeddedJson } from '../../../../src/domain/core/json.ts'

it.each([
  [0, { a: 1 }],
  [4, { a: 1 }],
  [5, undefined],
])('finds JSON after %i warnings in brackets', (warnings, parsed) => {
  expect(parseEmbeddedJson(`${'[warning] no fan\n'.repeat(warnings)}{"a": 1}\ndone`)).toEqual(parsed)
})
