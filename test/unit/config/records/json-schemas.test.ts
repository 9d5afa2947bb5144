import { readFileSync, readdirSync } from 'node:fs'
import { Ajv2020 } from 'ajv/dist/2020.js'
import addFormats from 'ajv-formats'
import { describe, expect, test } from 'vitest'
import { parse } from 'yaml'
import { configReference } from '../../../../scripts/config-reference.ts'
import { publishedSchemas } from '../../../../scripts/published-schemas.ts'
import { buildConfigJsonSchema } from '../../../../src/config/records/json-schemas.ts'
import { configSchema } from '../../../../src/config/schema/schema.ts'
import { aBaseline, aRunRecord } from '../records.ts'
import { baseline } from '../../../../src/record/baseline.ts'
import { runRecord } from '../../../../src/record/run.ts'

const directory = new URL('../../../../schema/', import.meta.url)
const complete = readFileSync(new URL('../../../fixtures/config/complete.yml', import.meta.url), 'utf8')

test('the files under schema/ are those that `npm run schema` writes', () => {
  const schemas = publishedSchemas()
  expect(readdirSync(directory).toSorted()).toEqual(Object.keys(schemas).toSorted())
  for (const [name, schema] of Object.entries(schemas)) {
    expect(readFileSync(new URL(name, directory), 'utf8')).toBe(`${JSON.stringify(schema, null, 2)}\n`)
  }
})

test('docs/config.md holds the reference that `npm run schema` writes', () => {
  const page = readFileSync(new URL('../../../../docs/config.md', import.meta.url), 'utf8')
  expect(page).toContain(configReference(buildConfigJsonSchema()))
})

test('the config schema names itself and explains its keys', () => {
  expect(published('config.schema.json')).toMatchObject({
    $schema: 'https://json-schema.org/draft/2020-12/schema',
    $id: 'urn:warpgauge:schema:config:1',
    title: 'Config of warpgauge',
    properties: { pipeline: { properties: { command: { description: expect.stringMatching(/./) as unknown } } } },
  })
})

describe('the published schema and the program agree about a config', () => {
  const validate = compile('config.schema.json')

  test.each([
    ['the complete one', '', '', true],
    ['a proof by files', "results: { path: '{output}/prediction_*.tsv', minRows: 1 }", 'files: [{ path: x }]', true],
    [
      'a proof by nothing',
      "    results: { path: '{output}/prediction_*.tsv', minRows: 1 }\n",
      '    stdout: []\n',
      false,
    ],
    ['an unknown key', 'name: nightly', 'nam: nightly', false],
    ['a misspelt preset', 'preset: medium', 'preset: mediun', false],
    ['a dataset of both kinds', 'preset: medium', 'path: x, preset: medium', false],
    ['sequences of one length', 'preset: medium', 'preset: medium, minLength: 300, maxLength: 300', true],
    ['a sample', 'viral.fa.gz }', 'viral.fa.gz, sample: { sequences: 1000, seed: 3 } }', true],
    ['a sample of no size', 'viral.fa.gz }', 'viral.fa.gz, sample: { seed: 3 } }', false],
    ['a sample of a preset', 'preset: medium', 'preset: medium, sample: { sequences: 10 }', false],
    ['a name in capitals', '  viral:', '  Viral:', false],
    ['half a repetition', 'minRows: 1', 'minRows: 1.5', false],
    ['no suites', 'suites:', 'suits:', false],
    ['a command in one text', /\[python.*\]/, 'python run.py', false],
    ['an exit code in letters', '2: partial', 'two: partial', false],
  ])('%s', (_what, before, after, isAccepted) => {
    const value: unknown = parse(complete.replace(before, after))
    expect([validate(value), configSchema.safeParse(value).success]).toEqual([isAccepted, isAccepted])
  })
})

test.each([
  ['run-record.schema.json', aRunRecord(), runRecord],
  ['baseline.schema.json', aBaseline(), baseline],
])('%s accepts what the program writes and refuses what it refuses', (file, value, schema) => {
  const validate = compile(file)
  const spoilt = { ...value, extra: 1 }
  expect([validate(value), schema.safeParse(value).success]).toEqual([true, true])
  expect([validate(spoilt), schema.safeParse(spoilt).success]).toEqual([false, false])
})

function compile(file: string) {
  const ajv = new Ajv2020({ strict: true, allowUnionTypes: true, strictRequired: false, strictTypes: false })
  addFormats.default(ajv)
  return ajv.compile(published(file))
}

function published(file: string): object {
  return JSON.parse(readFileSync(new URL(file, directory), 'utf8')) as object
}
