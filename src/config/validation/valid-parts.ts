import type { z } from 'zod'
import { findValue } from './problem.ts'
import {
  configSchema,
  type Config,
  type DatasetConfig,
  type PipelineConfig,
  type RevisionConfig,
  type SuiteConfigs,
} from '../schema/schema.ts'

/** The valid parts of a config; null for a part that exists and is invalid. */
export type ValidParts = {
  readonly pipeline: PipelineConfig | null
  readonly datasets: Readonly<Record<string, DatasetConfig | null>> | null
  readonly revisions: Readonly<Record<string, RevisionConfig | null>>
  readonly suites: SuiteConfigs
  readonly comparison: Config['comparison'] | null
  readonly run: Config['run'] | null
  /** All names under `suites`, also invalid and unknown ones. */
  readonly suiteNames: readonly string[]
  /** In the order of the list. */
  readonly requirements: readonly (RequirementConfig | null)[]
}

type RequirementConfig = z.infer<typeof shape.requirements>[number]

const { shape } = configSchema

/** Extracts the valid parts of a config, so that one invalid value does not hide other problems. */
export function extractValidParts(root: unknown): ValidParts {
  const datasets = listEntries(findValue(root, ['datasets']) ?? {})
  const suites = listEntries(findValue(root, ['suites'])) ?? []
  const requirements = findValue(root, ['requirements'])
  return {
    pipeline: parseOrNull(shape.pipeline, findValue(root, ['pipeline'])),
    datasets: datasets && parseEntries(shape.datasets.unwrap().valueType, datasets),
    revisions: parseEntries(shape.revisions.unwrap().valueType, listEntries(findValue(root, ['revisions'])) ?? []),
    suites: parseSuites(root),
    comparison: parseOrNull(shape.comparison, findValue(root, ['comparison'])),
    run: parseOrNull(shape.run, findValue(root, ['run'])),
    suiteNames: suites.map(([name]) => name),
    requirements: Array.isArray(requirements)
      ? requirements.map((item) => parseOrNull(shape.requirements.unwrap().element, item))
      : [],
  }
}

function parseSuites(root: unknown): SuiteConfigs {
  const { shape: suites } = shape.suites
  return {
    scaling: suites.scaling.safeParse(findValue(root, ['suites', 'scaling'])).data,
    'end-to-end': suites['end-to-end'].safeParse(findValue(root, ['suites', 'end-to-end'])).data,
    revision: suites.revision.safeParse(findValue(root, ['suites', 'revision'])).data,
    stages: suites.stages.safeParse(findValue(root, ['suites', 'stages'])).data,
    memory: suites.memory.safeParse(findValue(root, ['suites', 'memory'])).data,
    sweep: suites.sweep.safeParse(findValue(root, ['suites', 'sweep'])).data,
    production: suites.production.safeParse(findValue(root, ['suites', 'production'])).data,
    variants: suites.variants.safeParse(findValue(root, ['suites', 'variants'])).data,
    equivalence: suites.equivalence.safeParse(findValue(root, ['suites', 'equivalence'])).data,
    command: suites.command.safeParse(findValue(root, ['suites', 'command'])).data,
  }
}

function parseEntries<Schema extends z.ZodType>(schema: Schema, entries: readonly [string, unknown][]) {
  return Object.fromEntries(entries.map(([name, value]) => [name, parseOrNull(schema, value)]))
}

function parseOrNull<Schema extends z.ZodType>(schema: Schema, value: unknown): z.infer<Schema> | null {
  const result = schema.safeParse(value)
  return result.success ? result.data : null
}

function listEntries(value: unknown): [string, unknown][] | null {
  return typeof value === 'object' && value !== null && !Array.isArray(value) ? Object.entries(value) : null
}
