import { isModeName, modeNames, type ModeName } from '../domain/core/mode.ts'
import { UserError } from '../domain/core/errors.ts'
import { matrixKeys, type MatrixKey } from '../domain/plan/job-matrix.ts'
import { parseSelection } from '../domain/plan/parse-selection.ts'
import type { Runner } from './action-step.ts'
import type { Selection } from '../record/plan.ts'

/** The validated inputs of the Action. */
export type Inputs = {
  readonly mode: ModeName | 'auto'
  /** Path of the config inside the repository. */
  readonly config: string
  /** Null: write nothing to GitHub. */
  readonly token: string | null
  /** Null: a new directory in the temporary directory of the runner. */
  readonly runFolder: string | null
  /** The same input as a list, one path per line. */
  readonly runFolders: readonly string[]
  readonly allowForks: boolean
  readonly resume: boolean
  /** Whether another job has measured, so that `record` runs no trial. */
  readonly isMeasured: boolean
  /** Reason that allows `refresh` to accept worse baselines. */
  readonly reason: string | null
  /** Testbeds whose baselines `refresh` removes. */
  readonly prune: readonly string[]
  readonly refreshBy: RefreshBy
  /** Key by which `plan` splits the jobs; null: it plans none and only decides whether to measure. */
  readonly planBy: MatrixKey | null
  /** Whether `plan` decided that the job that would have measured is skipped; `publish` decides again. */
  readonly isSkipped: boolean
  /** The part of the plan that `check` measures; null: the complete plan. */
  readonly selection: Selection | null
  /** Inputs of `bisect`. */
  readonly bisect: BisectInputs
}

/** Inputs of `bisect`; null for a missing value. */
export type BisectInputs = {
  readonly good: string | null
  readonly bad: string | null
  readonly suite: string | null
  /** Patterns of case ids; empty: all cases of the suite. */
  readonly cases: readonly string[]
  readonly metric: string | null
  /** Directory with records of earlier runs. */
  readonly history: string | null
  readonly isFirstParent: boolean
}

/** How `refresh` updates baselines: by a pull request, or by a commit on the default branch. */
const refreshWays = ['pull-request', 'commit'] as const
type RefreshBy = (typeof refreshWays)[number]

/** Reads all inputs and reports all problems together. The only caller of `getInput`. */
export function readInputs(runner: Runner): Inputs {
  const reader = createInputReader(runner)
  const { read, readFlag, problems } = reader
  const token = read('token')
  if (token !== null) runner.setSecret(token)
  const mode = read('mode') ?? 'auto'
  if (mode !== 'auto' && !isModeName(mode)) problems.push(`mode: "${mode}" is not one of auto, ${modeNames.join(', ')}`)
  const config = read('config') ?? '.github/warpgauge.yml'
  if (config.startsWith('/') || config.split('/').includes('..'))
    problems.push(`config: "${config}" is not a path inside the repository`)
  const allowForks = readFlag('allow-forks')
  const resume = readFlag('resume')
  const isMeasured = readFlag('measured')
  const isSkipped = readFlag('skipped')
  const matrix = readMatrixInputs(reader)
  const refresh = readRefreshInputs(reader)
  const bisect = {
    good: reader.read('good'),
    bad: reader.read('bad'),
    suite: reader.read('suite'),
    cases: reader.readLines('only'),
    metric: reader.read('metric'),
    history: reader.read('history'),
    isFirstParent: reader.readFlag('first-parent'),
  }
  if (problems.length > 0)
    throw new UserError(
      `inputs of the action: ${problems.join('; ')}`,
      'Correct the values under `with:`; action.yml lists all inputs.',
    )
  return {
    mode: isModeName(mode) ? mode : 'auto',
    config,
    token,
    runFolder: read('run-folder'),
    allowForks,
    resume,
    isMeasured,
    isSkipped,
    ...refresh,
    ...matrix,
    bisect,
    runFolders: reader.readLines('run-folder'),
  }
}

function readMatrixInputs({ read, readLines, problems }: InputReader): Pick<Inputs, 'planBy' | 'selection'> {
  const by = read('by') ?? 'testbed'
  if (by !== 'none' && !isMatrixKey(by)) problems.push(`by: "${by}" is not one of ${matrixKeys.join(', ')}, none`)
  return {
    planBy: by === 'none' ? null : isMatrixKey(by) ? by : 'testbed',
    selection: parseSelection(readLines('only'), read('shard')),
  }
}

function isMatrixKey(text: string): text is MatrixKey {
  return (matrixKeys as readonly string[]).includes(text)
}

function readRefreshInputs({ read, problems }: InputReader): Pick<Inputs, 'reason' | 'prune' | 'refreshBy'> {
  const way = read('refresh-by') ?? 'pull-request'
  if (!isRefreshWay(way)) problems.push(`refresh-by: "${way}" is not one of ${refreshWays.join(', ')}`)
  const prune = (read('prune') ?? '').split(/[\s,]+/u).filter((id) => id !== '')
  return { reason: read('reason'), prune, refreshBy: isRefreshWay(way) ? way : 'pull-request' }
}

function isRefreshWay(text: string): text is RefreshBy {
  return (refreshWays as readonly string[]).includes(text)
}

type InputReader = {
  /** Null for an empty input. */
  readonly read: (name: string) => string | null
  readonly readLines: (name: string) => string[]
  readonly readFlag: (name: string) => boolean
  readonly problems: string[]
}

function createInputReader(runner: Runner): InputReader {
  const problems: string[] = []
  const read = (name: string) => runner.getInput(name) || null
  return {
    read,
    readLines: (name) =>
      (read(name) ?? '')
        .split('\n')
        .map((line) => line.trim())
        .filter((line) => line !== ''),
    readFlag(name) {
      const value = read(name) ?? 'false'
      if (value !== 'true' && value !== 'false') problems.push(`${name}: "${value}" is neither true nor false`)
      return value === 'true'
    },
    problems,
  }
}
