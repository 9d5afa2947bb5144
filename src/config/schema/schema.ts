import { z } from 'zod'
import { command as commandSuite } from './command-schema.ts'
import { commands } from './commands-schema.ts'
import { comparison } from './comparison-schema.ts'
import { dataset } from './dataset-schema.ts'
import { equivalence } from './equivalence-schema.ts'
import { memory } from './memory-schema.ts'
import { command, pipeline } from './pipeline-schema.ts'
import { ruleSet } from './rule-set-schema.ts'
import { run } from './run-schema.ts'
import { runners } from './runners-schema.ts'
import { stages } from './stages-schema.ts'
import { production } from './production-schema.ts'
import { sweep } from './sweep-schema.ts'
import { name, severity, suiteCommon } from './suite-common.ts'
import { tracking } from './tracking-schema.ts'
import { variants } from './variants-schema.ts'

const axes = z.record(z.string(), z.union([z.string(), z.number()])).default({})
const positive = z.number().positive()
const operator = z.enum(['<', '<=', '>', '>=', '=='])

const revision = z.strictObject({
  ref: z
    .string()
    .min(1)
    .describe('Tag, branch or commit of the base repository, merge-base, or HEAD for the measured commit'),
  command: command.optional().describe('Argument list of this revision, if its options differ'),
  setup: z.array(command).optional().describe('Overrides pipeline.setup'),
  declared: z
    .strictObject({
      wallSeconds: positive.describe('Declared wall time in seconds'),
      source: z.string().min(1).describe('Document that declares it'),
    })
    .optional()
    .describe('Figure from a document instead of a measurement; always marked as declared'),
})

const scaling = z.strictObject({
  ...suiteCommon,
  gpus: z
    .array(z.int().min(1).max(1024))
    .min(1)
    .default([1, 2, 4, 8])
    .describe('GPU counts to measure; counts above those of the runner are listed as not tested'),
  nodes: z
    .array(z.int().min(2).max(4096))
    .max(100)
    .optional()
    .describe(
      'Node counts to measure in addition, each with the largest GPU count on every node; `gpus` then use one node',
    ),
  profile: z
    .enum(['perf-03', 'realistic', 'target', 'research-summary', 'legacy-range'])
    .default('perf-03')
    .describe('Limits by GPU count; see docs/config.md'),
  severity: severity.default('fail').describe('Effect of a missed limit'),
  minSequences: z.int().min(0).default(1000).describe('With fewer sequences, figures are shown but not judged'),
  parallelStages: z
    .array(z.string())
    .default([])
    .describe('Stages that can use several GPUs; they give the upper bound of the speed-up'),
})

const endToEnd = z.strictObject({
  ...suiteCommon,
  moreDatasets: z.array(name).default([]).describe('Datasets of further sizes; two or more sizes give the fixed cost'),
  sustained: z
    .strictObject({
      dataset: name.describe('The large dataset'),
      minRate: z.number().positive().max(1).default(0.8).describe('Smallest rate, as a share of the rate of `dataset`'),
    })
    .optional()
    .describe(
      'Requirement SUSTAINED: rate of a large dataset (bytes of FASTA per second) compared with that of `dataset`',
    ),
  gpus: z.int().min(1).max(1024).default(1).describe('Number of GPUs'),
  goal: z
    .strictObject({
      sequences: z.int().positive().describe('Full size'),
      gpus: z.int().positive().describe('Number of GPUs of the goal'),
      hours: positive.describe('Largest run time in hours'),
      tolerance: z
        .number()
        .min(0)
        .max(1)
        .default(0)
        .describe('Accepted excess as a share; with 0 the run must be faster than the goal'),
    })
    .optional()
    .describe('Requirement PERF-01: projected run time at full size'),
  severity: severity.default('fail').describe('Effect of a missed goal'),
})

const revisionSuite = z.strictObject({
  ...suiteCommon,
  against: z.array(name).min(1).describe('Names from revisions'),
  baseline: z
    .enum(['fresh', 'cached'])
    .default('fresh')
    .describe(
      'fresh: run the other revision together with the head; cached: reuse its samples from an earlier run when nothing differs',
    ),
  gpus: z.int().min(1).max(1024).default(1).describe('Number of GPUs'),
  minSpeedup: z.record(name, positive).default({}).describe('Smallest speed-up over a revision, by revision name'),
  severity: severity.default('fail').describe('Effect of a missed speed-up'),
})

const requirement = z.strictObject({
  id: z
    .string()
    .regex(/^[A-Za-z0-9][A-Za-z0-9._-]{0,63}$/)
    .describe('Id of the requirement, such as PERF-05'),
  suite: z.string().describe('Suite of the judged figure'),
  value: z.string().describe('Name of a derived value or metric: speedup, efficiency, wall_time, throughput …'),
  axes: axes.describe('Axes of the judged cases, such as gpus: 2'),
  operator: operator.describe('Relation of the figure to the limit'),
  limit: z.number().describe('Limit in the unit of the figure'),
  unit: z
    .string()
    .default('')
    .describe('Unit of the limit; with another unit than the figure the limit is not evaluated'),
  severity: severity.default('fail').describe('fail, warn or info'),
})

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
    command: commandSuite.optional(),
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

export type Config = z.infer<typeof configSchema>
export type PreflightConfig = Config['run']['preflight']
export type PipelineConfig = Config['pipeline']
export type ProofConfig = NonNullable<PipelineConfig['proof']>
export type DatasetConfig = Config['datasets'][string]
export type RevisionConfig = Config['revisions'][string]
export type SuiteConfigs = Config['suites']
export type SuiteName = keyof SuiteConfigs
/** The config of one suite, where it has one. */
export type SuiteConfig<Name extends SuiteName> = NonNullable<SuiteConfigs[Name]>
