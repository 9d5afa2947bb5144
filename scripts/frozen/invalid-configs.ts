import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { stringify } from 'yaml'

type Schema = {
  readonly type?: string | readonly string[]
  readonly properties?: Readonly<Record<string, Schema>>
  readonly additionalProperties?: Schema | boolean
  readonly items?: Schema
  readonly anyOf?: readonly Schema[]
  readonly oneOf?: readonly Schema[]
  readonly $ref?: string
  readonly $defs?: Readonly<Record<string, Schema>>
}

const maxDepth = 6
const valid = {
  version: 1,
  pipeline: {
    name: 'p',
    devices: 'cpu',
    command: ['p', '{dataset}', '{output}'],
    proof: { results: { path: '{output}/r' } },
  },
  datasets: { d: { preset: 'small' } },
  suites: { 'end-to-end': { run: { dataset: 'd' } } },
}

/**
 * Configs with one kind of mistake in each key of the published schema, by file name: another type, a number out of
 * range, a text of no meaning, a misspelled name.
 */
export function invalidConfigs(checkout: string): Record<string, string> {
  const schema = JSON.parse(readFileSync(join(checkout, 'schema', 'config.schema.json'), 'utf8')) as Schema
  const paths = listPaths(schema, schema, [], 0)
  const configs: Record<string, string> = {
    'valid.yml': stringify(valid),
    'empty.yml': '',
    'broken.yml': 'a: [b\nc: }',
  }
  for (const path of paths) {
    const name = path.join('.').replaceAll('*', 'any')
    for (const [kind, value] of [
      ['type', [[]]],
      ['range', -1],
      ['text', '?'],
    ] as const)
      configs[`${name}.${kind}.yml`] = stringify(setValue(valid, path, value))
    configs[`${name}.name.yml`] = stringify(setValue(valid, [...path.slice(0, -1), `${path.at(-1)}x`], 1))
  }
  return configs
}

function listPaths(schema: Schema, root: Schema, path: readonly string[], depth: number): string[][] {
  if (depth > maxDepth) return []
  if (schema.$ref) {
    const found = root.$defs?.[schema.$ref.replace('#/$defs/', '')]
    return found ? listPaths(found, root, path, depth + 1) : []
  }
  const own = Object.entries(schema.properties ?? {}).flatMap(([key, value]) => [
    [...path, key],
    ...listPaths(value, root, [...path, key], depth + 1),
  ])
  const others =
    typeof schema.additionalProperties === 'object'
      ? listPaths(schema.additionalProperties, root, [...path, '*'], depth + 1)
      : []
  const choices = [...(schema.anyOf ?? []), ...(schema.oneOf ?? [])].flatMap((one) => listPaths(one, root, path, depth))
  const items = schema.items ? listPaths(schema.items, root, [...path, '0'], depth + 1) : []
  const all = [...own, ...others, ...choices, ...items]
  return [...new Map(all.map((one) => [one.join(' '), one])).values()]
}

function setValue(from: unknown, [key, ...rest]: readonly string[], value: unknown): unknown {
  if (key === undefined) return value
  if (key === '0') return [setValue(Array.isArray(from) ? from[0] : undefined, rest, value)]
  const before = typeof from === 'object' && from !== null && !Array.isArray(from) ? from : {}
  const name = key === '*' ? 'd' : key
  return { ...before, [name]: setValue(Reflect.get(before, name), rest, value) }
}
