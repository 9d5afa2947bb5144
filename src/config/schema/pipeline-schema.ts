import { z } from 'zod'
import { launcher } from './launcher-schema.ts'
import { programPaths } from './paths-schema.ts'
import { name } from './suite-common.ts'
import { telemetry } from './telemetry-sources-schema.ts'
import { throughput } from './throughput-schema.ts'

const argument = z.string()
/** A command as an argument list. Splitting a string would need a shell, which would interpret its content. */
export const command = z.array(argument).min(1)
const positive = z.number().positive()
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

/** The measured program. */
export const pipeline = z.strictObject({
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
