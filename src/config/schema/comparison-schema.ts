import { z } from 'zod'

const share = z.number().gt(0).lt(1)

/** References of comparisons, and the thresholds of a verdict. */
export const comparison = z.strictObject({
  baselines: z
    .string()
    .default('baselines')
    .describe(
      'Directory of committed baselines; for a config in another folder than `.github`, `baselines` in that folder',
    ),
  reference: z
    .enum(['auto', 'merge-base', 'baseline'])
    .default('auto')
    .describe(
      'Reference of the head where the event has a merge base. merge-base: run it interleaved with the head; baseline: use committed samples only; auto: use committed samples, and run the merge base only when they cannot show that the head is unchanged',
    ),
  measure: z
    .enum(['merge', 'head'])
    .default('merge')
    .describe(
      'Measured commit of a pull request. merge: the test merge of GitHub, compared with its base commit; head: the head commit, compared with its merge base',
    ),
  minEffect: share.default(0.03).describe('Smallest relative change worth reporting'),
  storedLimit: share
    .optional()
    .describe(
      'Fixed limit for comparisons with committed samples, such as 0.1: from three runs per side on, a median that is worse by more fails if no runs overlap. Without it, a change must exceed the assumed difference between sessions',
    ),
  whenBelowFloor: z
    .enum(['widen', 'refuse'])
    .default('widen')
    .describe(
      'Handling of a gate below the noise floor of the machine. widen: judge at the resolvable change, up to 10 %, and state it; refuse: stop before the first trial',
    ),
  confidence: share
    .default(0.95)
    .describe(
      'Confidence of the intervals of derived figures: speed-ups, slopes, agreement; comparisons always use 95 %',
    ),
  gate: z
    .union([z.literal('auto'), z.array(z.string())])
    .default('auto')
    .describe(
      'Metrics whose regression fails the check; others are informational. auto: wall_time, gpu_busy_time and every reported stage of at least 10 % of the run; for devices: cpu only wall_time and cpu_time',
    ),
  minCost: z
    .number()
    .min(0)
    .lt(1)
    .default(0.01)
    .describe(
      'Smallest share of the run time that a slowdown of GPU busy time or of a stage must add to fail the check, with gate: auto',
    ),
  confirm: z
    .enum(['default', 'exact'])
    .default('default')
    .describe(
      'Confirmation of a regression. default: few runs, with false alarms under periodic noise; exact: at least seven pairs in random order and a sign-flip test, which is valid for every kind of noise',
    ),
  strict: z.boolean().default(false).describe('Fail an inconclusive check instead of reporting it as neutral'),
})
