import { expect, test } from 'vitest'
import { explainSmallDataset, listSuitesNeedingMore } from '../../../../src/domain/core/dataset.ts'

test.each([
  ['stages', 1000],
  ['variants', 1000],
  ['memory', 1000],
  ['revision', 1000],
  ['end-to-end', 5000],
  ['sweep', 10_000],
  ['production', 10_000],
])('I-049, X-13: the suite %s wants %d sequences', (suite, fewest) => {
  expect(explainSmallDataset(suite, fewest)).toBeNull()
  expect(explainSmallDataset(suite, fewest - 1)).toBe(
    `${fewest - 1} sequences are dominated by overhead: the suite ${suite} needs at least ${fewest}`,
  )
})

test('one sequence is spoken of as one', () => {
  expect(explainSmallDataset('stages', 1)).toMatch(/^1 sequence is dominated/)
})

test('suites with a limit of their own, and those that need no size, are not warned about', () => {
  expect(['scaling', 'equivalence', 'command', 'constructor'].map((suite) => explainSmallDataset(suite, 1))).toEqual([
    null,
    null,
    null,
    null,
  ])
})

test('the suites that a dataset is too small for are listed', () => {
  expect(listSuitesNeedingMore(1000)).toEqual(['end-to-end', 'sweep', 'production'])
  expect(listSuitesNeedingMore(10_000)).toEqual([])
})
