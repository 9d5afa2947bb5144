import type { SandboxDevice } from './sandbox-devices.ts'

/** One directory or file of the sandbox that is not as on the machine. Absolute, real paths. */
export type SandboxMount =
  | { readonly kind: 'hidden'; readonly path: string; readonly isDirectory: boolean }
  | { readonly kind: 'readable' | 'writable'; readonly path: string }
  /** The temporary directory of the command. */
  | { readonly kind: 'temporary'; readonly path: string; readonly source: string }
  /** An empty directory in memory that the command may write to. */
  | { readonly kind: 'memory'; readonly path: string }

export type SandboxLayout = {
  /** What root keeps; null for everybody else, who needs a user namespace and has none in it. */
  readonly capabilities: readonly string[] | null
  readonly cwd: string
  /** Variables of the command; bwrap itself gets none that could load code into it. */
  readonly env: Readonly<Record<string, string>>
  readonly devices: readonly SandboxDevice[]
  readonly places: readonly SandboxMount[]
  /** Files and directories of `/proc` by which its user could change the machine; bwrap itself covers few of them. */
  readonly settings: readonly string[]
  /** File descriptor that gets the state of the sandbox as JSON. */
  readonly statusDescriptor: number
}

/**
 * What programs of root may do in a container by default, without making devices and changing roots; plus what numactl,
 * locked memory and raised limits need. Everything else could undo the sandbox: mounts, raw disks, foreign processes. With
 * their numbers (linux/capability.h).
 */
const rootCapabilities: Readonly<Record<string, number>> = {
  CAP_CHOWN: 0,
  CAP_DAC_OVERRIDE: 1,
  CAP_FOWNER: 3,
  CAP_FSETID: 4,
  CAP_KILL: 5,
  CAP_SETGID: 6,
  CAP_SETUID: 7,
  CAP_SETPCAP: 8,
  CAP_NET_BIND_SERVICE: 10,
  CAP_NET_RAW: 13,
  CAP_IPC_LOCK: 14,
  CAP_SYS_NICE: 23,
  CAP_SYS_RESOURCE: 24,
  CAP_AUDIT_WRITE: 29,
  CAP_SETFCAP: 31,
}

/**
 * Capabilities that stay for a program of root, of those that it has (`CapEff` of `/proc/self/status`). Asked for one that it
 * does not have, bwrap keeps all of them without a word.
 */
export function listKeptCapabilities(effective: bigint): string[] {
  return Object.keys(rootCapabilities).filter((name) => (effective & getCapabilityBit(name)) !== 0n)
}

/** Whether a program in the sandbox has a capability that it must not have. */
export function hasForbiddenCapability(effective: bigint): boolean {
  return Object.keys(rootCapabilities).reduce((left, name) => left & ~getCapabilityBit(name), effective) !== 0n
}

function getCapabilityBit(name: string): bigint {
  return 1n << BigInt(rootCapabilities[name] ?? 0)
}

/** Of two kinds for one path the higher one counts: what the config makes writable replaces even memory of its own. */
const ranks = { hidden: 0, readable: 1, memory: 2, temporary: 2, writable: 3 } as const

/**
 * Options of bwrap for one command: a process id namespace that ends with the sandbox, a read-only root, the machine's
 * devices and network, `/proc` of its own processes without the settings of the machine, and `places` on top. Pure.
 */
export function buildBubblewrapArguments({
  capabilities,
  cwd,
  devices,
  env,
  places,
  settings,
  statusDescriptor,
}: SandboxLayout): string[] {
  const shown = sortPlaces(places)
  const covers = shown.filter((place) => place.kind === 'hidden' && place.isDirectory)
  return [
    ...(capabilities
      ? ['--cap-drop', 'ALL', ...capabilities.flatMap((name) => ['--cap-add', name])]
      : ['--unshare-user']),
    '--unshare-pid',
    '--unshare-ipc',
    '--die-with-parent',
    '--json-status-fd',
    String(statusDescriptor),
    '--ro-bind',
    '/',
    '/',
    '--dev',
    '/dev',
    ...devices.flatMap(formatDevice),
    '--proc',
    '/proc',
    ...settings.flatMap((path) => ['--ro-bind', path, path]),
    ...shown.flatMap(formatMount),
    // Only now, since directories inside of them are made while they are filled.
    ...covers.flatMap(({ path }) => ['--remount-ro', path]),
    ...Object.entries(env).flatMap(([name, value]) => ['--setenv', name, value]),
    '--chdir',
    cwd,
  ]
}

function formatDevice(entry: SandboxDevice): string[] {
  switch (entry.kind) {
    case 'device':
      // It may have been unplugged meanwhile.
      return ['--dev-bind-try', entry.path, entry.path]
    case 'directory':
      return ['--dir', entry.path]
    case 'link':
      return ['--symlink', entry.target, entry.path]
    default:
      return entry satisfies never
  }
}

/** Parents first, each path once, without what an emptied directory around it hides already. */
function sortPlaces(places: readonly SandboxMount[]): SandboxMount[] {
  const byPath = new Map<string, SandboxMount>()
  for (const place of places) {
    const known = byPath.get(place.path)
    if (!known || ranks[known.kind] < ranks[place.kind]) byPath.set(place.path, place)
  }
  const sorted = [...byPath.values()].toSorted(
    (a, b) => computeDepth(a.path) - computeDepth(b.path) || (a.path < b.path ? -1 : 1),
  )
  return sorted.filter((place) => place.kind !== 'hidden' || !isEmptied(findNearestParent(place.path, sorted)))
}

function findNearestParent(path: string, sorted: readonly SandboxMount[]): SandboxMount | undefined {
  return sorted.findLast((other) => path !== other.path && isInside(path, other.path))
}

function isEmptied(place: SandboxMount | undefined): boolean {
  return place !== undefined && place.kind !== 'readable' && place.kind !== 'writable'
}

function formatMount(place: SandboxMount): string[] {
  switch (place.kind) {
    case 'hidden':
      return place.isDirectory ? ['--tmpfs', place.path] : ['--ro-bind', '/dev/null', place.path]
    case 'readable':
      return ['--ro-bind', place.path, place.path]
    case 'writable':
      return ['--bind', place.path, place.path]
    case 'temporary':
      return ['--bind', place.source, place.path]
    case 'memory':
      return ['--tmpfs', place.path]
    default:
      return place satisfies never
  }
}

/** Whether a path is a directory or lies in it. */
export function isInside(path: string, directory: string): boolean {
  return path === directory || directory === '/' || path.startsWith(`${directory}/`)
}

function computeDepth(path: string): number {
  return path === '/' ? 0 : path.split('/').length - 1
}
