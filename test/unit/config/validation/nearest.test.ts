import { expect, test } from 'vitest'
import { nearest, suggestion } from '../../../../src/config/validation/nearest.ts'

test.each([
  ['smal', ['tiny', 'small', 'large'], 'small'],
  ['SMALL', ['tiny', 'small'], 'small'],
  ['telemtry', ['timeoutMinutes', 'telemetry'], 'telemetry'],
  ['completely-else', ['tiny', 'small'], null],
  ['ab', ['x'], null],
  ['=>', ['<', '>=', '=='], null],
  ['x', [], null],
])('%s among %j is %s', (word, candidates, expected) => {
  expect(nearest(word, candidates)).toBe(expected)
})

test('without a near word all are named', () => {
  expect(suggestion('zzzzzz', ['a', 'b'])).toBe(' — there is a, b')
  expect(suggestion('zzzzzz', [])).toBe('')
})
