/** Who uses a GPU, as far as its lock tells. */
export type GpuLockHolder = {
  readonly uuid: string
  readonly pid: number
  /** What the holder wrote about itself; null when it cannot be read. */
  readonly runId: string | null
  /** ISO 8601, UTC. */
  readonly since: string | null
}

/** GPUs that no other run on this host gets. Disposing gives them back; a second time does nothing. */
export interface HeldGpuLock extends AsyncDisposable {
  readonly uuids: readonly string[]
}

export type GpuLockAnswer =
  | { readonly status: 'held'; readonly lock: HeldGpuLock }
  | { readonly status: 'busy'; readonly holders: readonly GpuLockHolder[] }

/** Keeps runs of one host apart, whoever started them. */
export interface GpuLock {
  /** Takes all of the GPUs or none, without waiting for others. Throws an EnvironmentError when locks cannot be kept. */
  tryHold(uuids: readonly string[], runId: string): Promise<GpuLockAnswer>
}
