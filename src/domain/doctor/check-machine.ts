import { formatValue } from '../core/numbers.ts'
import { judgeDisk, type FitnessFinding } from '../testbed/fitness.ts'
import { isMostlyTaken, formatLoad } from '../testbed/host-load.ts'
import type { MachineFacts } from './facts.ts'
import { check, fail, pass, skip, warn, type Answer, type AreaFinding, type Check } from './finding.ts'

/** PyTorch data loaders pass batches through /dev/shm; Docker's default is 64 MiB. */
const minSharedMemoryBytes = 2 ** 30
const withoutLimits = skip('no readable control group', 'cat /proc/self/cgroup; ls /sys/fs/cgroup')
const choosePlaces =
  'Name other directories: XDG_CACHE_HOME for caches, RUNNER_TEMP or TMPDIR for trials, --out for the run folder.'

/** The properties of the machine that affect measurements or can end a run. */
const checks: readonly Check<MachineFacts>[] = [
  check('machine.platform', 'platform', ({ platform, architecture }) => {
    const sentence = `${platform} ${architecture}`
    if (platform === 'linux' && ['x64', 'arm64'].includes(architecture)) return pass(sentence)
    return fail(`${sentence} is not tested`, 'Measure on Linux x64 or arm64; reports can be rendered anywhere.')
  }),
  // An older Node than needed is refused before any command starts.
  check('machine.node', 'Node', ({ nodeVersion }) => pass(nodeVersion)),
  check('machine.container', 'container', ({ container }) => {
    if (container === null) return skip('could not be detected', 'cat /proc/1/cgroup; ls /.dockerenv')
    return pass(container === 'none' ? 'none' : `${container}; it is part of the testbed`)
  }),
  check('machine.governor', 'CPU governor', ({ governors }) => {
    const set = 'sudo cpupower frequency-set -g performance'
    if (governors === null || governors.length === 0)
      return skip('not reported by the kernel (virtual machine or container)', `on the host: ${set}`)
    const sentence = governors.join(', ')
    if (governors.every((name) => name === 'performance')) return pass(sentence)
    return warn(`${sentence}: clocks vary with load, which adds noise to short stages`, set)
  }),
  check('machine.load', 'CPU load', ({ load }) => {
    if (load === null) return skip('not reported by the kernel', 'top -b -n 1 | head -20')
    const sentence = `other programs use ${formatLoad(load)}`
    if (!isMostlyTaken(load)) return pass(sentence)
    const mend = 'top -b -n 1 | head -20, then stop other programs; or set comparison.gate: [cpu_time]'
    return warn(`${sentence}: wall-clock times vary with their load`, mend)
  }),
  check('machine.shared-memory', '/dev/shm', ({ sharedMemory }) => {
    if (sharedMemory === null) return skip('missing or not readable', 'df -h /dev/shm')
    const sentence = `${formatValue(sharedMemory.freeBytes, 'B')} of ${formatValue(sharedMemory.totalBytes, 'B')} are free`
    if (sharedMemory.freeBytes >= minSharedMemoryBytes) return pass(sentence)
    const mend = 'docker run --shm-size=8g …, or: sudo mount -o remount,size=8G /dev/shm'
    return warn(`${sentence}; data loaders with workers fail with a bus error below 1 GiB`, mend)
  }),
  check('machine.cpu-limit', 'CPU limit', ({ limits, cores }) => {
    if (limits === null) return withoutLimits
    const { cpuCores } = limits
    if (cpuCores === null || cpuCores >= cores) return pass(`none below the ${cores} cores of this machine`)
    const sentence = `${cpuCores.toFixed(1)} of ${cores} cores: above that the kernel throttles all processes`
    return warn(sentence, 'Raise --cpus (cpu.max), or assign complete cores with --cpuset-cpus.')
  }),
  check('machine.memory-limit', 'memory limit', ({ limits, memoryBytes: all }) => {
    if (limits === null) return withoutLimits
    const { memoryBytes } = limits
    if (memoryBytes === null || memoryBytes >= all)
      return pass(`none below the ${formatValue(all, 'B')} of this machine`)
    const sentence = `${formatValue(memoryBytes, 'B')} of ${formatValue(all, 'B')}: processes that exceed it are killed (exit code 137)`
    return warn(sentence, 'Raise --memory (memory.max), unless the limit is intended.')
  }),
  check('machine.disk', 'disks', ({ disks, unusableDisks, minFreeDiskGigabytes }) => {
    const judged = disks.map((disk) => toAnswer(judgeDisk(disk, minFreeDiskGigabytes)))
    const unusable = unusableDisks.map((path): Answer => {
      return {
        ...warn('this user cannot write there, or it does not answer', choosePlaces),
        subject: `disk of ${path}`,
      }
    })
    return [...judged, ...unusable]
  }),
]

/** Judges facts that were collected before. Pure. */
export function checkMachine(facts: MachineFacts): AreaFinding[] {
  return checks.flatMap((row) => row(facts))
}

/** Converts a finding of the preflight, so that the doctor and a run judge a disk or GPU alike. */
export function toAnswer({ level, subject, sentence, hint }: FitnessFinding): Answer {
  if (level === 'ok') return { ...pass(sentence), subject }
  return { ...(level === 'refuse' ? fail : warn)(sentence, hint), subject }
}
