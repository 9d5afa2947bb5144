import { basename, resolve } from 'node:path'
import type { ReaderName } from '../../adapters/index.ts'
import { readOutput } from '../../adapters/read-output.ts'
import { readerNames } from '../../config/schema/command-schema.ts'
import type { ProofConfig } from '../../config/schema/schema.ts'
import { fillPlaceholders, type CommandValues } from '../../domain/core/command.ts'
import { UserError } from '../../domain/core/errors.ts'
import type { PlannedTool } from '../../domain/plan/planned-tool.ts'
import type { FileInspector } from '../../ports/file-inspector.ts'
import { type ToolResult, collectToolReadings } from '../../judging/ingest/tool-readings.ts'

type ToolRun = {
  readonly values: CommandValues
  /** Where the command ran. */
  readonly directory: string
}

const mostFiles = 256

/** The work of a tool is proven by the files that hold its figures. */
export function buildToolProof({ files }: PlannedTool): ProofConfig {
  return { files: files.map((path) => ({ path, minBytes: 1 })), stdout: [] }
}

/** Reads what a tool wrote in one process. Nothing measured, and any benchmark that failed, is a failure of the trial (W7). */
export async function readTool(tool: PlannedTool, place: ToolRun, inspector: FileInspector): Promise<ToolResult> {
  const name = findReaderName(tool.adapter)
  try {
    const paths = await findFiles(tool, place, inspector)
    const files = paths.map((path) => ({
      path: shortenPath(path, place),
      readBytes: () => inspector.streamBytes(path),
    }))
    if (name === null) throw new UserError(`there is no adapter ${tool.adapter}`, 'Name one of docs/suites.md')
    if (paths.length > mostFiles) throw new UserError(`${paths.length} files match`, 'Name fewer files')
    return collectToolReadings(await readOutput(name, files))
  } catch (error) {
    if (!(error instanceof UserError)) throw error
    return { readings: null, failure: { kind: 'no-proof', detail: `${error.message} (${error.hint})` } }
  }
}

/** Each file once, in the order in which the config names them. */
async function findFiles({ files }: PlannedTool, place: ToolRun, inspector: FileInspector): Promise<string[]> {
  const found: string[] = []
  for (const file of files) {
    found.push(...(await inspector.find(resolve(place.directory, fillPlaceholders(file, place.values)))))
  }
  return [...new Set(found)]
}

/** A name of a reader; null for any other text. */
function findReaderName(text: string): ReaderName | null {
  return readerNames.find((name) => name === text) ?? null
}

function shortenPath(path: string, { values, directory }: ToolRun): string {
  const place = [values.output, directory].find((parent) => path.startsWith(`${parent}/`))
  return place === undefined ? basename(path) : path.slice(place.length + 1)
}
