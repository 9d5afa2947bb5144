import { z } from 'zod'
import { mostImbalance } from '../../domain/stages/load-balance.ts'
import { formatShortJson } from '../../domain/core/errors.ts'
import { refine, unique, type Report } from '../validation/problem.ts'
import { gpuCounts, gpus, moreOptions, name, positive, severity, share, suiteRun, wholeShare } from './suite-common.ts'

/** The time that a goal allows. */
const goalTime = {
  hours: positive.describe('Largest run time in hours'),
  tolerance: wholeShare.default(0).describe('Accepted excess as a share; with 0 the run must be faster than the goal'),
}

/** The suite that measures the speed-up by the number of GPUs. This file has the suites without option sets. */
export const scaling = z.strictObject({
  run: suiteRun,
  gpus: gpuCounts
    .check(unique)
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

/** The suite that measures the complete program and projects its time to the full size. */
export const endToEnd = z
  .strictObject({
    run: suiteRun,
    moreDatasets: z
      .array(name)
      .default([])
      .describe('Datasets of further sizes; two or more sizes give the fixed cost'),
    sustained: z
      .strictObject({
        dataset: name.describe('The large dataset'),
        minRate: positive.max(1).default(0.8).describe('Smallest rate, as a share of the rate of `dataset`'),
      })
      .optional()
      .describe(
        'Requirement SUSTAINED: rate of a large dataset (bytes of FASTA per second) compared with that of `dataset`',
      ),
    gpus,
    goal: z
      .strictObject({
        sequences: z.int().positive().describe('Full size'),
        gpus: z.int().positive().describe('Number of GPUs of the goal'),
        ...goalTime,
      })
      .optional()
      .describe(
        'Requirement PERF-01: projected run time at full size; with a rule set also PERF-04: the throughput that it needs',
      ),
    severity: severity.default('fail').describe('Effect of a missed goal'),
  })
  .check(
    refine(({ run: { dataset }, moreDatasets, sustained, goal }, report) => {
      reportUnsized(dataset, { moreDatasets: moreDatasets[0], sustained, goal }, report)
      for (const [index, more] of moreDatasets.entries())
        if (more === dataset || moreDatasets.indexOf(more) < index)
          report(['moreDatasets', index], `${formatShortJson(more)} is repeated`)
    }),
  )

/** The suite that compares the head with other revisions, such as a tag, in interleaved runs. */
export const revision = z.strictObject({
  run: suiteRun,
  against: z.array(name).min(1).check(unique).describe('Names from revisions'),
  baseline: z
    .enum(['fresh', 'cached'])
    .default('fresh')
    .describe(
      'fresh: run the other revision together with the head; cached: reuse its samples from an earlier run when nothing differs',
    ),
  gpus,
  minSpeedup: z.record(name, positive).default({}).describe('Smallest speed-up over a revision, by revision name'),
  severity: severity.default('fail').describe('Effect of a missed speed-up'),
})

const stageNames = z.array(z.string().min(1).max(200)).max(500)

/** The suite that finds the stages of the pipeline that limit its speed. */
export const stages = z.strictObject({
  run: suiteRun,
  gpus: gpuCounts
    .check(unique)
    .default([1])
    .describe('GPU counts; several counts must include 1 and show the scaling of each stage'),
  gpuStages: stageNames
    .default([])
    .describe('Stages that must keep their GPUs busy; default: those with a GPU busy for at least 10 % of the time'),
  parallelStages: stageNames
    .default([])
    .describe(
      'Stages that can use several GPUs, for the upper bound of the total speed-up; default: those with a measured efficiency of at least 50 %',
    ),
  minUtilization: z
    .number()
    .gt(0)
    .max(100)
    .default(80)
    .describe('Smallest utilization of every GPU in a GPU stage, in percent'),
  maxShare: share.default(0.3).describe('A stage with a larger share of the run time is reported as a bottleneck'),
  minPacking: share
    .optional()
    .describe(
      'Smallest share of the token budget that batches must fill; default: 0.9 where the pipeline reports its tokens',
    ),
  maxImbalance: share
    .default(mostImbalance)
    .describe('Largest difference between worker run times, as a share of the longest'),
  severity: severity.default('fail').describe('Effect of a missed limit; 10 to 20 % starved batches only warn'),
})

const repeat = z.strictObject({
  options: moreOptions.describe('Arguments that make the command repeat its work in one process'),
  count: z.int().min(2).max(1000).describe('Number of repeats; detecting a leak needs at least 7'),
  stage: z
    .string()
    .optional()
    .describe(
      'Stage that ends a repeat; default: the last stage with that many visits, otherwise equal parts of the time',
    ),
})

/** The suite that looks for memory leaks, high peaks and crashes out of memory. */
export const memory = z.strictObject({
  run: suiteRun,
  gpus,
  repeat: repeat
    .optional()
    .describe('Repeats of the work in one process; distinguishes a leak from accumulated results'),
  maxGrowthMegabytes: positive.default(100).describe('Growth above this is a leak, in MB (10⁶ bytes)'),
  noticeableMegabytes: positive
    .default(10)
    .describe('Steady growth significantly above this is also a leak, with repeats in one process, in MB'),
  maxPeakShare: share.default(0.95).describe('Largest peak of each stage, as a share of the GPU memory'),
  minAllocatorEfficiency: share
    .default(0.7)
    .describe(
      'Smallest share of its reserved memory that the allocator of the pipeline must use, where the pipeline reports it',
    ),
  pressure: moreOptions
    .optional()
    .describe('Options that exhaust the memory, such as very large batches; the pipeline must still finish'),
  severity: severity.default('fail').describe('Effect of a leak, a crash or a missed limit'),
})

/** The suite that measures a run of full size, which can take hours and resume. */
export const production = z
  .strictObject({
    run: suiteRun,
    gpus,
    goal: z
      .strictObject({
        sequences: z.int().positive().describe('Full size; a smaller dataset is measured, but not judged by the goal'),
        ...goalTime,
      })
      .optional()
      .describe(
        'Requirement PERF-01: run time at full size; with a rule set also PERF-04: the throughput that it needs',
      ),
    stop: z.boolean().default(true).describe('Stop the run when the goal can no longer be met'),
    stopConfidence: z
      .number()
      .gt(0.5)
      .lt(1)
      .default(0.95)
      .describe(
        'Confidence of a stop: at most the remaining share of runs that would meet the goal is stopped, over all interim checks',
      ),
    firstLookMinutes: positive.default(10).describe('Earliest interim check'),
    updateSeconds: z.int().min(30).max(3600).default(30).describe('Seconds between two reports of live figures'),
    resume: z
      .array(z.string())
      .optional()
      .describe(
        'Arguments that resume from the checkpoints in {output} after a lost runner; they replace {resume} in command, or are appended. Empty: the pipeline resumes without arguments. Without this key a lost run restarts',
      ),
    minSequences: z
      .int()
      .min(0)
      .default(10_000)
      .describe(
        'With fewer sequences, figures are shown but no limit on this suite is judged, because start-up dominates them',
      ),
    severity: severity.default('fail').describe('Effect of a missed goal'),
  })
  .check(
    refine(({ run: { dataset }, goal, stop, firstLookMinutes }, report) => {
      reportUnsized(dataset, { goal }, report)
      if (goal && stop && firstLookMinutes >= goal.hours * (1 + goal.tolerance) * 60)
        report(['firstLookMinutes'], 'is later than the goal, so no check would happen before it')
    }),
  )

/** Reports options that relate to the size of an input where there is none. */
function reportUnsized(dataset: string | undefined, sized: Readonly<Record<string, unknown>>, report: Report): void {
  if (dataset !== undefined) return
  for (const [key, value] of Object.entries(sized))
    if (value !== undefined) report([key], 'needs a dataset; set run.dataset of this suite', 'key')
}
