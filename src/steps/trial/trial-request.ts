import type { NextTrial } from '../../domain/plan/schedule.ts'
import type { Trial } from '../../domain/trial/trial.ts'
import type { TrialInputs, Workplace } from '../measure/environment.ts'
import { join } from 'node:path'
import { type CommandValues } from '../../domain/core/command.ts'

export type TrialRequest = {
  readonly next: NextTrial
  /** Of the revision under test. */
  readonly commit: string
  readonly prepared: TrialInputs
  readonly workplace: Workplace
  readonly runFolder: string
  readonly runId: string
  /** Trials of this run so far. */
  readonly earlier: readonly Trial[]
  /** An empty directory for the raw output of this trial. */
  readonly directory: string
  readonly signal: AbortSignal
  /** For one execution of a long run; absent: a single execution. */
  readonly longRun?: {
    /** Directory for the pipeline output; survives an interrupted execution. */
    readonly outputParent: string
    readonly resumeArgs: readonly string[]
    /** Checkpoints of an interrupted execution exist. */
    readonly isContinued: boolean
  }
}

/** Where a trial ran, and what it wrote. */
export type TrialPlace = {
  readonly values: CommandValues
  /** Where the command ran; base of relative paths. */
  readonly directory: string
  /** Absolute paths. */
  readonly files: { readonly stdoutPath: string; readonly stderrPath: string; readonly eventsPath: string }
  /** Milliseconds since the epoch; older files are not from this trial. */
  readonly startedMs: number
}

/** Values of a command's placeholders. Each trial has a new output path: old results could end a pipeline early. */
export function buildCommandValues({ next, prepared, workplace, directory, longRun }: TrialRequest): CommandValues {
  const name = `${next.planned.id.replaceAll(/[^A-Za-z0-9._-]+/g, '-').slice(0, 100)}-${next.index}`
  const ofTrial = prepared.config.run.keepOutputs ? directory : join(workplace.workDirectory, 'outputs', name)
  const parent = longRun?.outputParent ?? join(ofTrial, 'outputs')
  const { files = [], paths = files } = prepared.datasets.get(next.planned.dataset) ?? {}
  const nodes = next.planned.nodes ?? prepared.config.pipeline.launcher?.nodes ?? 1
  return {
    dataset: paths,
    gpus: next.planned.gpus,
    output: join(parent, name),
    nodes,
    host: prepared.hostName ?? 'localhost',
  }
}

/** Where the revision of a trial is checked out. */
export function findTree({ next, prepared }: Pick<TrialRequest, 'next' | 'prepared'>): string {
  const tree = prepared.trees.get(next.planned.revision)
  if (tree === undefined) throw new Error(`no tree was checked out for revision ${next.planned.revision}`)
  return tree
}
