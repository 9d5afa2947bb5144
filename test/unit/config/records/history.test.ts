import { readFileSync } from 'node:fs'
import { Ajv2020 } from 'ajv/dist/2020.js'
import addFormats from 'ajv-formats'
import { describe, expect, it } from 'vitest'
import { tracking } from '../../../../src/config/schema/rules-schema.ts'
import { parseHistory, parseHistoryRecord, parseLedger } from '../../../../src/config/records/parse-records.ts'
import { aHistoryRecord, testbedId } from '../../a-history.ts'

const record = aHistoryRecord(7, { wall_time: [1, 2], throughput: 3 })

function withChange(path: readonly string[], value: unknown): string {
  const copy = structuredClone(record) as unknown as Record<string, unknown>
  let place = copy
  for (const key of path.slice(0, -1)) place = place[key] as Record<string, unknown>
  place[path.at(-1) ?? ''] = value
  return JSON.stringify(copy)
}

describe('a line of the history', () => {
  it('is read as it was written, and the published schema agrees', () => {
    expect(parseHistoryRecord(JSON.stringify(record), 'x')).toEqual(record)
    const ajv = new Ajv2020({ strict: true, allowUnionTypes: true, strictRequired: false, strictTypes: false })
    addFormats.default(ajv)
    const validate = ajv.compile(
      JSON.parse(readFileSync(new URL('../../../../schema/history.schema.json', import.meta.url), 'utf8')) as object,
    )
    expect(validate(record)).toBe(true)
    expect(validate({ ...record, extra: 1 })).toBe(false)
  })

  it.each<[string, readonly string[], unknown]>([
    ['a testbed that leaves its directory', ['testbed', 'id'], '../../etc'],
    ['a commit that is an option', ['commit'], '--upload-pack=x'],
    ['a run address that is a script', ['provenance', 'runUrl'], 'javascript:alert(1)'],
    ['an endless order', ['order'], 1e300],
    ['samples that are texts', ['cases', '0', 'metrics', '0', 'samples'], ['1']],
    ['too many samples', ['cases', '0', 'metrics', '0', 'samples'], Array(51).fill(1)],
    ['a control character in a name', ['cases', '0', 'benchmark'], 'a\u001b[31m'],
    ['an unknown key', ['more'], 1],
    ['another version', ['schemaVersion'], 2],
  ])('is refused with %s', (_what, path, value) => {
    expect(() => parseHistoryRecord(withChange(path, value), 'history/x.jsonl:3')).toThrow(/history\/x\.jsonl:3/)
  })

  it('is left out of its shard when it cannot be read, and said with its place', () => {
    const text = [JSON.stringify(record), '{"__proto__":{"a":1}}', '', 'not json'].join('\n')
    const { records, problems } = parseHistory(text, 'history/x.jsonl')
    expect(records).toEqual([record])
    expect(problems.map((problem) => problem.split(' ')[0])).toEqual(['history/x.jsonl:2', 'history/x.jsonl:4'])
  })
})

it('a ledger whose id could end a marker is refused', () => {
  const entry = { id: `${testbedId}@--> <b>`, kind: 'step' }
  expect(() =>
    parseLedger(JSON.stringify({ schemaVersion: 1, testbedId, entries: [entry] }), 'tracking/x.json'),
  ).toThrow(/must name a testbed and a commit/)
})

it.each(['a..b', '-x', 'a b', '/a', 'a/', 'refs/heads/x.lock', 'x~1', 'a.', 'a\nb', '.a'])(
  'the branch "%s" is refused',
  (branch) => {
    expect(tracking.safeParse({ branch }).success).toBe(false)
  },
)

it('an empty part "tracking" has every default', () => {
  expect(tracking.parse({})).toMatchObject({ branch: 'warpgauge-data', openWhen: 'confirmed', settledAfter: 12 })
})
