import { z } from 'zod'

/** Work that the program counts itself: in events, or in a log line. */
export const throughput = z
  .strictObject({
    unit: z
      .string()
      .regex(/^[A-Za-z][A-Za-z0-9 _-]{0,39}$/, 'use a plural noun, such as tokens')
      .default('items')
      .describe('What the program processes: items, tokens, samples, steps …; throughput is in this unit per second'),
    event: z
      .string()
      .min(1)
      .max(200)
      .optional()
      .describe(
        'Name of the metric events whose values add up to the count; progress: the largest `done` of each worker',
      ),
    line: z
      .string()
      .max(500)
      .regex(/^(?:(?!\{count\}).)*\{count\}(?:(?!\{count\}).)*$/, 'write {count} once, in the place of the number')
      .optional()
      .describe('Part of a log line with {count}, such as "processed {count} samples"; the last such line counts'),
  })
  .refine((value) => (value.event === undefined) !== (value.line === undefined), {
    message: 'set either event or line',
  })
