import { existsSync } from 'node:fs'
import { join } from 'node:path'
import type { Inputs } from '../action/inputs.ts'
import type { ModeEnding } from '../domain/verdict/report.ts'
import type { RunContext } from '../domain/core/run-context.ts'
import { sleepUntilAborted } from '../io/machine/system-clock.ts'
import { diskFileStore } from '../io/files/disk-file-store.ts'
import { openGitCommitWriter } from '../io/git/simple-git-repository.ts'
import { refresh } from '../modes/refresh.ts'
import type { CommitWriter } from '../ports/commit-writer.ts'
import type { ActionPorts } from './action-ports.ts'
import { requireGitHub } from './connect-github.ts'

/** Wires the mode `refresh` to GitHub, and to git where the job has a clone. */
export async function refreshFromAction(inputs: Inputs, context: RunContext, ports: ActionPorts): Promise<ModeEnding> {
  const { env, logger, signal } = ports
  const { workspace } = context
  const gitHub = requireGitHub('refresh', inputs, context, { env, logger })
  const { config: configPath, runFolder, reason, prune, refreshBy: way, token } = inputs
  // Opens the clone only when the API cannot create the commit.
  const lazyGit: CommitWriter = {
    async commit(order) {
      if (!existsSync(join(workspace, '.git'))) return { kind: 'unable', reason: 'there is no clone in the workspace' }
      return await (await openGitCommitWriter(workspace, { env, token })).commit(order)
    },
  }
  const pause = async (ms: number) => await sleepUntilAborted(ms, signal)
  const request = { context, configPath, runFolder, reason, prune, way }
  return { said: await refresh(request, { gitHub, files: diskFileStore, writers: [gitHub, lazyGit], pause, logger }) }
}
