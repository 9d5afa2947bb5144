import { join } from 'node:path'
import type { Inputs } from '../action/inputs.ts'
import type { ActionPorts } from './action-ports.ts'
import type { RunContext } from '../domain/run-context.ts'
import { gitHubOfRun } from './github-of-run.ts'
import { lineProgress } from '../io/line-progress.ts'
import { newRunId } from '../io/run-id.ts'
import { measuringPorts } from './measuring-ports.ts'
import { check } from '../modes/check.ts'
import type { ModeResult } from '../domain/mode-result.ts'
import type { GitHub } from '../ports/github.ts'
import type { Logger } from '../ports/logger.ts'
import { toolVersion } from './tool-version.ts'

/** Wires the mode `check` to this machine, its clone and, when a token was given, GitHub. */
export async function checkFromAction(inputs: Inputs, context: RunContext, ports: ActionPorts): Promise<ModeResult> {
  const runId = newRunId()
  const temporary = process.env['RUNNER_TEMP'] ?? '/tmp'
  const { logger } = ports
  const measuring = await measuringPorts({
    workspace: context.workspace,
    environment: process.env,
    token: inputs.token,
    logger,
    progress: lineProgress((line) => logger.info(line)),
  })
  const request = {
    context,
    configPath: inputs.config,
    ownRules: null,
    mayMeasureForks: inputs.allowForks,
    runFolder: inputs.runFolder ?? join(temporary, 'warpgauge', runId),
    runId,
    isResume: inputs.resume,
    toolVersion,
    signal: ports.signal,
    workplace: {
      workDirectory: join(temporary, `warpgauge-work-${runId}`),
      cacheDirectory: cacheDirectory(),
      environment: process.env,
    },
  }
  return await check(request, { ...measuring, gitHub: gitHubOf(inputs, context, logger), jobSummary: ports.jobSummary })
}

function gitHubOf({ token }: Inputs, { repository }: RunContext, logger: Logger): GitHub | null {
  return token === null || repository === null ? null : gitHubOfRun(token, repository, logger)
}

function cacheDirectory(): string {
  const root =
    process.env['RUNNER_TOOL_CACHE'] ?? process.env['XDG_CACHE_HOME'] ?? join(process.env['HOME'] ?? '/tmp', '.cache')
  return join(root, 'warpgauge')
}
