import { mkdirSync, readFileSync, realpathSync, statSync, type Stats } from 'node:fs'
import { basename, dirname, join } from 'node:path'
import type { EnvironmentVariables } from '../../domain/core/child-environment.ts'
import { EnvironmentError } from '../../domain/core/errors.ts'
import type { Confinement } from '../../ports/sandbox.ts'
import { isInside, listKeptCapabilities, type SandboxLayout, type SandboxMount } from './bubblewrap.ts'
import { listEntries, listSandboxDevices } from './sandbox-devices.ts'

/**
 * Entries of `/run` that stay visible: name resolution, device data, GPU driver services, and the programs of NixOS.
 * Excludes sockets that can start programs outside: container engines, systemd, D-Bus, and Slurm's authentication.
 */
const keptOfRun = [
  'NetworkManager/resolv.conf',
  'booted-system',
  'current-system',
  'nscd',
  'nvidia',
  'nvidia-fabricmanager',
  'nvidia-persistenced',
  'opengl-driver',
  'resolvconf',
  'systemd/resolve',
  'udev',
]

/**
 * Builds the sandbox of one command on this machine. Creates missing directories of `writable`.
 *
 * @throws EnvironmentError for one that cannot be created
 */
export function buildSandboxLayout(
  confinement: Confinement,
  inside: Pick<SandboxLayout, 'cwd' | 'env' | 'statusDescriptor'>,
  environment: EnvironmentVariables,
): SandboxLayout {
  const { home, tmp, writable } = confinement
  const hidden = confinement.hidden.flatMap(resolveRealPath)
  const devices = writable.filter((path) => readStatus(path)?.isCharacterDevice())
  const directories = writable.filter((path) => !devices.includes(path))
  const open = [home, ...directories].flatMap((path) => resolveRealPath(createDirectory(path)))
  const temporary = [...new Set(['/tmp', '/var/tmp'].flatMap(resolveRealPath))]
  const emptied = [...hidden, ...confinement.covered.flatMap(resolveRealPath), ...temporary]
  const named = confinement.named
    .flatMap(resolveRealPath)
    .map((path) => findProgramPrefix(path, emptied))
    .filter((path) => emptied.some((place) => isInside(path, place)) && !hidden.some((place) => isInside(path, place)))
  const kept = keptOfRun.map((name) => join('/run', name))
  const places: SandboxMount[] = [
    ...[
      ...emptied,
      '/run',
      ...listServiceSockets(environment, [...confinement.named.flatMap(resolveRealPath), ...open]),
    ].flatMap(hide),
    ...[...kept, ...findResolverDirectory()].flatMap(resolveRealPath).map(createReadOnlyMount),
    ...[...confinement.readable.flatMap(resolveRealPath), ...named].map(createReadOnlyMount),
    ...temporary.map((path): SandboxMount => ({ kind: 'temporary', path, source: tmp })),
    ...resolveRealPath('/dev/shm').map((path): SandboxMount => ({ kind: 'memory', path })),
    ...open.map((path): SandboxMount => ({ kind: 'writable', path })),
  ]
  const isRoot = process.getuid?.() === 0
  return {
    ...inside,
    capabilities: isRoot ? listKeptCapabilities(readEffectiveCapabilities()) : null,
    devices: listSandboxDevices(devices),
    places,
    settings: isRoot ? listMachineSettings() : [],
  }
}

function readEffectiveCapabilities(): bigint {
  return parseCapabilities(readFileSync('/proc/self/status', 'latin1'))
}

/** `CapEff` from a `/proc/PID/status` text; all capabilities when absent. */
export function parseCapabilities(status: string): bigint {
  const digits = /^CapEff:\s*([0-9a-f]+)/m.exec(status)?.[1] ?? 'f'.repeat(16)
  return BigInt(`0x${digits}`)
}

/** A program directory needs its siblings: a virtual environment, `node_modules` next to `.bin`. */
function findProgramPrefix(path: string, emptied: readonly string[]): string {
  const above = dirname(path)
  const isPrograms = ['bin', '.bin', 'sbin'].includes(basename(path))
  return isPrograms && emptied.some((place) => above !== place && isInside(above, place)) ? above : path
}

function createReadOnlyMount(path: string): SandboxMount {
  return { kind: 'readable', path }
}

function hide(path: string): SandboxMount[] {
  const found = readStatus(path)
  return found ? [{ kind: 'hidden', path, isDirectory: found.isDirectory() }] : []
}

/**
 * Service sockets outside `/run`, such as those of container engines: a listener would act outside the sandbox.
 * Excludes sockets that the command names.
 */
function listServiceSockets(environment: EnvironmentVariables, named: readonly string[]): string[] {
  const engine = /^unix:\/\/(\/.+)$/u.exec(environment['DOCKER_HOST'] ?? '')?.[1]
  const bound = [...listBoundSockets(), ...(engine === undefined ? [] : [engine])].flatMap(resolveRealPath)
  const open = ['/run', '/var/lib/sss', ...named]
  return [...new Set(bound)].filter((path) => !open.some((place) => isInside(path, place)))
}

/**
 * Path sockets bound by any process (proc_net_unix(5)), without those in directories of other users, which no command
 * reaches; abstract sockets cannot be hidden.
 */
function listBoundSockets(): string[] {
  const lines = readFileSync('/proc/net/unix', 'utf8').split('\n')
  const paths = lines.flatMap((line) => /^(?:\S+\s+){6}\d+\s(\/.+)$/u.exec(line)?.[1] ?? [])
  return paths.filter((path) => readStatus(path)?.isSocket())
}

/** Paths below `/proc` that root can write: kernel.core_pattern alone could start programs outside. */
function listMachineSettings(): string[] {
  const entries = listEntries('/proc').filter(({ name }) => !/^\d+$/.test(name))
  const found = entries.filter((entry) => entry.isDirectory() || entry.isFile()).map(({ name }) => join('/proc', name))
  return found.filter((path) => {
    const entry = readStatus(path)
    return entry !== null && (entry.isDirectory() || (entry.mode & 0o222) !== 0)
  })
}

/** `/etc/resolv.conf` is often a link into `/run`. */
function findResolverDirectory(): string[] {
  return resolveRealPath('/etc/resolv.conf')
    .map(dirname)
    .filter((path) => isInside(path, '/run') && path !== '/run')
}

function createDirectory(path: string): string {
  try {
    makeWithParents(path)
    return path
  } catch (cause) {
    const reason = cause instanceof Error ? cause.message : String(cause)
    const hint = 'Correct run.writable, or create the directory and make the measuring user its owner.'
    throw new EnvironmentError(`a writable directory of the sandbox cannot be created: ${reason}`, hint, { cause })
  }
}

/** Without `recursive`, which never returns for a path below /proc that cannot be created. */
function makeWithParents(path: string): void {
  if (statSync(path, { throwIfNoEntry: false })) return
  if (dirname(path) !== path) makeWithParents(dirname(path))
  mkdirSync(path)
}

/** Null for a path that does not exist or is unreachable. */
function readStatus(path: string): Stats | null {
  try {
    return statSync(path)
  } catch {
    return null
  }
}

/** Empty for a path that does not exist or is unreachable. */
function resolveRealPath(path: string): string[] {
  try {
    return [realpathSync(path)]
  } catch {
    return []
  }
}
