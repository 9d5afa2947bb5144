import { z } from 'zod'

const share = z.number().gt(0).lt(1)

/** What heads are compared with, and when a difference counts. */
export const comparison = z.strictObject({
  baselines: z.string().default('baselines').describe('Directory of committed baselines'),
  reference: z
    .enum(['auto', 'merge-base', 'baseline'])
    .default('auto')
    .describe(
      'What a head is judged against where the event has a merge base. merge-base: its runs taken in turn with the head; auto: only when committed samples of a quiet metric cannot clear the head; baseline: committed samples alone',
    ),
  measure: z
    .enum(['merge', 'head'])
    .default('merge')
    .describe(
      'What is measured of a pull request. merge: its head merged into the base branch, which GitHub makes for trying, compared with the commit of the base that it was merged into; head: the head itself, compared with its merge base',
    ),
  minEffect: share.default(0.03).describe('Smallest relative change worth reporting'),
  whenBelowFloor: z
    .enum(['widen', 'refuse'])
    .default('widen')
    .describe(
      'What happens to a gate that is tighter than the known noise of this machine can resolve. widen: judged at what can be resolved, up to 10 %, and stated; refuse: the run ends before it costs anything',
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
      'Metrics whose regression fails the check; others explain. auto: wall_time, and gpu_busy_time and every reported stage of at least 10 % of the run; with devices: cpu wall_time and cpu_time',
    ),
  minCost: z
    .number()
    .min(0)
    .lt(1)
    .default(0.01)
    .describe('What a slowdown of GPU busy time or of a stage must cost of the run to fail the check, with gate: auto'),
  confirm: z
    .enum(['default', 'exact'])
    .default('default')
    .describe(
      'What a regression needs. default: few runs, with false alarms where the noise of the machine is periodic; exact: at least seven pairs in random order and a sign-flip test, which holds for every kind of noise',
    ),
  strict: z.boolean().default(false).describe('Fail an inconclusive check, instead of a neutral one'),
})
