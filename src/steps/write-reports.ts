import { join } from 'node:path'
import { baselineText } from '../domain/make-baseline.ts'
import type { Report } from '../domain/report.ts'
import type { FileStore } from '../ports/file-store.ts'
import type { LoadedBaseline } from './judge-run.ts'
import { baselineCopies } from './run-folder.ts'

/** Renders a report as text. */
export type RenderReport = (report: Report) => string

/** Leaves the judged report beside the record, for people and programs. */
export async function writeReports(
  report: Report,
  runFolder: string,
  formats: Readonly<Record<string, RenderReport>>,
  files: FileStore,
): Promise<void> {
  for (const [name, render] of Object.entries(formats)) await files.writeText(join(runFolder, name), render(report))
}

/** Copies what the run was compared with, so that the folder gives the same verdict on any machine. */
export async function copyBaselines(
  baselines: readonly LoadedBaseline[],
  runFolder: string,
  files: FileStore,
): Promise<void> {
  for (const { suite, baseline } of baselines) {
    if (baseline) await files.writeText(join(runFolder, baselineCopies, `${suite}.json`), baselineText(baseline))
  }
}
