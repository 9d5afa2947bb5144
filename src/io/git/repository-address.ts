import { createGitCommand } from './simple-git-repository.ts'

/** `owner/name` of the GitHub repository that a directory was cloned from; null when there is none. */
export async function findGitHubRepository(directory: string): Promise<string | null> {
  const git = createGitCommand(directory, process.env, [])
  // A copy of warpgauge vendored in another repository must not be identified as that repository.
  const prefix = await git('rev-parse', '--show-prefix').catch(() => 'none')
  if (prefix.trim() !== '') return null
  const address = (await git('config', '--get', 'remote.origin.url').catch(() => '')).trim()
  return (
    /^(?:https:\/\/(?:[^/@]*@)?github\.com\/|(?:ssh:\/\/)?git@github\.com[:/])([\w.-]+\/[\w.-]+?)(?:\.git)?\/?$/.exec(
      address,
    )?.[1] ?? null
  )
}
