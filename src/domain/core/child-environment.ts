import { UserError } from './errors.ts'

/** Environment variables of a process; undefined: not set. */
export type EnvironmentVariables = Readonly<Record<string, string | undefined>>

/** Settings of a child's environment. */
export type ChildEnvironmentOptions = {
  /** HOME of the child: a directory for its revision, empty when the run starts. */
  readonly home: string
  /** TMPDIR of the child, likewise. */
  readonly tmp: string
  /** Variables that the config sets. The config must be trusted. */
  readonly set: Readonly<Record<string, string>>
  /** Names of variables that the child inherits if the parent has them. */
  readonly pass: readonly string[]
}

/**
 * Builds the complete environment of a child process from an allow-list. This is no security boundary: a child of the
 * same user can read its parent's environment from /proc. Throws a UserError for a malformed name or value, and for a
 * name in `pass` that must never be passed.
 */
export function buildChildEnvironment(
  parent: EnvironmentVariables,
  options: ChildEnvironmentOptions,
): Record<string, string> {
  options.pass.forEach(refuseUnpassable)
  Object.entries(options.set).forEach(([name, value]) => refuseMalformed(name, value))
  const isTaken = (name: string): boolean => options.pass.includes(name) || isInherited(name)
  const taken = Object.entries(parent).filter(
    (entry): entry is [string, string] => isTaken(entry[0]) && entry[1] !== undefined,
  )
  const tracking = parent['RUNNER_TRACKING_ID']
  return {
    // Toolchains of rustup are no cache; without this, its `cargo` finds none in another home.
    ...(parent['HOME'] === undefined ? {} : { RUSTUP_HOME: `${parent['HOME']}/.rustup` }),
    ...Object.fromEntries(taken),
    HOME: options.home,
    TMPDIR: options.tmp,
    ...options.set,
    // The runner uses this variable to find leftover processes at the end of a job, so it must keep its value.
    ...(tracking === undefined ? {} : { RUNNER_TRACKING_ID: tracking }),
  }
}

function isInherited(name: string): boolean {
  return allowed.test(name) && name !== sharedCache && !findRefusalReason(name)
}

/** Names in a text, such as the output of a failed child, of variables that the parent could pass but does not. */
export function findUnpassedVariables(
  parent: EnvironmentVariables,
  { set, pass }: Pick<ChildEnvironmentOptions, 'set' | 'pass'>,
  text: string,
): string[] {
  const named = new Set(text.match(/\b[A-Z][A-Z\d]*(?:_[A-Z\d]+)+\b/g))
  return [...named].filter(
    (name) =>
      parent[name] !== undefined &&
      !(name in set || pass.includes(name) || isInherited(name)) &&
      findRefusalReason(name) === undefined,
  )
}

const allowed =
  /^(?:PATH|LANG|LANGUAGE|LC_\w+|TZ|CI|CUDA_\w+|NVIDIA_\w+|ROCR_\w+|HIP_\w+|RUSTUP_HOME|RUNNER_TRACKING_ID)$/

/** A compile cache of the machine would be shared by all revisions; `passEnv` can still pass it. */
const sharedCache = 'CUDA_CACHE_PATH'

const secretNames = /(?:^|_)(?:TOKEN|PAT|SECRET|SECRETS|KEY|KEYS|PASSWORD|PASSWD|PASSPHRASE|CREDENTIAL|CREDENTIALS)$/

/** Whether the name of a variable suggests a secret. */
export function isSecretName(name: string): boolean {
  return secretNames.test(name.toUpperCase())
}

const forbidden: readonly { readonly names: RegExp; readonly reason: string }[] = [
  { names: /^INPUT_/, reason: 'inputs of the action may hold tokens' },
  { names: /^ACTIONS_/, reason: 'it gives access to the artifacts, caches or identity of this workflow run' },
  {
    names: /^(?:GITHUB_(?:ENV|PATH|OUTPUT|STATE|STEP_SUMMARY|ARTIFACTS\w*)|STATE_\w+)$/,
    reason: 'it names a file that controls the workflow run',
  },
  { names: /^GITHUB_EVENT_PATH$/, reason: 'it names the file with the private event payload' },
  {
    names: secretNames,
    reason: 'its name suggests a secret',
  },
  { names: /^(?:AWS|AZURE|ARM|GOOGLE|GCP|CLOUDSDK)_/, reason: 'it may hold cloud credentials' },
  { names: /^SSH_(?:AUTH_SOCK|AGENT_PID|ASKPASS)$/, reason: 'it gives access to the SSH keys of this user' },
  { names: /^(?:DOCKER_AUTH_CONFIG|NETRC|KUBECONFIG)$/, reason: 'it names a file with credentials' },
  { names: /^GIT_/, reason: 'it changes the behavior of git' },
  {
    names: /^(?:NODE_OPTIONS|LD_PRELOAD|LD_AUDIT|BASH_ENV|ENV|PROMPT_COMMAND|PYTHONSTARTUP)$/,
    reason: 'an earlier step could inject code through it',
  },
]

function findRefusalReason(name: string): string | undefined {
  return forbidden.find(({ names }) => names.test(name.toUpperCase()))?.reason
}

function refuseUnpassable(name: string): void {
  refuseMalformed(name, '')
  const reason = findRefusalReason(name)
  if (reason) {
    throw new UserError(
      `passEnv: ${name} is never passed to the pipeline: ${reason}`,
      `Remove ${name} from passEnv; if the pipeline needs a fixed, harmless value under this name, set it in env`,
    )
  }
  if (name === 'HOME' || name === 'TMPDIR') {
    throw new UserError(
      `passEnv: ${name} is not passed, because every run gets a fresh, empty one`,
      `Remove ${name} from passEnv; for a cache pass the variable that names it, such as HF_HOME`,
    )
  }
}

function refuseMalformed(name: string, value: string): void {
  if (/^[A-Za-z_]\w*$/.test(name) && !value.includes('\0')) return
  throw new UserError(
    `${JSON.stringify(name)} is not a valid environment variable`,
    'Use letters, digits and underscores in the name, not starting with a digit, and no NUL in the value',
  )
}
