import { guardCommandFiles } from '../io/files/command-files.ts'
import { hideProcess } from '../io/process/own-process.ts'
import type { GitRepository } from '../io/git/simple-git-repository.ts'
import type { Logger } from '../ports/logger.ts'
import type { ProcessRunner } from '../ports/process-runner.ts'
import type { EnvironmentVariables } from '../domain/core/child-environment.ts'

/**
 * Hides the environment, memory and open files of this process from other processes of the same user. Returns a runner that
 * restores the command files of the step (`GITHUB_ENV`, `GITHUB_OUTPUT`, …) after each program that changed them, and throws.
 */
export function guardStep(processes: ProcessRunner, environment: EnvironmentVariables, logger: Logger): ProcessRunner {
  if (!hideProcess())
    logger.debug(
      'Other processes of this user can inspect this process, because prctl is not available (musl, or no koffi).',
    )
  return guardCommandFiles(processes, environment)
}

/** Lists where git's settings of the clone and this environment hold tokens that programs can read, without their values. */
export function listReachableSecrets(
  git: Pick<GitRepository, 'listCredentials'>,
  environment: EnvironmentVariables,
): string[] {
  return [
    ...git.listCredentials().map(({ key, file }) => `${key} in ${file}`),
    ...tokenVariables.filter((name) => (environment[name] ?? '') !== '').map((name) => `variable ${name}`),
  ]
}

/** Variables that can hold a token of GitHub, in the order of preference. */
export const tokenVariables: readonly string[] = ['GITHUB_TOKEN', 'GH_TOKEN']
