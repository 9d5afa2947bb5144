import { toCaseOptions, checkOptionSet } from './option-checks.ts'
import { describeUnknownPlaceholders } from './placeholders.ts'
import type { Problem } from './problem.ts'
import type { ValidParts } from './valid-parts.ts'

/**
 * Checks for option sets of the memory suite without an effect, and for logs that may be left over from an earlier run.
 */
export function checkMemory(parts: ValidParts): Problem[] {
  const { memory } = parts.suites
  const sets = [
    { path: ['suites', 'memory', 'repeat', 'options'], written: memory?.repeat?.options },
    { path: ['suites', 'memory', 'pressure'], written: memory?.pressure },
  ]
  return [
    ...sets.flatMap(({ path, written }): Problem[] => {
      if (written === undefined) return []
      const options = toCaseOptions(written)
      const isEmpty = options.args.length === 0 && Object.keys(options.env).length === 0
      const text = 'sets no option, so it would repeat the plain command'
      return isEmpty ? [{ path, at: 'value', text }] : checkOptionSet(options, path, parts)
    }),
    ...checkLogs(parts),
  ]
}

function checkLogs({ pipeline }: ValidParts): Problem[] {
  return (pipeline?.logs ?? []).flatMap((log, index): Problem[] => {
    const path = ['pipeline', 'logs', index]
    const stale = log.includes('{output}')
      ? []
      : ['must contain {output}; another path could have a log of an older run']
    return [...stale, ...describeUnknownPlaceholders(log)].map((text) => ({ path, at: 'value', text }))
  })
}
