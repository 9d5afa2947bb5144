import { computeHostLoad, isMostlyTaken, formatLoad, type HostLoad } from '../../domain/testbed/host-load.ts'
import type { Clock } from '../../ports/clock.ts'
import type { HostMeter } from '../../ports/host-meter.ts'
import type { Logger } from '../../ports/logger.ts'

export type HostLoadPorts = {
  readonly hostMeter: HostMeter
  readonly clock: Clock
  /** Resolves after `ms`, or immediately when the run is cancelled. */
  readonly sleep: (ms: number, signal: AbortSignal) => Promise<void>
}

/** The kernel counts ticks of 10 ms, so this covers 30 of them per processor. */
const preflightMs = 300

/** Processor use by other programs while this process waits for `ms`; null when the kernel does not report it. */
export async function watchHostLoad(
  { hostMeter, clock, sleep }: HostLoadPorts,
  ms: number,
  signal: AbortSignal,
): Promise<HostLoad | null> {
  const startedMs = clock.readMonotonicMs()
  const measurement = hostMeter.begin()
  await sleep(ms, signal)
  const host = measurement.end()
  return computeHostLoad([{ host, wallSeconds: (clock.readMonotonicMs() - startedMs) / 1000 }])
}

/** Warns before the first trial when other programs use most processors; the run continues. */
export async function warnOfLoad(
  ports: HostLoadPorts & { readonly logger: Logger },
  signal: AbortSignal,
): Promise<void> {
  const load = await watchHostLoad(ports, preflightMs, signal)
  if (load === null || !isMostlyTaken(load)) return
  const hint = 'Stop them, or use cpu_time as the gate, which depends on them far less.'
  ports.logger.warning(`other programs use ${formatLoad(load)}: wall-clock times will vary. ${hint}`)
}
