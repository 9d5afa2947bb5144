import type { ContainerKind } from '../../record/testbed.ts'

/** Traces of a container that the caller found in files and variables of this process. */
export type ContainerTraces = {
  /** Text of `/proc/1/cgroup`; null if not readable. */
  readonly cgroup: string | null
  readonly hasDockerMark: boolean
  readonly hasPodmanMark: boolean
  readonly isKubernetesHostSet: boolean
}

/**
 * Detects the container from its traces. `none` requires a readable cgroup of process 1 that is not the bare root of
 * a cgroup namespace: with cgroup v2 a container shows only `0::/`, so that path is inconclusive (null).
 */
export function detectContainer(traces: ContainerTraces): ContainerKind | null {
  const { cgroup } = traces
  if (traces.isKubernetesHostSet || cgroup?.includes('kubepods')) return 'kubernetes'
  if (traces.hasPodmanMark || cgroup?.includes('libpod')) return 'podman'
  if (traces.hasDockerMark || /[/:-]docker[/-]/.test(cgroup ?? '')) return 'docker'
  if (cgroup === null) return null
  return /init\.scope|system\.slice|user\.slice/.test(cgroup) ? 'none' : null
}
