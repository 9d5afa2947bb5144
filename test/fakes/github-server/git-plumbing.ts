import { execFile } from 'node:child_process'

/** Output of a git command in a repository; null when git refuses. */
export function git(
  gitPath: string,
  args: readonly string[],
  { input, env }: { readonly input?: string; readonly env?: Readonly<Record<string, string>> } = {},
): Promise<Buffer | null> {
  return new Promise((resolve) => {
    const options = { encoding: 'buffer', maxBuffer: 128 * 1024 * 1024, env: { ...process.env, ...env } } as const
    const child = execFile('git', ['-C', gitPath, ...args], options, (error, stdout) => resolve(error ? null : stdout))
    child.stdin?.on('error', () => {})
    child.stdin?.end(input)
  })
}

/** The same as trimmed text. */
export async function gitText(gitPath: string, args: readonly string[]): Promise<string | null> {
  const output = await git(gitPath, args)
  return output === null ? null : output.toString('utf8').trim()
}

/** The same of a question whose answer no later write can change: asked of git once. */
export function settledText(gitPath: string, args: readonly string[]): Promise<string | null> {
  const key = JSON.stringify([gitPath, args])
  const answer = settled.get(key) ?? gitText(gitPath, args)
  settled.set(key, answer)
  return answer
}

const settled = new Map<string, Promise<string | null>>()
