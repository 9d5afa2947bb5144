import { z } from 'zod'
import { command as commandSuite } from './command-schema.ts'
import { commands } from './commands-schema.ts'
import { comparison } from './comparison-schema.ts'
import { dataset } from './dataset-schema.ts'
import { equivalence } from './equivalence-schema.ts'
import { launcher } from './launcher-schema.ts'
import { memory } from './memory-schema.ts'
import { programPaths } from './paths-schema.ts'
import { ruleSet } from './rule-set-schema.ts'
import { run } from './run-schema.ts'
import { runners } from './runners-schema.ts'
import { stages } from './stages-schema.ts'
import { production } from './production-schema.ts'
import { sweep } from './sweep-schema.ts'
import { name, severity, suiteCommon } from './suite-common.ts'
import { telemetry } from './telemetry-sources-schema.ts'
import { throughput } from './throughput-schema.ts'
import { tracking } from './tracking-schema.ts'
import { variants } from './variants-schema.ts'

const argument = z.string()
/** A command as an argument list. Splitting a string would need a shell, which would interpret its content. */
const command = z.array(argument).min(1)
const axes = z.record(z.string(), z.union([z.string(), z.number()])).default({})
const positive = z.number().positive()
const operator = z.enum(['<', '<=', '>', '>=', '=='])

const exitMeaning = z.enum(['success', 'failure', 'partial', 'out-of-memory'])

const proof = z
  .strictObject({
    results: z
      .strictObject({
        path: z.string().describe('Table with one row per result and one header line; may contain {output} and *'),
        rows: z.int().positive().optional().describe('Exact number of rows'),
        minRows: z.int().positive().optional().describe('Smallest number of rows'),
      })
      .optional()
      .describe('Table whose data rows prove the work; throughput is computed from it'),
    files: z
      .array(
        z.strictObject({
          path: z.string().describe('May contain {output} and *'),
          minBytes: z.int().positive().default(1).describe('Smallest size'),
        }),
      )
      .default([])
      .describe('Files that must exist and be newer than the start of the trial'),
    stdout: z.array(z.string().min(1)).default([]).describe('Texts that standard output must contain'),
  })
  .refine((value) => value.results || value.files.length > 0 || value.stdout.length > 0, {
    message: 'name at least one of results, files or stdout: exit code 0 alone proves no work',
  })

const pipeline = z.strictObject({
  name: name.default('program').describe('Name of the benchmark in every table'),
  command: command
    .default([])
    .describe(
      'Argument list; {dataset} {gpus} {gpuCount} {output} {options} are replaced. Required by every suite but command',
    ),
  setup: z.array(command).default([]).describe('Commands that prepare a fresh checkout, not timed; cached by commit'),
  env: z.record(z.string(), z.string()).default({}).describe('Environment variables set for setup and command'),
  passEnv: z.array(z.string()).default([]).describe('Environment variables passed through from warpgauge'),
  timeoutMinutes: positive.default(60).describe('Time limit of one trial in minutes; a suite may override it'),
  setupTimeoutMinutes: positive.default(60).describe('Time limit of one setup command in minutes'),
  exitCodes: z
    .record(z.string().regex(/^\d{1,3}$/), exitMeaning)
    .default({ '0': 'success' })
    .describe('Meaning of exit codes; other codes are failures'),
  proof: proof
    .optional()
    .describe(
      'Proof that the work was done. Without it, runs count by their exit code and the report says "work not verified"; see docs/gate.md#work-that-is-not-verified',
    ),
  throughput: throughput
    .optional()
    .describe('Throughput in the unit of the program, instead of result rows per second'),
  telemetry,
  logs: z
    .array(z.string())
    .max(20)
    .default([])
    .describe('Further log files, such as {output}/esm_v2/logs/worker_*.log; may contain {output} and *'),
  identity: z
    .array(z.string())
    .default([])
    .describe('Files of the checkout that must be identical in compared runs, such as model weights'),
  paths: programPaths
    .default([])
    .describe(
      'Globs of the files that the program consists of; a change of other files is not measured. Empty: every change is measured',
    ),
  versions: z
    .record(name, command)
    .default({})
    .describe(
      'Commands that print a version for the report, such as that of PyTorch; run once per checkout, not timed',
    ),
  devices: z
    .enum(['gpu', 'cpu'])
    .default('gpu')
    .describe('Meaning of the ids in {gpus}: GPUs, or CPU cores of a pipeline without GPUs'),
  placeholder: z
    .literal(true)
    .optional()
    .describe('The command is not known yet (set by `warpgauge init`); nothing is measured until this key is removed'),
  launcher: launcher.optional().describe('Launcher for several nodes or processes: srun, mpirun …'),
})

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
    .describe('Distinguishes several configs of one repository in check names and comments'),
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
