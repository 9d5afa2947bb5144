import { flatten, withoutExplained, type Issue } from './flat-issues.ts'
import { describeExpectation, describeValue } from './issue-text.ts'
import { listKnownKeys } from './known-keys.ts'
import { formatSuggestion } from './find-nearest.ts'
import { formatValue } from '../../domain/core/format-value.ts'
import { findValue, type Problem } from './problem.ts'

/** Describes the schema issues of `root`. */
export function describeIssues(issues: readonly Issue[], root: unknown): Problem[] {
  const flat = issues.flatMap((issue) => flatten(issue))
  return withoutExplained(flat, root).flatMap((issue) => describeIssue(issue, root))
}

function describeIssue(issue: Issue, root: unknown): Problem[] {
  const { path } = issue
  if (issue.code === 'unrecognized_keys') {
    const known = listKnownKeys(path)
    return issue.keys.map((key) => ({
      path: [...path, key],
      at: 'key',
      text: `unknown key${formatSuggestion(key, known)}`,
    }))
  }
  if (issue.code === 'invalid_key') {
    const reason = issue.issues[0]?.message ?? issue.message
    return [{ path, at: 'key', text: `${formatValue(path.at(-1))} is not a valid name: ${reason}` }]
  }
  const value = findValue(root, path)
  const text = value === undefined ? `required; expected ${describeExpectation(issue)}` : describeValue(issue, value)
  return [{ path, at: 'value', text }]
}
