import { mkdir, readFile, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { randomUUID } from 'node:crypto'

/** The files through which a step talks to the runner, one set for each step. */
export type CommandFiles = Readonly<
  Record<'GITHUB_OUTPUT' | 'GITHUB_STATE' | 'GITHUB_ENV' | 'GITHUB_PATH' | 'GITHUB_STEP_SUMMARY', string>
>

export type FileCommands = {
  readonly outputs: Record<string, string>
  readonly state: Record<string, string>
  readonly env: Record<string, string>
  readonly paths: readonly string[]
  readonly summary: string
  /** What the runner could not read; any one fails the step. */
  readonly problems: readonly string[]
}

const summaryLimitBytes = 1024 * 1024

/** Empty command files below RUNNER_TEMP, where the runner has them. */
export async function createCommandFiles(runnerTemp: string): Promise<CommandFiles> {
  const directory = join(runnerTemp, '_runner_file_commands')
  await mkdir(directory, { recursive: true })
  const create = async (kind: string): Promise<string> => {
    const path = join(directory, `${kind}_${randomUUID()}`)
    await writeFile(path, '')
    return path
  }
  return {
    GITHUB_OUTPUT: await create('set_output'),
    GITHUB_STATE: await create('save_state'),
    GITHUB_ENV: await create('set_env'),
    GITHUB_PATH: await create('add_path'),
    GITHUB_STEP_SUMMARY: await create('step_summary'),
  }
}

/** What a step left in its command files. */
export async function readCommandFiles(files: CommandFiles): Promise<FileCommands> {
  const problems: string[] = []
  const read = async (path: string): Promise<string> => await readFile(path, 'utf8')
  const pairs = async (path: string, what: string): Promise<Record<string, string>> => {
    const { values, problem } = parseKeyValues(await read(path))
    if (problem !== null) problems.push(`Unable to process file command '${what}' successfully. ${problem}`)
    return problem === null ? values : {}
  }
  const outputs = await pairs(files.GITHUB_OUTPUT, 'output')
  const state = await pairs(files.GITHUB_STATE, 'state')
  const env = await pairs(files.GITHUB_ENV, 'env')
  if ('NODE_OPTIONS' in env) problems.push("Can't store NODE_OPTIONS output parameter using '$GITHUB_ENV' command.")
  const paths = (await read(files.GITHUB_PATH)).split('\n').filter((line) => line !== '')
  const text = await read(files.GITHUB_STEP_SUMMARY)
  const isTooLong = Buffer.byteLength(text, 'utf8') > summaryLimitBytes
  if (isTooLong) problems.push('$GITHUB_STEP_SUMMARY upload aborted, supports content up to a size of 1024k')
  return { outputs, state, env, paths, summary: isTooLong ? '' : text, problems }
}

type KeyValues = { readonly values: Record<string, string>; readonly problem: string | null }

/** `name=value` lines and `name<<delimiter` blocks; only LF ends a line on Linux. */
export function parseKeyValues(text: string): KeyValues {
  const values: Record<string, string> = {}
  const lines = text.split('\n')
  // Without a last line end the last line has none; with one the split leaves an empty line behind.
  const isLastEnded = lines.at(-1) === ''
  if (isLastEnded) lines.pop()
  for (let index = 0; index < lines.length; index++) {
    const line = lines[index] ?? ''
    if (line === '') continue
    const [equals, heredoc] = [line.indexOf('='), line.indexOf('<<')]
    if (equals >= 0 && (heredoc < 0 || equals < heredoc)) {
      if (equals === 0) return { values, problem: `Invalid format '${line}'. Name must not be empty` }
      values[line.slice(0, equals)] = line.slice(equals + 1)
      continue
    }
    if (heredoc <= 0 || line.length === heredoc + 2) return { values, problem: `Invalid format '${line}'` }
    const delimiter = line.slice(heredoc + 2)
    const end = lines.indexOf(delimiter, index + 1)
    if (end < 0) return { values, problem: `Invalid value. Matching delimiter not found '${delimiter}'` }
    values[line.slice(0, heredoc)] = lines.slice(index + 1, end).join('\n')
    index = end
  }
  return { values, problem: null }
}
