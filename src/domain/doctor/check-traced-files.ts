import { pass, skip, warn, type AreaFinding } from './finding.ts'

/** Files of the commit that a traced run read and that `pipeline.paths` misses, or why there was no trace. */
export type TracedFiles =
  | { readonly status: 'traced'; readonly missedInRun: readonly string[]; readonly missedInSetup: readonly string[] }
  | { readonly status: 'untraced'; readonly problem: string; readonly mend: string }

const maxListed = 50

/** Checks that the globs cover what one run read. A setup may read more than the program needs, such as a README. */
export function checkTracedFiles(traced: TracedFiles | undefined): AreaFinding[] {
  const check = 'config.paths'
  const subject = 'pipeline.paths'
  if (traced === undefined) return []
  if (traced.status === 'untraced') return [skip(check, subject, traced.problem, traced.mend)]
  const { missedInRun, missedInSetup } = traced
  const found = [
    { files: missedInRun, reader: 'the run' },
    { files: missedInSetup, reader: 'the setup alone' },
  ].filter(({ files }) => files.length > 0)
  if (found.length === 0) return [pass(check, subject, 'every file of the repository that one run read is covered')]
  return found.map(({ files, reader }) => {
    const rest = files.length - maxListed
    const listed = [...files.slice(0, maxListed), ...(rest > 0 ? [`and ${rest} more`] : [])].join(', ')
    const sentence = `${reader} read ${files.length === 1 ? 'a file' : `${files.length} files`} that no glob matches: ${listed}`
    return warn(check, subject, sentence, 'Add globs for those that can affect the program to pipeline.paths.')
  })
}
