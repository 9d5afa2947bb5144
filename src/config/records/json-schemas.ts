import { z } from 'zod'
import { configSchema } from '../schema/schema.ts'

const dialect = 'https://json-schema.org/draft/2020-12/schema'
const options = { io: 'input', target: 'draft-2020-12' } as const

export type JsonSchema = z.core.JSONSchema.BaseSchema

/** The config as a person writes it: whatever has a default may be left out. */
export function buildConfigJsonSchema(): JsonSchema {
  return publish(configSchema, 'config:1', 'Config of warpgauge')
}

/** A JSON schema of the dialect and name that warpgauge publishes; `name` ends with the version. */
export function publish(schema: z.ZodType, name: string, title: string): JsonSchema {
  const { $schema: _, ...rest }: JsonSchema = z.toJSONSchema(schema, { ...options, override: addProofRule })
  return { $schema: dialect, $id: `urn:warpgauge:schema:${name}`, title, ...rest }
}

/** The one rule of the config that zod keeps in a function, where JSON Schema cannot see it. */
function addProofRule({ zodSchema, jsonSchema }: { zodSchema: unknown; jsonSchema: JsonSchema }): void {
  if (zodSchema !== configSchema.shape.pipeline.shape.proof) return
  jsonSchema.anyOf = [
    { required: ['results'] },
    { required: ['files'], properties: { files: { minItems: 1 } } },
    { required: ['stdout'], properties: { stdout: { minItems: 1 } } },
  ]
}
