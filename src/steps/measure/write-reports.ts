import { createHash } from 'node:crypto'
import { join } from 'node:path'
import { UserError } from '../../domain/core/errors.ts'
import type { RunRecord } from '../../domain/trial/run-record.ts'
import { formatBaseline } from '../../domain/baselines/make-baseline.ts'
import { formatNoise } from '../../domain/noise/noise.ts'
import type { Report } from '../../domain/verdict/report.ts'
import type { FileStore } from '../../ports/file-store.ts'
import { baselineCopies } from './run-folder.ts'
import { noiseFile, type CommittedReference } from '../../judging/baselines/baselines.ts'

const maxCopyBytes = 16 * 2 ** 20

/** The committed files that a run was compared with, as listed in its record. */
type ComparedWith = NonNullable<RunRecord['comparedWith']>

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

/**
 * Copies the reference files, so that the folder yields the same verdict on any machine. The returned list must go into
 * the record: without it a lost copy would mean no comparison, and a run without comparisons can pass.
 */
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

/** Writes reference files into the run folder; returns their list. */
export async function writeCopies(
  copies: ReadonlyMap<string, string>,
  runFolder: string,
  files: FileStore,
): Promise<ComparedWith> {
  const directory = join(runFolder, baselineCopies)
  for (const [name, text] of copies) await files.writeText(join(directory, name), text)
  return Object.fromEntries([...copies].map(([name, text]) => [name, computeSha256(text)]))
}

/** An invalid placeholder for an unreadable file: without it, the file would appear to be missing. */
function formatUnreadable(problem: string | null): string | null {
  return problem === null ? null : `${JSON.stringify({ unreadable: problem })}\n`
}

/**
 * Reads the first of these copies that the record lists; null when it lists none. Without a list (other versions of
 * warpgauge), uses the copies that exist.
 *
 * @throws UserError when a listed copy is missing or has changed
 */
export async function readCopy(
  names: readonly string[],
  { comparedWith }: Pick<RunRecord, 'comparedWith'>,
  runFolder: string,
  files: FileStore,
): Promise<string | null> {
  for (const name of names) {
    const expected = comparedWith?.[name]
    if (comparedWith !== undefined && expected === undefined) continue
    const text = await files.readForeignText(runFolder, join(baselineCopies, name), maxCopyBytes)
    if (expected !== undefined && (text === null || computeSha256(text) !== expected))
      throw createLostCopyError(name, text === null)
    if (text !== null) return text
  }
  return null
}

function createLostCopyError(name: string, isGone: boolean): UserError {
  return new UserError(
    `${join(baselineCopies, name)} of the run folder is ${isGone ? 'missing' : 'not the file that the run was compared with'}`,
    'Set --baselines, or download the run folder again.',
  )
}

function computeSha256(text: string): string {
  return createHash('sha256').update(text).digest('hex')
}
