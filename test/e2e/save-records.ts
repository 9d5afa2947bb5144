import { mkdirSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { buildHistoryRecord } from '../../src/judging/history/build-history-record.ts'
import { recordIn } from './run-check.ts'
import type { SteppedHistory } from './stepped-history.ts'

/**
 * Writes below `directory` the records that nightly runs of a stepped history would have left there: quick commits, then
 * slow ones from the culprit on. The machine and the suite are those of the bisection in `folder`.
 */
export function saveRecords(folder: string, { commits, culprit }: SteppedHistory, directory: string): void {
  const report = readFileSync(join(folder, 'bisect-report.json'), 'utf8')
  const { steps } = JSON.parse(report) as { readonly steps: readonly { readonly runFolder: string }[] }
  const ran = recordIn(join(folder, steps[0]!.runFolder))
  const first = commits.indexOf(culprit)
  const lines = [3, 5, 7, 10, 11].flatMap((index) =>
    [0, 1, 2, 3, 4].map((repeat) => {
      const place = { order: index + 1, committedAt: ran.startedAt }
      const record = buildHistoryRecord({ record: ran, place, runUrl: null })
      const samples = [1, 1.001, 0.999].map((factor) => factor * (index < first ? 0.1 : 0.5) * (1 + repeat / 5000))
      const cases = record.cases.map((one) => ({ ...one, metrics: one.metrics.map((item) => ({ ...item, samples })) }))
      return JSON.stringify({ ...record, commit: commits[index], runId: `saved-${index}-${repeat}`, cases })
    }),
  )
  mkdirSync(join(directory, 'history'), { recursive: true })
  writeFileSync(join(directory, 'history', '2026-01.jsonl'), `${lines.join('\n')}\n`)
}
