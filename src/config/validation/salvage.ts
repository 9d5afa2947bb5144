import type { z } from 'zod'
import { valueAt } from './problem.ts'
import {
  configSchema,
  type Config,
  type DatasetConfig,
  type PipelineConfig,
  type RevisionConfig,
  type SuiteConfigs,
} from '../schema/schema.ts'

/** The parts of a config that are sound by themselves; null for a part that is there and is not. */
export type SoundParts = {
  readonly pipeline: PipelineConfig | null
  readonly datasets: Readonly<Record<string, DatasetConfig | null>> | null
  readonly revisions: Readonly<Record<string, RevisionConfig | null>>
  readonly suites: SuiteConfigs
  readonly comparison: Config['comparison'] | null
  readonly run: Config['run'] | null
  /** Names under `suites`, sound or not, known or not. */
  readonly suiteNames: readonly string[]
  /** By their place in the list. */
  readonly requirements: readonly (RequirementConfig | null)[]
}

type RequirementConfig = z.infer<typeof shape.requirements>[number]

const { shape } = configSchema

/** Takes a config apart, so that one wrong value does not hide what is wrong between the others. */
export function salvage(root: unknown): SoundParts {
  const datasets = entriesOf(valueAt(root, ['datasets']))
  const suites = entriesOf(valueAt(root, ['suites'])) ?? []
  const requirements = valueAt(root, ['requirements'])
  return {
    pipeline: soundOrNull(shape.pipeline, valueAt(root, ['pipeline'])),
    datasets: datasets && soundEntries(shape.datasets.valueType, datasets),
    revisions: soundEntries(shape.revisions.unwrap().valueType, entriesOf(valueAt(root, ['revisions'])) ?? []),
    suites: soundSuites(root),
    comparison: soundOrNull(shape.comparison, valueAt(root, ['comparison'])),
    run: soundOrNull(shape.run, valueAt(root, ['run'])),
    suiteNames: suites.map(([name]) => name),
    requirements: Array.isArray(requirements)
      ? requirements.map((item) => soundOrNull(shape.requirements.unwrap().element, item))
      : [],
  }
}

function soundSuites(root: unknown): SuiteConfigs {
  const { shape: suites } = shape.suites
  return {
    scaling: suites.scaling.safeParse(valueAt(root, ['suites', 'scaling'])).data,
    'end-to-end': suites['end-to-end'].safeParse(valueAt(root, ['suites', 'end-to-end'])).data,
    revision: suites.revision.safeParse(valueAt(root, ['suites', 'revision'])).data,
    stages: suites.stages.safeParse(valueAt(root, ['suites', 'stages'])).data,
    memory: suites.memory.safeParse(valueAt(root, ['suites', 'memory'])).data,
    sweep: suites.sweep.safeParse(valueAt(root, ['suites', 'sweep'])).data,
    production: suites.production.safeParse(valueAt(root, ['suites', 'production'])).data,
    variants: suites.variants.safeParse(valueAt(root, ['suites', 'variants'])).data,
    equivalence: suites.equivalence.safeParse(valueAt(root, ['suites', 'equivalence'])).data,
    command: suites.command.safeParse(valueAt(root, ['suites', 'command'])).data,
  }
}

function soundEntries<Schema extends z.ZodType>(schema: Schema, entries: readonly [string, unknown][]) {
  return Object.fromEntries(entries.map(([name, value]) => [name, soundOrNull(schema, value)]))
}

function soundOrNull<Schema extends z.ZodType>(schema: Schema, value: unknown): z.infer<Schema> | null {
  const result = schema.safeParse(value)
  return result.success ? result.data : null
}

function entriesOf(value: unknown): [string, unknown][] | null {
  return typeof value === 'object' && value !== null && !Array.isArray(value) ? Object.entries(value) : null
}
