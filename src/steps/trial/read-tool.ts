import { basename, resolve } from 'node:path'
import { readerNames } from '../../config/schema/option-suites-schema.ts'
import { readOutput } from '../../programs/index.ts'
import type { ProofConfig } from '../../config/schema/schema.ts'
import { fillPlaceholders, type CommandValues } from '../../domain/core/command.ts'
import { UserError } from '../../domain/core/errors.ts'
import type { FileInspector } from '../../ports/file-inspector.ts'
import { createInspectedFile } from './inspected-file.ts'
import { type ToolResult, collectToolReadings } from '../../judging/ingest/ingest.ts'
import type { PlannedTool } from '../../record/readings.ts'

type ToolRun = {
  readonly values: CommandValues
  /** Where the command ran. */
  readonly directory: string
}

/** criterion writes four files for each benchmark. */
const maxFiles = 8192

/** The output files of a tool prove its work. */
export function buildToolProof({ files }: PlannedTool): ProofConfig {
  return { files: files.map((path) => ({ path, minBytes: 1 })), stdout: [] }
}

/** Reads the results of a tool from one process. No result, or any failed benchmark, fails the trial. */
export async function readTool(tool: PlannedTool, place: ToolRun, inspector: FileInspector): Promise<ToolResult> {
  const name = readerNames.find((known) => known === tool.adapter) ?? null
  try {
    const paths = await findFiles(tool, place, inspector)
    const files = paths.map((path) => createInspectedFile(path, shortenPath(path, place), inspector))
    if (name === null) throw new UserError(`there is no adapter ${tool.adapter}`, 'Use one of those in docs/suites.md')
    if (paths.length > maxFiles) throw new UserError(`${paths.length} files match`, 'Name fewer files')
    return collectToolReadings(await readOutput(name, files))
  } catch (error) {
    if (!(error instanceof UserError)) throw error
    return { readings: null, failure: { kind: 'no-proof', detail: `${error.message} (${error.hint})` } }
  }
}

/** Each file once, in config order. */
async function findFiles({ files }: PlannedTool, place: ToolRun, inspector: FileInspector): Promise<string[]> {
  const found: string[] = []
  for (const file of files) {
    found.push(...(await inspector.find(resolve(place.directory, fillPlaceholders(file, place.values)))))
  }
  return [...new Set(found)]
}

function shortenPath(path: string, { values, directory }: ToolRun): string {
  const place = [values.output, directory].find((parent) => path.startsWith(`${parent}/`))
  return place === undefined ? basename(path) : path.slice(place.length + 1)
}
