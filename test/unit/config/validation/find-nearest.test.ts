import { expect, test } from 'vitest'
import { findNearest, formatSuggestion } from '../../../../src/config/validation/find-nearest.ts'

test.each([
  ['smal', ['tiny', 'small', 'large'], 'small'],
  ['SMALL', ['tiny', 'small'], 'small'],
  ['telemtry', ['timeoutMinutes', 'telemetry'], 'telemetry'],
  ['completely-else', ['tiny', 'small'], null],
  ['ab', ['x'], null],
  ['=>', ['<', '>=', '=='], null],
  ['x', [], null],
])('%s among %j is %s', (word, candidates, expected) => {
  expect(findNearest(word, candidates)).toBe(expected)
})

test('without a near word all are named', () => {
  expect(formatSuggestion('zzzzzz', ['a', 'b'])).toBe(' — known: a, b')
  expect(formatSuggestion('zzzzzz', [])).toBe('')
})
