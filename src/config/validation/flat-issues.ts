import type { z } from 'zod'
import { listKnownKeys } from './known-keys.ts'
import { findNearest } from './find-nearest.ts'
import { findValue } from './problem.ts'

/** A problem reported by zod. */
export type Issue = z.core.$ZodIssue

/** Replaces a failed union by the issues of the most likely branch. */
export function flatten(issue: Issue, above: readonly PropertyKey[] = []): Issue[] {
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
export function withoutExplained(issues: readonly Issue[], root: unknown): Issue[] {
  const kept = withoutTypos(issues)
  return issues.filter((issue) => kept.includes(issue) || findValue(root, issue.path) !== undefined)
}

function withoutTypos(issues: readonly Issue[]): Issue[] {
  const unknown = issues.filter((issue) => issue.code === 'unrecognized_keys')
  return issues.filter((issue) => {
    const missing = String(issue.path.at(-1))
    const siblings = unknown.filter(({ path }) => isParent(path, issue.path))
    return !siblings.some(({ path, keys }) => keys.some((key) => findNearest(key, listKnownKeys(path)) === missing))
  })
}

function isParent(parent: readonly PropertyKey[], path: readonly PropertyKey[]): boolean {
  return path.length === parent.length + 1 && parent.every((segment, index) => segment === path[index])
}
