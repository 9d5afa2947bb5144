import { attempt, EnvironmentError } from '../../domain/core/errors.ts'
import {
  mkdirSync,
  readFileSync,
  realpathSync,
  statSync,
  type Stats,
  readdirSync,
  readlinkSync,
  type Dirent,
} from 'node:fs'
import { basename, dirname, join } from 'node:path'
import { isBelow } from '../files/regular-file.ts'
import type { EnvironmentVariables } from '../../domain/core/child-environment.ts'
import type { Confinement } from '../../ports/process-runner.ts'

/** A directory or file that differs from the host inside the sandbox. Absolute real paths. */
export type SandboxMount =
  | { readonly kind: 'hidden'; readonly path: string; readonly isDirectory: boolean }
  | { readonly kind: 'readable' | 'writable'; readonly path: string }
  /** The temporary directory of the command. */
  | { readonly kind: 'temporary'; readonly path: string; readonly source: string }
  /** An empty writable directory in memory. */
  | { readonly kind: 'memory'; readonly path: string }

/** An entry of `/dev`: a device of the host or a link. */
type SandboxDevice =
  | { readonly kind: 'device'; readonly path: string }
  | { readonly kind: 'link'; readonly path: string; readonly target: string }

type SandboxLayout = {
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

/** Those that root keeps of what it has (`CapEff`): asked for a missing one, bwrap silently keeps all. */
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
export function buildBubblewrapArguments(layout: SandboxLayout): string[] {
  const { capabilities } = layout
  const shown = sortPlaces(layout.places)
  const covers = shown.filter((place) => place.kind === 'hidden' && place.isDirectory)
  const rights = capabilities && ['--cap-drop', 'ALL', ...capabilities.flatMap((name) => ['--cap-add', name])]
  const own = [
    '--unshare-pid',
    '--unshare-ipc',
    '--die-with-parent',
    '--json-status-fd',
    String(layout.statusDescriptor),
  ]
  const root = ['--ro-bind', '/', '/', '--dev', '/dev']
  return [
    ...(rights ?? ['--unshare-user']),
    ...own,
    ...root,
    // A device may have been unplugged.
    ...layout.devices.flatMap((entry) =>
      entry.kind === 'link' ? ['--symlink', entry.target, entry.path] : ['--dev-bind-try', entry.path, entry.path],
    ),
    '--proc',
    '/proc',
    ...layout.settings.flatMap((path) => ['--ro-bind', path, path]),
    ...shown.flatMap(formatMount),
    // After the mounts inside them, which create directories.
    ...covers.flatMap(({ path }) => ['--remount-ro', path]),
    ...Object.entries(layout.env).flatMap(([name, value]) => ['--setenv', name, value]),
    '--chdir',
    layout.cwd,
  ]
}

/** Sorts parents first, keeps each path once, and omits paths that an emptied parent hides. */
function sortPlaces(places: readonly SandboxMount[]): SandboxMount[] {
  const byPath = new Map<string, SandboxMount>()
  for (const place of places) {
    const known = byPath.get(place.path)
    if (!known || ranks[known.kind] < ranks[place.kind]) byPath.set(place.path, place)
  }
  const computeDepth = ({ path }: SandboxMount) => (path === '/' ? 0 : path.split('/').length - 1)
  const sorted = [...byPath.values()].toSorted(
    (a, b) => computeDepth(a) - computeDepth(b) || (a.path < b.path ? -1 : 1),
  )
  return sorted.filter(({ kind, path }) => {
    const parent = sorted.findLast((other) => path !== other.path && isBelow(path, [other.path]))
    return kind !== 'hidden' || !parent || parent.kind === 'readable' || parent.kind === 'writable'
  })
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
    .filter((path) => isBelow(path, emptied) && !isBelow(path, hidden))
  const kept = keptOfRun.map((name) => join('/run', name))
  const sockets = listServiceSockets(environment, [...confinement.named.flatMap(resolveRealPath), ...open])
  // `/etc/resolv.conf` is often a link into `/run`.
  const resolver = resolveRealPath('/etc/resolv.conf')
    .map(dirname)
    .filter((path) => path.startsWith('/run/'))
  const places: SandboxMount[] = [
    ...[...emptied, '/run', ...sockets].flatMap((path): SandboxMount[] => {
      const found = readStatus(path)
      return found ? [{ kind: 'hidden', path, isDirectory: found.isDirectory() }] : []
    }),
    ...[...[...kept, ...resolver, ...confinement.readable].flatMap(resolveRealPath), ...named].map(
      (path): SandboxMount => ({ kind: 'readable', path }),
    ),
    ...temporary.map((path): SandboxMount => ({ kind: 'temporary', path, source: tmp })),
    ...resolveRealPath('/dev/shm').map((path): SandboxMount => ({ kind: 'memory', path })),
    ...open.map((path): SandboxMount => ({ kind: 'writable', path })),
  ]
  const isRoot = process.getuid?.() === 0
  return {
    ...inside,
    capabilities: isRoot ? listKeptCapabilities(parseCapabilities(readFileSync('/proc/self/status', 'latin1'))) : null,
    devices: listSandboxDevices(devices),
    places,
    settings: isRoot ? listMachineSettings() : [],
  }
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
  return isPrograms && emptied.some((place) => above !== place && isBelow(above, [place])) ? above : path
}

/**
 * Service sockets outside `/run`, such as those of container engines: a listener would act outside the sandbox. These
 * are the path sockets bound by any process (proc_net_unix(5)), without those in directories of other users, which no
 * command reaches, and without those that the command names; abstract sockets cannot be hidden.
 */
function listServiceSockets(environment: EnvironmentVariables, named: readonly string[]): string[] {
  const lines = readFileSync('/proc/net/unix', 'utf8').split('\n')
  const paths = lines.flatMap((line) => /^(?:\S+\s+){6}\d+\s(\/.+)$/u.exec(line)?.[1] ?? [])
  const engine = /^unix:\/\/(\/.+)$/u.exec(environment['DOCKER_HOST'] ?? '')?.[1] ?? []
  const bound = paths
    .filter((path) => readStatus(path)?.isSocket())
    .concat(engine)
    .flatMap(resolveRealPath)
  const open = ['/run', '/var/lib/sss', ...named]
  return [...new Set(bound)].filter((path) => !isBelow(path, open))
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
  return attempt(() => statSync(path))
}

/** Empty for a path that does not exist or is unreachable. */
function resolveRealPath(path: string): string[] {
  return attempt(() => [realpathSync(path)]) ?? []
}

/**
 * Accelerators and the interconnects between them: NVIDIA with NVSwitch, MIG, IMEX, GPUDirect and Jetson; DRM and
 * compute accelerators of the kernel; AMD, Intel, WSL, Gaudi, TPU and Ascend; InfiniBand, Slingshot, Omni-Path; shared
 * memory between processes. A mount costs bwrap about 0.2 ms, and a host has up to hundreds of other devices.
 */
const accelerators =
  /^\/dev\/(?:nvidia[^/]*|nvidia-caps(?:-imex-channels)?\/.*|nv(?:host|map|sciipc|gpu)[^/]*|nvgpu\/.*|host1x-fence|gdrdrv|dri\/.*|accel\/.*|accel\d+|kfd|dxg|hl(?:_controlD)?\d+|vfio\/.*|davinci[^/]*|devmm_svm|hisi_hdc|infiniband\/.*|cxi\d+|hfi1[^/]*|xpmem|knem)$/

/**
 * The devices in a sandbox: accelerators, and the `extra` ones. Each is bound individually into a
 * separate `/dev`, so that new files there do not persist, not even for root. Everything else stays outside: disks,
 * terminals, consoles, watchdogs, and the registers of processors.
 */
function listSandboxDevices(extra: readonly string[] = [], folder = '/dev'): SandboxDevice[] {
  return listEntries(folder).flatMap((entry): SandboxDevice[] => {
    const path = join(folder, entry.name)
    if (entry.isDirectory()) return listSandboxDevices(extra, path)
    if (!accelerators.test(path) && !extra.includes(path)) return []
    if (entry.isSymbolicLink()) return [{ kind: 'link', path, target: readlinkSync(path) }]
    // The entry of a device that a container mounts on a file is that of the file.
    return readStatus(path)?.isCharacterDevice() ? [{ kind: 'device', path }] : []
  })
}

function listEntries(folder: string): Dirent[] {
  return attempt(() => readdirSync(folder, { withFileTypes: true })) ?? []
}
