import { guardCommandFiles } from '../io/files/command-files.ts'
import { hideProcess } from '../io/process/own-process.ts'
import type { GitRepository } from '../io/git/simple-git-repository.ts'
import type { Logger } from '../ports/logger.ts'
import type { ProcessRunner } from '../ports/process-runner.ts'
import type { EnvironmentVariables } from '../domain/core/child-environment.ts'

/** Protects this step from the programs it starts, as far as possible under the same user. */
export function guardStep(processes: ProcessRunner, environment: EnvironmentVariables, logger: Logger): ProcessRunner {
  if (!hideProcess())
    logger.debug(
      'Other processes of this user can inspect this process, because prctl is not available (musl, or no koffi).',
    )
  return guardCommandFiles(processes, environment)
}

/** Lists the locations of secrets that programs on this machine can read, without their values. */
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
