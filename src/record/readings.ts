import { z } from 'zod'
import { limits, readingLimits } from './limits.ts'
import {
  argv,
  count,
  createBoundedRecord,
  detail,
  metric,
  metricName,
  name,
  path,
  sha256,
  type Stored,
} from './parts.ts'

const mostFiles = 1024

/** A benchmark tool and its output files. */
export const plannedTool = z.strictObject({
  /** Argument list with placeholders. */
  command: argv,
  /** Name of an adapter, or `auto`. */
  adapter: name,
  /** Required output files, with placeholders; may contain `*`. */
  files: z.array(path).max(mostFiles),
})
export type PlannedTool = Stored<typeof plannedTool>

/** A value of one benchmark from one process. */
const processReading = z.strictObject({
  name: metricName,
  axes: createBoundedRecord(z.union([metricName, z.number()]), limits.few, metricName),
  metric,
  /** Median of all values of the process. They depend on each other, so together they are one sample. */
  median: z.number(),
  /** Number of values from the tool. */
  count: count.min(1),
  /** The values in order; evenly spaced ones if there are too many. */
  samples: z.array(z.number()).min(1).max(readingLimits.samples),
  /** `aggregate`: one value that the tool computed from several. */
  source: z.enum(['samples', 'aggregate']),
})
export type ProcessReading = Stored<typeof processReading>

const sentences = z.array(detail).max(readingLimits.problems)

/** Output of a tool for one trial, small enough for the run record. */
export const trialReadings = z
  .strictObject({
    /** `pytest-benchmark 5.3.1`; null if the file does not state it. */
    tool: name.nullable(),
    benchmarks: z.array(processReading).max(readingLimits.readings),
    /** Machine facts and settings, as printed. */
    context: createBoundedRecord(z.string().max(readingLimits.text), readingLimits.facts),
    /** Problems, as sentences. */
    problems: sentences,
    /** Values without a place in the record, as sentences; a gate that may name them is not judged. Absent: none. */
    dropped: sentences.exactOptional(),
  })
  .refine(({ benchmarks }) => benchmarks.every(({ samples, count: total }) => samples.length <= total), {
    message: 'a reading must not have more values than its count',
  })
export type TrialReadings = Stored<typeof trialReadings>

/** An output file of another program, by its path in the manifest. */
const ingestedFile = z.strictObject({ path, sha256, bytes: count })
export type IngestedFile = Stored<typeof ingestedFile>

/** A trial that warpgauge did not run; all values come from files. */
export const trialOrigin = z.strictObject({
  kind: z.literal('ingested'),
  adapter: name,
  files: z.array(ingestedFile).max(mostFiles),
  /** Source of each kind of value, as sentences. */
  notes: sentences,
  /** Differences from its reference, as sentences. If not empty, its values can neither pass nor fail. */
  differences: sentences,
})
