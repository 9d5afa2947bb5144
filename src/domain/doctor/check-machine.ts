import { judgeFitness } from '../testbed/fitness.ts'
import { isMostlyTaken, loadText } from '../testbed/host-load.ts'
import type { MachineFacts } from './facts.ts'
import { fail, ok, unknown, warn, type Found } from './finding.ts'

const supported = ['x64', 'arm64']
const oldestNode = 24
/** PyTorch's data loaders pass batches through it; Docker gives 64 MiB. */
const enoughSharedMemory = 2 ** 30

/** What of the machine itself changes figures or ends a run. Pure. */
export function checkMachine(facts: MachineFacts): Found[] {
  return [
    platform(facts),
    node(facts),
    container(facts),
    governor(facts),
    load(facts),
    sharedMemory(facts),
    cpuLimit(facts),
    memoryLimit(facts),
    ...disks(facts),
  ]
}

function platform({ platform: name, architecture }: MachineFacts): Found {
  const subject = 'platform'
  const sentence = `${name} ${architecture}`
  if (name === 'linux' && supported.includes(architecture)) return ok('machine.platform', subject, sentence)
  const mend = 'Measure on Linux x64 or arm64; reports can be rendered anywhere.'
  return fail('machine.platform', subject, `${sentence} was never tested`, mend)
}

function node({ nodeVersion }: MachineFacts): Found {
  const major = Number(/^v?(\d+)\./u.exec(nodeVersion)?.[1] ?? 0)
  if (major >= oldestNode) return ok('machine.node', 'Node', nodeVersion)
  return fail('machine.node', 'Node', `${nodeVersion} is too old`, `Install Node ${oldestNode} or newer.`)
}

function container({ container: kind }: MachineFacts): Found {
  const [check, subject] = ['machine.container', 'container']
  if (kind === null)
    return unknown(check, subject, 'nothing tells whether this is one', 'cat /proc/1/cgroup; ls /.dockerenv')
  return ok(check, subject, kind === 'none' ? 'none' : `${kind}; it is part of the testbed that figures belong to`)
}

function governor({ governors }: MachineFacts): Found {
  const [check, subject] = ['machine.governor', 'CPU governor']
  const set = 'sudo cpupower frequency-set -g performance'
  if (governors === null || governors.length === 0)
    return unknown(check, subject, 'the kernel shows none (virtual machine or container)', `on the host: ${set}`)
  const sentence = governors.join(', ')
  if (governors.every((name) => name === 'performance')) return ok(check, subject, sentence)
  return warn(check, subject, `${sentence}: clocks follow the load, so that short stages vary`, set)
}

function load({ load: seen }: MachineFacts): Found {
  const [check, subject] = ['machine.load', 'CPU load']
  if (seen === null) return unknown(check, subject, 'the kernel does not say what others use', 'top -b -n 1 | head -20')
  const sentence = `other programs use ${loadText(seen)}`
  if (!isMostlyTaken(seen)) return ok(check, subject, sentence)
  const mend = 'top -b -n 1 | head -20, then stop what runs there; or comparison.gate: [cpu_time]'
  return warn(check, subject, `${sentence}: wall-clock times vary with them`, mend)
}

function sharedMemory({ sharedMemory: room }: MachineFacts): Found {
  const [check, subject] = ['machine.shared-memory', '/dev/shm']
  const mend = 'docker run --shm-size=8g …, or: sudo mount -o remount,size=8G /dev/shm'
  if (room === null) return unknown(check, subject, 'it is not there or cannot be asked', 'df -h /dev/shm')
  const sentence = `${bytes(room.freeBytes)} of ${bytes(room.totalBytes)} are free`
  if (room.freeBytes >= enoughSharedMemory) return ok(check, subject, sentence)
  return warn(check, subject, `${sentence}; data loaders with workers fail with a bus error below 1 GiB`, mend)
}

function cpuLimit({ limits, cores }: MachineFacts): Found {
  const [check, subject] = ['machine.cpu-limit', 'CPU limit']
  if (limits === null)
    return unknown(check, subject, 'no control group can be read', 'cat /proc/self/cgroup; ls /sys/fs/cgroup')
  if (limits.cpuCores === null || limits.cpuCores >= cores)
    return ok(check, subject, `none below the ${cores} cores of this machine`)
  const sentence = `${limits.cpuCores.toFixed(1)} of ${cores} cores: beyond that the kernel halts every process for a while`
  return warn(check, subject, sentence, 'Raise --cpus (cpu.max), or give whole cores with --cpuset-cpus.')
}

function memoryLimit({ limits, memoryBytes }: MachineFacts): Found {
  const [check, subject] = ['machine.memory-limit', 'memory limit']
  if (limits === null)
    return unknown(check, subject, 'no control group can be read', 'cat /proc/self/cgroup; ls /sys/fs/cgroup')
  if (limits.memoryBytes === null || limits.memoryBytes >= memoryBytes)
    return ok(check, subject, `none below the ${bytes(memoryBytes)} of this machine`)
  const sentence = `${bytes(limits.memoryBytes)} of ${bytes(memoryBytes)}: what needs more is killed (exit code 137)`
  return warn(check, subject, sentence, 'Raise --memory (memory.max), or leave it so on purpose.')
}

function disks({ disks: rooms, unreadableDisks, minFreeDiskGigabytes }: MachineFacts): Found[] {
  const limits = { minFreeDiskGigabytes, maxIdleTemperatureCelsius: 0, maxIdleUtilizationPercent: 0 }
  const judged = judgeFitness({ identities: [], gpus: [], processes: [], idle: null, disks: rooms }, limits)
  const told = judged.map(({ level, subject, sentence, hint }): Found => {
    if (level === 'ok') return ok('machine.disk', subject, sentence)
    return (level === 'refuse' ? fail : warn)('machine.disk', subject, sentence, hint)
  })
  const untold = unreadableDisks.map((path) =>
    unknown('machine.disk', `disk of ${path}`, 'its file system does not tell', `df -h ${path}`),
  )
  return [...told, ...untold]
}

function bytes(value: number): string {
  return value >= 2 ** 30 ? `${(value / 2 ** 30).toFixed(1)} GiB` : `${(value / 2 ** 20).toFixed(0)} MiB`
}
