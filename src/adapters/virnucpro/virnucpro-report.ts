import type { BenchmarkReading } from '../../domain/trial/benchmark-reading.ts'
import { UserError } from '../../domain/core/errors.ts'
import { emptyReading } from '../../domain/trial/tool-reading.ts'
import { parseJsonNode } from '../json-node.ts'
import { createTextReader } from '../output-reader.ts'
import { failDuplicates } from '../readings.ts'
import { reportForms } from './virnucpro-report-forms.ts'
import { readReportTables } from './virnucpro-report-tables.ts'

/**
 * Reports of `virnucpro benchmark` and its suites: JSON files, and the tables of `scaling_report.md` and
 * `bottleneck_report.md`. Reads only measured figures; verdicts, speed-ups and projections are not taken over. All
 * figures are single runs.
 */
export const virnucproReport = createTextReader({
  wants: 'a JSON or markdown report of virnucpro benchmark',
  canRead: (head) => isTable(head) || (/^\s*[[{]/.test(head) && reportForms.some(({ keys }) => hasKeys(head, keys))),
  parse: (text, path) => ({
    ...emptyReading,
    tool: 'virnucpro benchmark',
    ...(isTable(text) ? { benchmarks: failDuplicates(readReportTables(text, path)) } : readJson(text, path)),
  }),
})

function isTable(text: string): boolean {
  return /^\| (?:GPUs|Stage) \| Time \(s\) \|/m.test(text)
}

function hasKeys(text: string, keys: readonly string[]): boolean {
  return keys.every((key) => text.includes(`"${key}"`))
}

function readJson(
  text: string,
  path: string,
): { benchmarks: readonly BenchmarkReading[]; problems: readonly string[] } {
  const root = parseJsonNode(text, path)
  const form = reportForms.find(({ keys }) => hasKeys(text, keys))
  const { benchmarks, problems = [] } = form?.read(root) ?? { benchmarks: [] }
  if (benchmarks.length > 0) return { benchmarks: failDuplicates(benchmarks), problems }
  throw new UserError(
    `${path} is not a report with a measured figure`,
    'Pass an unedited report of virnucpro benchmark',
  )
}
