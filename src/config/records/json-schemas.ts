import { z } from 'zod'
import { configSchema } from '../schema/schema.ts'

const dialect = 'https://json-schema.org/draft/2020-12/schema'
const options = { io: 'input', target: 'draft-2020-12' } as const

/** A JSON Schema document. */
export type JsonSchema = z.core.JSONSchema.BaseSchema

/** Builds the schema of the config as people write it: keys with a default are optional. */
export function buildConfigJsonSchema(): JsonSchema {
  return publish(configSchema, 'config:1', 'Config of warpgauge')
}

/** Converts a zod schema to a published JSON Schema; `name` ends with the schema version. */
export function publish(schema: z.ZodType, name: string, title: string): JsonSchema {
  const { $schema: _, ...rest }: JsonSchema = z.toJSONSchema(schema, { ...options, override: addProofRule })
  return { $schema: dialect, $id: `urn:warpgauge:schema:${name}`, title, ...rest }
}

/** Adds the one rule of the config that zod keeps in a function and does not export to JSON Schema. */
function addProofRule({ zodSchema, jsonSchema }: { zodSchema: unknown; jsonSchema: JsonSchema }): void {
  if (zodSchema !== configSchema.shape.pipeline.unwrap().shape.proof.unwrap()) return
  jsonSchema.anyOf = [
    { required: ['results'] },
    { required: ['files'], properties: { files: { minItems: 1 } } },
    { required: ['stdout'], properties: { stdout: { minItems: 1 } } },
  ]
}
