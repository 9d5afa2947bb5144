import { z } from 'zod'
import { reportVersion, type Report } from '../src/domain/verdict/report.ts'
import { axes } from '../src/record/parts.ts'
import { testbed } from '../src/record/testbed.ts'

const text = z.string()
const interval = z.tuple([z.number(), z.number()]).readonly()
const count = z.int().min(0)

const summary = z.object({
  count,
  median: z.number(),
  mean: z.number(),
  standardDeviation: z.number().nullable(),
  min: z.number(),
  max: z.number(),
})

const comparisonVerdict = z.enum([
  'regression',
  'improvement',
  'unchanged',
  'inconclusive',
  'not comparable',
  'missing',
])

const workCause = z.object({
  kind: z.enum(['work', 'clocks', 'both', 'not known']),
  label: text,
  figures: text,
  caution: text.exactOptional(),
})

const comparison = z.object({
  suite: text,
  benchmark: text,
  axes,
  metric: text,
  unit: text,
  betterWhen: z.enum(['lower', 'higher']),
  reference: text,
  isGate: z.boolean(),
  cost: z.number().exactOptional(),
  toleratedBecause: text.exactOptional(),
  workCause: workCause.exactOptional(),
  verdict: comparisonVerdict,
  effect: z.number().nullable(),
  interval: interval.nullable(),
  resolution: z.number().nullable(),
  excluded: z.number().nullable(),
  base: summary.nullable(),
  head: summary.nullable(),
  reason: text,
})

const requirement = z.object({
  id: text,
  suite: text,
  benchmark: text,
  axes,
  value: text,
  operator: z.enum(['<', '<=', '>', '>=', '==']),
  limit: z.number(),
  unit: text,
  severity: z.enum(['fail', 'warn', 'info']),
  rule: text,
  actual: z.number().nullable(),
  status: z.enum(['pass', 'fail', 'not evaluated']),
  reason: text,
})

const derived = z.object({
  suite: text,
  benchmark: text,
  axes,
  name: text,
  value: z.number().nullable(),
  unit: text,
  interval: interval.nullable(),
  reason: text.nullable(),
  isSuspicious: z.boolean(),
  isDeclared: z.boolean(),
})

const cell = z.union([text, z.null(), z.object({ value: z.number(), unit: text }), z.object({ interval, unit: text })])

const section = z.object({
  id: text,
  title: text,
  columns: z.array(text),
  rows: z.array(z.array(cell)),
  notes: z.array(text),
  isDetail: z.boolean().exactOptional(),
})

const finding = z.object({
  kind: z.enum(['not-tested', 'failed', 'contaminated', 'missing', 'caution']),
  subject: text,
  reason: text,
  isProminent: z.literal(true).exactOptional(),
})

const reason = z.object({
  code: z.enum([
    'regression',
    'limit-missed',
    'not-measured',
    'run-incomplete',
    'config-from-head',
    'dataset-from-head',
    'rules-changed',
    'not-judged',
    'contaminated',
    'undecided',
    'limit-not-evaluated',
    'nothing-judged',
  ]),
  text,
})

const telemetry = z.object({
  gpus: count,
  utilizationPercent: interval.nullable(),
  powerWatts: interval.nullable(),
  memoryPeakBytes: z.number().nullable(),
  hottestCelsius: z.number().nullable(),
})

const pastRuns = z.object({
  suite: text,
  benchmark: text,
  axes,
  metric: text,
  unit: text,
  medians: z.array(z.number()),
  now: z.number(),
})

const yardstick = z.object({
  path: text,
  sha256: text,
  origin: z.enum(['base', 'head', 'local']),
  commit: text.nullable(),
  ruleSet: text.exactOptional(),
})

const counts = z.object({
  regression: count,
  improvement: count,
  unchanged: count,
  inconclusive: count,
  'not comparable': count,
  missing: count,
  tolerated: count,
  'requirements passed': count,
  'requirements failed': count,
  'requirements not evaluated': count,
})

/** The JSON of `warpgauge report --format json`. Later versions may add keys, so readers must accept unknown ones. */
export const reportSchema = z.object({
  schemaVersion: z.literal(reportVersion),
  title: text,
  runId: text,
  verdict: z.enum(['pass', 'fail', 'inconclusive', 'error']),
  conclusion: z.enum(['success', 'failure', 'neutral', 'cancelled', 'timed_out']),
  exitCode: z.union([z.literal(0), z.literal(1), z.literal(2)]),
  sentence: text,
  reasons: z.array(reason),
  counts,
  yardstick,
  head: z.object({ ref: text, commit: text.nullable() }),
  measuredCommit: text.nullable(),
  baseCommit: text.nullable(),
  testMerge: z.object({ commit: text, head: text, base: text, branch: text.nullable() }).exactOptional(),
  pullRequest: z.int().nullable(),
  testbed,
  isolation: z.object({ mode: z.enum(['bubblewrap', 'none']), reason: text.nullable() }).exactOptional(),
  comparisons: z.array(comparison),
  requirements: z.array(requirement),
  derived: z.array(derived),
  sections: z.array(section),
  findings: z.array(finding),
  cases: z.array(
    z.object({
      suite: text,
      benchmark: text,
      axes,
      revision: text,
      runs: count,
      failedTrials: count,
      resultRows: count.nullable(),
      wallSeconds: summary.nullable(),
    }),
  ),
  nextSteps: z.array(z.object({ text, command: text.nullable() })),
  telemetry: telemetry.exactOptional(),
  pastRuns: z.array(pastRuns).exactOptional(),
}) satisfies z.ZodType<Report>
