import { UserError } from '../domain/core/errors.ts'
import type { ToolReading } from '../domain/trial/tool-reading.ts'
import { readFileText } from './read-file-text.ts'
import type { OutputFile } from './output-file.ts'

/** Reads one format. Knows files only as names and bytes. */
export type OutputReader = {
  /** What to give it, as a part of a sentence. */
  readonly wants: string
  /** Whether one reading may need several files. */
  readonly takes: 'one file' | 'files of one run'
  /** True when a file that begins with this text is surely of this format; absent when the content cannot tell. */
  canRead?(head: string): boolean
  /** True for a file that is only read together with one that names it. */
  isSidecar?(path: string): boolean
  /** @throws UserError with file, place, value and hint when the content is not whole or not of this format */
  read(files: readonly OutputFile[]): Promise<ToolReading>
}

const maxBytes = 64 * 2 ** 20

type TextFormat = {
  readonly wants: string
  canRead?(head: string): boolean
  parse(text: string, path: string): ToolReading
}

/** A format that is one text file of at most 64 MiB. */
export function createTextReader(format: TextFormat): OutputReader {
  return {
    ...format,
    takes: 'one file',
    read: async (files) => {
      const file = requireOneFile(files, format.wants)
      return format.parse(await readFileText(file, maxBytes), file.path)
    },
  }
}

/** Reads each file by itself; the caller says how the readings become one. */
export async function parseEach<Part>(
  files: readonly OutputFile[],
  parse: (text: string, path: string) => Part,
): Promise<Part[]> {
  const parts: Part[] = []
  for (const file of files) parts.push(parse(await readFileText(file, maxBytes), file.path))
  return parts
}

function requireOneFile(files: readonly OutputFile[], wants: string): OutputFile {
  const [file] = files
  if (file && files.length === 1) return file
  const paths = files.map(({ path }) => path).join(', ') || 'none'
  throw new UserError(`expected one file, got ${files.length}: ${paths}`, `Pass ${wants}`)
}
