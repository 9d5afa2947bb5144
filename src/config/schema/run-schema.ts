import { z } from 'zod'

const positive = z.number().positive()

/** Faster than this a GPU has nothing new to tell. */
export const sampleIntervalMs = z.int().min(10).max(60_000)

const preflight = z.strictObject({
  severity: z
    .enum(['refuse', 'warn'])
    .default('refuse')
    .describe('refuse: no run on an unfit machine; warn: measure and say so'),
  waitMinutes: z
    .number()
    .min(0)
    .max(24 * 60)
    .default(10)
    .describe('How long to wait for GPUs that are in use, locked by another run, busy or hot'),
  maxIdleTemperatureCelsius: positive.default(75).describe('Hottest a GPU may be before the first run'),
  maxIdleUtilizationPercent: z
    .number()
    .min(0)
    .max(100)
    .default(5)
    .describe('Busiest a GPU may be before the first run'),
  settleSeconds: positive.max(60).default(2).describe('How long the GPUs are looked at'),
  minFreeDiskGigabytes: z
    .number()
    .min(0)
    .default(5)
    .describe('Least free space for the run folder and the work directory; less than 10 % is a warning'),
})

/** How cases are measured. */
export const run = z.strictObject({
  warmups: z.int().min(0).max(20).default(1).describe('Runs before the first that counts; recorded, never compared'),
  repeats: z.int().min(1).max(1000).default(3).describe('Runs that count, for each case'),
  maxRepeats: z
    .int()
    .min(1)
    .max(1000)
    .default(10)
    .describe('Most runs of each side of a comparison that is not settled by then; not above repeats: no more'),
  gpuMinutes: positive
    .optional()
    .describe('Device-minutes (wall time × devices) the whole run may spend on runs beyond the repeats'),
  keepOutputs: z
    .boolean()
    .default(false)
    .describe(
      'Keep what the pipeline wrote, not only its logs; actions/upload-artifact refuses all of it when a file has ", :, * or the like in its name',
    ),
  maxOutputMegabytes: positive.default(100).describe('Most that is kept of one output stream of a trial'),
  maxReruns: z
    .int()
    .min(0)
    .max(100)
    .default(2)
    .describe('Contaminated runs (throttled, foreign process …) of a case that are run again; then it is inconclusive'),
  monitor: z
    .enum(['auto', 'nvml', 'nvidia-smi', 'amd-smi', 'rocm-smi', 'none'])
    .default('auto')
    .describe('What watches the GPUs; auto takes the best that works here'),
  sampleIntervalMs: sampleIntervalMs
    .optional()
    .describe(
      'Time between two samples of the GPUs; a suite may set its own. Without it 500, in the suite memory with NVML 250',
    ),
  isolation: z
    .enum(['auto', 'bubblewrap', 'none'])
    .default('auto')
    .describe('What keeps trials and setups apart; auto: a sandbox where it works. See docs/security.md#the-sandbox'),
  writable: z
    .array(z.string().regex(/^\/[^/]/, 'use an absolute path'))
    .max(50)
    .default([])
    .describe('Directories that the sandbox leaves writable, such as a cache of models; all revisions share them'),
  preflight: preflight.prefault({}),
})
