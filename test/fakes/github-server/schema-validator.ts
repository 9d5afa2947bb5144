import { Ajv } from 'ajv'
import type { ValidateFunction } from 'ajv'
import addFormats from 'ajv-formats'
import { resolveReference, trimComponents } from './description.ts'
import type { Schema } from './description.ts'

/** What a value lacks against a schema of the description; empty when it is right. */
export type SchemaValidator = (schema: Schema, value: unknown) => string[]

/** A validator for the schemas that `roots` reach. Each schema is compiled when it is first needed. */
export function createSchemaValidator(roots: readonly unknown[]): SchemaValidator {
  // Each schema is compiled once, and not again inside of those that refer to it: half of the time.
  const quickly = { inlineRefs: false, code: { optimize: false } }
  const ajv = new Ajv({ strict: false, logger: false, allErrors: true, validateFormats: true, ...quickly })
  // The package is CommonJS: under Node its function is the module's `default`.
  ;(addFormats as unknown as (ajv: Ajv) => void)(ajv)
  ajv.addSchema(toJsonSchema(trimComponents(roots)) as Schema, 'github')
  const compiled = new Map<Schema, ValidateFunction>()
  return (schema, value) => {
    const validate = compiled.get(schema) ?? ajv.compile(toJsonSchema(schema) as Schema)
    compiled.set(schema, validate)
    validate(value)
    const problems = (validate.errors ?? []).map(
      (error) => `${error.instancePath || '/'} ${error.message ?? error.keyword}`,
    )
    return [...problems, ...unknownProperties(schema, value, '')]
  }
}

/** OpenAPI 3.0 says `nullable` where JSON Schema has a type null, and counts references from the document's root. */
function toJsonSchema(node: unknown): unknown {
  if (Array.isArray(node)) return node.map(toJsonSchema)
  if (typeof node !== 'object' || node === null) return node
  const { nullable, example: _example, examples: _examples, discriminator: _discriminator, ...rest } = node as Schema
  const converted = Object.fromEntries(Object.entries(rest).map(([key, value]) => [key, toJsonSchema(value)]))
  if (typeof converted['$ref'] === 'string') return { $ref: `github${converted['$ref']}` }
  return nullable === true ? { anyOf: [{ type: 'null' }, converted] } : converted
}

/** GitHub's schemas leave objects open; a property that no branch of the schema names is a slip on our side. */
function unknownProperties(node: Schema, value: unknown, path: string): string[] {
  const branches = flatten(node)
  if (Array.isArray(value)) {
    const items = branches.map((branch) => branch['items']).filter(isSchema)
    return items.length === 0
      ? []
      : value.flatMap((item, index) => unknownProperties({ anyOf: items }, item, `${path}/${index}`))
  }
  if (!isSchema(value)) return []
  const properties = branches.flatMap((branch) =>
    Object.entries((branch['properties'] ?? {}) as Record<string, Schema>),
  )
  if (properties.length === 0 || branches.some(isMap)) return []
  return Object.entries(value).flatMap(([key, child]) => {
    const schemas = properties.filter(([name]) => name === key).map(([, schema]) => schema)
    if (schemas.length === 0) return [`${path}/${key} is not a property that GitHub knows`]
    return unknownProperties({ anyOf: schemas }, child, `${path}/${key}`)
  })
}

/** The schema and all its branches, references followed. */
function flatten(node: Schema): Schema[] {
  const schema = resolveReference(node)
  const branches = ['allOf', 'anyOf', 'oneOf'].flatMap((keyword) => (schema[keyword] ?? []) as Schema[])
  return [schema, ...branches.flatMap(flatten)]
}

/** `additionalProperties: true` beside named properties only repeats JSON Schema's default; a schema there is a map. */
function isMap(schema: Schema): boolean {
  return isSchema(schema['additionalProperties'])
}

function isSchema(value: unknown): value is Schema {
  return typeof value === 'object' && value !== null && !Array.isArray(value)
}
