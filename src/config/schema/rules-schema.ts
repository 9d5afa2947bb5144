import { z } from 'zod'
import { roles } from '../../domain/commands/command.ts'
import { ruleSetNames } from '../../domain/rules/rule-sets.ts'
import { severity, share } from './suite-common.ts'

const operator = z.enum(['<', '<=', '>', '>=', '=='])
const axes = z.record(z.string(), z.union([z.string(), z.number()])).default({})

/** A limit on a figure of a suite, which a verdict checks. */
export const requirement = z.strictObject({
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
      'Metrics whose regression fails the check; others are informational. auto: wall_time, gpu_busy_time, gpu_in_use_time, start_up_time and every reported stage of at least 10 % of the run; for devices: cpu only wall_time and cpu_time',
    ),
  minCost: z
    .number()
    .min(0)
    .lt(1)
    .default(0.01)
    .describe('Smallest share of the run time that a slowdown of a stage must add to fail the check, with gate: auto'),
  minGpuEffect: z
    .number()
    .min(0)
    .lt(1)
    .default(0.01)
    .describe(
      'Smallest slowdown of GPU busy time, relative to itself, that fails the check, with gate: auto; it counts whatever its part in a short benchmark run',
    ),
  kernelRecords: z
    .enum(['may-fail', 'decide'])
    .default('may-fail')
    .describe(
      'What kernel records decide in a check. may-fail: they fail it together with GPU busy time and never pass it, because the measured code could falsify them; decide: both, for code that you trust. warpgauge run and ab always let them decide',
    ),
  confirm: z
    .enum(['default', 'exact'])
    .default('default')
    .describe(
      'Confirmation of a regression. default: few runs, with false alarms under periodic noise; exact: at least seven pairs in random order and a sign-flip test, which is valid for every kind of noise',
    ),
  strict: z.boolean().default(false).describe('Fail an inconclusive check instead of reporting it as neutral'),
})

/** The choice of a versioned set of limits that are judged in addition to those of the config. */
export const ruleSet = z.strictObject({
  name: z
    .enum(ruleSetNames)
    .default('production')
    .describe(
      'production: limits of the latest document; first-phase: of the first documents; subset: goals for one million sequences; published: as subset, with packing as the pipeline prints it',
    ),
  severities: z
    .record(z.string(), severity)
    .default({})
    .describe('Severity by rule id, instead of that of the rule set, such as PERF-02: warn'),
  only: z.boolean().default(false).describe('Ignore the limits from suite settings and from requirements'),
})

const text = z.string().min(1).max(200)
/** A branch name that git accepts and that cannot be mistaken for an option or an expression. */
const branch = z
  .string()
  .max(100)
  .regex(
    /^(?!.*\.\.)(?!.*\.lock$)[A-Za-z0-9][A-Za-z0-9._-]*(\/[A-Za-z0-9][A-Za-z0-9._-]*)*(?<!\.)$/,
    'must be the plain name of a branch',
  )

/** Tracking of the default branch: a record per commit and an issue per regression. */
export const tracking = z.strictObject({
  branch: branch.default('warpgauge-data').describe('Branch of the history; created when missing'),
  anchors: z
    .array(text)
    .max(10)
    .default(['latest-release'])
    .describe('Tags, commits or latest-release: fixed references for slow drift'),
  metrics: z.array(text).min(1).max(100).default(['*']).describe('Tracked metrics: names, or prefixes followed by *'),
  minEffect: share.optional().describe('Smallest change that opens an issue; overrides comparison.minEffect'),
  openWhen: z
    .enum(['confirmed', 'candidate'])
    .default('confirmed')
    .describe(
      'confirmed: open an issue after settledAfter runs confirm the change; candidate: open it at the first detection',
    ),
  settledAfter: z.int().min(2).max(100).default(12).describe('Runs at the new level that confirm a change'),
  runs: z.int().min(20).max(5000).default(400).describe('Number of newest runs of a testbed that are analyzed'),
  issues: z.boolean().default(true).describe('Open, update and close an issue for each regression'),
  label: z
    .string()
    .min(1)
    .max(50)
    .regex(/^[^,\p{Cc}]+$/u, 'must be a label without commas')
    .default('performance-regression')
    .describe('Label of these issues; warpgauge finds them by it'),
})

export type TrackingConfig = z.infer<typeof tracking>

const role = z.enum(roles.slice(1)).default('write')
const workflow = z.string().regex(/^[A-Za-z0-9][A-Za-z0-9._-]{0,99}\.ya?ml$/, 'must be the file name of a workflow')

/** Roles for comment commands, the label that requests a measurement, and the workflows that run commands needing a GPU. */
export const commands = z.strictObject({
  roles: z
    .strictObject({
      help: role.describe('Role required for help'),
      run: role.describe('Role required for run'),
      compare: role.describe('Role required for compare'),
      accept: role.describe('Role required for accept'),
      refresh: role.describe('Role required for refresh'),
      bisect: role.describe('Role required for bisect'),
      cancel: role.describe('Role required for cancel'),
    })
    .prefault({}),
  measureLabel: z
    .string()
    .min(1)
    .max(50)
    .default('warpgauge-measure')
    .describe('Pull requests with this label are measured even if they change no file of the program'),
  workflows: z
    .strictObject({
      run: workflow.default('warpgauge-run.yml').describe('Workflow that run and compare start'),
      refresh: workflow.default('warpgauge-refresh.yml').describe('Workflow that refresh starts'),
      bisect: workflow.default('warpgauge-bisect.yml').describe('Workflow that bisect starts'),
    })
    .prefault({}),
})
