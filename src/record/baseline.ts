import { z } from 'zod'
import { kernelTable } from './kernels.ts'
import { limits } from './limits.ts'
import {
  argv,
  axes,
  commit,
  count,
  detail,
  fileHashes,
  metric,
  name,
  path,
  sha256,
  slug,
  time,
  variables,
  type Stored,
} from './parts.ts'
import { testbed } from './testbed.ts'

/** Origin of the samples, so that a reader can find the run. */
const provenance = z.strictObject({
  commit,
  runId: name,
  recordedAt: time,
  tool: name,
  configSha256: sha256,
  /** Absent: written by an earlier version. */
  configPath: path.exactOptional(),
  /** Reason for this refresh. */
  reason: detail,
  /** Median duration of the probe of the processor before its runs, in seconds; absent: not recorded. */
  probeSeconds: z.number().positive().exactOptional(),
  /** Version of the requirements in the config; absent: the config names none. */
  rulesVersion: name.exactOptional(),
  /** URL of the workflow run that measured; absent outside of GitHub. */
  workflowRunUrl: z
    .string()
    .max(500)
    .regex(/^https?:\/\/\S+$/u, 'must be a web address')
    .exactOptional(),
})
export type Provenance = Stored<typeof provenance>

/** Conditions that two comparable sets of samples share. */
const conditions = z.strictObject({
  /** SHA-256 of the input; that of empty input for a program without one. */
  datasetSha256: sha256,
  /** 0: unknown, or not FASTA. */
  sequences: count,
  /** Argument list before placeholders are filled. */
  command: argv,
  /** Variables set for the command; absent: unknown, which counts as equal. */
  variables: variables.exactOptional(),
  /** Null: no result rows were counted. */
  resultRows: count.nullable(),
  /** SHA-256 of the model files, by path. */
  identity: fileHashes,
})
export type Conditions = Stored<typeof conditions>

/** An earlier level of a gate metric that a refresh does not move, so that many small steps add up visibly. */
const anchor = z.strictObject({ median: z.number(), commit, recordedAt: time })
export type BaselineAnchor = Stored<typeof anchor>

/** Samples of one metric of one case, in the unit of the metric. */
const baselineMetric = metric.omit({ kind: true }).extend({
  samples: z.array(z.number()).max(limits.samples),
  /** Absent: these samples are the anchor of later refreshes. */
  anchor: anchor.optional(),
})
export type BaselineMetric = Stored<typeof baselineMetric>

/** Refuses two entries of one name, as a merge of two refreshes can leave: either of them may be the right one. */
function requireUnique<Item>(items: readonly Item[], getName: (item: Item) => string, report: z.RefinementCtx): void {
  const seen = new Set<string>()
  for (const [index, item] of items.entries()) {
    const itemName = getName(item)
    if (seen.has(itemName))
      report.addIssue({ code: 'custom', path: [index], message: `${itemName} is there twice; remove one` })
    seen.add(itemName)
  }
}

/** Samples of one case. */
const baselineCase = z.strictObject({
  benchmark: name,
  axes,
  conditions,
  metrics: z
    .array(baselineMetric)
    .max(limits.metrics)
    .superRefine((metrics, report) => requireUnique(metrics, (one) => one.name, report)),
  /** What the GPUs executed in the recorded warm-up run; absent: nothing was recorded. */
  kernels: kernelTable.exactOptional(),
  /** Origin of these samples, if it is another run than that of the rest of the file. */
  provenance: provenance.exactOptional(),
})
export type BaselineCase = Stored<typeof baselineCase>

function describeCase({ benchmark, axes: point }: Pick<BaselineCase, 'benchmark' | 'axes'>): string {
  const axisTexts = Object.entries(point).map(([axis, value]) => `${axis}=${value}`)
  return [benchmark, ...axisTexts.toSorted()].join(' ')
}

/** Committed samples of one testbed and suite: `baselines/<testbed>/<suite>.json`. */
export const baseline = z.strictObject({
  schemaVersion: z.literal(1),
  suite: slug,
  testbed,
  provenance,
  cases: z
    .array(baselineCase)
    .max(limits.cases)
    .superRefine((cases, report) => requireUnique(cases, describeCase, report)),
})
export type Baseline = Stored<typeof baseline>
