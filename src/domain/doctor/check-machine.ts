import { judgeFitness } from '../testbed/fitness.ts'
import { isMostlyTaken, formatLoad } from '../testbed/host-load.ts'
import type { MachineFacts } from './facts.ts'
import { fail, pass, skip, warn, type AreaFinding } from './finding.ts'

const supported = ['x64', 'arm64']
const minNodeVersion = 24
/** PyTorch data loaders pass batches through /dev/shm; Docker's default is 64 MiB. */
const minSharedMemoryBytes = 2 ** 30

/** Checks the properties of the machine that affect measurements or can end a run. Pure. */
export function checkMachine(facts: MachineFacts): AreaFinding[] {
  return [
    checkPlatform(facts),
    checkNode(facts),
    checkContainer(facts),
    checkGovernor(facts),
    checkLoad(facts),
    checkSharedMemory(facts),
    checkCpuLimit(facts),
    checkMemoryLimit(facts),
    ...checkDisks(facts),
  ]
}

function checkPlatform({ platform: name, architecture }: MachineFacts): AreaFinding {
  const subject = 'platform'
  const sentence = `${name} ${architecture}`
  if (name === 'linux' && supported.includes(architecture)) return pass('machine.platform', subject, sentence)
  const mend = 'Measure on Linux x64 or arm64; reports can be rendered anywhere.'
  return fail('machine.platform', subject, `${sentence} is not tested`, mend)
}

function checkNode({ nodeVersion }: MachineFacts): AreaFinding {
  const major = Number(/^v?(\d+)\./u.exec(nodeVersion)?.[1] ?? 0)
  if (major >= minNodeVersion) return pass('machine.node', 'Node', nodeVersion)
  return fail('machine.node', 'Node', `${nodeVersion} is too old`, `Install Node ${minNodeVersion} or newer.`)
}

function checkContainer({ container: kind }: MachineFacts): AreaFinding {
  const [check, subject] = ['machine.container', 'container']
  if (kind === null) return skip(check, subject, 'could not be detected', 'cat /proc/1/cgroup; ls /.dockerenv')
  return pass(check, subject, kind === 'none' ? 'none' : `${kind}; it is part of the testbed`)
}

function checkGovernor({ governors }: MachineFacts): AreaFinding {
  const [check, subject] = ['machine.governor', 'CPU governor']
  const set = 'sudo cpupower frequency-set -g performance'
  if (governors === null || governors.length === 0)
    return skip(check, subject, 'not reported by the kernel (virtual machine or container)', `on the host: ${set}`)
  const sentence = governors.join(', ')
  if (governors.every((name) => name === 'performance')) return pass(check, subject, sentence)
  return warn(check, subject, `${sentence}: clocks vary with load, which adds noise to short stages`, set)
}

function checkLoad({ load: current }: MachineFacts): AreaFinding {
  const [check, subject] = ['machine.load', 'CPU load']
  if (current === null) return skip(check, subject, 'not reported by the kernel', 'top -b -n 1 | head -20')
  const sentence = `other programs use ${formatLoad(current)}`
  if (!isMostlyTaken(current)) return pass(check, subject, sentence)
  const mend = 'top -b -n 1 | head -20, then stop other programs; or set comparison.gate: [cpu_time]'
  return warn(check, subject, `${sentence}: wall-clock times vary with their load`, mend)
}

function checkSharedMemory({ sharedMemory: space }: MachineFacts): AreaFinding {
  const [check, subject] = ['machine.shared-memory', '/dev/shm']
  const mend = 'docker run --shm-size=8g …, or: sudo mount -o remount,size=8G /dev/shm'
  if (space === null) return skip(check, subject, 'missing or not readable', 'df -h /dev/shm')
  const sentence = `${formatBytes(space.freeBytes)} of ${formatBytes(space.totalBytes)} are free`
  if (space.freeBytes >= minSharedMemoryBytes) return pass(check, subject, sentence)
  return warn(check, subject, `${sentence}; data loaders with workers fail with a bus error below 1 GiB`, mend)
}

function checkCpuLimit({ limits, cores }: MachineFacts): AreaFinding {
  const [check, subject] = ['machine.cpu-limit', 'CPU limit']
  if (limits === null)
    return skip(check, subject, 'no readable control group', 'cat /proc/self/cgroup; ls /sys/fs/cgroup')
  if (limits.cpuCores === null || limits.cpuCores >= cores)
    return pass(check, subject, `none below the ${cores} cores of this machine`)
  const sentence = `${limits.cpuCores.toFixed(1)} of ${cores} cores: above that the kernel throttles all processes`
  return warn(check, subject, sentence, 'Raise --cpus (cpu.max), or assign complete cores with --cpuset-cpus.')
}

function checkMemoryLimit({ limits, memoryBytes }: MachineFacts): AreaFinding {
  const [check, subject] = ['machine.memory-limit', 'memory limit']
  if (limits === null)
    return skip(check, subject, 'no readable control group', 'cat /proc/self/cgroup; ls /sys/fs/cgroup')
  if (limits.memoryBytes === null || limits.memoryBytes >= memoryBytes)
    return pass(check, subject, `none below the ${formatBytes(memoryBytes)} of this machine`)
  const sentence = `${formatBytes(limits.memoryBytes)} of ${formatBytes(memoryBytes)}: processes that exceed it are killed (exit code 137)`
  return warn(check, subject, sentence, 'Raise --memory (memory.max), unless the limit is intended.')
}

function checkDisks({ disks: spaces, unreadableDisks, minFreeDiskGigabytes }: MachineFacts): AreaFinding[] {
  const limits = { minFreeDiskGigabytes, maxIdleTemperatureCelsius: 0, maxIdleUtilizationPercent: 0 }
  const judged = judgeFitness({ identities: [], gpus: [], processes: [], idle: null, disks: spaces }, limits)
  const findings = judged.map(({ level, subject, sentence, hint }): AreaFinding => {
    if (level === 'ok') return pass('machine.disk', subject, sentence)
    return (level === 'refuse' ? fail : warn)('machine.disk', subject, sentence, hint)
  })
  const unreadable = unreadableDisks.map((path) =>
    skip('machine.disk', `disk of ${path}`, 'its file system could not be queried', `df -h ${path}`),
  )
  return [...findings, ...unreadable]
}

function formatBytes(value: number): string {
  return value >= 2 ** 30 ? `${(value / 2 ** 30).toFixed(1)} GiB` : `${(value / 2 ** 20).toFixed(0)} MiB`
}
