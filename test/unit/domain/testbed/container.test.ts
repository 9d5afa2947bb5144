import { expect, test } from 'vitest'
import { detectContainer, type ContainerTraces } from '../../../../src/domain/testbed/container.ts'

const bare: ContainerTraces = { cgroup: null, hasDockerMark: false, hasPodmanMark: false, isKubernetesHostSet: false }

test.each<[string | null, Partial<ContainerTraces>, ReturnType<typeof detectContainer>]>([
  ['0::/init.scope\n', {}, 'none'],
  ['0::/\n', {}, null],
  [null, {}, null],
  ['0::/\n', { hasDockerMark: true }, 'docker'],
  ['12:cpu:/docker/0a1b2c3d\n', {}, 'docker'],
  ['0::/system.slice/docker-0a1b.scope\n', {}, 'docker'],
  ['0::/machine.slice/libpod-0a1b.scope\n', {}, 'podman'],
  ['0::/\n', { hasPodmanMark: true }, 'podman'],
  ['0::/kubepods.slice/kubepods-burstable.slice/cri-containerd-0a.scope\n', {}, 'kubernetes'],
  ['0::/\n', { hasDockerMark: true, isKubernetesHostSet: true }, 'kubernetes'],
])('cgroup %j with %j runs in %j', (cgroup, traces, expected) => {
  expect(detectContainer({ ...bare, cgroup, ...traces })).toBe(expected)
})
