import { buildConfigJsonSchema, publish, type JsonSchema } from '../src/config/records/json-schemas.ts'
import { reportVersion } from '../src/domain/verdict/report.ts'
import { reportSchema } from './report-schema.ts'
import { baseline } from '../src/record/baseline.ts'
import { historyRecord } from '../src/record/history.ts'
import { noiseRecord } from '../src/record/noise.ts'
import { runRecord } from '../src/record/run.ts'
import { runRecordVersion } from '../src/record/limits.ts'

/** Everything under `schema/`, by file name. */
export function publishedSchemas(): Record<string, JsonSchema> {
  return {
    'config.schema.json': buildConfigJsonSchema(),
    'run-record.schema.json': publish(
      runRecord,
      `run-record:${runRecordVersion}`,
      'run.json of a warpgauge run folder',
    ),
    'baseline.schema.json': publish(baseline, 'baseline:1', 'Committed baseline of warpgauge'),
    'history.schema.json': publish(historyRecord, 'history:1', 'One line of the history that warpgauge keeps'),
    'report.schema.json': publish(reportSchema, `report:${reportVersion}`, 'JSON report of warpgauge'),
    'noise.schema.json': publish(noiseRecord, 'noise:1', 'What warpgauge knows of the noise of a testbed'),
  }
}
