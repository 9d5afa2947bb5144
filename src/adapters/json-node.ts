import { formatValue, UserError } from '../domain/core/errors.ts'

/** A value of a JSON file with its path, so that errors can name it. */
export class JsonNode {
  readonly file: string
  /** Such as `benchmarks[2].stats.data`; empty for the root. */
  readonly path: string
  readonly value: unknown

  constructor(file: string, path: string, value: unknown) {
    this.file = file
    this.path = path
    this.value = value
  }

  /** The value under an own key; its `value` is undefined when the key is missing. */
  get(key: string): JsonNode {
    const inner = isMap(this.value) && Object.hasOwn(this.value, key) ? this.value[key] : undefined
    return new JsonNode(this.file, joinPath(this.path, key), inner)
  }

  /** Whether the value is missing or null. */
  get isAbsent(): boolean {
    return this.value === undefined || this.value === null
  }

  /** Null when the value is missing or null. */
  get optional(): JsonNode | null {
    return this.isAbsent ? null : this
  }

  /** Another value at the same place. */
  replaceValue(value: unknown): JsonNode {
    return new JsonNode(this.file, this.path, value)
  }

  /** @throws UserError when the value is not a list */
  readItems(): JsonNode[] {
    const { file, path, value } = this
    if (!Array.isArray(value)) throw this.createError('a list')
    return value.map((item: unknown, index) => new JsonNode(file, `${path}[${index}]`, item))
  }

  /**
   * Returns the items of a list with at least one item. `nothing` is the hint for an empty list.
   *
   * @throws UserError when the list is empty
   */
  readSomeItems(nothing: string): JsonNode[] {
    const items = this.readItems()
    if (items.length > 0) return items
    throw new UserError(`${this.file}: ${this.path || 'the list'} is empty`, nothing)
  }

  /** @throws UserError when the value is not an object */
  readEntries(): [string, JsonNode][] {
    if (!isMap(this.value)) throw this.createError('an object')
    return Object.keys(this.value).map((key) => [key, this.get(key)])
  }

  /** @throws UserError when the value is not a finite number */
  readNumber(): number {
    if (typeof this.value === 'number' && Number.isFinite(this.value)) return this.value
    throw this.createError('a finite number')
  }

  /**
   * Reads a duration, size or count: a finite number of at least 0.
   *
   * @throws UserError for any other value
   */
  readAmount(): number {
    const value = this.readNumber()
    if (value >= 0) return value
    throw this.createError('a number of at least 0')
  }

  /** Reads a number of at least 0 and below the limit that no verdict needs; null for any other value. */
  readOptionalAmount(limit = Number.POSITIVE_INFINITY): number | null {
    const { value } = this
    return typeof value === 'number' && Number.isFinite(value) && value >= 0 && value < limit ? value : null
  }

  /** Reads a list with at least one number; all must be finite. */
  readNumbers(): number[] {
    return this.readSomeItems('A benchmark needs at least one sample; run it again').map((item) => item.readNumber())
  }

  /**
   * Reads a text of 1 to 500 characters without control characters.
   *
   * @throws UserError for any other value
   */
  readText(): string {
    const { value } = this
    if (typeof value === 'string' && value.trim() !== '' && value.length <= 500 && !/\p{Cc}/u.test(value)) return value
    throw this.createError('a text of 1 to 500 characters in one line')
  }

  /** Reads a name in one line. It is an identity, so it is never cut; some tools name benchmarks after complete commands. */
  readName(): string {
    const line = this.readOptionalText()
    if (line === null) throw this.createError('a name')
    return line
  }

  /** Reads a text that no verdict needs, such as a version or a reason, in one line; null for any other value. */
  readOptionalText(): string | null {
    if (typeof this.value !== 'string' || this.value.trim() === '') return null
    return this.value.replaceAll(/\p{Cc}+/gu, ' ').trim()
  }

  /** Creates the error for a value that does not match the format. */
  createError(expected: string): UserError {
    const { file, path, value } = this
    const where = `${file}: ${path || 'the root value'}`
    const message =
      value === undefined
        ? `${where} is missing; expected ${expected}`
        : `${where} is ${typeof value === 'number' ? value : formatValue(value)}, not ${expected}`
    return new UserError(message, 'Check that the adapter matches the tool and that the file is complete and unedited')
  }
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
    return new JsonNode(file, '', parseJsonText(text))
  } catch (cause) {
    const detail = cause instanceof Error ? cause.message.replaceAll(/\p{Cc}+/gu, ' ').slice(0, 300) : String(cause)
    throw new UserError(`${file} is not JSON: ${detail}`, 'Write the file again; it may have been cut off', { cause })
  }
}

/**
 * Parses a text of one JSON value per line, or of one value on several lines.
 *
 * @throws UserError when a value is cut off or no JSON
 */
export function parseJsonLines(text: string, file: string): JsonNode[] {
  const lines = text.split('\n').filter((line) => line.trim() !== '')
  if (!/^\s*\{.*\}\s*$/.test(lines[0] ?? '')) return [parseJsonNode(text, file)]
  return lines.map((line, index) => new JsonNode(file, `line ${index + 1}`, parseJsonNode(line, file).value))
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
