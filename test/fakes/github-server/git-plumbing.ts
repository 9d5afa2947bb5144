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

/** What a path is in a commit, symbolic links followed as GitHub's raw answer does. */
export async function readGitObject(
  gitPath: string,
  commit: string,
  path: string,
): Promise<{ readonly type: string; readonly id: string; readonly content: Buffer } | null> {
  const output = await git(gitPath, ['cat-file', '--batch', '--follow-symlinks'], {
    input: `${commit}:${path}\n`,
  })
  if (output === null) return null
  const end = output.indexOf('\n')
  const [id, type, size] = output.subarray(0, end).toString('utf8').split(' ')
  if (id === undefined || (type !== 'blob' && type !== 'tree')) return null
  return { id, type, content: output.subarray(end + 1, end + 1 + Number(size)) }
}
