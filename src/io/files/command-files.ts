import { lstatSync, rmSync, writeFileSync } from 'node:fs'
import { EnvironmentError } from '../../domain/core/errors.ts'
import type { ProcessOutcome, ProcessRunner } from '../../ports/process-runner.ts'
import type { EnvironmentVariables } from '../../domain/core/child-environment.ts'
import { readOwnFile } from './regular-file.ts'

/** Variables with the files through which a step affects later steps or learns about the run. */
export const commandFiles = [
  'GITHUB_ENV',
  'GITHUB_PATH',
  'GITHUB_OUTPUT',
  'GITHUB_STATE',
  'GITHUB_STEP_SUMMARY',
  'GITHUB_EVENT_PATH',
]

/**
 * Wraps a runner and checks after each program whether it wrote into the command files of this step, which every
 * process of the user can open. Restores the files before the runner reads them, also when the program could not be run.
 *
 * @throws EnvironmentError that names the program and the files
 */
export function guardCommandFiles(inner: ProcessRunner, environment: EnvironmentVariables): ProcessRunner {
  return {
    async run(spec): Promise<ProcessOutcome> {
      const before = commandFiles.flatMap((name) => {
        const path = environment[name] ?? ''
        const content = path === '' ? null : readOwnFile(path)
        return content === null ? [] : [{ name, path, content }]
      })
      const [ended] = await Promise.allSettled([inner.run(spec)])
      const changed = before.filter(({ path, content }) => hasRestored(path, content)).map(({ name }) => name)
      if (changed.length > 0)
        throw new EnvironmentError(
          `${spec.argv[0] ?? 'a program'} wrote into ${changed.join(', ')}, which control the workflow of this step; the files were restored and the run ends here`,
          'Review this code before it runs again on this machine; docs/security.md (T-08) lists what else it may have reached.',
        )
      if (ended.status === 'rejected') throw ended.reason
      return ended.value
    },
  }
}

/** Restores the file when it changed. Returns whether it did. */
function hasRestored(path: string, content: Buffer): boolean {
  const stat = lstatSync(path, { throwIfNoEntry: false })
  // Compare sizes first, so that a large file is not read.
  if (stat?.isFile() && stat.size === content.length && readOwnFile(path)?.equals(content)) return false
  rmSync(path, { force: true, recursive: true })
  writeFileSync(path, content, { flag: 'wx' })
  return true
}
