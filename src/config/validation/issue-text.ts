import { formatCommandHint } from './command-hint.ts'
import type { Issue } from './flat-issues.ts'
import { findNearest } from './find-nearest.ts'
import { formatValue } from '../../domain/core/format-value.ts'

/** Describes the issue of an existing value. */
export function describeValue(issue: Issue, value: unknown): string {
  switch (issue.code) {
    case 'invalid_type':
      return `${formatValue(value)} is not ${describeExpectation(issue)}${formatTypeHint(issue, value)}`
    case 'invalid_union':
      return `${formatValue(value)} is not ${describeExpectation(issue)}`
    case 'invalid_value':
      return `${formatValue(value)} is not ${describeExpectation(issue)}${formatChoiceHint(issue, value)}`
    case 'too_small':
    case 'too_big':
      return `${formatValue(value)} is not ${formatLimit(issue)}`
    case 'invalid_format':
      return `${formatValue(value)}: ${formatText(issue)}`
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
export function describeExpectation(issue: Issue): string {
  if (issue.code === 'invalid_type') return nouns[issue.expected] ?? issue.expected
  if (issue.code === 'invalid_value')
    return issue.values.length > 1 ? `one of ${issue.values.join(', ')}` : formatValue(issue.values[0])
  if (issue.code !== 'invalid_union') return 'needed'
  const expected = issue.errors.flatMap((branch) => branch.slice(0, 1)).map((error) => describeExpectation(error))
  return [...new Set(expected)].join(' or ')
}

function formatChoiceHint(issue: Issue & { code: 'invalid_value' }, value: unknown): string {
  const near = typeof value === 'string' ? findNearest(value, issue.values.map(String)) : null
  return near === null ? '' : ` — did you mean ${formatValue(near)}?`
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

function formatText(issue: Issue & { code: 'invalid_format' }): string {
  return issue.message.startsWith('Invalid') ? `does not match ${issue.pattern ?? issue.format}` : issue.message
}
