import { globSync, statfsSync, accessSync, constants, existsSync, readdirSync, readlinkSync, statSync } from 'node:fs'
import os from 'node:os'
import { join, basename, dirname, isAbsolute, resolve } from 'node:path'
import type { ControlGroupLimits, DiskSpace, RunnerFacts, RunnerService } from '../../domain/doctor/facts.ts'
import { isSecretName, type EnvironmentVariables } from '../../domain/core/child-environment.ts'
import { attempt } from '../../domain/core/errors.ts'
import { readText } from '../files/regular-file.ts'
import { runTool } from '../process/run-tool.ts'

/** Paths of the kernel's virtual file systems; replaced in tests. */
type KernelPlaces = { readonly sys: string; readonly proc: string; readonly sharedMemory: string }

const usual: KernelPlaces = { sys: '/sys', proc: '/proc', sharedMemory: '/dev/shm' }

/** Inspects this machine. Facts that the kernel does not provide are null. */
export function inspectMachine(places: KernelPlaces = usual) {
  return {
    platform: process.platform,
    nodeVersion: process.version,
    governors: readGovernors(places.sys),
    sharedMemory: readFreeSpace(places.sharedMemory),
    cores: os.availableParallelism(),
    memoryBytes: os.totalmem(),
    limits: readLimits(places),
    driverVersion: readDriverVersion(places.proc),
  }
}

function readGovernors(sys: string): string[] | null {
  const files = globSync(join(sys, 'devices/system/cpu/cpu[0-9]*/cpufreq/scaling_governor'))
  const names = files.flatMap((file) => readLine(file) ?? [])
  return names.length === 0 ? null : [...new Set(names)].toSorted()
}

/** Version from the kernel module: `NVRM version: NVIDIA UNIX x86_64 Kernel Module  570.86.15  …`. */
function readDriverVersion(proc: string): string | null {
  const text = readText(join(proc, 'driver/nvidia/version')) ?? ''
  return /Kernel Module(?: for \S+)?\s+(\d[\d.]*)/u.exec(text)?.[1] ?? null
}

function readFreeSpace(path: string): DiskSpace | null {
  const found = attempt(() => statfsSync(path))
  return found && { path, freeBytes: found.bavail * found.bsize, totalBytes: found.blocks * found.bsize }
}

/** The tightest limit of this process's control group and its ancestors. */
function readLimits({ sys, proc }: KernelPlaces): ControlGroupLimits | null {
  const own = readText(join(proc, 'self/cgroup'))
  if (own === null) return null
  const unified = /^0::(\/.*)$/mu.exec(own)?.[1]
  const root = join(sys, 'fs/cgroup')
  if (readText(join(root, 'cgroup.controllers')) !== null) {
    const folders = unified === undefined ? [root] : listAncestors(unified).map((path) => join(root, path))
    return {
      cpuCores: computeMinimum(folders.map(readCoresV2)),
      memoryBytes: computeMinimum(folders.map((path) => toAmount(Number(readLine(join(path, 'memory.max')))))),
    }
  }
  const quota = readText(join(root, 'cpu/cpu.cfs_quota_us'))
  const memory = readText(join(root, 'memory/memory.limit_in_bytes'))
  if (quota === null && memory === null) return null
  const period = Number(readLine(join(root, 'cpu/cpu.cfs_period_us')) ?? Number.NaN)
  return { cpuCores: toAmount(Number(quota) / period), memoryBytes: toAmount(Number(memory)) }
}

/** `/a/b`, `/a`, `/`. In a namespace the path may not be mounted; then only the root exists. */
function listAncestors(path: string): string[] {
  const parts = path.split('/').filter((part) => part !== '' && part !== '..')
  return parts.map((_, index) => parts.slice(0, index + 1).join('/')).concat('')
}

function readCoresV2(folder: string): number | null {
  const [quota, period] = (readLine(join(folder, 'cpu.max')) ?? '').split(' ')
  return toAmount(Number(quota) / Number(period))
}

/** Null for a value that is no limit: `max`, and 2^63 of old kernels. */
function toAmount(value: number): number | null {
  return Number.isFinite(value) && value > 0 && value < 2 ** 60 ? value : null
}

function computeMinimum(values: readonly (number | null)[]): number | null {
  const known = values.filter((value) => value !== null)
  return known.length === 0 ? null : Math.min(...known)
}

function readLine(path: string): string | null {
  return readText(path)?.trim() ?? null
}

const sudoTimeoutMs = 3000
const listenerName = 'Runner.Listener'
const engines = ['/var/run/docker.sock', '/run/podman/podman.sock', '/run/containerd/containerd.sock']

/** Inspects how far a job of this user can reach on the runner: reads files and `/proc`, and runs `sudo -n true`. */
export async function inspectRunner(environment: EnvironmentVariables): Promise<RunnerFacts> {
  return {
    // The user of a container may have a number only.
    user: attempt(() => os.userInfo().username) ?? `user ${process.geteuid?.()}`,
    isJob: environment['GITHUB_ACTIONS'] === 'true',
    service: findService(environment),
    engineSockets: openSockets(environment),
    sudo: await checkSudo(environment),
    ptraceScope: readPtraceScope(),
    secretVariables: Object.keys(environment)
      .filter((name) => isSecretName(name) && environment[name] !== '')
      .toSorted(),
  }
}

/** Found by its process, or else by the location of its work folder. */
function findService(environment: EnvironmentVariables): RunnerService | null {
  const workspace = environment['RUNNER_WORKSPACE']
  const roots = [...listListenerRoots(), ...(workspace ? [dirname(dirname(workspace))] : [])]
  const root = roots.find((path) => existsSync(join(path, '.runner')))
  if (root === undefined) return null
  const settings = join(root, '.runner')
  return {
    root,
    isSameUser: statSync(settings).uid === process.getuid?.(),
    isEphemeral: isEphemeral(settings),
    hasReadableCredentials: mayOpen(join(root, '.credentials'), constants.R_OK),
  }
}

/** The listener is in `bin` of its runner. Command lines are readable by every user of the machine. */
function listListenerRoots(): string[] {
  const pids = readdirSync('/proc').filter((name) => /^\d+$/u.test(name))
  return pids.flatMap((pid) => {
    const [program = ''] = readText(`/proc/${pid}/cmdline`)?.split('\0') ?? []
    if (basename(program) !== listenerName) return []
    if (isAbsolute(program)) return [dirname(dirname(program))]
    const directory = attempt(() => readlinkSync(`/proc/${pid}/cwd`))
    return directory === null ? [] : [dirname(dirname(resolve(directory, program)))]
  })
}

/** The runner omits false values. .NET writes a byte order mark. */
function isEphemeral(settings: string): boolean | null {
  const text = readText(settings)?.replace(/^\uFEFF/u, '') ?? null
  const value: unknown = text === null ? null : attempt(() => JSON.parse(text) as unknown)
  if (typeof value !== 'object' || value === null) return null
  return Object.entries(value).some(([key, on]) => key.toLowerCase() === 'ephemeral' && on === true)
}

function openSockets(environment: EnvironmentVariables): string[] {
  const own = /^unix:\/\/(\/.+)$/u.exec(environment['DOCKER_HOST'] ?? '')?.[1]
  const paths = [...(own === undefined ? [] : [own]), ...engines]
  return [...new Set(paths)].filter(
    (path) => attempt(() => statSync(path).isSocket()) === true && mayOpen(path, constants.W_OK),
  )
}

/** Has no effect: `true` does nothing, and -n never prompts. */
async function checkSudo(environment: EnvironmentVariables): Promise<RunnerFacts['sudo']> {
  const answer = await runTool('sudo', ['-n', 'true'], { env: environment, timeoutMs: sudoTimeoutMs })
  const meanings = { answered: 'passwordless', failed: 'asks', absent: 'absent', hung: null } as const
  return meanings[answer.status]
}

function readPtraceScope(): number | null {
  const text = readLine('/proc/sys/kernel/yama/ptrace_scope') ?? ''
  return /^\d$/u.test(text) ? Number(text) : null
}

function mayOpen(path: string, mode: number): boolean {
  return attempt(() => (accessSync(path, mode), true)) ?? false
}
