import type { Device } from '../domain/testbed.ts'

export type GpuInventory = {
  readonly devices: readonly Device[]
  readonly driverVersion: string | null
  readonly cudaVersion: string | null
  /** Why no GPU was found; null when there are some. */
  readonly problem: string | null
}

export type HostFacts = {
  readonly cpuModel: string
  readonly cpuCores: number
  readonly memoryBytes: number
  readonly kernel: string
  readonly architecture: string
}

export interface DeviceInventory {
  gpus(): Promise<GpuInventory>
  host(): HostFacts
}
