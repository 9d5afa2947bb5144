import { globSync, statfsSync } from 'node:fs'
import os from 'node:os'
import { join } from 'node:path'
import type { ControlGroupLimits, DiskSpace } from '../../domain/doctor/facts.ts'
import { attempt } from '../../domain/core/errors.ts'
import { readText } from '../files/regular-file.ts'

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
