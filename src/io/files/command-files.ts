import { constants, lstatSync, openSync, readFileSync, closeSync, rmSync, writeFileSync } from 'node:fs'
import { EnvironmentError } from '../../domain/core/errors.ts'
import type { ProcessOutcome, ProcessRunner, ProcessSpec } from '../../ports/process-runner.ts'
import type { EnvironmentVariables } from '../../domain/core/child-environment.ts'

/** By these a step steers the steps after it; the last one tells its own end what it was about. */
const variables = [
  'GITHUB_ENV',
  'GITHUB_PATH',
  'GITHUB_OUTPUT',
  'GITHUB_STATE',
  'GITHUB_STEP_SUMMARY',
  'GITHUB_EVENT_PATH',
]

/**
 * Runs programs as `inner` does and looks afterwards whether they wrote into the command files of this step, which lie
 * open to every process of the user. What they wrote is taken out before the runner can obey it.
 *
 * @throws EnvironmentError that names the program and the files
 */
export function guardCommandFiles(inner: ProcessRunner, environment: EnvironmentVariables): ProcessRunner {
  return {
    async run(spec): Promise<ProcessOutcome> {
      const before = variables.flatMap((name) => readFileCopy(name, environment[name]))
      const outcome = await inner.run(spec)
      const changed = before.filter((file) => restoreFile(file)).map(({ name }) => name)
      if (changed.length > 0) throw describeTampering(spec, changed)
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

/** Whether the file is another one than before; then it is made what it was. */
function restoreFile({ path, content }: FileCopy): boolean {
  const stat = lstatSync(path, { throwIfNoEntry: false })
  // A large file is not read only to learn that it is another one.
  const isSame = stat?.isFile() === true && stat.size === content.length && (readOwn(path)?.equals(content) ?? false)
  if (isSame) return false
  rmSync(path, { force: true, recursive: true })
  writeFileSync(path, content, { flag: 'wx' })
  return true
}

/** Null for what is not there or is no file of its own. */
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

function describeTampering({ argv }: ProcessSpec, names: readonly string[]): EnvironmentError {
  return new EnvironmentError(
    `${argv[0] ?? 'a program'} wrote into ${names.join(', ')}, by which a step steers its workflow; what it wrote was taken out and the run ends here`,
    'Look at what this code does before it runs again on this machine; docs/security.md (T-08) says what else it may have reached.',
  )
}
