import { buildConfigJsonSchema, type JsonSchema } from '../records/json-schemas.ts'

let root: JsonSchema | null = null

/** Lists the known keys under a path, over all branches of a union. */
export function listKnownKeys(path: readonly PropertyKey[]): string[] {
  root ??= buildConfigJsonSchema()
  let schemas = [root]
  for (const segment of path) schemas = schemas.flatMap(listBranches).flatMap((schema) => findChild(schema, segment))
  return schemas.flatMap(listBranches).flatMap((schema) => Object.keys(schema.properties ?? {}))
}

function listBranches(schema: JsonSchema): JsonSchema[] {
  const isUnion = schema.anyOf && !schema.properties
  return isUnion ? (schema.anyOf ?? []).filter(isSchema).flatMap(listBranches) : [schema]
}

function findChild(schema: JsonSchema, segment: PropertyKey): JsonSchema[] {
  const next = typeof segment === 'number' ? schema.items : findProperty(schema, String(segment))
  return isSchema(next) ? [next] : []
}

function isSchema(value: unknown): value is JsonSchema {
  return typeof value === 'object' && value !== null && !Array.isArray(value)
}

function findProperty({ properties, additionalProperties }: JsonSchema, name: string): unknown {
  return properties && Object.hasOwn(properties, name) ? properties[name] : additionalProperties
}
