import type { z } from 'zod'
import { formatShortJson } from '../../domain/core/errors.ts'
import { splitShellWords } from '../../domain/core/command.ts'
import { buildConfigJsonSchema, type JsonSchema } from '../records/json-schemas.ts'
import { findNearest, formatSuggestion } from './find-nearest.ts'
import { suiteRunKeys } from '../schema/suite-common.ts'
import { findValue, formatPath, isMap, type Problem } from './problem.ts'

/** A problem reported by zod. */
type Issue = z.core.$ZodIssue

/** Converts the issues that zod reports for the value `root` to problems in the words of the config. */
export function describeIssues(issues: readonly Issue[], root: unknown): Problem[] {
  const flat = issues.flatMap((issue) => flatten(issue))
  return withoutExplained(flat, root).flatMap((issue) => describeIssue(issue, root))
}

function describeIssue(issue: Issue, root: unknown): Problem[] {
  const { path } = issue
  if (issue.code === 'unrecognized_keys') {
    const own = listKnownKeys(path)
    const inRun = path[0] === 'suites' && own.includes('run') ? suiteRunKeys : []
    const known = [...own, ...inRun]
    return issue.keys.map((key) => ({
      path: [...path, key],
      at: 'key',
      text: inRun.includes(key)
        ? `moved to ${formatPath([...path, 'run', key])}`
        : `unknown key${formatSuggestion(key, known)}`,
    }))
  }
  if (issue.code === 'invalid_key') {
    const reason = issue.issues[0]?.message ?? issue.message
    return [{ path, at: 'key', text: `${formatShortJson(path.at(-1))} is not a valid name: ${reason}` }]
  }
  if (issue.code === 'custom')
    return [{ path, at: issue.params?.['at'] === 'key' ? 'key' : 'value', text: issue.message }]
  const value = findValue(root, path)
  const text = value === undefined ? `required; expected ${describeExpectation(issue)}` : describeValue(issue, value)
  return [{ path, at: 'value', text }]
}

/** Replaces a failed union by the issues of the most likely branch. */
function flatten(issue: Issue, above: readonly PropertyKey[] = []): Issue[] {
  const path = [...above, ...issue.path]
  if (issue.code !== 'invalid_union' || issue.errors.length === 0) return [{ ...issue, path }]
  const branches = issue.errors.map((errors) => errors.flatMap((error) => flatten(error, path)))
  if (branches.every((branch) => branch.length === 1 && branch[0]?.path.length === path.length))
    return [{ ...issue, path }]
  return branches.toSorted((a, b) => computeCost(a) - computeCost(b))[0] ?? []
}

function computeCost(issues: readonly Issue[]): number {
  const counts = withoutTypos(issues).map((issue) => (issue.code === 'unrecognized_keys' ? issue.keys.length : 1))
  return counts.reduce((sum, count) => sum + count, 0)
}

/** Drops the issue of a missing key when the object has a misspelled form of it. */
function withoutExplained(issues: readonly Issue[], root: unknown): Issue[] {
  const kept = withoutTypos(issues)
  return issues.filter((issue) => kept.includes(issue) || findValue(root, issue.path) !== undefined)
}

function withoutTypos(issues: readonly Issue[]): Issue[] {
  const unknown = issues.filter((issue) => issue.code === 'unrecognized_keys')
  return issues.filter(({ code, path: own }) => {
    const siblings = unknown.filter(
      ({ path }) => own.length === path.length + 1 && path.every((segment, index) => segment === own[index]),
    )
    const names = siblings.flatMap(({ path, keys }) => keys.map((key) => findNearest(key, listKnownKeys(path))))
    return code === 'custom' || !names.includes(String(own.at(-1)))
  })
}

/** Describes the issue of an existing value. */
function describeValue(issue: Issue, value: unknown): string {
  switch (issue.code) {
    case 'invalid_type':
      return `${formatShortJson(value)} is not ${describeExpectation(issue)}${formatTypeHint(issue, value)}`
    case 'invalid_union':
      return `${formatShortJson(value)} is not ${describeExpectation(issue)}`
    case 'invalid_value':
      return `${formatShortJson(value)} is not ${describeExpectation(issue)}${formatChoiceHint(issue, value)}`
    case 'too_small':
    case 'too_big':
      return `${formatShortJson(value)} is not ${formatLimit(issue)}`
    case 'invalid_format':
      return `${formatShortJson(value)}: ${formatText(issue)}`
    case 'custom':
    case 'invalid_element':
    case 'invalid_key':
    case 'not_multiple_of':
    case 'unrecognized_keys':
      return issue.message
    default:
      return issue satisfies never
  }
}

const nouns: Readonly<Record<string, string>> = {
  string: 'a string',
  number: 'a number',
  int: 'an integer',
  boolean: 'true or false',
  array: 'a list',
  object: 'a mapping',
  record: 'a mapping',
}

/** Describes the expected value as a noun. */
function describeExpectation(issue: Issue): string {
  if (issue.code === 'invalid_type') return nouns[issue.expected] ?? issue.expected
  if (issue.code === 'invalid_value')
    return issue.values.length > 1 ? `one of ${issue.values.join(', ')}` : formatShortJson(issue.values[0])
  if (issue.code !== 'invalid_union') return 'needed'
  const expected = issue.errors.flatMap((branch) => branch.slice(0, 1)).map((error) => describeExpectation(error))
  return [...new Set(expected)].join(' or ')
}

function formatChoiceHint(issue: Issue & { code: 'invalid_value' }, value: unknown): string {
  const near = typeof value === 'string' ? findNearest(value, issue.values.map(String)) : null
  return near === null ? '' : ` — did you mean ${formatShortJson(near)}?`
}

function formatText(issue: Issue & { code: 'invalid_format' }): string {
  return issue.message.startsWith('Invalid') ? `does not match ${issue.pattern ?? issue.format}` : issue.message
}

function formatTypeHint(issue: Issue & { code: 'invalid_type' }, value: unknown): string {
  if (issue.expected === 'array' && typeof value === 'string') {
    const form = formatCommandHint(issue.path, value)
    return form === null ? '' : `; commands run without a shell, so write a list of arguments: ${form}`
  }
  if (issue.expected !== 'string' || value === null) return ''
  if (typeof value === 'number' || typeof value === 'boolean') return ` — write it in quotes: "${value}"`
  if (typeof value !== 'object') return ''
  const [key, ...more] = Object.keys(value)
  const isBarePlaceholder = key !== undefined && more.length === 0 && Object.values(value)[0] === null
  return isBarePlaceholder ? ` — YAML reads braces as a mapping; write it in quotes: "{${key}}"` : ''
}

function formatLimit(issue: Issue & { code: 'too_small' | 'too_big' }): string {
  const isSmall = issue.code === 'too_small'
  const limit = String(isSmall ? issue.minimum : issue.maximum)
  if (issue.origin === 'string')
    return isSmall ? `a string of at least ${limit} characters` : `within ${limit} characters`
  if (issue.origin === 'array') return `a list of at ${isSmall ? 'least' : 'most'} ${limit} items`
  if (issue.inclusive === false) return `${isSmall ? 'above' : 'below'} ${limit}`
  return `at ${isSmall ? 'least' : 'most'} ${limit}`
}

/** Formats a command as a list. Text with shell syntax becomes a visible call of bash. */
function formatAsList(text: string): string {
  const words = splitShellWords(text)
  const isPlain = words !== null && !/^\w+=/.test(words[0] ?? '')
  const list = isPlain ? words : ['bash', '-c', text]
  return `[${list.map((word) => JSON.stringify(word)).join(', ')}]`
}

/** Returns the list form for a text where the path expects a list; null for other paths. */
function formatCommandHint(path: readonly PropertyKey[], text: string): string | null {
  const last = path.at(-1)
  if (last === 'command') return `command: ${formatAsList(text)}`
  if (last === 'setup') return `setup: [${formatAsList(text)}]`
  return path.at(-2) === 'setup' ? `- ${formatAsList(text)}` : null
}

let root: JsonSchema | null = null

/** Lists the known keys under a path, over all branches of a union. */
function listKnownKeys(path: readonly PropertyKey[]): string[] {
  root ??= buildConfigJsonSchema()
  let schemas = [root]
  for (const segment of path)
    schemas = schemas.flatMap(listBranches).flatMap(({ items, properties, additionalProperties }) => {
      const name = String(segment)
      const own = properties && Object.hasOwn(properties, name) ? properties[name] : additionalProperties
      const next = typeof segment === 'number' ? items : own
      return isMap(next) ? [next] : []
    })
  return schemas.flatMap(listBranches).flatMap((schema) => Object.keys(schema.properties ?? {}))
}

function listBranches(schema: JsonSchema): JsonSchema[] {
  const isUnion = schema.anyOf && !schema.properties
  return isUnion ? (schema.anyOf ?? []).filter(isMap).flatMap(listBranches) : [schema]
}
