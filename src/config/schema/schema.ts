import { z } from 'zod'
import { dataset } from './dataset-schema.ts'
import { command, equivalence, sweep, variants } from './option-suites-schema.ts'
import { pipeline, revision } from './pipeline-schema.ts'
import { commands, comparison, requirement, ruleSet, tracking } from './rules-schema.ts'
import { run, runners } from './run-schema.ts'
import { name } from './suite-common.ts'
import { endToEnd, memory, production, revision as revisionSuite, scaling, stages } from './suites-schema.ts'

/** The schema of the config. It validates, derives the types and generates `schema/config.schema.json`. */
export const configSchema = z.strictObject({
  version: z.literal(1).describe('Version of this format'),
  name: name
    .default('warpgauge')
    .describe(
      'Distinguishes several configs of one repository in titles; checks and comments are named by the path of the config',
    ),
  rulesVersion: z.string().default('1').describe('Your version of the requirements; recorded with every verdict'),
  pipeline: pipeline.prefault({}),
  datasets: z.record(name, dataset).default({}).describe('Inputs by name; none for a program without an input file'),
  revisions: z.record(name, revision).default({}),
  suites: z.strictObject({
    scaling: scaling.optional(),
    'end-to-end': endToEnd.optional(),
    revision: revisionSuite.optional(),
    stages: stages.optional(),
    memory: memory.optional(),
    sweep: sweep.optional(),
    production: production.optional(),
    variants: variants.optional(),
    equivalence: equivalence.optional(),
    command: command.optional(),
  }),
  requirements: z.array(requirement).default([]),
  ruleSet: ruleSet
    .optional()
    .describe('Requirements PERF-01 to PERF-05 and MON-01 from a versioned set of limits, as a table in every report'),
  runners: runners.default({}).describe('Kinds of runners for the job matrix of `warpgauge plan`'),
  run: run.prefault({}),
  comparison: comparison.prefault({}),
  commands: commands.prefault({}),
  tracking: tracking.optional().describe('Tracking of the default branch; see docs/tracking.md'),
})

/** A validated config with its defaults, in the form of its file: the settings that all suites share are in `run`. */
export type WrittenConfig = z.output<typeof configSchema>

/** A part with the settings of its block `run`, and of those of its benchmarks, beside its own. */
type WithoutRun<Part> = Part extends { run: infer Run }
  ? Omit<Part, 'run' | 'benchmarks'> & Run & WithoutBenchmarkRuns<Part>
  : Part
type WithoutBenchmarkRuns<Part> = Part extends { benchmarks: (infer Benchmark)[] }
  ? { benchmarks: WithoutRun<Benchmark>[] }
  : unknown

/** The config that everything works with: a suite has the settings of its block `run` next to its own. */
export type Config = Omit<WrittenConfig, 'suites'> & {
  suites: { [Name in keyof WrittenConfig['suites']]: WithoutRun<WrittenConfig['suites'][Name]> }
}

/** Moves the settings of each block `run` beside the other settings of its suite or benchmark. */
export function flattenSuites({ command: tools, ...others }: WrittenConfig['suites']): SuiteConfigs {
  const suites = Object.entries(others).map(([suite, config]) => [suite, config && flattenRun(config)])
  const flatTools = tools && { ...flattenRun(tools), benchmarks: tools.benchmarks.map(flattenRun) }
  return { ...Object.fromEntries(suites), ...(flatTools && { command: flatTools }) }
}

function flattenRun<Part extends { run: object }>({ run: settings, ...own }: Part): Omit<Part, 'run'> & Part['run'] {
  return { ...own, ...settings }
}

export type PreflightConfig = Config['run']['preflight']
export type PipelineConfig = Config['pipeline']
export type ProofConfig = NonNullable<PipelineConfig['proof']>
export type DatasetConfig = Config['datasets'][string]
/** The configured suites by name; undefined: not configured. */
export type SuiteConfigs = Config['suites']
export type SuiteName = keyof SuiteConfigs
/** The settings of one configured suite. */
export type SuiteConfig<Name extends SuiteName> = NonNullable<SuiteConfigs[Name]>
