import { existsSync, readFileSync } from 'node:fs'
import type { ContainerTraces } from '../../domain/testbed/container.ts'
import type { EnvironmentVariables } from '../../domain/core/child-environment.ts'

/** Evidence on this machine for a container around this process. */
export function readContainerTraces(env: EnvironmentVariables): ContainerTraces {
  return {
    cgroup: readCgroup(),
    hasDockerMark: existsSync('/.dockerenv'),
    hasPodmanMark: existsSync('/run/.containerenv'),
    isKubernetesHostSet: env['KUBERNETES_SERVICE_HOST'] !== undefined,
  }
}

function readCgroup(): string | null {
  try {
    return readFileSync('/proc/1/cgroup', 'utf8').slice(0, 65_536)
  } catch {
    return null
  }
}
