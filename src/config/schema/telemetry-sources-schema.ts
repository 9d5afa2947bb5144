import { z } from 'zod'

/** Formats of stage times that have a fixed place: the standard streams, the events file, or a file below the output. */
const placedFormats = ['events', 'pipeline-state', 'pipeline-log', 'lightning', 'transformers'] as const

/** Formats of stage times that can be read from a file named in the config. */
const fileFormats = [...placedFormats, 'chrome-trace', 'nsys'] as const

const telemetryFile = z.strictObject({
  format: z.enum(fileFormats).describe('Format of the files'),
  files: z
    .array(z.string().min(1))
    .min(1)
    .max(16)
    .describe(
      'Files that the program writes; may contain {output} and *. Of several files the longest stage time counts',
    ),
})

export type TelemetrySource = (typeof placedFormats)[number] | z.infer<typeof telemetryFile>

export const telemetry = z
  .array(z.union([z.enum(placedFormats), telemetryFile]))
  .max(16)
  .default(['events', 'pipeline-state', 'pipeline-log'])
  .describe('Sources of stage times, formats or { format, files }; the first one with stage times is used')
