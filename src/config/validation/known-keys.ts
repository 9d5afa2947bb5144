import { configJsonSchema, type JsonSchema } from '../records/json-schemas.ts'

let root: JsonSchema | null = null

/** The keys that the config knows under a path, whatever branch of a union was meant. */
export function knownKeys(path: readonly PropertyKey[]): string[] {
  root ??= configJsonSchema()
  let schemas = [root]
  for (const segment of path) schemas = schemas.flatMap(branches).flatMap((schema) => child(schema, segment))
  return schemas.flatMap(branches).flatMap((schema) => Object.keys(schema.properties ?? {}))
}

function branches(schema: JsonSchema): JsonSchema[] {
  const isUnion = schema.anyOf && !schema.properties
  return isUnion ? (schema.anyOf ?? []).filter(isSchema).flatMap(branches) : [schema]
}

function child(schema: JsonSchema, segment: PropertyKey): JsonSchema[] {
  const next = typeof segment === 'number' ? schema.items : propertyOf(schema, String(segment))
  return isSchema(next) ? [next] : []
}

function isSchema(value: unknown): value is JsonSchema {
  return typeof value === 'object' && value !== null && !Array.isArray(value)
}

function propertyOf({ properties, additionalProperties }: JsonSchema, name: string): unknown {
  return properties && Object.hasOwn(properties, name) ? properties[name] : additionalProperties
}
