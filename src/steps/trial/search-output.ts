import { join } from 'node:path'
import { splitBoundedLines } from '../../adapters/bounded-lines.ts'
import { handleUserError } from '../../domain/core/errors.ts'
import { createErrorSearch, isWithoutWork, type ErrorSearch } from '../../domain/trial/reported-errors.ts'
import type { FileInspector } from '../../ports/file-inspector.ts'
import type { ProcessOutcome } from '../../ports/process-runner.ts'

/** A stream can exceed its limit; its last lines are known all the same. */
export type KnownOutput = Pick<ProcessOutcome, 'isOutputTruncated' | 'stdoutTail' | 'stderrTail'>

const cutOutput = 'more output than is kept, a part of which was not searched for errors'

/**
 * Finds errors in the output, below `log`, of a setup or generator that ended well: a build that fails in part leaves an
 * old or slower program, and a download a part of the data.
 */
export async function findPrintedErrors(
  log: string,
  output: KnownOutput,
  inspector: Pick<FileInspector, 'streamBytes'>,
): Promise<string[]> {
  const paths = ['stdout.log', 'stderr.log'].map((name) => join(log, name))
  const found = await searchErrors(paths, output, inspector)
  const errors = found.filter((error) => !isWithoutWork(error))
  return output.isOutputTruncated ? [...errors, cutOutput] : errors
}

/** Searches files of any size, and what is known of the end of a stream that exceeded its limit. */
export async function searchErrors(
  paths: readonly string[],
  output: KnownOutput,
  inspector: Pick<FileInspector, 'streamBytes'>,
): Promise<string[]> {
  const search = createErrorSearch()
  for (const path of paths) {
    // What is no readable file is reported as unread.
    await searchFile(path, search, inspector).catch(handleUserError(() => null))
    search.endText()
  }
  for (const tail of output.isOutputTruncated ? [output.stdoutTail, output.stderrTail] : []) {
    // A tail has a prefix on each line.
    for (const line of splitBoundedLines(tail.replaceAll(/^│ ?/gm, ''))) search.add(line)
    search.endText()
  }
  return search.found()
}

/** Longer lines are searched in their last characters, as splitBoundedLines yields them. */
const maxOpenCharacters = 64 * 1024

/** Adds the lines of a file of any size, one by one. */
export async function searchFile(
  path: string,
  search: Pick<ErrorSearch, 'add'>,
  inspector: Pick<FileInspector, 'streamBytes'>,
): Promise<void> {
  const decoder = new TextDecoder()
  let open = ''
  for await (const chunk of inspector.streamBytes(path)) {
    const text = open + decoder.decode(chunk, { stream: true })
    const end = Math.max(text.lastIndexOf('\n'), text.lastIndexOf('\r')) + 1
    for (const line of splitBoundedLines(text.slice(0, end))) search.add(line)
    open = text.slice(end).slice(-maxOpenCharacters)
  }
  for (const line of splitBoundedLines(open)) search.add(line)
}
