import { array, assert, integer, jsonValue, property, record } from 'fast-check'
import { describe, expect, it } from 'vitest'
import { JsonListScan } from '../../../../src/adapters/trace/json-list-scan.ts'
import { UserError } from '../../../../src/domain/core/errors.ts'

function scan(text: string, chunkBytes = 7): { items: unknown[]; rest: unknown } {
  const items: unknown[] = []
  const list = new JsonListScan({ file: 't.json', key: 'list', onItem: (item) => void items.push(item) })
  const bytes = Buffer.from(text)
  for (let from = 0; from < bytes.length; from += chunkBytes) list.push(bytes.subarray(from, from + chunkBytes))
  return { items, rest: list.end() }
}

describe('scanning a long list', () => {
  it('gives what JSON.parse gives, whatever is in it and however it is cut', () => {
    const run = () =>
      assert(
        property(
          array(record({ a: jsonValue(), b: jsonValue() })),
          jsonValue(),
          integer({ min: 1, max: 20 }),
          (items, other, size) => {
            const text = JSON.stringify({ before: other, list: items, after: [other, { list: [1] }] }, null, size % 3)
            const found = scan(text, size)
            expect(found.items).toEqual(JSON.parse(JSON.stringify(items)))
            expect(found.rest).toEqual({ ...JSON.parse(text), list: [] })
          },
        ),
      )
    expect(run).not.toThrow()
  })

  it('is not misled by keys and brackets inside texts', () => {
    const text = '{"x": "\\"list\\": [{", "list": [{"a": "}]\\\\"}, {"b": "[{\\""}], "y": "]"}'
    expect(scan(text)).toEqual({ items: [{ a: '}]\\' }, { b: '[{"' }], rest: { x: '"list": [{', list: [], y: ']' } })
  })

  it.each([
    ['{"list": [{}{}]}', '"{" found where comma or end is expected'],
    ['{"list": [{},]}', '"]" found where item is expected'],
    ['{"list": [,{}]}', '"," found where item or end is expected'],
    ['{"list": [1]}', '"1" found where item or end is expected'],
    ['{"list": [{"a": nul}]}', 'after 0 items'],
    ['{"list": [{"a": 1}], "list": []}', 'a second list "list"'],
    ['{"other": []}', 'no list "list"'],
    ['{"list": {}}', 'no list "list"'],
    ['{"a": NAN, "list": [{"b": NaN, "c"]}', 'after 0 items'],
    ['{"list": []} trailing', 'after 0 items'],
    ['{"list": [{"a": 1}', 'the file is incomplete'],
    ['{"list": [{"a": "', 'the file is incomplete'],
    ['', 'no list'],
  ])('refuses %s', (text, message) => {
    expect(() => scan(text)).toThrow(UserError)
    expect(() => scan(text)).toThrow(message)
  })

  it('refuses one giant item and a giant rest before they fill the memory', () => {
    const list = () => new JsonListScan({ file: 't.json', key: 'list', onItem: () => undefined })
    const item = list()
    item.push(Buffer.from('{"list": [{"a": "'))
    expect(() => {
      for (let mebibyte = 0; mebibyte < 8; mebibyte += 1) item.push(Buffer.alloc(2 ** 20, 'x'))
    }).toThrow('an item is larger than 4194304 bytes')
    const rest = list()
    rest.push(Buffer.from('{"a": "'))
    expect(() => {
      for (let mebibyte = 0; mebibyte < 8; mebibyte += 1) rest.push(Buffer.alloc(2 ** 20, 'x'))
    }).toThrow('bytes besides the list')
  })
})
