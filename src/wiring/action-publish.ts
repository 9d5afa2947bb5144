import { join } from 'node:path'
import type { Inputs } from '../action/inputs.ts'
import { writeUnrelated } from '../action/outputs.ts'
import type { ActionPorts } from './action-ports.ts'
import { UserError } from '../domain/core/errors.ts'
import type { ModeEnding, ModeResult } from '../domain/verdict/report.ts'
import type { RunContext } from '../domain/core/run-context.ts'
import { connectDecision, createAcceptancePorts, connectGitHub } from './connect-github.ts'
import { createRunId } from '../io/process/run-id.ts'
import { diskFileStore } from '../io/files/disk-file-store.ts'
import { holdForMeasurement, publishUnderCheck, type PublishRequest } from '../modes/publish-under-check.ts'
import type { UnmeasuredResult } from '../modes/publish-unmeasured.ts'

/** Wires the mode `publish` to GitHub and the disk. A measurement that has just started has nothing to publish yet. */
export async function publishFromAction(inputs: Inputs, context: RunContext, ports: ActionPorts): Promise<ModeEnding> {
  if (context.measuredBy?.isBeginning) {
    const { token, repository } = requireAccess(inputs, context)
    const gitHub = connectGitHub(token, repository, ports)
    return { said: await holdForMeasurement({ context, configPath: inputs.config }, gitHub) }
  }
  if (!(await isUnmeasured(inputs, context))) return await publishMeasured(inputs, context, ports)
  return await publishWithoutRun(inputs, context, ports)
}

/** Publishes the measurement of another job. */
export async function publishMeasured(inputs: Inputs, context: RunContext, ports: ActionPorts): Promise<ModeResult> {
  const { token, repository } = requireAccess(inputs, context)
  if (inputs.runFolders.length === 0)
    throw new UserError(
      'publish needs the run folder of the measuring job',
      'Download its artifact and give the path as run-folder; several folders, one per line, are merged.',
    )
  const gitHub = connectGitHub(token, repository, ports)
  const acceptances = createAcceptancePorts(token, repository, ports)
  const allPorts = { ...ports, gitHub, acceptances, files: diskFileStore }
  return await publishUnderCheck(buildRequest(inputs, context, ports), allPorts, loadPublish)
}

/**
 * Whether the measuring run succeeded without a run folder. Only the decision that is taken again can then pass the
 * check, because a pull request can change the workflow that measures it.
 */
async function isUnmeasured({ isSkipped, runFolders }: Inputs, { event, measuredBy }: RunContext): Promise<boolean> {
  if (isSkipped) return true
  if (event !== 'workflow_run' || measuredBy?.conclusion !== 'success') return false
  const found = await Promise.all(runFolders.map((path) => diskFileStore.list(path.replace(/\/\*$/u, ''))))
  return runFolders.length > 0 && found.flat().length === 0
}

async function publishWithoutRun(inputs: Inputs, context: RunContext, ports: ActionPorts): Promise<ModeEnding> {
  const { token, repository } = requireAccess(inputs, context)
  const decision = connectDecision(token, repository, ports)
  const acceptances = createAcceptancePorts(token, repository, ports)
  const allPorts = { ...ports, ...decision, acceptances, files: diskFileStore }
  const request = buildRequest(inputs, context, ports)
  const ending = await publishUnderCheck<ModeResult | UnmeasuredResult>(request, allPorts, async () => {
    const { publishUnmeasured } = await import('../modes/publish-unmeasured.ts')
    return async (announced) =>
      (await publishUnmeasured(announced, allPorts)) ?? (await (await loadPublish())(announced, allPorts))
  })
  if ('checkUrl' in ending) writeUnrelated(ports.runner, ending.checkUrl)
  return ending
}

function buildRequest(
  { config, runFolders }: Inputs,
  context: RunContext,
  { env, signal }: ActionPorts,
): PublishRequest {
  const joinedFolder = join(env['RUNNER_TEMP'] ?? '/tmp', `warpgauge-joined-${createRunId()}`)
  return { context, configPath: config, runFolders, joinedFolder, signal }
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
