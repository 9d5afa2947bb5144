import { constants, lstatSync, openSync, readFileSync, closeSync, rmSync, writeFileSync } from 'node:fs'
import { EnvironmentError } from '../../domain/core/errors.ts'
import type { ProcessOutcome, ProcessRunner } from '../../ports/process-runner.ts'
import type { EnvironmentVariables } from '../../domain/core/child-environment.ts'

/** Through these files a step sets variables, paths and outputs for later steps. */
const variables = [
  'GITHUB_ENV',
  'GITHUB_PATH',
  'GITHUB_OUTPUT',
  'GITHUB_STATE',
  'GITHUB_STEP_SUMMARY',
  'GITHUB_EVENT_PATH',
]

/**
 * Wraps a runner and checks after each program whether it wrote into the command files of this step, which every
 * process of the user can open. Restores the files before the runner reads them.
 *
 * @throws EnvironmentError that names the program and the files
 */
export function guardCommandFiles(inner: ProcessRunner, environment: EnvironmentVariables): ProcessRunner {
  return {
    async run(spec): Promise<ProcessOutcome> {
      const before = variables.flatMap((name) => readFileCopy(name, environment[name]))
      const outcome = await inner.run(spec)
      const changed = before.filter((file) => restoreFile(file)).map(({ name }) => name)
      if (changed.length > 0)
        throw new EnvironmentError(
          `${spec.argv[0] ?? 'a program'} wrote into ${changed.join(', ')}, which control the workflow of this step; the files were restored and the run ends here`,
          'Review this code before it runs again on this machine; docs/security.md (T-08) lists what else it may have reached.',
        )
      return outcome
    },
  }
}

type FileCopy = { readonly name: string; readonly path: string; readonly content: Buffer }

function readFileCopy(name: string, path: string | undefined): FileCopy[] {
  if (path === undefined || path === '') return []
  const content = readOwn(path)
  return content === null ? [] : [{ name, path, content }]
}

/** Restores the file when it changed. Returns whether it did. */
function restoreFile({ path, content }: FileCopy): boolean {
  const stat = lstatSync(path, { throwIfNoEntry: false })
  // Compare sizes first, so that a large file is not read.
  const isSame = stat?.isFile() === true && stat.size === content.length && (readOwn(path)?.equals(content) ?? false)
  if (isSame) return false
  rmSync(path, { force: true, recursive: true })
  writeFileSync(path, content, { flag: 'wx' })
  return true
}

/** Null when the path does not exist or is a link. */
function readOwn(path: string): Buffer | null {
  try {
    const file = openSync(path, constants.O_RDONLY | constants.O_NOFOLLOW | constants.O_NONBLOCK)
    try {
      return readFileSync(file)
    } finally {
      closeSync(file)
    }
  } catch {
    return null
  }
}
