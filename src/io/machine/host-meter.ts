import {
  countProcessors,
  readHostTicks,
  readOutOfMemoryKills,
  readStallSeconds,
  ticksPerSecond,
} from '../process/proc-files.ts'
import { takeReapedUsage, type ReapedUsage } from '../process/own-process.ts'
import type { TrialHost } from '../../record/telemetry.ts'
import { createHash } from 'node:crypto'
import { performance } from 'node:perf_hooks'

/** Measures the host around one trial. */
export type HostMeter = typeof procHostMeter

/** Reads the kernel's counters before and after a child of this process; one measurement at a time. */
export const procHostMeter = {
  /** Runs the CPU probe and reads the counters. Call immediately before the process starts. */
  begin() {
    const probeSeconds = probeCpuSeconds()
    takeReapedUsage()
    const before = readCounters()
    return {
      /** Call immediately after the process has exited and was waited for. */
      end() {
        const reaped = takeReapedUsage()
        return computeTrialHost(before, readCounters(), { probeSeconds, reaped })
      },
    }
  },
}

/** Host counters at one time, mostly in seconds since boot or since this process started. */
type Counters = ReturnType<typeof readCounters>

function readCounters() {
  const ticks = readHostTicks()
  const { user, system } = process.cpuUsage()
  return {
    busy: ticks && ticks.busy / ticksPerSecond,
    stolen: ticks && ticks.stolen / ticksPerSecond,
    ownCpu: (user + system) / 1e6,
    cpuStall: readStallSeconds('cpu'),
    ioStall: readStallSeconds('io'),
    memoryStall: readStallSeconds('memory'),
    outOfMemoryKills: readOutOfMemoryKills(),
  }
}

type Trial = { readonly probeSeconds: number; readonly reaped: ReapedUsage | null }

function computeTrialHost(before: Counters, after: Counters, { probeSeconds, reaped }: Trial): TrialHost {
  const computeChange = (read: (counters: Counters) => number | null) => computeIncrease(read(before), read(after))
  const kills = computeChange(({ outOfMemoryKills }) => outOfMemoryKills)
  return {
    probeSeconds: toMicroseconds(probeSeconds),
    userCpuSeconds: reaped && toMicroseconds(reaped.userCpuSeconds),
    systemCpuSeconds: reaped && toMicroseconds(reaped.systemCpuSeconds),
    otherCpuSeconds: computeOtherCpu(
      computeChange(({ busy }) => busy),
      after.ownCpu - before.ownCpu,
      reaped,
    ),
    processors: countProcessors(),
    stolenCpuSeconds: computeChange(({ stolen }) => stolen),
    cpuStallSeconds: computeChange(({ cpuStall }) => cpuStall),
    ioStallSeconds: computeChange(({ ioStall }) => ioStall),
    memoryStallSeconds: computeChange(({ memoryStall }) => memoryStall),
    majorPageFaults: reaped && reaped.majorPageFaults,
    voluntaryContextSwitches: reaped && reaped.voluntaryContextSwitches,
    involuntaryContextSwitches: reaped && reaped.involuntaryContextSwitches,
    ...(kills !== null && { outOfMemoryKills: kills }),
  }
}

/** Compares two clocks, one of them in ticks: on an idle host the difference can be slightly negative. */
function computeOtherCpu(busy: number | null, ownCpu: number, reaped: ReapedUsage | null): number | null {
  if (busy === null || reaped === null) return null
  return toMicroseconds(Math.max(0, busy - ownCpu - reaped.userCpuSeconds - reaped.systemCpuSeconds))
}

/** Kernel counters can decrease by a tick (proc_stat(5)). */
function computeIncrease(before: number | null, after: number | null): number | null {
  return before === null || after === null ? null : toMicroseconds(Math.max(0, after - before))
}

function toMicroseconds(seconds: number): number {
  return Math.round(seconds * 1e6) / 1e6
}

const repeats = 5
const work = Buffer.alloc(512 * 1024, 'warpgauge')

/**
 * Seconds for one core to hash 512 KiB with SHA-256 in its cache: the fastest of five, 1 to 5 ms in total. Native
 * integer code needs no JIT warm-up, and its speed follows the core clock and CPU contention. Does not measure memory
 * or storage bandwidth.
 */
export function probeCpuSeconds(): number {
  let fastestMs = Number.POSITIVE_INFINITY
  for (let repeat = 0; repeat < repeats; repeat += 1) {
    const startedMs = performance.now()
    createHash('sha256').update(work).digest()
    fastestMs = Math.min(fastestMs, performance.now() - startedMs)
  }
  return fastestMs / 1000
}
