import { baselineSchema } from '../src/config/records/baseline-schema.ts'
import { historyRecordSchema } from '../src/config/records/history-schema.ts'
import { buildConfigJsonSchema, publish, type JsonSchema } from '../src/config/records/json-schemas.ts'
import { noiseSchema } from '../src/config/records/noise-schema.ts'
import { runRecordSchema } from '../src/config/records/run-record-schema.ts'
import { reportVersion } from '../src/domain/verdict/report.ts'
import { runRecordVersion } from '../src/domain/trial/run-record.ts'
import { reportSchema } from './report-schema.ts'

/** Everything under `schema/`, by file name. */
export function publishedSchemas(): Record<string, JsonSchema> {
  return {
    'config.schema.json': buildConfigJsonSchema(),
    'run-record.schema.json': publish(
      runRecordSchema,
      `run-record:${runRecordVersion}`,
      'run.json of a warpgauge run folder',
    ),
    'baseline.schema.json': publish(baselineSchema, 'baseline:1', 'Committed baseline of warpgauge'),
    'history.schema.json': publish(historyRecordSchema, 'history:1', 'One line of the history that warpgauge keeps'),
    'report.schema.json': publish(reportSchema, `report:${reportVersion}`, 'JSON report of warpgauge'),
    'noise.schema.json': publish(noiseSchema, 'noise:1', 'What warpgauge knows of the noise of a testbed'),
  }
}
