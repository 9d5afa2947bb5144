import { pipeline } from 'node:stream'
import { createGunzip } from 'node:zlib'
import { UserError } from '../domain/core/errors.ts'
import type { TableRows, TableSelection } from '../domain/tables/database-table.ts'
import { emptyReading, type ToolReading } from '../domain/trial/tool-reading.ts'
import { parseJsonNode, type JsonNode } from './json-node.ts'

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
  parse(text: string, path: string): Partial<ToolReading>
}

/** Creates a reader for a format that consists of one text file of at most 64 MiB. */
export function createTextReader(format: TextFormat): OutputReader {
  return {
    ...format,
    takes: 'one file',
    read: async (files) => {
      const file = requireOneFile(files, format.wants)
      return { ...emptyReading, ...format.parse(await readFileText(file, maxBytes, format.isLog), file.path) }
    },
  }
}

type JsonFormat = Omit<TextFormat, 'isLog' | 'parse'> & { parse(root: JsonNode): Partial<ToolReading> }

/** Creates a reader for a format that consists of one JSON file of at most 64 MiB. */
export function createJsonReader(format: JsonFormat): OutputReader {
  return createTextReader({ ...format, parse: (text, path) => format.parse(parseJsonNode(text, path)) })
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

/** An output file of a tool. Its content may be gzip. */
export type OutputFile = {
  /** Path shown in messages; a JSON file finds its binary files by it. */
  readonly path: string
  /** Reads the content from the beginning at each call. */
  readBytes(): AsyncIterable<Uint8Array>
  /**
   * Reads tables of an SQLite file, one result per selection; absent for a text in memory.
   *
   * @throws UserError for another kind of file, a damaged one, and one beyond the limits
   */
  readTables?(selections: readonly TableSelection[]): Promise<TableRows[]>
}

/**
 * Reads the complete text of a file, plain or gzip. With `isLog`, replaces bytes that are not UTF-8: a job that was
 * killed can end inside a character, and programs pass on bytes of others.
 *
 * @throws UserError when it is empty, larger than `limitBytes` when unpacked, or not UTF-8 and no log
 */
export async function readFileText(file: OutputFile, limitBytes: number, isLog = false): Promise<string> {
  const chunks: Uint8Array[] = []
  let size = 0
  for await (const chunk of readPlainBytes(file)) {
    size += chunk.length
    if (size > limitBytes)
      throw new UserError(
        `${file.path} is larger than ${limitBytes} bytes`,
        'Pass the file of one run, or fewer samples',
      )
    chunks.push(chunk)
  }
  const text = isLog ? new TextDecoder().decode(Buffer.concat(chunks)) : decode(chunks, file.path)
  if (text.trim() === '') throw new UserError(`${file.path} is empty`, 'The tool wrote nothing; check its log')
  return text
}

/** Reads the first characters of a file to detect its format; invalid UTF-8 shows as replacement characters. */
export async function readHead(file: OutputFile, maxCharacters: number): Promise<string> {
  const decoder = new TextDecoder()
  let text = ''
  for await (const chunk of readPlainBytes(file)) {
    text += decoder.decode(chunk, { stream: true })
    if (text.length >= maxCharacters) break
  }
  return text.slice(0, maxCharacters)
}

function decode(chunks: readonly Uint8Array[], path: string): string {
  try {
    return new TextDecoder('utf-8', { fatal: true }).decode(Buffer.concat(chunks))
  } catch (cause) {
    throw new UserError(`${path} is not UTF-8 text`, 'Pass the text file that the tool wrote', { cause })
  }
}

/**
 * Yields the bytes of a file, unpacked when the content is gzip, independent of the file name. Yields nothing for an
 * empty file.
 */
export async function* readPlainBytes(file: OutputFile): AsyncGenerator<Uint8Array> {
  const chunks = file.readBytes()[Symbol.asyncIterator]()
  try {
    const first = await chunks.next()
    if (first.done) return
    const all = resumeChunks(first.value, chunks)
    if (first.value[0] === 0x1f && first.value[1] === 0x8b) yield* unpackGzip(all, file.path)
    else yield* all
  } finally {
    await chunks.return?.()
  }
}

async function* resumeChunks(first: Uint8Array, rest: AsyncIterator<Uint8Array>): AsyncGenerator<Uint8Array> {
  yield first
  for (let next = await rest.next(); !next.done; next = await rest.next()) yield next.value
}

/** Unpacks all members: `cat a.gz b.gz` is one file. zlib ignores what follows a zero byte, so that is refused. */
async function* unpackGzip(packed: AsyncIterable<Uint8Array>, path: string): AsyncGenerator<Uint8Array> {
  let size = 0
  async function* countBytes(): AsyncGenerator<Uint8Array> {
    for await (const chunk of packed) {
      size += chunk.length
      yield chunk
    }
  }
  try {
    const gunzip = pipeline(countBytes(), createGunzip(), () => undefined)
    yield* gunzip as AsyncIterable<Buffer>
    if (gunzip.bytesWritten < size) throw new Error('other bytes after its end')
  } catch (cause) {
    const detail = cause instanceof Error ? cause.message : String(cause)
    throw new UserError(`${path} is damaged gzip: ${detail}`, 'Copy or write the file again', { cause })
  }
}
