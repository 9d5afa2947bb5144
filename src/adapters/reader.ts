import { pipeline } from 'node:stream'
import { createGunzip } from 'node:zlib'
import type { z } from 'zod'
import { formatNames, UserError } from '../domain/core/errors.ts'
import type { TableRows, TableSelection } from '../domain/tables/database-table.ts'
import { emptyReading, type ToolReading } from '../domain/trial/tool-reading.ts'
import * as field from './fields.ts'
import { buildReadings, type Joins, type Row } from './readings.ts'

/** What is known of a format before a file of it is read. */
type About = {
  /** The expected input, as a part of a sentence. */
  readonly wants: string
  /**
   * Whether a file that begins with `head` certainly has this format; absent when the content does not show the format.
   */
  detect?(head: string): boolean
  /**
   * Whether the text is a log, which may hold bytes that are not UTF-8, and whose end shows the format if the tool
   * writes after the program.
   */
  readonly isLog?: boolean
  /** Whether the file can only be read together with another file that names it. */
  isSidecar?(path: string): boolean
}

/** Reads one format. Sees files only as names and bytes. */
export type OutputReader = About & {
  /** Whether a reading is made from one file or from several files of a run. */
  readonly takes: 'one file' | 'files of one run'
  /** @throws UserError with file, path, value and hint when the content is incomplete or has another format */
  read(files: readonly OutputFile[]): Promise<ToolReading>
}

/** What a reader finds in a file. */
export type Output = Partial<Omit<ToolReading, 'tool' | 'context' | 'isJoined'>> & {
  /** Name and version; what is null is left out. */
  readonly tool?: string | null | readonly (string | null)[]
  /** Machine facts and settings as printed; what is null is left out. */
  readonly context?: Readonly<Record<string, string | null>>
  readonly rows?: readonly Row[]
  /** What rows with the same name and axes are; absent: an error of the benchmark. */
  readonly joins?: Joins
  /** Whether the file holds several runs, where `joins` does not show it. */
  readonly isJoined?: boolean
}

/** Creates a reader of the files of one run. */
export function createRunReader(
  format: About & { toReadings(files: readonly OutputFile[]): Promise<Output> },
): OutputReader {
  return { ...format, takes: 'files of one run', read: async (files) => finish(await format.toReadings(files)) }
}

/** Creates a reader of one file of any size. */
export function createFileReader(format: About & { toReadings(file: OutputFile): Promise<Output> }): OutputReader {
  return {
    ...format,
    takes: 'one file',
    read: async (files) => {
      const [file] = files
      if (file && files.length === 1) return finish(await format.toReadings(file))
      const paths = formatNames(files.map(({ path: own }) => own)) || 'none'
      throw new UserError(`expected one file, got ${files.length}: ${paths}`, `Pass ${format.wants}`)
    },
  }
}

/** Creates a reader for a format that consists of one text file of at most 64 MiB. */
export function createTextReader(
  format: About & {
    toReadings(text: string, path: string): Output
  },
): OutputReader {
  return createFileReader({
    ...format,
    toReadings: async (file) => format.toReadings(await readFileText(file, maxBytes, format.isLog), file.path),
  })
}

/** Creates a reader for a format that consists of one JSON file of at most 64 MiB. */
export function createJsonReader<Data>(
  format: About & {
    readonly schema: z.ZodType<Data>
    toReadings(data: Data, path: string): Output
  },
): OutputReader {
  return createTextReader({
    ...format,
    toReadings: (text, path) => format.toReadings(field.read(format.schema, field.parseJson(text, path), path), path),
  })
}

const repeated = 'the file holds several runs: they are read as repetitions of one'

function finish({ rows, joins, isJoined, ...output }: Output): ToolReading {
  const { isJoined: hasJoined, ...found } = rows ? buildReadings(rows, joins) : { problems: [], isJoined: false }
  const joined = isJoined || hasJoined ? ({ isJoined: true } as const) : null
  const { tool = null, context = {}, problems: own = [] } = output
  const name = typeof tool === 'object' && tool ? tool.filter((part) => part !== null).join(' ') : tool
  const facts = Object.entries(context).flatMap(([fact, text]) => (text === null ? [] : [[fact, text] as const]))
  const problems = [...own, ...found.problems, ...(joined ? [repeated] : [])]
  return {
    ...emptyReading,
    ...output,
    ...found,
    tool: name,
    context: Object.fromEntries(facts),
    problems,
    ...joined,
  }
}

/** Reads and parses each file separately, `isLog` as in `readFileText`; the caller combines the results. */
export async function parseEach<Part>(
  files: readonly OutputFile[],
  parse: (text: string, path: string) => Part,
  isLog = false,
): Promise<Part[]> {
  const parts: Part[] = []
  for (const file of files) parts.push(parse(await readFileText(file, maxBytes, isLog), file.path))
  return parts
}

const maxBytes = 64 * 2 ** 20

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
  for await (const chunk of readTextBytes(file)) {
    size += chunk.length
    if (size > limitBytes)
      throw new UserError(
        `${file.path} is larger than ${limitBytes} bytes`,
        'Pass the file of one run, or fewer samples',
      )
    chunks.push(chunk)
  }
  const text = cleanText(isLog ? new TextDecoder().decode(Buffer.concat(chunks)) : decode(chunks, file.path))
  if (text.trim() === '') throw new UserError(`${file.path} is empty`, 'The tool wrote nothing; check its log')
  return text
}

/** Reads the first characters of a file to detect its format; invalid UTF-8 shows as replacement characters. */
export async function readHead(file: OutputFile, maxCharacters: number): Promise<string> {
  const decoder = new TextDecoder()
  let text = ''
  for await (const chunk of readTextBytes(file)) {
    text += decoder.decode(chunk, { stream: true })
    if (text.length >= maxCharacters) break
  }
  return cleanText(text.slice(0, maxCharacters))
}

/** Reads the last characters of a file to detect its format; empty if it is larger than 64 MiB. */
export async function readTail(file: OutputFile, maxCharacters: number): Promise<string> {
  const decoder = new TextDecoder()
  let [text, size] = ['', 0]
  for await (const chunk of readTextBytes(file)) {
    size += chunk.length
    if (size > maxBytes) return ''
    text = (text + decoder.decode(chunk, { stream: true })).slice(-maxCharacters)
  }
  return cleanText(text)
}

/** Removes colors, and the carriage returns of Windows. */
function cleanText(text: string): string {
  const lines = text.replaceAll('\r\n', '\n')
  return lines.includes('\u001B') ? lines.replaceAll(/[^\P{Cc}\r\n\t]\[[\d;]*m/gu, '') : lines
}

function decode(chunks: readonly Uint8Array[], path: string): string {
  try {
    return new TextDecoder('utf-8', { fatal: true }).decode(Buffer.concat(chunks))
  } catch (cause) {
    throw new UserError(`${path} is not UTF-8 text`, 'Pass the text file that the tool wrote', { cause })
  }
}

/** Yields the bytes of a text as UTF-8: PowerShell 5 writes what it redirects as UTF-16, with a byte order mark. */
export async function* readTextBytes(file: OutputFile): AsyncGenerator<Uint8Array> {
  let convert: ((chunk: Uint8Array) => Uint8Array) | undefined
  for await (const chunk of readPlainBytes(file)) {
    convert ??= createUtf8Converter(chunk)
    yield convert(chunk)
  }
}

function createUtf8Converter([first, second]: Uint8Array): (chunk: Uint8Array) => Uint8Array {
  const isMark = (first === 0xff && second === 0xfe) || (first === 0xfe && second === 0xff)
  if (!isMark) return (chunk) => chunk
  const decoder = new TextDecoder(first === 0xff ? 'utf-16le' : 'utf-16be')
  return (chunk) => Buffer.from(decoder.decode(chunk, { stream: true }))
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
