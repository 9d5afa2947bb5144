import { describeUnknownPlaceholders } from './placeholders.ts'
import type { Problem } from './problem.ts'
import type { ValidParts } from './valid-parts.ts'

/** Checks for files in which the program reports, such as logs, that may be left over from an earlier run. */
export function checkReportFiles({ pipeline }: ValidParts): Problem[] {
  const logs = (pipeline?.logs ?? []).map((file, index) => ({ file, path: ['logs', index] }))
  const telemetry = (pipeline?.telemetry ?? []).flatMap((source, index) =>
    typeof source === 'string'
      ? []
      : source.files.map((file, position) => ({ file, path: ['telemetry', index, 'files', position] })),
  )
  return [...logs, ...telemetry].flatMap(({ file, path }): Problem[] => {
    const stale = file.includes('{output}')
      ? []
      : ['must contain {output}; another path could have a log of an older run']
    const texts = [...stale, ...describeUnknownPlaceholders(file)]
    return texts.map((text) => ({ path: ['pipeline', ...path], at: 'value', text }))
  })
}
