import { z } from 'zod'
import type { PlannedTool } from '../../domain/plan/planned-tool.ts'
import { readingLimits, type TrialReadings } from '../../domain/trial/trial-readings.ts'
import type { TrialOrigin } from '../../domain/trial/trial-origin.ts'
import { argv, createBoundedRecord, count, detail, limits, metricName, name, sha256 } from './record-parts.ts'

const path = z.string().min(1).max(4000)
const mostFiles = 1024

export const plannedTool = z.strictObject({
  command: argv,
  adapter: name,
  files: z.array(path).max(mostFiles),
}) satisfies z.ZodType<PlannedTool>

const reading = z.strictObject({
  name: metricName,
  axes: createBoundedRecord(z.union([metricName, z.number()]), limits.few, metricName),
  metric: z.strictObject({
    name: metricName,
    unit: name,
    betterWhen: z.enum(['lower', 'higher']),
    kind: z.enum(['duration', 'rate', 'count', 'memory', 'share']).exactOptional(),
  }),
  median: z.number(),
  count: count.min(1),
  samples: z.array(z.number()).min(1).max(readingLimits.samples),
  source: z.enum(['samples', 'aggregate']),
})

const facts = createBoundedRecord(z.string().max(readingLimits.text), readingLimits.facts)
const sentences = z.array(detail).max(readingLimits.problems)

/** Readings of a tool, from untrusted input. */
export const trialReadings = z
  .strictObject({
    tool: name.nullable(),
    benchmarks: z.array(reading).max(readingLimits.readings),
    context: facts,
    problems: sentences,
    dropped: sentences.exactOptional(),
  })
  .refine(({ benchmarks }) => benchmarks.every(({ samples, count: total }) => samples.length <= total), {
    message: 'a reading must not have more values than its count',
  }) satisfies z.ZodType<TrialReadings>

/** Origin of a trial that warpgauge did not run. */
export const trialOrigin = z.strictObject({
  kind: z.literal('ingested'),
  adapter: name,
  files: z.array(z.strictObject({ path, sha256, bytes: count })).max(mostFiles),
  notes: sentences,
  differences: sentences,
}) satisfies z.ZodType<TrialOrigin>
