/** The holder of a GPU, as far as its lock file shows. */
export type GpuLockHolder = {
  readonly uuid: string
  readonly pid: number
  /** Written by the holder; null when unreadable. */
  readonly runId: string | null
  /** ISO 8601, UTC. */
  readonly since: string | null
}

/** GPUs reserved for this run on this host. Disposing releases them; a second dispose does nothing. */
export interface HeldGpuLock extends AsyncDisposable {
  readonly uuids: readonly string[]
}

export type GpuLockAnswer =
  | { readonly status: 'held'; readonly lock: HeldGpuLock }
  | { readonly status: 'busy'; readonly holders: readonly GpuLockHolder[] }

/** Prevents concurrent runs on the same GPUs, across all users of a host. */
export interface GpuLock {
  /** Locks all of the GPUs or none, without waiting. Throws an EnvironmentError when locks cannot be created. */
  tryHold(uuids: readonly string[], runId: string): Promise<GpuLockAnswer>
}
