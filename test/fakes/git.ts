import { execFileSync } from 'node:child_process'
import { join } from 'node:path'

/** Runs git in a folder and gives what it prints, trimmed. Throws what git says when it refuses. */
export type Git = (cwd: string, ...args: readonly string[]) => string

/** In it git reads no settings of this machine and knows an author; `home` need not exist. */
export function gitEnvironment(home: string, name = 'A') {
  return {
    PATH: process.env['PATH'],
    HOME: home,
    GIT_CONFIG_NOSYSTEM: '1',
    GIT_AUTHOR_NAME: name,
    GIT_AUTHOR_EMAIL: 'a@example.com',
    GIT_COMMITTER_NAME: name,
    GIT_COMMITTER_EMAIL: 'a@example.com',
  }
}

/** The same on a day of its own: equal commits have equal ids. */
export function datedGitEnvironment(home: string) {
  const date = '2026-01-01T00:00:00Z'
  return { ...gitEnvironment(home), GIT_AUTHOR_DATE: date, GIT_COMMITTER_DATE: date }
}

/** Spares every new repository its 13 sample hooks, and every command a process that looks for maintenance. */
const quickly = {
  GIT_TEMPLATE_DIR: join(import.meta.dirname, '../fixtures/git-template'),
  GIT_CONFIG_COUNT: '1',
  GIT_CONFIG_KEY_0: 'maintenance.auto',
  GIT_CONFIG_VALUE_0: 'false',
}

export function gitWith(env: Readonly<Record<string, string | undefined>>): Git {
  const all = { ...quickly, ...env }
  return (cwd, ...args) =>
    execFileSync('git', args, { cwd, env: all, encoding: 'utf8', stdio: ['ignore', 'pipe', 'pipe'] }).trim()
}
