import { z } from 'zod'
import { attempt, formatShortJson, UserError } from '../domain/core/errors.ts'

/** A value of a file that is not a finite number. It fails one benchmark, not the file. */
export class Faulty {
  readonly value: unknown

  constructor(value: unknown) {
    this.value = value
  }
}

/** A finite number, or what a file has in its place. */
export type Figure = number | Faulty

/** Any value, also none. */
export const anything = z.unknown().optional()

/** Null for any value: a part that is not read. */
export const nothing = z.transform(() => null)

/** A duration, size or count. */
export const amount = z.number().min(0)

/** An identity or text in one line, never cut: some tools name benchmarks after complete commands. */
export const name = z.transform((value, context) => toLine(value) ?? refuse(context, value, 'a name'))

/** A text of 1 to 500 characters without control characters. */
export const shortText = z.custom<string>(
  (value) => typeof value === 'string' && value.trim() !== '' && value.length <= 500 && !/\p{Cc}/u.test(value),
  'a text of 1 to 500 characters in one line',
)

/** A finite number in the unit of the file; any other value becomes `Faulty`. */
export const figure = z.transform(toFigure)

/** Like `figure`; null when it is missing. */
export const maybeFigure = z.transform((value) => (isAbsent(value) ? null : toFigure(value)))

/** A text that no verdict needs, such as a version or a reason, in one line; null for any other value. */
export const maybeText = z.transform((value) => toLine(value))

/** Any value as a text, such as a version that may be a number; null when it is missing. */
export const maybePrinted = z.transform((value) => (isAbsent(value) ? null : String(value).slice(0, 500)))

/** A number of at least 0 that no verdict needs; null for any other value. */
export const maybeAmount = z.transform((value) => toAmount(value))

/** A list with at least one number; all must be finite. */
export const numbers = z.transform((value, context): number[] => {
  if (!Array.isArray(value)) return refuse(context, value, 'a list')
  const hint = 'A benchmark needs at least one sample; run it again'
  if (value.length === 0) return refuse(context, value, '', { problem: 'is empty', hint })
  const odd = value.findIndex((item) => !Number.isFinite(item))
  return odd < 0 ? value : refuse(context, value[odd], 'a finite number', { path: [odd] })
})

/** An object with these fields. Any other value counts as an empty object, so the error names what is missing. */
export function group<Shape extends z.ZodRawShape>(shape: Shape) {
  return z.preprocess((value) => (isMap(value) ? value : {}), z.object(shape))
}

/** Gives fields of these names one form, for `group`. */
export function repeat<Form extends z.ZodType, Name extends string>(form: Form, ...names: Name[]) {
  // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- the keys are those names
  return Object.fromEntries(names.map((one) => [one, form])) as Record<Name, Form>
}

/** A list; with a hint, one with at least one item. */
export function list<Item extends z.ZodType>(item: Item, hint?: string) {
  return z
    .transform((value, context) => {
      const isEmpty = hint !== undefined && Array.isArray(value) && value.length === 0
      return isEmpty ? refuse(context, value, '', { problem: 'is empty', hint }) : value
    })
    .pipe(z.array(item, 'a list'))
}

/** A list that may be missing. */
export function listOptional<Item extends z.ZodType>(item: Item) {
  return z.preprocess((value) => (isAbsent(value) ? [] : value), z.array(item, 'a list'))
}

const entries = z.transform((value, context) =>
  isMap(value) ? new Map(Object.entries(value)) : refuse(context, value, 'an object'),
)

/** The entries of an object, of one form or by their name; a `Map`, since a name may be `__proto__`. */
export function index<Form extends z.ZodType>(
  form: Form | ((name: string) => Form),
): z.ZodType<Map<string, z.output<Form>>> {
  if (typeof form !== 'function') return entries.pipe(z.map(z.string(), form))
  return entries.transform(
    (all, context) => new Map([...all].map(([key, value]) => [key, readInto(context, form(key), value, [key])])),
  )
}

/** Parameters by name, of any kind. */
export const parameters = entries.nullish()

/** A value whose form depends on the value. `select` returns forms made before: making one takes longer than reading. */
export function choose<Form extends z.ZodType>(select: (value: unknown) => Form) {
  return z.transform((value, context): z.output<Form> => readInto(context, select(value), value, []))
}

type Context = z.core.$RefinementCtx

/** Reads a part of a value; `path` is its place in the value. */
export function readInto<Form extends z.ZodType>(
  context: Context,
  form: Form,
  value: unknown,
  path: readonly PropertyKey[],
): z.output<Form> {
  const result = form.safeParse(value, options)
  if (result.success) return result.data
  const [issue] = result.error.issues
  if (!issue) throw result.error
  const params: Refusal = issue.code === 'custom' ? (issue.params ?? {}) : {}
  return refuse(context, issue.input, issue.message, { ...params, path: [...path, ...issue.path] })
}

/** What a check refuses: by default `PATH is VALUE, not EXPECTED`, else `PATH PROBLEM` with a hint of its own. */
type Refusal = { readonly path?: readonly PropertyKey[]; readonly problem?: string; readonly hint?: string }

/** Adds the error of a value to the context, which fails the form; does not throw. */
export function refuse(
  context: Context,
  value: unknown,
  expected: string,
  { path = [], ...params }: Refusal = {},
): never {
  context.issues.push({ code: 'custom', message: expected, input: value, path: [...path], params })
  return z.NEVER
}

const options: z.core.ParseContext<z.core.$ZodIssue> = {
  reportInput: true,
  error: ({ code }) => (code === 'too_small' ? 'a number of at least 0' : 'a finite number'),
}

/**
 * Reads a value of a file. `path` is its place in the file, such as `line 3`.
 *
 * @throws UserError with file, path and value when it does not match
 */
export function read<Form extends z.ZodType>(form: Form, value: unknown, file: string, path = ''): z.output<Form> {
  const result = form.safeParse(value, options)
  if (result.success) return result.data
  const [issue] = result.error.issues
  if (!issue) throw result.error
  const { path: inner, message, ...found } = issue
  const { problem, hint = '' }: Refusal = found.code === 'custom' ? (found.params ?? {}) : {}
  const where = joinPath(path, inner)
  if (problem !== undefined) throw new UserError(`${file}: ${where || 'the list'} ${problem}`, hint)
  throw createError(file, where, found.input, message)
}

/** Creates the error for a value that does not match the format. */
export function createError(file: string, path: string, value: unknown, expected: string): UserError {
  const where = `${file}: ${path || 'the root value'}`
  const message =
    value === undefined
      ? `${where} is missing; expected ${expected}`
      : `${where} is ${showValue(value)}, not ${expected}`
  return new UserError(message, 'Check that the adapter matches the tool and that the file is complete and unedited')
}

/** Formats a value for messages. Also prints numbers that JSON lacks, such as NaN. */
export function showValue(value: unknown): string {
  return typeof value === 'number' ? String(value) : formatShortJson(value)
}

/** Appends keys to a path: `benchmarks[0].stats`. */
export function joinPath(path: string, keys: readonly PropertyKey[]): string {
  return keys.reduce<string>((joined, key) => {
    if (typeof key === 'number') return `${joined}[${key}]`
    if (!/^[\w-]{1,80}$/.test(String(key))) return `${joined}[${formatShortJson(key)}]`
    return joined === '' ? String(key) : `${joined}.${String(key)}`
  }, path)
}

export function isAbsent(value: unknown): boolean {
  return value === undefined || value === null
}

/** Whether the object has a value of this name that is not null. */
export function has(value: unknown, key: string): value is Record<string, unknown> {
  return isMap(value) && Object.hasOwn(value, key) && !isAbsent(value[key])
}

export function isMap(value: unknown): value is Record<string, unknown> {
  return typeof value === 'object' && value !== null && !Array.isArray(value)
}

/** A text in one line; null for a blank one and any other value. */
export function toLine(value: unknown): string | null {
  return typeof value === 'string' && value.trim() !== '' ? value.replaceAll(/\p{Cc}+/gu, ' ').trim() : null
}

function toFigure(value: unknown): Figure {
  return typeof value === 'number' && Number.isFinite(value) ? value : new Faulty(value)
}

/** A number of at least 0 and below the limit; null for any other value. */
export function toAmount(value: unknown, limit = Number.POSITIVE_INFINITY): number | null {
  return typeof value === 'number' && Number.isFinite(value) && value >= 0 && value < limit ? value : null
}

/** Parsed lists and maps take many times the size of their text; this bounds the memory. */
const maxContainers = 2_000_000

/**
 * Parses a JSON text.
 *
 * @throws UserError when the text is not JSON, holds too many lists and maps, or names a value twice in one object
 */
export function parseJson(text: string, file: string): unknown {
  const { containers, twice } = scanStructure(text)
  if (containers > maxContainers)
    throw new UserError(`${file} has more than ${maxContainers} lists and objects`, 'Pass the file of one run')
  let value: unknown
  try {
    value = parseJsonText(text)
  } catch (cause) {
    const detail = cause instanceof Error ? cause.message.replaceAll(/\p{Cc}+/gu, ' ').slice(0, 300) : String(cause)
    throw new UserError(`${file} is not JSON: ${detail}`, 'Write the file again; it may have been cut off', { cause })
  }
  if (twice === null) return value
  const line = text.slice(0, twice.at).split('\n').length
  const what = `${file} names ${formatShortJson(twice.name)} twice in one object, again in line ${line}`
  throw new UserError(what, 'JSON keeps one of the two; give them different names')
}

const [quote, backslash, colon, openBrace, closeBrace, openBracket] = [...'"\\:{}['].map((sign) => sign.charCodeAt(0))

/** Counts lists and objects up to the limit; finds a name that an object has twice, of which `JSON.parse` keeps one value. */
function scanStructure(text: string) {
  const objects: Set<string>[] = []
  let [containers, latest] = [0, '']
  let twice: { readonly name: string; readonly at: number } | null = null
  for (let at = 0; at < text.length && containers <= maxContainers; at += 1) {
    const sign = text.charCodeAt(at)
    if (sign === openBrace || sign === openBracket) containers += 1
    if (sign === openBrace) objects.push(new Set())
    else if (sign === closeBrace) objects.pop()
    else if (sign === colon) {
      const names = objects.at(-1) ?? new Set()
      if (names.has(latest)) twice ??= { name: latest, at }
      names.add(latest)
    } else if (sign === quote) {
      const from = at + 1
      at = findQuote(text, from)
      latest = decodeName(text.slice(from, at))
    }
  }
  return { containers, twice }
}

/** The name of a text between quotes, in which letters can be written as `\\u0061`. */
function decodeName(text: string): string {
  return text.includes('\\') ? (attempt(() => String(JSON.parse(`"${text}"`))) ?? text) : text
}

/** Index of the quote that ends a string, or of the end of the text. */
function findQuote(text: string, from: number): number {
  let at = from
  while (at < text.length && text.charCodeAt(at) !== quote) at += text.charCodeAt(at) === backslash ? 2 : 1
  return at
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
