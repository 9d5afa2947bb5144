import { flatten, withoutExplained, type Issue } from './flat-issues.ts'
import { expectation, valueText } from './issue-text.ts'
import { knownKeys } from './known-keys.ts'
import { suggestion } from './nearest.ts'
import { shown } from '../../domain/core/shown.ts'
import { valueAt, type Problem } from './problem.ts'

/** Says in words what the schema found wrong with `root`. */
export function issueProblems(issues: readonly Issue[], root: unknown): Problem[] {
  const flat = issues.flatMap((issue) => flatten(issue))
  return withoutExplained(flat, root).flatMap((issue) => problemsOf(issue, root))
}

function problemsOf(issue: Issue, root: unknown): Problem[] {
  const { path } = issue
  if (issue.code === 'unrecognized_keys') {
    const known = knownKeys(path)
    return issue.keys.map((key) => ({ path: [...path, key], at: 'key', text: `unknown key${suggestion(key, known)}` }))
  }
  if (issue.code === 'invalid_key') {
    const reason = issue.issues[0]?.message ?? issue.message
    return [{ path, at: 'key', text: `${shown(path.at(-1))} is no usable name: ${reason}` }]
  }
  const value = valueAt(root, path)
  const text = value === undefined ? `is missing; it is ${expectation(issue)}` : valueText(issue, value)
  return [{ path, at: 'value', text }]
}
