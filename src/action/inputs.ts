import { getInput, setSecret } from '@actions/core'
import { isModeName, modeNames, type ModeName } from '../domain/mode.ts'
import { UserError } from '../domain/errors.ts'

/** What a workflow gives to the Action, checked. */
export type Inputs = {
  readonly mode: ModeName | 'auto'
  /** Path of the config inside the repository. */
  readonly config: string
  /** Null: nothing is written to GitHub. */
  readonly token: string | null
  /** Null: a new directory below the runner's temporary one. */
  readonly runFolder: string | null
  readonly allowForks: boolean
  readonly resume: boolean
}

/** Reads every input once and reports all problems together. The only caller of `getInput`. */
export function readInputs(): Inputs {
  const token = optional('token')
  if (token !== null) setSecret(token)
  const problems: string[] = []
  const mode = optional('mode') ?? 'auto'
  if (mode !== 'auto' && !isModeName(mode)) problems.push(`mode: "${mode}" is not one of auto, ${modeNames.join(', ')}`)
  const config = optional('config') ?? '.github/warpgauge.yml'
  if (config.startsWith('/') || config.split('/').includes('..'))
    problems.push(`config: "${config}" is not a path inside the repository`)
  const allowForks = flag('allow-forks', problems)
  const resume = flag('resume', problems)
  if (problems.length > 0)
    throw new UserError(
      `inputs of the action: ${problems.join('; ')}`,
      'Correct the values under `with:`; action.yml lists them all.',
    )
  return {
    mode: isModeName(mode) ? mode : 'auto',
    config,
    token,
    runFolder: optional('run-folder'),
    allowForks,
    resume,
  }
}

function optional(name: string): string | null {
  const value = getInput(name)
  return value === '' ? null : value
}

function flag(name: string, problems: string[]): boolean {
  const value = optional(name) ?? 'false'
  if (value !== 'true' && value !== 'false') problems.push(`${name}: "${value}" is neither true nor false`)
  return value === 'true'
}
