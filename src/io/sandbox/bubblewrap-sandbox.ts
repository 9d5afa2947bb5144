import { attempt, EnvironmentError } from '../../domain/core/errors.ts'
import {
  closeSync,
  constants,
  existsSync,
  openSync,
  readdirSync,
  readFileSync,
  statSync,
  readSync,
  rmSync,
  writeSync,
} from 'node:fs'
import { delimiter, dirname, join, resolve } from 'node:path'
import type { Confinement, ProcessSpec } from '../../ports/process-runner.ts'
import {
  buildBubblewrapArguments,
  buildSandboxLayout,
  hasForbiddenCapability,
  parseCapabilities,
} from './bubblewrap.ts'
import { findUncompiledPackages } from './python-bytecode.ts'
import { commandFiles } from '../files/command-files.ts'
import { createCancellation, forgetReaped, isStopSignal, keepInheritedFiles } from '../process/own-process.ts'
import { runTool } from '../process/run-tool.ts'
import type { EnvironmentVariables } from '../../domain/core/child-environment.ts'
import { constants as systemConstants } from 'node:os'
import { awaitAdopted } from '../process/process-tree.ts'

const probeTimeoutMs = 10_000
/** Control devices that every GPU program opens. Devices of single GPUs are excluded: opening one can wake it up. */
const controlDevices: readonly string[] = ['/dev/nvidiactl', '/dev/nvidia-uvm', '/dev/kfd', '/dev/dxg']

export type Sandbox = ReturnType<typeof createSandbox>

/** Finds what a sandbox of programs hides on this machine. The probe fails when a device opens only outside. */
export function createSandbox(workspace: string, environment: EnvironmentVariables, devices = controlDevices) {
  const root = findCloneRoot(workspace)
  const temporary = environment['RUNNER_TEMP']
  return {
    /** Paths that no measured program may reach on this machine, and paths that all may read. */
    places: {
      hidden: [
        ...listGitDirectories(root),
        join(root, '.warpgauge'),
        ...commandFiles.flatMap((name) => environment[name] || []),
        ...listRunnerSecrets(environment),
      ],
      covered: [root, ...(temporary ? [temporary] : [])],
      // Trees borrow the objects of the clone, and setups run `git describe`.
      readable: listGitDirectories(root)
        .map((path) => join(path, 'objects'))
        .filter((path) => existsSync(path)),
    },
    /** Null: a sandbox works; otherwise why it fails. Throws an EnvironmentError after a stop signal. */
    probe: (confinement: Confinement) => probe(confinement, environment, devices),
    findUncompiledPackages: (commands: readonly (readonly string[])[]) =>
      findUncompiledPackages(commands, environment['PATH'] ?? ''),
  }
}

/** Absolute path of bwrap on PATH; null when missing. */
function findBubblewrap(environment: EnvironmentVariables): string | null {
  const folders = (environment['PATH'] ?? '').split(delimiter).filter((folder) => folder.startsWith('/'))
  return folders.map((folder) => join(folder, 'bwrap')).find((path) => existsSync(path)) ?? null
}

/** Starts a sandbox with the options of a trial and a program that reports its permissions. */
async function probe(
  confinement: Confinement,
  environment: EnvironmentVariables,
  devices: readonly string[],
): Promise<string | null> {
  const program = findBubblewrap(environment)
  if (program === null) return 'bwrap is not on PATH (package bubblewrap)'
  // A directory among them would lead out of the sandbox.
  keepInheritedFiles()
  // Standard error is open in every child; the state of a probe is not read.
  const path = environment['PATH'] ?? ''
  const inside = { cwd: confinement.home, env: { PATH: path }, statusDescriptor: 2 }
  const options = buildBubblewrapArguments(buildSandboxLayout(confinement, inside, environment))
  // Opened, because the file mode does not reflect restrictions of the control group.
  const flags = constants.O_RDONLY | constants.O_NONBLOCK
  const outside = devices.filter((device) => attempt(() => closeSync(openSync(device, flags))) !== null)
  const probeCommand = ['sh', '-c', lookInside, 'sh', ...outside]
  const limits = { timeoutMs: probeTimeoutMs, outlivesStop: true }
  const answer = await runTool(program, [...options, '--', ...probeCommand], { env: {}, ...limits })
  if (answer.status === 'failed') {
    // The stop signal may not have reached this process yet.
    if (isStopSignal(answer.signal)) throw createCancellation()
    return explain(answer.text)
  }
  if (answer.status === 'hung') return `bwrap did not end within ${probeTimeoutMs / 1000} s`
  if (answer.status !== 'answered') return 'bwrap is not on PATH (package bubblewrap)'
  if (hasForbiddenCapability(parseCapabilities(answer.text)))
    return 'bwrap does not drop the capabilities of root on this machine'
  const [, problem, what] = /^(closed|inherited): (.+)$/m.exec(answer.text) ?? []
  if (problem === 'inherited')
    return `descriptor ${what} of the program that started warpgauge would be open inside the sandbox, and only glibc can close it (start warpgauge with ${what}>&- in a shell)`
  return problem === undefined ? null : `${what} cannot be opened inside the sandbox`
}

/** Prints the process status, the files that it inherited, and the given devices that cannot be opened. */
const lookInside = `cat /proc/self/status
for file in /proc/$$/fd/*; do case \${file##*/} in [012] | 255) ;; *) [ -e "$file" ] && echo "inherited: \${file##*/}" ;; esac; done
for path in "$@"; do (: <"$path") 2>/dev/null || echo "closed: $path"; done`

/** Explains an error of bwrap with the relevant machine setting. */
function explain(text: string): string {
  const lines = text.split('\n').filter((line) => line.trim() !== '')
  const message = lines.findLast((line) => line.startsWith('bwrap: ')) ?? lines.at(-1) ?? ''
  // The status of a program that did not start: bwrap has closed its standard error by then.
  if (message.startsWith('{ "')) return 'the sh on PATH cannot be reached inside the sandbox'
  return `${message.slice(0, 300)}${explainCause(message)}`
}

function explainCause(message: string): string {
  if (readSetting('kernel/apparmor_restrict_unprivileged_userns') === '1' && /namespace|uid map|loopback/.test(message))
    return ' (kernel.apparmor_restrict_unprivileged_userns is 1: bwrap needs an AppArmor profile)'
  if (readSetting('kernel/unprivileged_userns_clone') === '0') return ' (kernel.unprivileged_userns_clone is 0)'
  if (readSetting('user/max_user_namespaces') === '0') return ' (user.max_user_namespaces is 0)'
  return /namespace|mount|proc/i.test(message) ? ' (common in a container without mount permission)' : ''
}

function readSetting(name: string): string | null {
  return attempt(() => readFileSync(join('/proc/sys', name), 'utf8').trim())
}

/** The directory with `.git`, at or above the workspace; otherwise the workspace. */
export function findCloneRoot(workspace: string): string {
  for (let above = resolve(workspace); ; above = dirname(above)) {
    if (existsSync(join(above, '.git'))) return above
    if (dirname(above) === above) return resolve(workspace)
  }
}

/** In a linked worktree, `.git` is a file that names the directory of the main repository. */
function listGitDirectories(root: string): string[] {
  const own = join(root, '.git')
  if (!statSync(own, { throwIfNoEntry: false })?.isFile()) return [own]
  const linked = /^gitdir: (.+)$/m.exec(readFileSync(own, 'utf8'))?.[1]
  if (linked === undefined) return [own]
  const directory = resolve(root, linked)
  const common = join(directory, 'commondir')
  return [own, directory, ...(existsSync(common) ? [resolve(directory, readFileSync(common, 'utf8').trim())] : [])]
}

/** Keys, settings and logs of the self-hosted runner. */
function listRunnerSecrets(environment: EnvironmentVariables): string[] {
  const within = environment['RUNNER_TEMP'] ?? environment['RUNNER_WORKSPACE']
  if (!within) return []
  for (let above = resolve(within); dirname(above) !== above; above = dirname(above)) {
    if (!existsSync(join(above, '.runner'))) continue
    const secrets = readdirSync(above).filter((name) => /^(?:\.credentials|\.runner|\.env$|\.path$|_diag$)/.test(name))
    return secrets.map((name) => join(above, name))
  }
  return []
}

/** The command line that starts bwrap, and what its exit code means. Disposing closes its files. */
export type SandboxedCommand = ReturnType<typeof enterSandbox>

/** Descriptor numbers in the child, after the standard streams. */
const inChild = { status: 3, options: 4 } as const
const maxStatusBytes = 4096
const settleMs = 500
/** The last regular signal; a shell adds 128. */
const lastSignal = 31

/**
 * Wraps a command in its sandbox. bwrap reads its options from a file, so that they are not visible in process lists.
 * Variables of the command do not reach bwrap, which runs outside the sandbox and must not load libraries of the
 * command.
 *
 * @throws EnvironmentError when bwrap is missing or a writable directory cannot be created
 */
export function enterSandbox(
  { argv, cwd, env, stderrPath }: Pick<ProcessSpec, 'argv' | 'cwd' | 'env' | 'stderrPath'>,
  confinement: Confinement,
  environment: EnvironmentVariables,
) {
  const program = findBubblewrap(environment)
  if (program === null)
    throw new EnvironmentError('bwrap is no longer on PATH', 'Install the package bubblewrap again.')
  const layout = buildSandboxLayout(confinement, { cwd, env, statusDescriptor: inChild.status }, environment)
  const options = openAnonymous(`${stderrPath}.sandbox`)
  writeSync(options, buildBubblewrapArguments(layout).join('\0'), 0)
  const status = openAnonymous(`${stderrPath}.sandbox`)
  return {
    argv: [program, '--args', String(inChild.options), '--', ...argv],
    /** Files that bwrap gets as descriptors 3 and up; the command gets none of them. */
    descriptors: [status, options],
    /** Waits up to 500 ms for the processes inside after bwrap has exited, so that their resource use is known. */
    settle(): void {
      const first = Number(/"child-pid": (\d+)/.exec(readStatus(status))?.[1])
      // The resource use of a process that was not reaped is unknown.
      if (!first || !awaitAdopted(first, settleMs)) forgetReaped()
    },
    /** Interprets the exit code of bwrap; null: the command did not start, and bwrap printed why. */
    explain(exitCode: number | null): { exitCode: number | null; signal: string | null } | null {
      // bwrap reports an exit code only if the command started.
      if (exitCode === 1 && !readStatus(status).includes('"exit-code"')) return null
      const number = exitCode === null ? 0 : exitCode - 128
      const found = Object.entries(systemConstants.signals).find(([, value]) => value === number)
      return { exitCode, signal: number > 0 && number <= lastSignal ? (found?.[0] ?? null) : null }
    },
    [Symbol.dispose]: () => [status, options].forEach((descriptor) => closeSync(descriptor)),
  }
}

function openAnonymous(path: string): number {
  const descriptor = openSync(path, 'w+', 0o600)
  rmSync(path)
  return descriptor
}

function readStatus(descriptor: number): string {
  const buffer = Buffer.alloc(maxStatusBytes)
  return buffer.toString('utf8', 0, readSync(descriptor, buffer, 0, maxStatusBytes, 0))
}
