import { join } from 'node:path'
import { baselineText } from '../../domain/baselines/make-baseline.ts'
import { noiseText } from '../../domain/noise/noise.ts'
import type { Report } from '../../domain/verdict/report.ts'
import type { FileStore } from '../../ports/file-store.ts'
import { writeCopies, type ComparedWith } from './compared-with.ts'
import { noiseFile, type Committed } from '../../judging/baselines/committed-reference.ts'

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

/** Copies what a run is compared with, so that the folder gives the same verdict on any machine; the record keeps the list. */
export async function copyCommitted(
  { baselines, noise }: Committed,
  runFolder: string,
  files: FileStore,
): Promise<ComparedWith> {
  const copies = new Map<string, string>()
  for (const loaded of baselines) {
    const text = loaded.baseline ? baselineText(loaded.baseline) : unreadableText(loaded.problem)
    if (text !== null) copies.set(`${loaded.suite}.json`, text)
  }
  const known = noise.noise ? noiseText(noise.noise) : unreadableText(noise.problem)
  if (known !== null) copies.set(noiseFile, known)
  return await writeCopies(copies, runFolder, files)
}

/** Stands for a file that could not be read, and cannot be read either: without it there would seem to be none (W52). */
function unreadableText(problem: string | null): string | null {
  return problem === null ? null : `${JSON.stringify({ unreadable: problem })}\n`
}
