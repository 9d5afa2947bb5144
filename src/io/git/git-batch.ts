import { spawn } from 'node:child_process'
import { Socket } from 'node:net'
import { GitFailure } from './git-command.ts'

/** Directory and environment of git for a clone. */
export type GitLocation = { readonly directory: string; readonly env: Readonly<Record<string, string>> }

/** Names of objects without line feeds, and the parser of the answers, which calls `onAnswer` after each and may throw. */
export type GitQuestion = {
  readonly names: readonly string[]
  readonly createParser: (onAnswer: () => void) => (chunk: Buffer) => void
}

/** One `git cat-file --batch`, asked one question at a time. It does not keep this process alive while it is idle. */
export type GitBatch = {
  /** Throws what the parser throws, and a GitFailure when git ends before its last answer. */
  ask(question: GitQuestion): Promise<void>
  readonly hasEnded: () => boolean
  readonly end: () => void
}

type OpenRequest = {
  readonly parse: (chunk: Buffer) => void
  readonly isAnswered: () => boolean
  readonly settle: (failure: unknown) => void
}

const maxMessage = 4096
const running = new Set<GitBatch>()

/** Starts `git cat-file --batch`. It ends with `end`, or when nothing else keeps this process alive. */
export function startGitBatch({ directory, env }: GitLocation): GitBatch {
  const child = spawn('git', ['cat-file', '--batch'], { cwd: directory, env })
  const handles = [child, ...child.stdio.filter((stream) => stream instanceof Socket)]
  let asked: OpenRequest | null = null
  let hasEnded = false
  let message = ''
  const settle = (failure: unknown): void => {
    const isAnswered = asked?.isAnswered() ?? true
    if (!isAnswered) hasEnded = true
    if (!isAnswered) child.kill('SIGKILL')
    else for (const handle of handles) handle.unref()
    asked?.settle(failure)
    asked = null
  }
  const batch: GitBatch = {
    hasEnded: () => hasEnded,
    async ask({ names, createParser }) {
      const { promise, resolve, reject } = Promise.withResolvers<void>()
      let left = names.length
      const parse = createParser(() => (left -= 1))
      message = ''
      asked = {
        parse,
        isAnswered: () => left === 0,
        settle: (failure) => (failure === null ? resolve() : reject(failure)),
      }
      for (const handle of handles) handle.ref()
      child.stdin.write(`${names.join('\n')}\n`)
      await promise
    },
    end() {
      hasEnded = true
      for (const handle of handles) handle.ref()
      child.stdin.end()
    },
  }
  child.stderr.on('data', (part: Buffer) => (message = (message + part.toString()).slice(-maxMessage)))
  child.stdin.on('error', () => {})
  child.stdout.on('data', (chunk: Buffer) => {
    try {
      asked?.parse(chunk)
      if (asked?.isAnswered()) settle(null)
    } catch (error) {
      settle(error)
    }
  })
  const close = (text: string): void => {
    hasEnded = true
    running.delete(batch)
    if (running.size === 0) process.off('beforeExit', endAll)
    settle(new GitFailure(text))
  }
  child.once('error', (error) => close(error.message))
  child.once('close', () => close(message.trim() || 'git cat-file ended before it returned every object'))
  if (running.size === 0) process.on('beforeExit', endAll)
  running.add(batch)
  return batch
}

/** Waits for the processes, so that none outlives this one. */
function endAll(): void {
  for (const batch of running) batch.end()
}
