import { relative } from 'node:path'
import type { CommandValues } from '../../domain/core/command.ts'
import { UserError } from '../../domain/core/errors.ts'
import type { FileInspector } from '../../ports/file-inspector.ts'
import { maxTracedFiles, maxTracedLine } from '../../record/limits.ts'
import type { TracedFile, WorkTrace } from '../../record/run.ts'

export type TraceRequest = {
  readonly values: CommandValues
  /** Where the command ran. */
  readonly directory: string
  readonly stdoutPath: string
  /** Last lines of standard output, sanitized for logs. */
  readonly stdoutTail: string
  /** Milliseconds since the epoch; older files are not from this trial. */
  readonly startedMs: number
}

/** Larger tables are not counted. */
const maxTableBytes = 2 ** 30
const tableName = /\.[ct]sv$/

/** Records what a trial without a proof of work left: new files in its output and checkout, and its last line. */
export async function recordTrace(request: TraceRequest, inspector: FileInspector): Promise<WorkTrace> {
  const { directory, values } = request
  const output = await listNewFiles(
    { root: values.output, pattern: values.output, name: '{output}' },
    request,
    inspector,
  )
  const inTree = await listNewFiles({ root: directory, pattern: `${directory}/*`, name: '' }, request, inspector)
  const files = [...output, ...inTree].slice(0, maxTracedFiles)
  const stdoutLines = await countOutputLines(request.stdoutPath, inspector)
  return { files, stdoutLines, lastLine: findLastLine(request.stdoutTail) }
}

/** `pattern` matches files and folders in `root`; `name` replaces `root` in their paths. */
type SearchedPlace = { readonly root: string; readonly pattern: string; readonly name: string }

/** Lists new files that match the pattern or lie up to two folders below it; an unreadable place has none. */
async function listNewFiles(
  { root, pattern, name }: SearchedPlace,
  { startedMs }: TraceRequest,
  inspector: FileInspector,
): Promise<TracedFile[]> {
  const files: TracedFile[] = []
  try {
    for (const depth of ['', '/*', '/*/*']) {
      for (const path of await inspector.find(`${pattern}${depth}`)) {
        const found = await inspector.readStat(path)
        if (!found || found.modifiedMs < startedMs || found.bytes === 0 || path.endsWith('.pyc')) continue
        const shown = [name, relative(root, path)].filter((part) => part !== '').join('/')
        files.push({ path: shown, bytes: found.bytes, rows: await countRows(path, found.bytes, inspector) })
        if (files.length >= maxTracedFiles) return files
      }
    }
  } catch (error) {
    if (!(error instanceof UserError)) throw error
  }
  return files
}

async function countRows(path: string, bytes: number, inspector: FileInspector): Promise<number | null> {
  if (!tableName.test(path) || bytes > maxTableBytes) return null
  return Math.max(0, (await inspector.countLines(path)) - 1)
}

async function countOutputLines(path: string, inspector: FileInspector): Promise<number> {
  try {
    return await inspector.countLines(path)
  } catch (error) {
    if (error instanceof UserError) return 0
    throw error
  }
}

/** The tail has a prefix on each line. */
function findLastLine(stdoutTail: string): string | null {
  const lines = stdoutTail.split('\n').map((line) => line.replace(/^│ ?/, '').trim())
  return lines.findLast((line) => line !== '')?.slice(0, maxTracedLine) ?? null
}
