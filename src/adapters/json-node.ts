import { UserError } from '../domain/core/errors.ts'
import { formatValue } from '../domain/core/format-value.ts'

/** A value of a JSON file and where it stands, so that a message can name the place. */
export type JsonNode = {
  readonly file: string
  /** `benchmarks[2].stats.data`; empty for the whole file. */
  readonly path: string
  readonly value: unknown
}

/** A parsed list or map takes many times its text. */
const maxContainers = 2_000_000

/** @throws UserError with line and column when the text is no JSON */
export function parseJsonNode(text: string, file: string): JsonNode {
  if (countContainers(text) > maxContainers)
    throw new UserError(`${file} has more than ${maxContainers} lists and objects`, 'Pass the file of one run')
  try {
    return { file, path: '', value: JSON.parse(text) }
  } catch (cause) {
    const detail = cause instanceof Error ? cause.message.replaceAll(/\p{Cc}+/gu, ' ').slice(0, 300) : String(cause)
    const hint = /\b(?:NaN|Infinity)\b/.test(text)
      ? 'NaN and Infinity are neither JSON nor valid measurements; find out why the tool wrote them'
      : 'Write the file again; it may have been cut off'
    throw new UserError(`${file} is not JSON: ${detail}`, hint, { cause })
  }
}

/** What stands under a key; its value is undefined when there is no such key of its own. */
export function getField(place: JsonNode, key: string): JsonNode {
  const { value } = place
  const inner = isMap(value) && Object.hasOwn(value, key) ? value[key] : undefined
  return { file: place.file, path: joinPath(place.path, key), value: inner }
}

/** Absent or null. */
export function isAbsent({ value }: JsonNode): boolean {
  return value === undefined || value === null
}

/** The items of a list. */
export function readItems(place: JsonNode): JsonNode[] {
  const { file, path, value } = place
  if (!Array.isArray(value)) throw createValueError(place, 'a list')
  return value.map((item: unknown, index) => ({ file, path: `${path}[${index}]`, value: item }))
}

/** The items of a list that may not be empty. */
export function readSomeItems(place: JsonNode, nothing: string): JsonNode[] {
  const items = readItems(place)
  if (items.length > 0) return items
  throw new UserError(`${place.file}: ${place.path || 'the list'} is empty`, nothing)
}

/** The entries of a map. */
export function readEntries(place: JsonNode): [string, JsonNode][] {
  if (!isMap(place.value)) throw createValueError(place, 'an object')
  return Object.keys(place.value).map((key) => [key, getField(place, key)])
}

export function readNumber(place: JsonNode): number {
  const { value } = place
  if (typeof value === 'number' && Number.isFinite(value)) return value
  throw createValueError(place, 'a finite number')
}

/** A duration, size or count: a number from 0. */
export function readAmount(place: JsonNode): number {
  const value = readNumber(place)
  if (value >= 0) return value
  throw createValueError(place, 'a number of at least 0')
}

/** The same of a line that may hold anything: null unless it is a number from 0 and below the limit. */
export function readAmountBelow(limit: number, { value }: JsonNode): number | null {
  return typeof value === 'number' && Number.isFinite(value) && value >= 0 && value < limit ? value : null
}

/** A text of 1 to 500 characters in one line. */
export function readText(place: JsonNode): string {
  const { value } = place
  if (typeof value === 'string' && value.trim() !== '' && value.length <= 500 && !/\p{Cc}/u.test(value)) return value
  throw createValueError(place, 'a text of 1 to 500 characters in one line')
}

/** A name for tables: in one line, cut after 200 characters. Tools name benchmarks after whole commands. */
export function readName(place: JsonNode): string {
  const { value } = place
  if (typeof value !== 'string' || value.trim() === '') throw createValueError(place, 'a name')
  const line = value.replaceAll(/\p{Cc}+/gu, ' ').trim()
  return line.length > 200 ? `${line.slice(0, 199)}…` : line
}

/** Null when absent or null; otherwise what `read` makes of it. */
export function readOptional<Value>(place: JsonNode, read: (place: JsonNode) => Value): Value | null {
  return isAbsent(place) ? null : read(place)
}

/** A list of finite numbers, at least one. */
export function readNumbers(place: JsonNode): number[] {
  return readSomeItems(place, 'A benchmark needs at least one sample; run it again').map(readNumber)
}

/** The error for a value that is not what the format says. */
export function createValueError(place: JsonNode, expected: string): UserError {
  const { file, path, value } = place
  const seen = value === undefined ? 'is missing' : `is ${formatValue(value)}`
  const message = `${file}: ${path || 'the whole file'} ${seen}, not ${expected}`
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
