import { configSchema, flattenSuites, type Config } from '../../src/config/schema/schema.ts'
import type { z } from 'zod'

type ConfigInput = z.input<typeof configSchema>

/** A small valid config; overrides replace whole top-level parts. */
export function aConfig(overrides: Partial<ConfigInput> = {}): Config {
  const written = configSchema.parse({
    version: 1,
    pipeline: {
      name: 'predict',
      command: ['node', 'pipeline.mjs', '{dataset}', '--gpus', '{gpus}', '--output-dir', '{output}'],
      proof: { results: { path: '{output}/results.csv' } },
    },
    datasets: { medium: { preset: 'medium' }, small: { preset: 'small' } },
    suites: { scaling: { run: { dataset: 'medium' }, gpus: [1, 2] } },
    ...overrides,
  } satisfies ConfigInput)
  return { ...written, suites: flattenSuites(written.suites) }
}
