import { mkdirSync, readFileSync, realpathSync, statSync } from 'node:fs'
import { basename, dirname, join } from 'node:path'
import { EnvironmentError } from '../../domain/core/errors.ts'
import type { Confinement } from '../../ports/sandbox.ts'
import { isInside, listKeptCapabilities, type SandboxLayout, type SandboxMount } from './bubblewrap.ts'
import { listEntries, listSandboxDevices } from './sandbox-devices.ts'

/**
 * What stays of `/run`: name resolution, device data, the services of the GPU driver, and the programs of
 * NixOS. No socket that has programs started outside: of a container engine, systemd, D-Bus, or Slurm's authentication.
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
 * The sandbox of one command on this machine as it is now. Makes directories of `writable` that are missing.
 *
 * @throws EnvironmentError for one that cannot be made
 */
export function buildSandboxLayout(
  confinement: Confinement,
  inside: Pick<SandboxLayout, 'cwd' | 'env' | 'statusDescriptor'>,
): SandboxLayout {
  const { home, tmp, writable } = confinement
  const hidden = confinement.hidden.flatMap(resolveRealPath)
  const open = [home, ...writable].flatMap((path) => resolveRealPath(createDirectory(path)))
  const temporary = [...new Set(['/tmp', '/var/tmp'].flatMap(resolveRealPath))]
  const emptied = [...hidden, ...confinement.covered.flatMap(resolveRealPath), ...temporary]
  const named = confinement.named
    .flatMap(resolveRealPath)
    .map((path) => findProgramPrefix(path, emptied))
    .filter((path) => emptied.some((place) => isInside(path, place)) && !hidden.some((place) => isInside(path, place)))
  const kept = keptOfRun.map((name) => join('/run', name))
  const places: SandboxMount[] = [
    ...[...emptied, '/run', ...listServiceSockets([...confinement.named.flatMap(resolveRealPath), ...open])].flatMap(
      hide,
    ),
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
    devices: listSandboxDevices(),
    places,
    settings: isRoot ? listMachineSettings() : [],
  }
}

function readEffectiveCapabilities(): bigint {
  return parseCapabilities(readFileSync('/proc/self/status', 'latin1'))
}

/** `CapEff` of the text of a `/proc/PID/status`; everything where it is not told. */
export function parseCapabilities(status: string): bigint {
  const digits = /^CapEff:\s*([0-9a-f]+)/m.exec(status)?.[1] ?? 'f'.repeat(16)
  return BigInt(`0x${digits}`)
}

/** A directory of programs needs what lies next to it: a virtual environment, `node_modules` behind `.bin`. */
function findProgramPrefix(path: string, emptied: readonly string[]): string {
  const above = dirname(path)
  const isPrograms = ['bin', '.bin', 'sbin'].includes(basename(path))
  return isPrograms && emptied.some((place) => above !== place && isInside(above, place)) ? above : path
}

function createReadOnlyMount(path: string): SandboxMount {
  return { kind: 'readable', path }
}

function hide(path: string): SandboxMount[] {
  const found = statSync(path, { throwIfNoEntry: false })
  return found ? [{ kind: 'hidden', path, isDirectory: found.isDirectory() }] : []
}

/**
 * Sockets of services outside of `/run`, container engines among them: whoever listens there would act outside of the
 * sandbox. Not those that the command names, and who its user is.
 */
function listServiceSockets(named: readonly string[]): string[] {
  const engine = /^unix:\/\/(\/.+)$/u.exec(process.env['DOCKER_HOST'] ?? '')?.[1]
  const bound = [...listBoundSockets(), ...(engine === undefined ? [] : [engine])].flatMap(resolveRealPath)
  const open = ['/run', '/var/lib/sss', ...named]
  return [...new Set(bound)].filter((path) => !open.some((place) => isInside(path, place)))
}

/** Sockets with a path that some process has bound (proc_net_unix(5)); abstract ones cannot be hidden. */
function listBoundSockets(): string[] {
  const lines = readFileSync('/proc/net/unix', 'utf8').split('\n')
  const paths = lines.flatMap((line) => /^(?:\S+\s+){6}\d+\s(\/.+)$/u.exec(line)?.[1] ?? [])
  return paths.filter((path) => statSync(path, { throwIfNoEntry: false })?.isSocket())
}

/** What root may write to below `/proc` beside the processes: kernel.core_pattern alone would start programs outside. */
function listMachineSettings(): string[] {
  const entries = listEntries('/proc').filter(({ name }) => !/^\d+$/.test(name))
  const found = entries.filter((entry) => entry.isDirectory() || entry.isFile()).map(({ name }) => join('/proc', name))
  return found.filter((path) => {
    const entry = statSync(path, { throwIfNoEntry: false })
    return entry !== undefined && (entry.isDirectory() || (entry.mode & 0o222) !== 0)
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
    const hint = 'Correct run.writable, or make the directory and give it to the user that measures.'
    throw new EnvironmentError(`a writable directory of the sandbox cannot be made: ${reason}`, hint, { cause })
  }
}

/** Not by `recursive`, which never returns for a path below /proc that cannot be made. */
function makeWithParents(path: string): void {
  if (statSync(path, { throwIfNoEntry: false })) return
  if (dirname(path) !== path) makeWithParents(dirname(path))
  mkdirSync(path)
}

/** None for what is not there or cannot be reached. */
function resolveRealPath(path: string): string[] {
  try {
    return [realpathSync(path)]
  } catch {
    return []
  }
}
