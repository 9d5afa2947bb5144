import type { ContainerKind } from '../domain/testbed/container.ts'
import type { Device } from '../domain/testbed/testbed.ts'

export type GpuInventory = {
  readonly devices: readonly Device[]
  readonly driverVersion: string | null
  readonly cudaVersion: string | null
  /** How the GPUs are connected; null for one GPU or when nobody could tell. */
  readonly topology: string | null
  /** Why no GPU was found; null when there are some. */
  readonly problem: string | null
}

export type HostFacts = {
  readonly cpuModel: string
  readonly cpuCores: number
  readonly memoryBytes: number
  readonly kernel: string
  readonly architecture: string
  /** What this process runs in; null when nothing told. */
  readonly container: ContainerKind | null
}

export interface DeviceInventory {
  listGpus(): Promise<GpuInventory>
  readHost(): HostFacts
  /** Name by which other nodes reach this machine; absent: not known. */
  getHostName?(): string
}
