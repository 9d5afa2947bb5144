import { execFileSync } from 'node:child_process'
import { existsSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { openToolPath } from './tool-path.ts'

/** A PATH whose git writes down every process that a program starts. */
export type LoggedGit = Disposable & {
  readonly path: string
  /** The arguments of each process, in order. Those that git itself starts are not among them. */
  readonly list: () => string[]
}

export function openLoggedGit(): LoggedGit {
  const git = execFileSync('sh', ['-c', 'command -v git'], { encoding: 'utf8' }).trim()
  const tools = openToolPath()
  const log = join(tools.folder, 'git.log')
  tools.script('git', `printf '%s\\n' "$*" >> '${log}'\nexec '${git}' "$@"`)
  return {
    path: tools.path,
    list: () => (existsSync(log) ? readFileSync(log, 'utf8').trimEnd().split('\n') : []),
    [Symbol.dispose]: () => tools[Symbol.dispose](),
  }
}
