import { describe, expect, it } from 'vitest'
import { JsonNode, parseJsonNode, parseJsonText } from '../../../src/adapters/json-node.ts'

const node = (value: unknown, path = 'a'): JsonNode => new JsonNode('x.json', path, value)

describe('parseJsonText', () => {
  it.each([
    [
      '{"a": NaN, "b": [nan(char), -Infinity, +inf, Infinity]}',
      { a: Number.NaN, b: [Number.NaN, -Infinity, Infinity, Infinity] },
    ],
    ['{"NaN": "NaN \\" inf", "a": inf}', { NaN: 'NaN " inf', a: Infinity }],
    ['[1, null]', [1, null]],
  ])('reads %s', (text, value) => {
    expect(parseJsonText(text)).toEqual(value)
  })

  it.each(['{"a": nano}', '[1,', 'infinite', ''])('refuses %j', (text) => {
    expect(() => parseJsonText(text)).toThrow(SyntaxError)
  })
})

it('bounds the memory of a file, and says that it is no JSON', () => {
  expect(() => parseJsonNode('['.repeat(2_000_001), 'x.json')).toThrow('x.json has more than 2000000 lists and objects')
  expect(() => parseJsonNode('['.repeat(1_000_001) + '{'.repeat(1_000_000), 'x.json')).toThrow('lists and objects')
  expect(() => parseJsonNode('[1,\n', 'x.json')).toThrow(/^x\.json is not JSON: (?!SyntaxError)/)
  expect(parseJsonNode('{"a": [5]}', 'x.json')).toEqual(node({ a: [5] }, ''))
})

it.each([
  ['', 'name', 'name'],
  ['a', 'b-c_1', 'a.b-c_1'],
  ['a', 'b c', 'a["b c"]'],
  ['a', 'k'.repeat(80), `a.${'k'.repeat(80)}`],
])('below %j names the key %j', (path, key, expected) => {
  expect(node({ [key]: 5 }, path).get(key)).toEqual(node(5, expected))
})

it('has own keys only', () => {
  expect([node({}).get('toString').value, node([1]).get('0').value, node(null).get('a').value]).toEqual([
    undefined,
    undefined,
    undefined,
  ])
  expect(node({ b: 1 }).readEntries()).toEqual([['b', node(1, 'a.b')]])
  expect(node([5]).readItems()).toEqual([node(5, 'a[0]')])
})

it.each([
  ['readNumber', 0, 0],
  ['readNumber', -1, -1],
  ['readAmount', 0, 0],
  ['readText', 'x'.repeat(500), 'x'.repeat(500)],
  ['readName', ' a\n\tb ', 'a b'],
  ['readName', 'x'.repeat(501), 'x'.repeat(501)],
  ['readNumbers', [1, 2], [1, 2]],
] as const)('%s of %j is %j', (read, value, expected) => {
  expect(node(value)[read]()).toEqual(expected)
})

it.each([
  ['readNumber', Infinity, 'x.json: a is Infinity, not a finite number'],
  ['readNumber', '5', 'x.json: a is "5", not a finite number'],
  ['readNumber', undefined, 'x.json: a is missing; expected a finite number'],
  ['readAmount', -1, 'x.json: a is -1, not a number of at least 0'],
  ['readText', 'x'.repeat(501), 'a text of 1 to 500 characters in one line'],
  ['readText', ' ', 'a text of 1 to 500 characters'],
  ['readText', 'a\nb', 'a text of 1 to 500 characters'],
  ['readText', 5, 'a text of 1 to 500 characters'],
  ['readName', ' ', 'x.json: a is " ", not a name'],
  ['readNumbers', [], 'x.json: a is empty'],
  ['readNumbers', [1, null], 'x.json: a[1] is null, not a finite number'],
  ['readItems', {}, 'not a list'],
  ['readEntries', [], 'not an object'],
  ['readEntries', null, 'not an object'],
] as const)('%s refuses %j: %s', (read, value, message) => {
  expect(() => node(value)[read]()).toThrow(message)
})

it('names the root', () => {
  expect(() => node('x', '').readNumber()).toThrow('x.json: the root value is "x"')
  expect(() => node([], '').readSomeItems('Run it again')).toThrow('x.json: the list is empty')
})

it.each([
  [0, 0],
  [9.99, 9.99],
  [10, null],
  [-0.1, null],
  [Number.NaN, null],
  ['5', null],
])('reads %j below 10 as %j', (value, expected) => {
  expect(node(value).readOptionalAmount(10)).toBe(expected)
})

it('reads what no verdict needs', () => {
  expect([node(5).readOptionalAmount(), node(Infinity).readOptionalAmount(), node(5).readOptionalText()]).toEqual([
    5,
    null,
    null,
  ])
  expect([node(null), node(undefined), node(5)].map((one) => one.optional?.readNumber() ?? null)).toEqual([
    null,
    null,
    5,
  ])
})
