import { z } from 'zod'
import { labelForm } from '../../domain/init/choices.ts'
import { name, positive, sampleIntervalMs } from './suite-common.ts'

const preflight = z.strictObject({
  severity: z
    .enum(['refuse', 'warn'])
    .default('refuse')
    .describe('refuse: no run on an unsuitable machine; warn: measure and report the problem'),
  waitMinutes: z
    .number()
    .min(0)
    .max(24 * 60)
    .default(10)
    .describe('Longest wait in minutes for GPUs that are in use, locked by another run, busy or hot'),
  maxIdleTemperatureCelsius: positive.default(75).describe('Highest GPU temperature before the first run'),
  maxIdleUtilizationPercent: z
    .number()
    .min(0)
    .max(100)
    .default(5)
    .describe('Highest GPU utilization before the first run'),
  settleSeconds: positive.max(60).default(2).describe('Observation time of the GPUs in seconds'),
  minFreeDiskGigabytes: z
    .number()
    .min(0)
    .default(5)
    .describe('Smallest free space for the run folder and the work directory; less than 10 % of the disk is a warning'),
})

/** Settings of measurement. */
export const run = z.strictObject({
  warmups: z.int().min(0).max(20).default(1).describe('Warm-up runs of each case; recorded, never compared'),
  repeats: z.int().min(1).max(1000).default(3).describe('Measured runs of each case'),
  maxRepeats: z
    .int()
    .min(1)
    .max(1000)
    .default(10)
    .describe(
      'Largest number of runs of each side while a comparison is inconclusive; a value up to repeats adds none',
    ),
  gpuMinutes: positive.optional().describe('Device-minutes (wall time × devices) for all runs beyond the repeats'),
  keepOutputs: z
    .boolean()
    .default(false)
    .describe(
      'Keep the output files of the pipeline, not only its logs; actions/upload-artifact fails when a file name contains ", :, * or similar',
    ),
  maxOutputMegabytes: positive.default(100).describe('Largest kept size of one output stream of a trial'),
  maxReruns: z
    .int()
    .min(0)
    .max(100)
    .default(2)
    .describe(
      'Contaminated runs of a case (throttled, foreign process …) that are repeated; with more the case is inconclusive',
    ),
  monitor: z
    .enum(['auto', 'nvml', 'nvidia-smi', 'amd-smi', 'rocm-smi', 'none'])
    .default('auto')
    .describe('Monitor of the GPUs; auto: the best available one'),
  sampleIntervalMs: sampleIntervalMs
    .optional()
    .describe(
      'Milliseconds between two samples of a GPU; a suite may override it. Default: 500; with NVML 1000 for 3 or 4 GPUs, 1500 for 5 or 6, 2000 for more, and 250 in the suite memory',
    ),
  kernels: z
    .enum(['auto', 'off', 'all'])
    .default('auto')
    .describe(
      'Runs whose GPU work is recorded (NVIDIA). auto: the first warm-up run of each case, and pairs of runs next to the judged ones while the GPU work of a comparison is undecided, in run and ab also once it failed; all: also every judged run; off: none',
    ),
  isolation: z
    .enum(['auto', 'bubblewrap', 'none'])
    .default('auto')
    .describe('Isolation of trials and setups; auto: a sandbox where available. See docs/security.md#the-sandbox'),
  writable: z
    .array(z.string().regex(/^\/[^/]/, 'use an absolute path'))
    .max(50)
    .default([])
    .describe(
      'Writable directories in the sandbox, such as a model cache, shared by all revisions; and devices besides GPUs and interconnects, such as /dev/fuse',
    ),
  caches: z
    .array(z.enum(['go', 'cargo', 'pip', 'ccache']))
    .default(['go', 'cargo', 'pip', 'ccache'])
    .describe('Package and build caches that setups inherit from earlier setups of the base; see docs/caches.md'),
  preflight: preflight.prefault({}),
})

const label = z.string().regex(labelForm, 'use letters, digits, dots, dashes and underscores')

/** Self-hosted runners for a job matrix. */
export const runners = z.record(
  name,
  z.strictObject({
    labels: z.array(label).min(1).max(20).describe('Labels for runs-on'),
    gpus: z.int().min(1).max(1024).describe('Devices of one runner: GPUs, or cores of a pipeline without GPUs'),
    count: z.int().min(1).max(256).default(1).describe('Number of runners of this kind'),
  }),
)
