import { globSync } from 'node:fs'
import { basename, join } from 'node:path'
import { array, assert, constantFrom, oneof, property, string } from 'fast-check'
import { expect, test } from 'vitest'
import { adapters, readers } from '../../../src/adapters/index.ts'
import { configSchema } from '../../../src/config/schema/schema.ts'

test('every adapter can be named in the config, and every name there has an adapter', () => {
  const [placed, named] = configSchema.shape.pipeline.unwrap().shape.telemetry.unwrap().element.options
  expect(Object.keys(adapters).toSorted()).toEqual([...placed.options].toSorted())
  expect(Object.keys(readers)).toEqual(expect.arrayContaining([...named.shape.format.options]))
})

test('every adapter has a file of its own name', () => {
  const files = globSync(join(import.meta.dirname, '../../../src/adapters/**/*.ts')).map((file) => basename(file))
  expect(files).toEqual(expect.arrayContaining(Object.keys(adapters).map((name) => `${name}.ts`)))
})

test.each(Object.entries(adapters))('%s never throws and gives finite seconds or none', (_name, adapter) => {
  const token = constantFrom(
    '=== Stage 1: A ===\n',
    '  A completed in 1',
    's',
    '.5s [',
    ']\n',
    '{"t":',
    '1,',
    '"event":"batch"}',
    '\n',
    '{"stages":{"A":{"status":"completed"}}}',
  )
  const text = array(oneof(token, string()), { maxLength: 12 }).map((parts) => parts.join(''))
  const run = () =>
    assert(
      property(text, (input) => {
        const seconds = adapter.parse(input)?.stages.map((stage) => stage.seconds) ?? []
        return seconds.every((value) => value === null || Number.isFinite(value))
      }),
    )
  expect(run).not.toThrow()
})
