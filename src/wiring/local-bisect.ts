import { join } from 'node:path'
import type { BisectQuestion, BisectResult } from '../domain/bisect/bisect-result.ts'
import type { EnvironmentVariables } from '../domain/core/child-environment.ts'
import { diskFileStore } from '../io/files/disk-file-store.ts'
import type { LocalNames } from '../io/git/git-resolve.ts'
import { openGitRepository } from '../io/git/simple-git-repository.ts'
import { bisect } from '../modes/bisect.ts'
import type { Logger } from '../ports/logger.ts'
import type { ProcessRunner } from '../ports/process-runner.ts'
import type { Progress } from '../ports/progress.ts'
import type { ReadTrusted } from '../steps/baselines/load-baselines.ts'
import { parseRules } from '../steps/baselines/load-rules.ts'
import { collectSavedEvidence } from '../judging/bisect/bisect.ts'
import { createMeasuringPorts } from './measuring-ports.ts'
import type { HistoryRecord } from '../record/history.ts'

/** Parameters of a search on this machine. */
export type LocalBisect = {
  /** Directory of the clone. */
  readonly workspace: string
  readonly environment: EnvironmentVariables
  readonly configText: string
  readonly question: BisectQuestion
  /** Folder for the state and the runs of the search. */
  readonly folder: string
  /** Earlier runs, which are used before anything is measured. */
  readonly records: readonly HistoryRecord[]
  /** Largest number of runs per side; null: from the config. */
  readonly maxRepeats: number | null
  readonly isResume: boolean
  readonly runId: string
  readonly logger: Logger
  readonly progress: Progress
  readonly signal: AbortSignal
  /** Which local names resolve revisions that the remote does not know; absent: all. */
  readonly localNames?: LocalNames
  /** Protects this process from the measured programs; absent on a developer's machine. */
  readonly guard?: (processes: ProcessRunner) => ProcessRunner
}

const maxBaselineBytes = 16 * 2 ** 20

/** Runs a search on this machine and its clone. */
export async function bisectLocally(search: LocalBisect): Promise<BisectResult> {
  const { workspace, environment, question, folder, records, signal } = search
  const measuring = await createMeasuringPorts(search)
  const ports = { ...measuring, processes: search.guard?.(measuring.processes) ?? measuring.processes }
  const commits = await openGitRepository(workspace, { env: environment, token: null })
  const rules = parseRules(search.configText, question.configPath, { origin: 'local', commit: null })
  return await bisect({
    question,
    rules,
    workspace,
    folder,
    runId: search.runId,
    maxRepeats: search.maxRepeats,
    isResume: search.isResume,
    signal,
    readCommitted: readOnce((path) => diskFileStore.readText(join(workspace, path), maxBaselineBytes)),
    openSaved:
      records.length === 0
        ? null
        : async ({ ends, target }) =>
            collectSavedEvidence({ records, ends, target, good: question.good, bad: question.bad }),
    commits,
    ports,
  })
}

/** Reads each file once, before measured code runs, because that code could change the files. */
function readOnce(read: ReadTrusted): ReadTrusted {
  const known = new Map<string, Promise<string | null>>()
  return (path) => {
    const text = known.get(path) ?? read(path)
    known.set(path, text)
    return text
  }
}
