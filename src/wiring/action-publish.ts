import type { Inputs } from '../action/inputs.ts'
import { UserError } from '../domain/errors.ts'
import type { RunContext } from '../domain/run-context.ts'
import { diskFileStore } from '../io/disk-file-store.ts'
import { createGitHub } from '../io/octokit-github.ts'
import type { ModeResult } from '../domain/mode-result.ts'
import { publish } from '../modes/publish.ts'
import type { JobSummary } from '../ports/job-summary.ts'
import type { Logger } from '../ports/logger.ts'

export type ActionPorts = {
  readonly logger: Logger
  readonly jobSummary: JobSummary | null
  readonly signal: AbortSignal
}

/** Wires the mode `publish` to GitHub and the disk. */
export async function publishFromAction(inputs: Inputs, context: RunContext, ports: ActionPorts): Promise<ModeResult> {
  if (inputs.token === null)
    throw new UserError(
      'publish needs a token',
      'Add `token: ${{ github.token }}` and the permissions checks: write and pull-requests: write.',
    )
  if (inputs.runFolder === null)
    throw new UserError(
      'publish needs the run folder of the measuring job',
      'Download its artifact and give the path as run-folder.',
    )
  if (!context.repository) throw new UserError('GITHUB_REPOSITORY is not set', 'Run this inside GitHub Actions.')
  const { owner, name } = context.repository
  const gitHub = createGitHub({ token: inputs.token, apiUrl: apiUrl(), owner, repo: name, logger: ports.logger })
  const request = { context, configPath: inputs.config, runFolder: inputs.runFolder, signal: ports.signal }
  return await publish(request, { ...ports, gitHub, files: diskFileStore })
}

/** GitHub Enterprise has another one. */
export function apiUrl(): string {
  return process.env['GITHUB_API_URL'] ?? 'https://api.github.com'
}
