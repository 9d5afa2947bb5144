import { UserError } from '../domain/core/errors.ts'
import type { ToolReading } from '../domain/trial/tool-reading.ts'
import { readFileText } from './read-file-text.ts'
import type { OutputFile } from './output-file.ts'

/** Reads one format. Sees files only as names and bytes. */
export type OutputReader = {
  /** The expected input, as a part of a sentence. */
  readonly wants: string
  /** Whether a reading is made from one file or from several files of a run. */
  readonly takes: 'one file' | 'files of one run'
  /**
   * Whether a file that begins with `head` certainly has this format; absent when the content does not show the format.
   */
  canRead?(head: string): boolean
  /** Whether the file can only be read together with another file that names it. */
  isSidecar?(path: string): boolean
  /** @throws UserError with file, path, value and hint when the content is incomplete or has another format */
  read(files: readonly OutputFile[]): Promise<ToolReading>
}

const maxBytes = 64 * 2 ** 20

type TextFormat = {
  readonly wants: string
  /** Whether the text is a log, which may hold bytes that are not UTF-8. */
  readonly isLog?: boolean
  canRead?(head: string): boolean
  parse(text: string, path: string): ToolReading
}

/** Creates a reader for a format that consists of one text file of at most 64 MiB. */
export function createTextReader(format: TextFormat): OutputReader {
  return {
    ...format,
    takes: 'one file',
    read: async (files) => {
      const file = requireOneFile(files, format.wants)
      return format.parse(await readFileText(file, maxBytes, format.isLog), file.path)
    },
  }
}

/** Reads and parses each file separately; the caller combines the results. */
export async function parseEach<Part>(
  files: readonly OutputFile[],
  parse: (text: string, path: string) => Part,
  isLog = false,
): Promise<Part[]> {
  const parts: Part[] = []
  for (const file of files) parts.push(parse(await readFileText(file, maxBytes, isLog), file.path))
  return parts
}

function requireOneFile(files: readonly OutputFile[], wants: string): OutputFile {
  const [file] = files
  if (file && files.length === 1) return file
  const paths = files.map(({ path }) => path).join(', ') || 'none'
  throw new UserError(`expected one file, got ${files.length}: ${paths}`, `Pass ${wants}`)
}
