import type { EnvironmentVariables } from '../../domain/core/child-environment.ts'
/** Runs git with an argument list in one repository. Resolves to its standard output; throws a GitFailure. */
export type GitCommand = (...args: readonly string[]) => Promise<string>

/** A git setting for one command. */
export type GitSetting = readonly [key: string, value: string]

/** git failed. `message` is its output without credentials. */
export class GitFailure extends Error {
  override readonly name = 'GitFailure'
}

/** The output of git, with credentials in `https://user:secret@host` removed. */
export function toGitFailure(cause: unknown): GitFailure {
  const message = cause instanceof Error ? cause.message : String(cause)
  return new GitFailure(message.trim().replaceAll(/(\w+:\/\/)[^\s/@]*@/g, '$1***@'))
}

/** Removes user and password from an address. Keeps the user of SSH addresses, which is not secret. */
export function withoutCredentials(address: string): string {
  return address.replace(/^(https?:\/\/)[^/@]*@/, '$1')
}

/**
 * The environment of a git process for untrusted clones and trees: no hooks, no file-system monitor, no submodules, no
 * LFS download, no prompts, no system configuration, no replaced objects, no grafts, no commit graph. `settings` go
 * through the environment, because every user of the machine can read argv.
 */
export function buildGitEnvironment(
  parent: EnvironmentVariables,
  settings: readonly GitSetting[],
): Record<string, string> {
  const all = [...safeSettings, ...settings]
  const numbered = all.flatMap(([key, value], index) => [
    [`GIT_CONFIG_KEY_${index}`, key],
    [`GIT_CONFIG_VALUE_${index}`, value],
  ])
  return {
    ...Object.fromEntries(inherited.flatMap((name) => (parent[name] === undefined ? [] : [[name, parent[name]]]))),
    LC_ALL: 'C',
    GIT_TERMINAL_PROMPT: '0',
    GIT_CONFIG_NOSYSTEM: '1',
    GIT_OPTIONAL_LOCKS: '0',
    GIT_LITERAL_PATHSPECS: '1',
    GIT_LFS_SKIP_SMUDGE: '1',
    GIT_NO_REPLACE_OBJECTS: '1',
    // A path that cannot exist: git then reads no grafts and prints no advice about them.
    GIT_GRAFT_FILE: '/dev/null/grafts',
    GIT_ATTR_NOSYSTEM: '1',
    GIT_CONFIG_COUNT: String(all.length),
    ...Object.fromEntries(numbered),
  }
}

/** Without proxies and keys: measured code of the same user can read the environment of a process that runs for long. */
export function withoutNetwork(env: Readonly<Record<string, string>>): Record<string, string> {
  return Object.fromEntries(Object.entries(env).filter(([name]) => !/_proxy$|^SSH_AUTH_SOCK$/iu.test(name)))
}

const safeSettings: readonly GitSetting[] = [
  ['core.hooksPath', '/dev/null'],
  ['core.fsmonitor', 'false'],
  // The commit graph repeats the parents of commits, and git does not verify it.
  ['core.commitGraph', 'false'],
  ['submodule.recurse', 'false'],
  ['fetch.recurseSubmodules', 'false'],
  ['protocol.ext.allow', 'never'],
  ['gc.auto', '0'],
  ['maintenance.auto', 'false'],
  ['http.lowSpeedLimit', '1000'],
  ['http.lowSpeedTime', '60'],
]

// Variables for programs, user configuration, keys and proxies. RUNNER_TRACKING_ID lets the runner end processes that a
// killed job left behind.
const inherited = [
  'PATH',
  'HOME',
  'XDG_CONFIG_HOME',
  'TMPDIR',
  'USER',
  'LOGNAME',
  'SSH_AUTH_SOCK',
  'SSL_CERT_FILE',
  'SSL_CERT_DIR',
  'RUNNER_TRACKING_ID',
  'http_proxy',
  'https_proxy',
  'no_proxy',
  'all_proxy',
  'HTTPS_PROXY',
  'NO_PROXY',
  'ALL_PROXY',
]
