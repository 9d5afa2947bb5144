import { z } from 'zod'
import { baselineSchema } from './baseline-schema.ts'
import { historyRecordSchema } from './history-schema.ts'
import { noiseSchema } from './noise-schema.ts'
import { runRecordVersion } from '../../domain/trial/run-record.ts'
import { runRecordSchema } from './run-record-schema.ts'
import { configSchema } from '../schema/schema.ts'

const dialect = 'https://json-schema.org/draft/2020-12/schema'
const options = { io: 'input', target: 'draft-2020-12' } as const

export type JsonSchema = z.core.JSONSchema.BaseSchema

/** Everything under `schema/`, by file name. */
export function publishedSchemas(): Record<string, JsonSchema> {
  return {
    'config.schema.json': configJsonSchema(),
    'run-record.schema.json': publish(
      runRecordSchema,
      `run-record:${runRecordVersion}`,
      'run.json of a warpgauge run folder',
    ),
    'baseline.schema.json': publish(baselineSchema, 'baseline:1', 'Committed baseline of warpgauge'),
    'history.schema.json': publish(historyRecordSchema, 'history:1', 'One line of the history that warpgauge keeps'),
    'noise.schema.json': publish(noiseSchema, 'noise:1', 'What warpgauge knows of the noise of a testbed'),
  }
}

/** The config as a person writes it: whatever has a default may be left out. */
export function configJsonSchema(): JsonSchema {
  return publish(configSchema, 'config:1', 'Config of warpgauge')
}

/** `name` ends with the version. */
function publish(schema: z.ZodType, name: string, title: string): JsonSchema {
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
