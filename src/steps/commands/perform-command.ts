import type { CommandOutcome } from '../../domain/commands/command-outcome.ts'
import { UserError } from '../../domain/core/errors.ts'
import { acceptFailure } from './accept-failure.ts'
import { cancelRuns } from './cancel-runs.ts'
import type { CommandCall, CommandPorts } from './command-call.ts'
import { startBisect, startRefresh, startRun } from './start-workflow.ts'

/** Performs a command. A refusal by warpgauge is an outcome; a refusal by GitHub is thrown. */
export async function performCommand(call: CommandCall, ports: CommandPorts): Promise<CommandOutcome> {
  try {
    return await perform(call, ports)
  } catch (error) {
    if (!(error instanceof UserError)) throw error
    return { kind: 'refused', problem: error.message, hint: error.hint }
  }
}

async function perform(call: CommandCall, ports: CommandPorts): Promise<CommandOutcome> {
  const { name } = call.command
  if (!call.isPullRequest && name !== 'help' && name !== 'bisect' && name !== 'refresh')
    throw new UserError(`${name} works on pull requests`, 'Write it on a pull request.')
  switch (name) {
    case 'help':
      return { kind: 'helped' }
    case 'run':
    case 'compare':
      return await startRun(call, ports)
    case 'accept':
      return await acceptFailure(call, ports)
    case 'refresh':
      return await startRefresh(call, ports)
    case 'bisect':
      return await startBisect(call, ports)
    case 'cancel':
      return await cancelRuns(call, ports)
    default:
      return name satisfies never
  }
}
