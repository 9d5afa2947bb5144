import type { z } from 'zod'
import { formatShortJson, UserError } from '../../domain/core/errors.ts'
import { formatPath, findValue } from '../validation/problem.ts'

/** Path and limits of an untrusted JSON file. */
export type JsonSource = {
  readonly path: string
  readonly maxBytes: number
  /** The `schemaVersion` of the schema; 1 when absent. */
  readonly version?: number
}

/**
 * Limit of values, because parsing and checking take memory for each. A real record of 20,000 trials has about 1.5
 * million.
 */
const maxValues = 2_500_000
const maxListLength = 100_000
const maxTextLength = 8000
const shownIssues = 10

/**
 * Reads JSON from untrusted input. Checks size and number of values before parsing, text lengths and forbidden keys
 * before the schema.
 *
 * @throws UserError with the file and the first JSON paths that are wrong
 */
export function readUntrusted<Value>(text: string, schema: z.ZodType<Value>, source: JsonSource): Value {
  const { path, maxBytes, version = 1 } = source
  if (Buffer.byteLength(text) > maxBytes)
    throw new UserError(
      `${path} is larger than ${maxBytes} bytes`,
      'warpgauge does not write files of this size; create it again with warpgauge',
    )
  if (hasMoreValuesThan(text, maxValues)) throw createUnusableError(source, `more than ${maxValues} values`)
  const value = parseJson(text, source)
  const excess = findExcess(value)
  if (excess !== null) throw createUnusableError(source, excess)
  const found = findValue(value, ['schemaVersion'])
  if (typeof found === 'number' && Number.isInteger(found) && found !== version)
    throw new UserError(
      `${path} has schemaVersion ${found}; this warpgauge reads version ${version}`,
      `Use the version of warpgauge that wrote it, or ${found > version ? 'a newer one' : 'create it again'}`,
    )
  const result = schema.safeParse(value)
  if (result.success) return result.data
  const { issues } = result.error
  const lines = issues.slice(0, shownIssues).map((issue) => describeIssue(issue, value))
  const more = issues.length > shownIssues ? [`and ${issues.length - shownIssues} more`] : []
  throw createUnusableError(source, [...lines, ...more].join('\n  '))
}

function describeIssue({ path, message }: z.core.$ZodIssue, root: unknown): string {
  const value = findValue(root, path)
  const shown = value === undefined || typeof value === 'object' ? '' : ` (it is ${formatShortJson(value)})`
  return `${path.length > 0 ? formatPath(path) : 'the root value'}: ${message.slice(0, 300)}${shown}`
}

function parseJson(text: string, source: JsonSource): unknown {
  try {
    return JSON.parse(text)
  } catch (cause) {
    const message = cause instanceof Error ? cause.message : String(cause)
    const what = text.startsWith('version https://git-lfs.')
      ? 'a Git LFS pointer without its content; run `git lfs pull`, or keep this file out of LFS'
      : `not JSON: ${formatShortJson(message.slice(0, 300))}`
    throw createUnusableError(source, what, { cause })
  }
}

/** Returns why the value exceeds a limit; null when it does not. Uses a loop, so that depth takes no stack. */
function findExcess(root: unknown): string | null {
  const open: unknown[] = [root]
  while (open.length > 0) {
    const value = open.pop()
    if (typeof value === 'string' && value.length > maxTextLength) return `a text of ${value.length} characters`
    if (typeof value !== 'object' || value === null) continue
    const keys = Object.keys(value)
    if (keys.length > maxListLength) return `a list or map of ${keys.length} items`
    if (keys.includes('__proto__')) return 'the key "__proto__"'
    for (const item of Object.values(value)) open.push(item)
  }
  return null
}

function createUnusableError({ path }: JsonSource, what: string, options?: ErrorOptions): UserError {
  return new UserError(
    `${path} cannot be used: ${what}`,
    'Restore the file, or create it again with warpgauge',
    options,
  )
}

const [quote, backslash] = ['"'.charCodeAt(0), '\\'.charCodeAt(0)]
const starters = new Set([',', '[', '{'].map((character) => character.charCodeAt(0)))

/**
 * Whether a JSON text has more than `most` values, without parsing it: a parsed value takes up to 50 times its text.
 * Every value except the first follows a comma or an opening bracket; an empty list or map counts twice.
 */
export function hasMoreValuesThan(text: string, most: number): boolean {
  let values = 1
  for (let index = 0; index < text.length; index += 1) {
    const code = text.charCodeAt(index)
    if (code === quote) index = findTextEnd(text, index)
    else if (starters.has(code) && (values += 1) > most) return true
  }
  return values > most
}

/** Returns the index of the closing quote, or of the end of an unterminated text. */
function findTextEnd(text: string, start: number): number {
  for (let index = start + 1; index < text.length; index += 1) {
    const code = text.charCodeAt(index)
    if (code === quote) return index
    if (code === backslash) index += 1
  }
  return text.length
}
