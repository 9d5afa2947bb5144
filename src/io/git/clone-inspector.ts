import { existsSync } from 'node:fs'
import type { NoRepository, ReferenceFact, RepositoryFacts } from '../../domain/doctor/facts.ts'
import type { CloneInspector } from '../../ports/doctor-host.ts'
import type { GitCommand } from './git-command.ts'
import { listLocalCandidates, parseGitReference, listRemoteCandidates } from './git-reference.ts'
import { buildRemoteSettings } from './git-remote.ts'
import { findAddress, listCredentials, listSettings } from './git-settings.ts'
import { createGitCommand } from './simple-git-repository.ts'
import type { EnvironmentVariables } from '../../domain/core/child-environment.ts'

export type CloneInspectorOptions = {
  readonly environment: EnvironmentVariables
  /** Authenticates to a private remote; passed to git only. */
  readonly token: string | null
}

const remoteName = 'origin'

/** Inspects a clone with git. */
export function createCloneInspector(options: CloneInspectorOptions): CloneInspector {
  return { look: (path, references) => inspectClone(path, references, options) }
}

async function inspectClone(
  path: string,
  references: readonly string[],
  { environment, token }: CloneInspectorOptions,
): Promise<RepositoryFacts | NoRepository> {
  if (!existsSync(path)) return { problem: `${path} does not exist` }
  const git = createGitCommand(path, environment, [['protocol.file.allow', 'never']])
  const runQuietly: GitCommand = (...args) => git(...args).catch(() => '')
  try {
    const isShallow = (await git('rev-parse', '--is-shallow-repository')).trim() === 'true'
    const settings = await listSettings(git, path)
    const address = findAddress(settings, remoteName)
    const remote = address === '' ? null : createGitCommand(path, environment, buildRemoteSettings(address, token))
    return {
      isShallow,
      hasRemote: remote !== null,
      credentials: listCredentials(settings),
      references: await Promise.all(references.map((name) => checkReference(name, runQuietly, remote))),
    }
  } catch (error) {
    const message = error instanceof Error ? error.message : String(error)
    return { problem: /not a git repository/u.test(message) ? `${path} is not in a git repository` : `git: ${message}` }
  }
}

async function checkReference(name: string, git: GitCommand, remote: GitCommand | null): Promise<ReferenceFact> {
  const { name: base } = parseGitReference(name)
  for (const candidate of listLocalCandidates(base)) {
    const found = await git('rev-parse', '--verify', '--quiet', '--end-of-options', `${candidate}^{commit}`)
    if (found.trim() !== '') return { name, isHere: true, isAtRemote: null }
  }
  const candidates = listRemoteCandidates(base, remoteName)
  const listed = remote && (await remote('ls-remote', '--quiet', remoteName, ...candidates).catch(() => null))
  return { name, isHere: false, isAtRemote: listed === null ? null : listed.trim() !== '' }
}
