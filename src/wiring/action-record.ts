import type { Inputs } from '../action/inputs.ts'
import { UserError } from '../domain/core/errors.ts'
import type { ModeResult } from '../domain/verdict/report.ts'
import type { MeasuredBy, RunContext } from '../domain/core/run-context.ts'
import { sleepUntilAborted, createRunId, systemClock } from '../io/machine/system-clock.ts'
import { diskFileStore } from '../io/files/disk-file-store.ts'
import { record, type Judge } from '../modes/record.ts'
import type { ActionPorts } from './action-ports.ts'
import { extendRetries, requireGitHub } from './connect-github.ts'

/** Wires the mode `record` to GitHub, and to the mode that measures or publishes the recorded run. */
export async function recordFromAction(inputs: Inputs, context: RunContext, ports: ActionPorts): Promise<ModeResult> {
  const isAsked = inputs.mode === 'record'
  // Without a token the job cannot record; if the event selected the mode, it only measures.
  if (inputs.token === null && !isAsked) return await measure(inputs, context, ports)(ports.jobSummary)
  // The first connection of a step sets how long all of them wait.
  if (!inputs.isMeasured) extendRetries(ports.signal, ports.logger)
  const gitHub = requireGitHub('record', inputs, context, ports)
  const request = { context, configPath: inputs.config, isAsked, claimant: createRunId(), signal: ports.signal }
  const judge = inputs.isMeasured ? judgeMeasured(inputs, context, ports) : measure(inputs, context, ports)
  const { logger, jobSummary } = ports
  const own = { gitHub, files: diskFileStore, clock: systemClock, logger, jobSummary, sleep: sleepUntilAborted }
  return await record(request, judge, own)
}

function measure(inputs: Inputs, context: RunContext, ports: ActionPorts): Judge {
  return async (jobSummary) => {
    const { checkFromAction } = await import('./action-check.ts')
    return await checkFromAction(inputs, context, { ...ports, jobSummary })
  }
}

/** Another job of this workflow run measured; its folder is published as untrusted input. */
function judgeMeasured(inputs: Inputs, context: RunContext, ports: ActionPorts): Judge {
  const { event, headCommit, branch = '', runUrl } = context
  if (headCommit === null) throw new UserError('GITHUB_SHA is not set', 'Run this inside GitHub Actions.')
  const run = { event, headCommit, headRepositoryId: 0, headBranch: branch, conclusion: null, url: runUrl ?? '' }
  const measuredBy: MeasuredBy = run
  return async (jobSummary) => {
    const { publishMeasured } = await import('./action-publish.ts')
    return await publishMeasured(inputs, { ...context, measuredBy }, { ...ports, jobSummary })
  }
}
