import { join } from 'node:path'
import { formatBaseline } from '../../domain/baselines/make-baseline.ts'
import { formatNoise } from '../../domain/noise/noise.ts'
import type { Report } from '../../domain/verdict/report.ts'
import type { FileStore } from '../../ports/file-store.ts'
import { writeCopies, type ComparedWith } from './baseline-copies.ts'
import { noiseFile, type CommittedReference } from '../../judging/baselines/baselines.ts'

export type RenderReport = (report: Report) => string

/** Writes the judged report next to the record, for people and programs. */
export async function writeReports(
  report: Report,
  runFolder: string,
  formats: Readonly<Record<string, RenderReport>>,
  files: FileStore,
): Promise<void> {
  for (const [name, render] of Object.entries(formats)) await files.writeText(join(runFolder, name), render(report))
}

/** Copies the reference files, so that the folder yields the same verdict on any machine; the record keeps the list. */
export async function copyCommitted(
  { baselines, noise }: CommittedReference,
  runFolder: string,
  files: FileStore,
): Promise<ComparedWith> {
  const copies = new Map<string, string>()
  for (const loaded of baselines) {
    const text = loaded.baseline ? formatBaseline(loaded.baseline) : formatUnreadable(loaded.problem)
    if (text !== null) copies.set(`${loaded.suite}.json`, text)
  }
  const known = noise.noise ? formatNoise(noise.noise) : formatUnreadable(noise.problem)
  if (known !== null) copies.set(noiseFile, known)
  return await writeCopies(copies, runFolder, files)
}

/** An invalid placeholder for an unreadable file: without it, the file would appear to be missing. */
function formatUnreadable(problem: string | null): string | null {
  return problem === null ? null : `${JSON.stringify({ unreadable: problem })}\n`
}
