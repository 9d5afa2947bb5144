import type { z } from 'zod'
import {
  flattenSuites,
  type DatasetConfig,
  type RevisionConfig,
  type SuiteConfigs,
  type WrittenConfig,
} from '../schema/schema.ts'

/** The valid parts of a config; null for a part that exists and is invalid. */
export type ValidParts = {
  readonly pipeline: WrittenConfig['pipeline'] | null
  readonly datasets: Readonly<Record<string, DatasetConfig | null>> | null
  readonly revisions: Readonly<Record<string, RevisionConfig | null>>
  readonly suites: SuiteConfigs
  readonly comparison: WrittenConfig['comparison'] | null
  readonly run: WrittenConfig['run'] | null
  /** All names under `suites`, also invalid and unknown ones. */
  readonly suiteNames: readonly string[]
  /** In the order of the list. */
  readonly requirements: readonly (WrittenConfig['requirements'][number] | null)[]
}

type Issues = readonly z.core.$ZodRawIssue[]

/**
 * Selects the valid parts of a config that has issues, so that one invalid value does not hide other problems. `config`
 * is what the schema made of it: under a path with an issue stands something else than the type says.
 */
export function selectValidParts(config: WrittenConfig, issues: Issues): ValidParts {
  const invalid = issues.filter(({ code }) => code !== 'custom').map(({ path = [] }) => path)
  const isValid = (...path: PropertyKey[]) =>
    !invalid.some((other) => path.every((segment, index) => other[index] === segment))
  const select = <Part>(part: Part, ...path: PropertyKey[]): Part | null => (isValid(...path) ? part : null)
  const selectEntries = <Part>(entries: Readonly<Record<string, Part>>, key: string) =>
    Object.fromEntries(Object.entries(toMap(entries)).map(([name, part]) => [name, select(part, key, name)]))
  const unknown = issues.flatMap((issue) =>
    issue.code === 'unrecognized_keys' && issue.path?.join('.') === 'suites' ? issue.keys : [],
  )
  return {
    pipeline: select(config.pipeline, 'pipeline'),
    datasets: isMap(config.datasets) ? selectEntries(config.datasets, 'datasets') : null,
    revisions: selectEntries(config.revisions, 'revisions'),
    suites: flattenSuites(
      Object.fromEntries(Object.entries(selectEntries(config.suites, 'suites')).filter(([, suite]) => suite !== null)),
    ),
    comparison: select(config.comparison, 'comparison'),
    run: select(config.run, 'run'),
    suiteNames: [...Object.keys(toMap(config.suites)), ...unknown],
    requirements: Array.isArray(config.requirements)
      ? config.requirements.map((item, index) => select(item, 'requirements', index))
      : [],
  }
}

function toMap<Value extends object>(value: Value): Value | Record<string, never> {
  return isMap(value) ? value : {}
}

function isMap(value: unknown): boolean {
  return typeof value === 'object' && value !== null && !Array.isArray(value)
}
