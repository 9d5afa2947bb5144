import { join } from 'node:path'
import type { Inputs } from '../action/inputs.ts'
import type { ActionPorts } from './action-ports.ts'
import { UserError } from '../domain/core/errors.ts'
import type { ModeEnding, ModeResult } from '../domain/verdict/mode-result.ts'
import type { RunContext } from '../domain/core/run-context.ts'
import { createAcceptancePorts, connectGitHub } from './connect-github.ts'
import { createRunId } from '../io/process/run-id.ts'
import { diskFileStore } from '../io/files/disk-file-store.ts'
import { holdForMeasurement, publishUnderCheck } from '../modes/publish-under-check.ts'

/** Wires the mode `publish` to GitHub and the disk. A measurement that has just started has nothing to publish yet. */
export async function publishFromAction(inputs: Inputs, context: RunContext, ports: ActionPorts): Promise<ModeEnding> {
  if (!context.measuredBy?.isBeginning) return await publishMeasured(inputs, context, ports)
  const { token, repository } = requireAccess(inputs, context)
  const gitHub = connectGitHub(token, repository, ports.logger, ports.signal)
  return { said: await holdForMeasurement({ context, configPath: inputs.config }, gitHub) }
}

/** Publishes the measurement of another job. */
export async function publishMeasured(inputs: Inputs, context: RunContext, ports: ActionPorts): Promise<ModeResult> {
  const { token, repository } = requireAccess(inputs, context)
  if (inputs.runFolders.length === 0)
    throw new UserError(
      'publish needs the run folder of the measuring job',
      'Download its artifact and give the path as run-folder; several folders, one per line, are merged.',
    )
  const gitHub = connectGitHub(token, repository, ports.logger, ports.signal)
  const acceptances = createAcceptancePorts(token, repository, ports.logger, ports.signal)
  const request = {
    context,
    configPath: inputs.config,
    runFolders: inputs.runFolders,
    joinedFolder: join(process.env['RUNNER_TEMP'] ?? '/tmp', `warpgauge-joined-${createRunId()}`),
    signal: ports.signal,
  }
  return await publishUnderCheck(request, { ...ports, gitHub, acceptances, files: diskFileStore }, loadPublish)
}

function requireAccess({ token }: Inputs, { repository }: RunContext) {
  if (token === null)
    throw new UserError(
      'publish needs a token',
      'Add `token: ${{ github.token }}` and the permissions checks: write and pull-requests: write.',
    )
  if (!repository) throw new UserError('GITHUB_REPOSITORY is not set', 'Run this inside GitHub Actions.')
  return { token, repository }
}

async function loadPublish() {
  return (await import('../modes/publish.ts')).publish
}
