import { join } from 'node:path'
import type { Inputs } from '../action/inputs.ts'
import { type ActionPorts, chooseLocalNames } from './action-ports.ts'
import type { RunContext } from '../domain/core/run-context.ts'
import { connectGitHub, extendRetries } from './connect-github.ts'
import { createLineProgress } from '../io/files/line-progress.ts'
import { createRunId } from '../io/machine/system-clock.ts'
import { guardStep, listReachableSecrets } from './guard-step.ts'
import { createMeasuringPorts } from './measuring-ports.ts'
import { check } from '../modes/check.ts'
import type { ModeResult } from '../domain/verdict/report.ts'
import { UserError } from '../domain/core/errors.ts'
import { formatSelection } from '../domain/plan/selection.ts'

/** Wires the mode `check` to this machine, its clone and, with a token, GitHub. */
export async function checkFromAction(inputs: Inputs, context: RunContext, ports: ActionPorts): Promise<ModeResult> {
  refuseTokenOfShard(inputs)
  extendRetries(ports.signal, ports.logger)
  const { token, config: configPath } = inputs
  const { workspace, repository } = context
  const { env, logger, signal } = ports
  const measuring = await createMeasuringPorts({
    workspace,
    environment: env,
    token,
    localNames: chooseLocalNames(token),
    logger,
    progress: createLineProgress((line) => logger.info(line)),
    signal,
  })
  const runId = createRunId()
  const request = {
    context,
    configPath,
    ownRules: null,
    mayMeasureForks: inputs.allowForks,
    secretsAtHand: listReachableSecrets(measuring.git, env),
    runFolder: inputs.runFolder ?? join(env['RUNNER_TEMP'] ?? '/tmp', 'warpgauge', runId),
    runId,
    isResume: inputs.resume,
    selection: inputs.selection,
    signal,
  }
  const gitHub = token === null || repository === null ? null : connectGitHub(token, repository, ports)
  const processes = guardStep(measuring.processes, env, logger)
  return await check(request, { ...measuring, processes, gitHub, ...ports })
}

/**
 * Refuses a token for a part of a run: several jobs would overwrite one check. A `publish` job merges their results.
 */
function refuseTokenOfShard({ selection, token }: Inputs): void {
  if (selection === null || token === null) return
  throw new UserError(
    `${formatSelection(selection)} is a part of a run, so it must not get a token`,
    'Remove `token`; a job with `mode: publish` merges the run folders and writes one check (docs/matrix.md).',
  )
}
