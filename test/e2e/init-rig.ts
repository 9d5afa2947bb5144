import { mkdirSync, mkdtempSync, readdirSync, readFileSync, writeFileSync } from 'node:fs'
import { delimiter, dirname, join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { gitEnvironment, gitWith } from '../fakes/git.ts'
import { runCommandInside, type CommandPlace, type Spoken } from '../fakes/inner-command.ts'
import { hideTools, openToolPath } from '../fakes/tool-path.ts'
import type { InitRepository } from './init-repositories.ts'
import { runOnTerminal, type TypedKeys } from './pseudo-terminal.ts'

/** The built command line. */
export const cli = join(fileURLToPath(new URL('../..', import.meta.url)), 'dist', 'cli.js')

/** A real repository, and the PATH on which its tools lie. */
export type MadeRepository = Disposable & {
  readonly path: string
  /** What everything lies in; home and temporary directory too. */
  readonly folder: string
  readonly search: string
}

/** A real nvidia-smi would tell of other GPUs than the stand-in driver. */
const otherTools = hideTools(['nvidia-smi'])

/** The program in a repository: no terminal, a home of its own. */
export async function say(
  { path: cwd, folder, search, program = cli, env }: MadeRepository & Pick<Partial<CommandPlace>, 'program' | 'env'>,
  ...args: readonly string[]
): Promise<Spoken> {
  return await runCommandInside({ cwd, program, env: { PATH: search, HOME: folder, TMPDIR: folder, ...env } }, ...args)
}

/** `init` on a terminal, with keys that are typed where they are asked for. */
export async function answerInit(
  { path: cwd, folder, search }: MadeRepository,
  typed: readonly TypedKeys[],
): Promise<Spoken> {
  const env = { PATH: search, HOME: folder, TMPDIR: folder }
  return await runOnTerminal(`${process.execPath} ${cli} init`, { columns: 120, rows: 40, cwd, env, typed })
}

/** A real repository of these files, and the PATH on which its tools lie. */
export function makeRepository(folder: string, { files, tag, tools = {} }: InitRepository): MadeRepository {
  const path = mkdtempSync(join(folder, 'repository-'))
  writeAll(path, files)
  const git = gitWith(gitEnvironment(folder)).bind(null, path)
  git('init', '--quiet', '--initial-branch=main')
  git('add', '--all')
  git('commit', '--quiet', '-m', 'What there is')
  if (tag !== undefined) git('tag', tag)
  const toolPath = openToolPath()
  for (const [name, script] of Object.entries(tools)) toolPath.script(name, script)
  return {
    path,
    folder,
    search: [toolPath.folder, dirname(process.execPath), otherTools].join(delimiter),
    [Symbol.dispose]: () => toolPath[Symbol.dispose](),
  }
}

/** Writes files into a folder. */
export function writeAll(path: string, files: Readonly<Record<string, string>>): void {
  for (const [name, text] of Object.entries(files)) {
    mkdirSync(dirname(join(path, name)), { recursive: true })
    writeFileSync(join(path, name), text)
  }
}

/** The workflows that lie in a repository. */
export function workflowsIn(path: string): { name: string; text: string }[] {
  const place = join(path, '.github/workflows')
  return readdirSync(place).map((name) => ({ name, text: readFileSync(join(place, name), 'utf8') }))
}
