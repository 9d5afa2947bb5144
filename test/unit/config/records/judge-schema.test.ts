import { expect, it } from 'vitest'
import { parseJudgeLine } from '../../../../src/config/records/judge-schema.ts'

const parse = (value: unknown) => parseJudgeLine(JSON.stringify(value))
const pair = { kind: 'pair', base: [1], head: [2] }

it.each([
  ['a pair', { id: 'a', ...pair }, { id: 'a', ...pair }],
  ['values that are null', { ...pair, unit: null, max_runs: null, history: null }, pair],
  ['the least values', { ...pair, min_effect: 0, max_runs: 1 }, { ...pair, min_effect: 0, max_runs: 1 }],
  ['unknown fields', { ...pair, color: 'red' }, pair],
  ['a series', { id: 5, kind: 'series', values: [] }, { id: 5, kind: 'series', values: [] }],
])('reads %s', (_name, given, asked) => {
  expect(parse(given)).toEqual({ isCase: true, asked })
})

it.each([
  ['an unknown kind', { id: 7, kind: 'x' }, { id: 7 }, /^kind: /],
  ['no kind and no id', {}, {}, /^kind: /],
  ['an id that is none', { ...pair, id: {} }, {}, /^id: /],
  ['a wrong value', { id: 'a', ...pair, head: [1, 'x'] }, { id: 'a' }, /^head\.1: /],
  ['a negative effect', { ...pair, min_effect: -0.1 }, {}, /^min_effect: /],
  ['an effect in percent', { ...pair, min_effect: 3 }, {}, /^min_effect: must be a share of at most 1; 0\.03 is 3 %$/],
  ['no runs', { ...pair, max_runs: 0 }, {}, /^max_runs: /],
  ['another design', { ...pair, design: 'mixed' }, {}, /^design: /],
  ['a number', 5, {}, /^[^:]+: /],
])('says what is wrong with %s', (_name, given, name, error) => {
  expect(parse(given)).toEqual({ isCase: false, name, error: expect.stringMatching(error) as string })
})

it('says that a line is not JSON', () => {
  expect(parseJudgeLine('{')).toEqual({ isCase: false, name: {}, error: 'this line is not JSON' })
})
