import { readOutput } from '../../adapters/read-output.ts'
import type { OutputFile } from '../../adapters/output-file.ts'
import type { IngestedCase } from '../../config/records/manifest-schema.ts'
import { formatAxes, formatCaseId, hasAxes } from '../../domain/core/case.ts'
import { UserError } from '../../domain/core/errors.ts'
import type { PlannedCase } from '../../domain/plan/plan.ts'
import type { ToolReading } from '../../domain/trial/tool-reading.ts'
import type { FileInspector } from '../../ports/file-inspector.ts'
import { findIngested, type ManifestFile } from './ingest-files.ts'

/** A manifest entry with the content of its files. */
export type ReadCase = {
  readonly entry: IngestedCase
  readonly files: readonly ManifestFile[]
  readonly reading: ToolReading
  readonly countedRows: number | null
  readonly differences: readonly string[]
}

/** Reads one entry of the manifest in a folder. */
export async function readCase(entry: IngestedCase, folder: string, inspector: FileInspector): Promise<ReadCase> {
  const files = await findIngested(entry.files, folder, inspector)
  const reading = await readOutput(entry.adapter, listOutputs(files))
  const tables = entry.results.length === 0 ? [] : await findIngested(entry.results, folder, inspector)
  let rows = 0
  for (const { absolutePath } of tables) rows += Math.max(0, (await inspector.countLines(absolutePath)) - 1)
  const others = entry.reference.length === 0 ? [] : await findIngested(entry.reference, folder, inspector)
  const reference = others.length === 0 ? null : await readOutput('auto', listOutputs(others))
  return {
    entry,
    files: [...files, ...tables],
    reading,
    countedRows: tables.length === 0 ? null : rows,
    differences: listDifferences(reading, reference),
  }
}

function listOutputs(found: readonly ManifestFile[]): OutputFile[] {
  return found.map(({ output }) => output)
}

/** Facts that affect the results of the pipeline. */
const decisive = ['model', 'model_path', 'expectedLength', 'expected_length', 'config_hash'] as const

function listDifferences({ context }: ToolReading, reference: ToolReading | null): string[] {
  if (reference === null) return []
  return decisive.flatMap((name) => {
    const [own, other] = [context[name], reference.context[name]]
    return own === other ? [] : [`${name}: ${other ?? 'unknown'} → ${own ?? 'unknown'}`]
  })
}

export type MatchedCase = ReadCase & { readonly planned: PlannedCase; readonly index: number }

/** Finds the planned case of each entry; throws when none or several match. */
export function matchCases(read: readonly ReadCase[], cases: readonly PlannedCase[]): MatchedCase[] {
  const placed: MatchedCase[] = []
  for (const one of read) {
    const planned = findPlannedCase(one.entry, cases)
    const earlier = placed.filter((other) => other.planned === planned)
    rejectDuplicate(one, earlier)
    placed.push({ ...one, planned, index: earlier.length })
  }
  return placed
}

/** Rejects equal outputs named as two runs: they would hide the spread between runs. */
function rejectDuplicate({ files }: ReadCase, earlier: readonly MatchedCase[]): void {
  const twin = earlier.find((other) => joinHashes(other.files) === joinHashes(files))
  if (!twin) return
  const paths = [twin.files, files].map((found) => found.map(({ identity }) => identity.path).join(', '))
  throw new UserError(
    `${paths.join(' and ')} are the same output, named as two runs of ${twin.planned.id}`,
    'Name each run once.',
  )
}

function joinHashes(found: readonly ManifestFile[]): string {
  return found.map(({ identity }) => identity.sha256).join(' ')
}

function findPlannedCase({ suite, benchmark, axes }: IngestedCase, cases: readonly PlannedCase[]): PlannedCase {
  const fitting = cases.filter(
    ({ key }) => key.suite === suite && (benchmark ?? key.benchmark) === key.benchmark && hasAxes(key.axes, axes),
  )
  const [first] = fitting
  if (first && fitting.length === 1) return first
  const label = `${suite}${benchmark === undefined ? '' : `/${benchmark}`} ${formatAxes(axes)}`.trim()
  const what = fitting.length > 1 ? 'matches several cases of the config' : 'is not a case of the config'
  const names = (fitting.length > 1 ? fitting : cases).slice(0, 20).map(({ key }) => formatCaseId(key))
  throw new UserError(`case ${label} ${what}`, `Name one of: ${names.join('; ') || 'none: the config plans no case'}`)
}
