import type { RunContext } from '../domain/run-context.ts'
import { createGitHub } from '../io/octokit-github.ts'
import type { GitHub } from '../ports/github.ts'
import type { Logger } from '../ports/logger.ts'

/** GitHub for the repository of this run. GitHub Enterprise has another address, which the runner tells. */
export function gitHubOfRun(token: string, repository: NonNullable<RunContext['repository']>, logger: Logger): GitHub {
  const apiUrl = process.env['GITHUB_API_URL'] ?? 'https://api.github.com'
  return createGitHub({ token, apiUrl, owner: repository.owner, repo: repository.name, logger })
}
