import { describe, expect, it } from 'vitest'
import { z } from 'zod'
import * as field from '../../../src/adapters/fields.ts'

const read = (form: z.ZodType, value: unknown, path = 'a') => field.read(form, value, 'x.json', path)

describe('parseJsonText', () => {
  it.each([
    [
      '{"a": NaN, "b": [nan(char), -Infinity, +inf, Infinity]}',
      { a: Number.NaN, b: [Number.NaN, -Infinity, Infinity, Infinity] },
    ],
    ['{"NaN": "NaN \\" inf", "a": inf}', { NaN: 'NaN " inf', a: Infinity }],
    ['[1, null]', [1, null]],
  ])('reads %s', (text, value) => {
    expect(field.parseJsonText(text)).toEqual(value)
  })

  it.each(['{"a": nano}', '[1,', 'infinite', ''])('refuses %j', (text) => {
    expect(() => field.parseJsonText(text)).toThrow(SyntaxError)
  })
})

it('bounds the memory of a file, and says that it is no JSON', () => {
  const parse = (text: string) => field.parseJson(text, 'x.json')
  expect(() => parse('['.repeat(2_000_001))).toThrow('x.json has more than 2000000 lists and objects')
  expect(() => parse('['.repeat(1_000_001) + '{'.repeat(1_000_000))).toThrow('lists and objects')
  expect(() => parse('[1,\n')).toThrow(/^x\.json is not JSON: (?!SyntaxError)/)
  expect(parse('{"a": [5]}')).toEqual({ a: [5] })
})

it.each([
  ['{"a": {"b": 1}, "a": {"b": 2}}', '"a"'],
  ['[{"x\\"": [{"b": "b:", "b": NaN}]}]', '"b"'],
  ['{"b": "{", "b" : 2}', '"b"'],
])('refuses %s, of which JSON.parse keeps one value', (text, name) => {
  expect(() => field.parseJson(text, 'x.json')).toThrow(`x.json names ${name} twice in one object`)
})

it.each(['[{"a": 1}, {"a": {"a": "a"}}]', '{"a": "\\"b\\": {", "b": ["b"]}'])('reads %s', (text) => {
  expect(field.parseJson(text, 'x.json')).toEqual(JSON.parse(text))
})

it.each([
  ['', ['name'], 'name'],
  ['a', ['b-c_1', 2], 'a.b-c_1[2]'],
  ['a', ['b c'], 'a["b c"]'],
  ['a', ['k'.repeat(80)], `a.${'k'.repeat(80)}`],
])('below %j names %j', (path, keys, expected) => {
  expect(field.joinPath(path, keys)).toBe(expected)
})

it('has own keys only, and keeps one that changes objects', () => {
  expect(['x', null, []].map((value) => read(field.group({ a: field.maybeText }), value))).toEqual([
    { a: null },
    { a: null },
    { a: null },
  ])
  expect(read(field.index(z.number()), JSON.parse('{"b": 1, "__proto__": 2}'))).toEqual(
    new Map([
      ['b', 1],
      ['__proto__', 2],
    ]),
  )
})

it.each([
  [field.amount, 0, 0],
  [field.shortText, 'x'.repeat(500), 'x'.repeat(500)],
  [field.name, ' a\n\tb ', 'a b'],
  [field.name, 'x'.repeat(501), 'x'.repeat(501)],
  [field.numbers, [1, 2], [1, 2]],
  [field.listOptional(field.amount), undefined, []],
  [field.maybeAmount, Infinity, null],
  [field.maybeText, 5, null],
  [field.maybeFigure, null, null],
])('%# reads %j as %j', (form, value, expected) => {
  expect(read(field.group({ one: form }), { one: value })).toEqual({ one: expected })
})

it.each([
  [field.amount, Infinity, 'x.json: a is Infinity, not a finite number'],
  [field.amount, '5', 'x.json: a is "5", not a finite number'],
  [field.amount, undefined, 'x.json: a is missing; expected a finite number'],
  [field.amount, -1, 'x.json: a is -1, not a number of at least 0'],
  [field.shortText, 'x'.repeat(501), 'a text of 1 to 500 characters in one line'],
  [field.shortText, ' ', 'a text of 1 to 500 characters'],
  [field.shortText, 'a\nb', 'a text of 1 to 500 characters'],
  [field.shortText, 5, 'a text of 1 to 500 characters'],
  [field.name, ' ', 'x.json: a is " ", not a name'],
  [field.numbers, [], 'x.json: a is empty'],
  [field.numbers, [1, null], 'x.json: a[1] is null, not a finite number'],
  [field.list(field.amount), {}, 'not a list'],
  [field.list(field.group({ b: field.amount })), [{ b: 1 }, 5], 'x.json: a[1].b is missing; expected a finite number'],
  [field.list(field.amount, 'Run it again'), [], 'x.json: a is empty'],
  [field.index(field.amount), [], 'not an object'],
  [field.index(field.amount), { 'b c': 'x' }, 'x.json: a["b c"] is "x", not a finite number'],
])('%# refuses %j: %s', (form, value, message) => {
  expect(() => read(form, value)).toThrow(message)
})

it('names the root', () => {
  expect(() => read(field.amount, 'x', '')).toThrow('x.json: the root value is "x"')
  expect(() => read(field.list(field.amount, 'Run it again'), [], '')).toThrow('x.json: the list is empty')
})

it.each([
  [0, 0],
  [9.99, 9.99],
  [10, null],
  [-0.1, null],
  [Number.NaN, null],
  ['5', null],
])('reads %j below 10 as %j', (value, expected) => {
  expect(field.toAmount(value, 10)).toBe(expected)
})
