import { toCaseOptions, checkOptionSet } from './option-checks.ts'
import type { Problem } from './problem.ts'
import type { ValidParts } from './valid-parts.ts'

/**
 * Checks for option sets of the memory suite without an effect.
 */
export function checkMemory(parts: ValidParts): Problem[] {
  const { memory } = parts.suites
  const sets = [
    { path: ['suites', 'memory', 'repeat', 'options'], written: memory?.repeat?.options },
    { path: ['suites', 'memory', 'pressure'], written: memory?.pressure },
  ]
  return sets.flatMap(({ path, written }): Problem[] => {
    if (written === undefined) return []
    const options = toCaseOptions(written)
    const isEmpty = options.args.length === 0 && Object.keys(options.env).length === 0
    const text = 'sets no option, so it would repeat the plain command'
    return isEmpty ? [{ path, at: 'value', text }] : checkOptionSet(options, path, parts)
  })
}
