import { UserError } from '../domain/core/errors.ts'
import type { OutputFile } from './output-file.ts'
import { readPlainBytes } from './tools/plain-bytes.ts'

/**
 * Reads the complete text of a file, plain or gzip. With `isLog`, replaces bytes that are not UTF-8: a job that was
 * killed can end inside a character, and programs pass on bytes of others.
 *
 * @throws UserError when it is empty, larger than `maxBytes` when unpacked, or not UTF-8 and no log
 */
export async function readFileText(file: OutputFile, maxBytes: number, isLog = false): Promise<string> {
  const chunks: Uint8Array[] = []
  let size = 0
  for await (const chunk of readPlainBytes(file)) {
    size += chunk.length
    if (size > maxBytes)
      throw new UserError(`${file.path} is larger than ${maxBytes} bytes`, 'Pass the file of one run, or fewer samples')
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
