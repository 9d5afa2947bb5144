/** A directory or file that differs from the host inside the sandbox. Absolute real paths. */
export type SandboxMount =
  | { readonly kind: 'hidden'; readonly path: string; readonly isDirectory: boolean }
  | { readonly kind: 'readable' | 'writable'; readonly path: string }
  /** The temporary directory of the command. */
  | { readonly kind: 'temporary'; readonly path: string; readonly source: string }
  /** An empty writable directory in memory. */
  | { readonly kind: 'memory'; readonly path: string }

/** An entry of `/dev`: a device of the host or a link. */
export type SandboxDevice =
  | { readonly kind: 'device'; readonly path: string }
  | { readonly kind: 'link'; readonly path: string; readonly target: string }

export type SandboxLayout = {
  /** Capabilities to keep for root; null for other users, who need a user namespace and have none in it. */
  readonly capabilities: readonly string[] | null
  readonly cwd: string
  /** Variables of the command; bwrap itself gets none that could load code. */
  readonly env: Readonly<Record<string, string>>
  readonly devices: readonly SandboxDevice[]
  readonly places: readonly SandboxMount[]
  /** Files and directories of `/proc` through which root could change the machine; bwrap covers only few of them. */
  readonly settings: readonly string[]
  /** File descriptor for the state of the sandbox as JSON. */
  readonly statusDescriptor: number
}

/**
 * The default capabilities of root in a container, without mknod and chroot, plus those needed by numactl, locked
 * memory and raised limits. All others could break the sandbox: mounts, raw disks, foreign processes. Numbers from
 * linux/capability.h.
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
 * Capabilities that root keeps, restricted to those it has (`CapEff` of `/proc/self/status`): bwrap silently keeps all
 * capabilities when asked for a missing one.
 */
export function listKeptCapabilities(effective: bigint): string[] {
  return Object.keys(rootCapabilities).filter((name) => (effective & getCapabilityBit(name)) !== 0n)
}

/** Whether a sandboxed program has a forbidden capability. */
export function hasForbiddenCapability(effective: bigint): boolean {
  return Object.keys(rootCapabilities).reduce((left, name) => left & ~getCapabilityBit(name), effective) !== 0n
}

function getCapabilityBit(name: string): bigint {
  return 1n << BigInt(rootCapabilities[name] ?? 0)
}

/** The higher rank wins when a path has two kinds: `run.writable` replaces even a memory directory. */
const ranks = { hidden: 0, readable: 1, memory: 2, temporary: 2, writable: 3 } as const

/**
 * Builds the bwrap options of one command: a pid namespace that ends with the sandbox, a read-only root, the host's
 * devices and network, `/proc` with its own processes and without machine settings, and `places` on top. Pure.
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
    // After the mounts inside them, which create directories.
    ...covers.flatMap(({ path }) => ['--remount-ro', path]),
    ...Object.entries(env).flatMap(([name, value]) => ['--setenv', name, value]),
    '--chdir',
    cwd,
  ]
}

function formatDevice(entry: SandboxDevice): string[] {
  switch (entry.kind) {
    case 'device':
      // The device may have been unplugged.
      return ['--dev-bind-try', entry.path, entry.path]
    case 'link':
      return ['--symlink', entry.target, entry.path]
    default:
      return entry satisfies never
  }
}

/** Sorts parents first, keeps each path once, and omits paths that an emptied parent hides. */
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

/** Whether a path equals a directory or lies below it. */
export function isInside(path: string, directory: string): boolean {
  return path === directory || directory === '/' || path.startsWith(`${directory}/`)
}

function computeDepth(path: string): number {
  return path === '/' ? 0 : path.split('/').length - 1
}
