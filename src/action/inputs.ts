import { modeNames, usualConfig } from '../domain/core/run-context.ts'
import { UserError } from '../domain/core/errors.ts'
import { matrixKeys } from '../domain/plan/job-matrix.ts'
import { parseSelection } from '../domain/plan/selection.ts'
import type { Runner } from './action-step.ts'

/** The validated inputs of the Action. */
export type Inputs = ReturnType<typeof readInputs>

/** How `refresh` updates baselines: by a pull request, or by a commit on the default branch. */
const refreshWays = ['pull-request', 'commit'] as const

/** Reads all inputs, masks the token in logs, throws one UserError for all problems. The only caller of `getInput`. */
export function readInputs(runner: Runner) {
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
  const config = read('config') ?? usualConfig
  if (config.startsWith('/') || config.split('/').includes('..'))
    problems.push(`config: "${config}" is not a path inside the repository`)
  const planBy = readName('by', ['testbed', ...matrixKeys, 'none'], [...matrixKeys, 'none'])
  const inputs = {
    mode,
    /** Path of the config inside the repository. */
    config,
    /** Null: write nothing to GitHub. */
    token,
    /** Null: a new directory in the temporary directory of the runner. */
    runFolder: read('run-folder'),
    /** The same input as a list, one path per line. */
    runFolders: readLines('run-folder'),
    allowForks: readFlag('allow-forks'),
    resume: readFlag('resume'),
    /** Whether another job has measured, so that `record` runs no trial. */
    isMeasured: readFlag('measured'),
    /** Whether `plan` decided that the job that would have measured is skipped; `publish` decides again. */
    isSkipped: readFlag('skipped'),
    /** How the measuring job of this workflow run ended; null: unknown. */
    measureResult: read('result'),
    /** Reason that allows `refresh` to accept worse baselines. */
    reason: read('reason'),
    /** Testbeds whose baselines `refresh` removes. */
    prune: (read('prune') ?? '').split(/[\s,]+/u).filter((id) => id !== ''),
    refreshBy: readName('refresh-by', refreshWays),
    /** Key by which `plan` splits the jobs; null: it plans none and only decides whether to measure. */
    planBy: planBy === 'none' ? null : planBy,
    /** The part of the plan that `check` measures; null: the complete plan. */
    selection: parseSelection(readLines('only')),
    /** Inputs of `bisect`; null for a missing value. */
    bisect: {
      good: read('good'),
      bad: read('bad'),
      suite: read('suite'),
      /** Patterns of case ids; empty: all cases of the suite. */
      cases: readLines('only'),
      metric: read('metric'),
      /** Directory with records of earlier runs. */
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
