import { array, assert, constantFrom, oneof, property, string } from 'fast-check'
import { expect, test } from 'vitest'
import { adapters, readers } from '../../../src/programs/index.ts'
import { configSchema } from '../../../src/config/schema/schema.ts'

test('every adapter can be named in the config, and every name there has an adapter', () => {
  const [placed, named] = configSchema.shape.pipeline.unwrap().shape.telemetry.unwrap().element.options
  expect(Object.keys(adapters).toSorted()).toEqual([...placed.options].toSorted())
  expect(Object.keys(readers)).toEqual(expect.arrayContaining([...named.shape.format.options]))
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
