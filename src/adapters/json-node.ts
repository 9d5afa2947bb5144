import { UserError } from '../domain/core/errors.ts'
import { formatValue } from '../domain/core/format-value.ts'

/** A value of a JSON file with its path, so that errors can name it. */
export type JsonNode = {
  readonly file: string
  /** Such as `benchmarks[2].stats.data`; empty for the root. */
  readonly path: string
  readonly value: unknown
}

/** Parsed lists and maps take many times the size of their text; this bounds the memory. */
const maxContainers = 2_000_000

/**
 * Parses a JSON text.
 *
 * @throws UserError with line and column when the text is not JSON or holds too many lists and maps
 */
export function parseJsonNode(text: string, file: string): JsonNode {
  if (countContainers(text) > maxContainers)
    throw new UserError(`${file} has more than ${maxContainers} lists and objects`, 'Pass the file of one run')
  try {
    return { file, path: '', value: parseJsonText(text) }
  } catch (cause) {
    const detail = cause instanceof Error ? cause.message.replaceAll(/\p{Cc}+/gu, ' ').slice(0, 300) : String(cause)
    throw new UserError(`${file} is not JSON: ${detail}`, 'Write the file again; it may have been cut off', { cause })
  }
}

const nan = '\u0000NaN'

/**
 * Parses JSON with NaN and Infinity, which many tools write, also in fields that nobody reads.
 *
 * @throws SyntaxError when the text is not JSON otherwise
 */
export function parseJsonText(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch (cause) {
    const nonFinite = /"[^"\\]*(?:\\.[^"\\]*)*"|([+-]?)(?:inf(?:inity)?|(nan)(?:\(\w*\))?)(?!\w)/gi
    const replaced = text.replaceAll(nonFinite, (found: string, sign?: string, isNan?: string) => {
      if (sign === undefined) return found
      return isNan === undefined ? `${sign.replace('+', '')}1e999` : JSON.stringify(nan)
    })
    if (replaced === text) throw cause
    return JSON.parse(replaced, (_key, value: unknown) => (value === nan ? Number.NaN : value))
  }
}

/** Returns the value under an own key; its `value` is undefined when the key is missing. */
export function getField(node: JsonNode, key: string): JsonNode {
  const { value } = node
  const inner = isMap(value) && Object.hasOwn(value, key) ? value[key] : undefined
  return { file: node.file, path: joinPath(node.path, key), value: inner }
}

/** Whether the value is missing or null. */
export function isAbsent({ value }: JsonNode): boolean {
  return value === undefined || value === null
}

/**
 * Returns the items of a list.
 *
 * @throws UserError when the value is not a list
 */
export function readItems(node: JsonNode): JsonNode[] {
  const { file, path, value } = node
  if (!Array.isArray(value)) throw createValueError(node, 'a list')
  return value.map((item: unknown, index) => ({ file, path: `${path}[${index}]`, value: item }))
}

/**
 * Returns the items of a list with at least one item. `nothing` is the hint for an empty list.
 *
 * @throws UserError when the list is empty
 */
export function readSomeItems(node: JsonNode, nothing: string): JsonNode[] {
  const items = readItems(node)
  if (items.length > 0) return items
  throw new UserError(`${node.file}: ${node.path || 'the list'} is empty`, nothing)
}

/**
 * Returns the entries of an object.
 *
 * @throws UserError when the value is not an object
 */
export function readEntries(node: JsonNode): [string, JsonNode][] {
  if (!isMap(node.value)) throw createValueError(node, 'an object')
  return Object.keys(node.value).map((key) => [key, getField(node, key)])
}

/**
 * Reads a finite number.
 *
 * @throws UserError for any other value
 */
export function readNumber(node: JsonNode): number {
  const { value } = node
  if (typeof value === 'number' && Number.isFinite(value)) return value
  throw createValueError(node, 'a finite number')
}

/**
 * Reads a duration, size or count: a finite number of at least 0.
 *
 * @throws UserError for any other value
 */
export function readAmount(node: JsonNode): number {
  const value = readNumber(node)
  if (value >= 0) return value
  throw createValueError(node, 'a number of at least 0')
}

/** Reads a duration, size or count that no verdict needs; null for any other value. */
export function readOptionalAmount(node: JsonNode): number | null {
  return readAmountBelow(Number.POSITIVE_INFINITY, node)
}

/** Reads a number of at least 0 and below the limit from untrusted input; null for any other value. */
export function readAmountBelow(limit: number, { value }: JsonNode): number | null {
  return typeof value === 'number' && Number.isFinite(value) && value >= 0 && value < limit ? value : null
}

/**
 * Reads a text of 1 to 500 characters without control characters.
 *
 * @throws UserError for any other value
 */
export function readText(node: JsonNode): string {
  const { value } = node
  if (typeof value === 'string' && value.trim() !== '' && value.length <= 500 && !/\p{Cc}/u.test(value)) return value
  throw createValueError(node, 'a text of 1 to 500 characters in one line')
}

/** Reads a name in one line. It is an identity, so it is never cut; some tools name benchmarks after complete commands. */
export function readName(node: JsonNode): string {
  const line = readOptionalText(node)
  if (line === null) throw createValueError(node, 'a name')
  return line
}

/** Reads a text that no verdict needs, such as a version or a reason, in one line; null for any other value. */
export function readOptionalText({ value }: JsonNode): string | null {
  if (typeof value !== 'string' || value.trim() === '') return null
  return value.replaceAll(/\p{Cc}+/gu, ' ').trim()
}

/** Applies `read`, or returns null when the value is missing or null. */
export function readOptional<Value>(node: JsonNode, read: (node: JsonNode) => Value): Value | null {
  return isAbsent(node) ? null : read(node)
}

/** Reads a list with at least one number; all must be finite. */
export function readNumbers(node: JsonNode): number[] {
  return readSomeItems(node, 'A benchmark needs at least one sample; run it again').map(readNumber)
}

/** Creates the error for a value that does not match the format. */
export function createValueError(node: JsonNode, expected: string): UserError {
  const { file, path, value } = node
  const where = `${file}: ${path || 'the root value'}`
  const message =
    value === undefined
      ? `${where} is missing; expected ${expected}`
      : `${where} is ${typeof value === 'number' ? value : formatValue(value)}, not ${expected}`
  return new UserError(message, 'Check that the adapter matches the tool and that the file is complete and unedited')
}

function isMap(value: unknown): value is Record<string, unknown> {
  return typeof value === 'object' && value !== null && !Array.isArray(value)
}

function joinPath(path: string, key: string): string {
  if (!/^[\w-]{1,80}$/.test(key)) return `${path}[${formatValue(key)}]`
  return path === '' ? key : `${path}.${key}`
}

function countContainers(text: string): number {
  let found = 0
  for (let index = 0; index < text.length; index += 1) {
    const code = text.charCodeAt(index)
    if (code === 0x7b || code === 0x5b) found += 1
  }
  return found
}
