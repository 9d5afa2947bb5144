import type { Device } from '../domain/testbed/testbed.ts'
import type { ContainerKind } from '../record/testbed.ts'

export type GpuInventory = {
  readonly devices: readonly Device[]
  readonly driverVersion: string | null
  readonly cudaVersion: string | null
  /** How the GPUs are connected; null for one GPU or when unknown. */
  readonly topology: string | null
  /** Why no GPU was found; null when at least one was found. */
  readonly problem: string | null
  /** The tool did not answer, so there may be GPUs. */
  readonly isUnanswered?: boolean
}

export type HostFacts = {
  readonly cpuModel: string
  readonly cpuCores: number
  readonly memoryBytes: number
  readonly kernel: string
  readonly architecture: string
  /** The container runtime of this process; null when none was detected. */
  readonly container: ContainerKind | null
}

export interface DeviceInventory {
  listGpus(): Promise<GpuInventory>
  readHost(): HostFacts
  /** Host name for other nodes; absent: unknown. */
  getHostName?(): string
}
