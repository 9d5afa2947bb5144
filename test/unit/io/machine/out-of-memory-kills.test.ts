import { expect, it } from 'vitest'
import { readOutOfMemoryKills } from '../../../../src/io/process/proc-files.ts'

const events = 'low 0\nhigh 0\nmax 12\noom 1\noom_kill 3\noom_group_kill 0\n'
const control = 'oom_kill_disable 0\nunder_oom 0\noom_kill 5\n'
const read = (files: Readonly<Record<string, string>>) => readOutOfMemoryKills((path) => files[path] ?? null)

it.each([
  ['a service', { '/proc/self/cgroup': '0::/a/b.service\n', '/sys/fs/cgroup/a/b.service/memory.events': events }, 3],
  ['a container', { '/proc/self/cgroup': '0::/docker/1a\n', '/sys/fs/cgroup//memory.events': events }, 3],
  [
    'version 1',
    {
      '/proc/self/cgroup': '9:cpu,cpuacct:/x\n4:memory:/runner/7\n0::/\n',
      '/sys/fs/cgroup/memory/runner/7/memory.oom_control': control,
    },
    5,
  ],
  ['an older kernel', { '/proc/self/cgroup': '0::/\n', '/sys/fs/cgroup//memory.events': 'low 0\noom 1\n' }, null],
  ['another system', {}, null],
])('counts the kills in the control group of %s', (_where, files, expected) => {
  expect(read(files)).toBe(expected)
})
