import { modeNames, type ModeName } from '../domain/core/mode.ts'
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
  readonly refreshBy: (typeof refreshWays)[number]
  /** Key by which `plan` splits the jobs; null: it plans none and only decides whether to measure. */
  readonly planBy: MatrixKey | null
  /** Whether `plan` decided that the job that would have measured is skipped; `publish` decides again. */
  readonly isSkipped: boolean
  /** The part of the plan that `check` measures; null: the complete plan. */
  readonly selection: Selection | null
  /** Inputs of `bisect`; null for a missing value. */
  readonly bisect: {
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
}

/** How `refresh` updates baselines: by a pull request, or by a commit on the default branch. */
const refreshWays = ['pull-request', 'commit'] as const

/** Reads all inputs and reports all problems together. The only caller of `getInput`. */
export function readInputs(runner: Runner): Inputs {
  const problems: string[] = []
  /** Null for an empty input. */
  const read = (name: string) => runner.getInput(name) || null
  const readLines = (name: string) =>
    (read(name) ?? '')
      .split('\n')
      .map((line) => line.trim())
      .filter((line) => line !== '')
  const readFlag = (name: string): boolean => {
    const value = read(name) ?? 'false'
    if (value !== 'true' && value !== 'false') problems.push(`${name}: "${value}" is neither true nor false`)
    return value === 'true'
  }
  /** Reads one of several names; the first is the default. */
  const readName = <Name extends string>(name: string, names: readonly [Name, ...Name[]], listed = names): Name => {
    const text = read(name) ?? names[0]
    const found = names.find((one) => one === text)
    if (found === undefined) problems.push(`${name}: "${text}" is not one of ${listed.join(', ')}`)
    return found ?? names[0]
  }
  const token = read('token')
  if (token !== null) runner.setSecret(token)
  const mode = readName('mode', ['auto', ...modeNames])
  const config = read('config') ?? '.github/warpgauge.yml'
  if (config.startsWith('/') || config.split('/').includes('..'))
    problems.push(`config: "${config}" is not a path inside the repository`)
  const planBy = readName('by', ['testbed', ...matrixKeys, 'none'], [...matrixKeys, 'none'])
  const inputs = {
    mode,
    config,
    token,
    runFolder: read('run-folder'),
    runFolders: readLines('run-folder'),
    allowForks: readFlag('allow-forks'),
    resume: readFlag('resume'),
    isMeasured: readFlag('measured'),
    isSkipped: readFlag('skipped'),
    reason: read('reason'),
    prune: (read('prune') ?? '').split(/[\s,]+/u).filter((id) => id !== ''),
    refreshBy: readName('refresh-by', refreshWays),
    planBy: planBy === 'none' ? null : planBy,
    selection: parseSelection(readLines('only'), read('shard')),
    bisect: {
      good: read('good'),
      bad: read('bad'),
      suite: read('suite'),
      cases: readLines('only'),
      metric: read('metric'),
      history: read('history'),
      isFirstParent: readFlag('first-parent'),
    },
  }
  if (problems.length === 0) return inputs
  throw new UserError(
    `inputs of the action: ${problems.join('; ')}`,
    'Correct the values under `with:`; action.yml lists all inputs.',
  )
}
