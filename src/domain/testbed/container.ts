export const containerKinds = ['docker', 'podman', 'kubernetes', 'none'] as const
export type ContainerKind = (typeof containerKinds)[number]

/** What Linux shows of the container a process runs in. */
export type ContainerTraces = {
  /** Text of `/proc/1/cgroup`; null when it cannot be read. */
  readonly cgroup: string | null
  readonly hasDockerMark: boolean
  readonly hasPodmanMark: boolean
  readonly isKubernetesHostSet: boolean
}

/**
 * The container that the traces speak of. `none` needs a readable cgroup of the first process that is not the bare root
 * of a cgroup namespace: with cgroup v2 a container shows nothing but `0::/`, so that alone tells nothing (null).
 */
export function detectContainer(traces: ContainerTraces): ContainerKind | null {
  const { cgroup } = traces
  if (traces.isKubernetesHostSet || cgroup?.includes('kubepods')) return 'kubernetes'
  if (traces.hasPodmanMark || cgroup?.includes('libpod')) return 'podman'
  if (traces.hasDockerMark || /[/:-]docker[/-]/.test(cgroup ?? '')) return 'docker'
  if (cgroup === null) return null
  return /init\.scope|system\.slice|user\.slice/.test(cgroup) ? 'none' : null
}
