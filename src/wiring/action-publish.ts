import type { Inputs } from '../action/inputs.ts'
import type { ActionPorts } from './action-ports.ts'
import { UserError } from '../domain/errors.ts'
import type { ModeResult } from '../domain/mode-result.ts'
import type { RunContext } from '../domain/run-context.ts'
import { gitHubOfRun } from './github-of-run.ts'
import { diskFileStore } from '../io/disk-file-store.ts'
import { publishUnderCheck } from '../modes/publish-under-check.ts'

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
  const gitHub = gitHubOfRun(inputs.token, context.repository, ports.logger)
  const request = { context, configPath: inputs.config, runFolder: inputs.runFolder, signal: ports.signal }
  return await publishUnderCheck(request, { ...ports, gitHub, files: diskFileStore }, loadPublish)
}

async function loadPublish() {
  return (await import('../modes/publish.ts')).publish
}
