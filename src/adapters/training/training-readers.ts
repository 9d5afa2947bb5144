import { createTextReader } from '../output-reader.ts'
import { buildToolReading, parseTelemetry } from '../pipeline/pipeline-readers.ts'
import { lightning } from './lightning.ts'
import { transformers } from './transformers.ts'

/** The report of Lightning's simple profiler. */
export const lightningReader = createTextReader({
  isLog: true,
  wants: "the log with the report of Lightning's simple profiler, or the file that it wrote",
  canRead: (head) => /^[A-Z]{1,20} ?Profiler Report\s*$/im.test(head),
  parse: (text, path) =>
    buildToolReading('Lightning', parseTelemetry(lightning, text, path), { figures: {}, context: {} }),
})

/** The log of the Hugging Face `Trainer`, or its `all_results.json`. */
export const transformersReader = createTextReader({
  isLog: true,
  wants: 'the log of the Trainer, or its all_results.json',
  canRead: (head) => /["'](?:train|eval|test)_runtime["']: /.test(head),
  parse: (text, path) => {
    const telemetry = parseTelemetry(transformers, text, path)
    const reading = buildToolReading('Transformers', telemetry, { figures: {}, context: {} })
    return { ...reading, benchmarks: telemetry.benchmarks ?? [] }
  },
})
