import { resolve } from 'node:path'
import { UserError } from '../domain/core/errors.ts'
import { describeReading } from '../domain/trial/describe-reading.ts'
import { createFileInspector } from '../io/files/disk-file-inspector.ts'
import { isReaderName, readers, readFormats } from '../programs/index.ts'
import { buildReadingBlocks } from '../reporters/reading.ts'
import { renderTerminalBlocks } from '../reporters/terminal.ts'
import { createInspectedFile } from '../steps/trial/read-telemetry.ts'
import { inspectTerminal, print } from './terminal.ts'

/** Options of `warpgauge read`. */
type ReadOptions = { readonly adapter?: string; readonly format: 'terminal' | 'json' }

/**
 * Reads files as those of one run and prints what a verdict would see of them. Returns 1 if they count as a failed run.
 *
 * @throws UserError for a file that is missing, damaged or of an unknown format
 */
export async function readFiles(paths: readonly string[], { adapter = 'auto', format }: ReadOptions): Promise<0 | 1> {
  if (!isReaderName(adapter))
    throw new UserError(`there is no adapter ${adapter}`, `Name one of auto, ${Object.keys(readers).join(', ')}`)
  const inspector = createFileInspector(null)
  const files = await Promise.all(
    paths.map(async (path) => createInspectedFile(await inspector.resolveRealPath(resolve(path)), path, inspector)),
  )
  const { formats, reading } = await readFormats(adapter, files)
  const described = describeReading(
    formats.map(({ format: name, files: own }) => ({ format: name, files: own.map(({ path }) => path) })),
    reading,
  )
  print(
    format === 'json'
      ? JSON.stringify(described, null, 2)
      : renderTerminalBlocks(buildReadingBlocks(described), inspectTerminal()),
  )
  return described.faults.length === 0 ? 0 : 1
}
