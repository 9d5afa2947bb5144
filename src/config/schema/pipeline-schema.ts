import { z } from 'zod'
import { optionsPlaceholder, resumePlaceholder } from '../../domain/core/command.ts'
import {
  describeUnknownPlaceholders,
  requireOutput,
  listKnownPlaceholders,
  listPlaceholders,
  placeholders,
} from '../validation/placeholders.ts'
import { refine } from '../validation/problem.ts'
import { name, positive } from './suite-common.ts'

/** A command as an argument list. Splitting a string would need a shell, which would interpret its content. */
const command = z.array(z.string()).min(1)

/** Placeholders that expand to several arguments, or to none. */
const wholeArguments = [optionsPlaceholder, resumePlaceholder]

const runCommand = command.check(
  refine((argv, report) => {
    for (const [index, argument] of argv.entries())
      if (wholeArguments.includes(argument)) {
        if (argv.indexOf(argument) < index) report([index], 'is repeated')
      } else {
        const embedded = wholeArguments.find((placeholder) => listPlaceholders(argument).includes(placeholder))
        const texts = embedded ? [`write "${embedded}" as a separate argument`] : describeUnknownPlaceholders(argument)
        for (const text of texts) report([index], text)
      }
  }),
)

const setupCommand = z
  .array(
    z.string().check(
      refine((argument, report) => {
        for (const known of listKnownPlaceholders(argument)) report([], `${known} is replaced only in command`)
      }),
    ),
  )
  .min(1)

const exitMeaning = z.enum(['success', 'failure', 'partial', 'out-of-memory'])

const proof = z
  .strictObject({
    results: z
      .strictObject({
        path: z
          .string()
          .check(placeholders)
          .describe('Table with one row per result and one header line; may contain {output} and *'),
        rows: z.int().positive().optional().describe('Exact number of rows'),
        minRows: z.int().positive().optional().describe('Smallest number of rows'),
      })
      .optional()
      .describe('Table whose data rows prove the work; throughput is computed from it'),
    files: z
      .array(
        z.strictObject({
          path: z
            .string()
            .check(placeholders)
            .describe('May contain {output} and *; with ** (all directories) one file that fits suffices'),
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

/** Work that the program counts itself: in events, or in a log line. */
const throughput = z
  .strictObject({
    unit: z
      .string()
      .regex(/^[A-Za-z][A-Za-z0-9 _-]{0,39}$/, 'use a plural noun, such as tokens')
      .default('items')
      .describe('What the program processes: items, tokens, samples, steps …; throughput is in this unit per second'),
    event: z
      .string()
      .min(1)
      .max(200)
      .optional()
      .describe(
        'Name of the metric events whose values add up to the count; progress: the largest `done` of each worker',
      ),
    line: z
      .string()
      .max(500)
      .regex(/^(?:(?!\{count\}).)*\{count\}(?:(?!\{count\}).)*$/, 'write {count} once, in the place of the number')
      .optional()
      .describe('Part of a log line with {count}, such as "processed {count} samples"; the last such line counts'),
  })
  .refine((value) => (value.event === undefined) !== (value.line === undefined), {
    message: 'set either event or line',
  })

/** Formats of stage times that have a fixed place: the standard streams, the events file, or a file below the output. */
const placedFormats = ['events', 'pipeline-state', 'pipeline-log', 'lightning', 'transformers'] as const

/** Formats of stage times that can be read from a file named in the config. */
const fileFormats = [...placedFormats, 'chrome-trace', 'nsys'] as const

const telemetryFile = z.strictObject({
  format: z.enum(fileFormats).describe('Format of the files'),
  files: z
    .array(z.string().min(1).check(requireOutput('a log'), placeholders))
    .min(1)
    .max(16)
    .describe(
      'Files that the program writes; may contain {output} and *. Of several files the longest stage time counts',
    ),
})

/** One source of stage times: a format with a usual place, or a format with its files. */
export type TelemetrySource = (typeof placedFormats)[number] | z.infer<typeof telemetryFile>

const telemetry = z
  .array(z.union([z.enum(placedFormats), telemetryFile]))
  .max(16)
  .default(['events', 'pipeline-state', 'pipeline-log'])
  .describe('Sources of stage times, formats or { format, files }; the first one with stage times is used')

const argument = z.string().min(1).max(4000)
const launchArgument = argument.check(placeholders)
const args = z.array(launchArgument).max(100).default([])

const launcherCommon = {
  nodes: z.int().min(1).max(4096).default(1).describe('Number of nodes of one run'),
  args: args.describe('Further arguments of the launcher, as a list'),
}
const tasksPerNode = z
  .union([z.int().min(1).max(1024), z.literal('gpu')])
  .default(1)
  .describe('Processes on each node; gpu: one for each GPU of the case')

const srun = z.strictObject({ kind: z.literal('srun'), ...launcherCommon, tasksPerNode })

const mpirun = z.strictObject({
  kind: z.literal('mpirun'),
  ...launcherCommon,
  tasksPerNode,
  hostfile: argument.optional().describe('Host file; default: mpirun asks the batch system'),
})

const torchrun = z
  .strictObject({
    kind: z.literal('torchrun'),
    ...launcherCommon,
    startedBy: z
      .enum(['srun', 'mpirun'])
      .optional()
      .describe('Launcher that starts torchrun on every node; required for two or more nodes'),
    rendezvous: z
      .string()
      .regex(
        /^(?:\{host\}|[A-Za-z0-9.-]{1,253}):\d{1,5}$/,
        'write host:port; {host} is the node that warpgauge runs on',
      )
      .default('{host}:29500')
      .describe('Rendezvous address of the nodes'),
  })
  .check(
    refine(({ nodes, startedBy }, report) => {
      if (nodes > 1 && startedBy === undefined)
        report([], 'torchrun must start on every node; set startedBy to srun or mpirun')
    }),
  )

const custom = z.strictObject({
  kind: z.literal('custom'),
  nodes: launcherCommon.nodes,
  command: z
    .array(launchArgument)
    .min(1)
    .max(100)
    .describe('Argument list before the command; {nodes}, {gpuCount} and {host} are replaced'),
})

/** Launcher of the command on the nodes: an argument list, never interpreted by a shell. */
const launcher = z.discriminatedUnion('kind', [srun, mpirun, torchrun, custom])

/** A glob relative to the repository root; `!` in front excludes. */
const glob = z
  .string()
  .max(200)
  .regex(
    /^!?(?![!/])(?!(?:.*\/)?\.{1,2}(?:\/|$))(?!.*\/\/)[^\p{Cc}\\]+$/u,
    'use a path or glob relative to the repository root, such as src/** or "!src/docs/**"',
  )

/** The files that the program consists of. The last glob that matches a file decides. */
const programPaths = z
  .array(glob)
  .max(200)
  .refine((globs) => globs.length === 0 || globs.some((text) => !text.startsWith('!')), {
    message: 'every glob excludes files; add one without "!"',
  })

/** The measured program. */
export const pipeline = z.strictObject({
  name: name.default('program').describe('Name of the benchmark in every table'),
  command: runCommand
    .default([])
    .describe(
      'Argument list; {dataset} {gpus} {gpuCount} {output} {options} are replaced. Required by every suite but command',
    ),
  setup: z
    .array(setupCommand)
    .default([])
    .describe('Commands that prepare a fresh checkout, not timed; cached by commit'),
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
    .array(z.string().check(requireOutput('a log'), placeholders))
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

/** Another version of the program. */
export const revision = z
  .strictObject({
    ref: z
      .string()
      .min(1)
      .describe('Tag, branch or commit of the base repository, merge-base, or HEAD for the measured commit'),
    command: runCommand.optional().describe('Argument list of this revision, if its options differ'),
    setup: z.array(setupCommand).optional().describe('Overrides pipeline.setup'),
    declared: z
      .strictObject({
        wallSeconds: positive.describe('Declared wall time in seconds'),
        source: z.string().min(1).describe('Document that declares it'),
      })
      .optional()
      .describe('Figure from a document instead of a measurement; always marked as declared'),
  })
  .check(
    refine(({ declared, ...measured }, report) => {
      for (const key of ['command', 'setup'] as const)
        if (declared && measured[key] !== undefined)
          report([key], 'has no effect, because a declared revision does not run', 'key')
    }),
  )
