import type { OutputFile } from '../../adapters/reader.ts'
import type { FileInspector } from '../../ports/file-inspector.ts'

/** An output file on disk; `shown` is its path in messages. */
export function createInspectedFile(path: string, shown: string, inspector: FileInspector): OutputFile {
  return {
    path: shown,
    readBytes: () => inspector.streamBytes(path),
    readTables: (selections) => inspector.readTables(path, selections),
  }
}
