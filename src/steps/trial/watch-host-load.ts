import { computeHostLoad, isMostlyTaken, formatLoad, type HostLoad } from '../../domain/testbed/host-load.ts'
import type { Clock } from '../../ports/clock.ts'
import type { HostMeter } from '../../ports/host-meter.ts'
import type { Logger } from '../../ports/logger.ts'

export type HostLoadPorts = {
  readonly hostMeter: HostMeter
  readonly clock: Clock
  /** Resolves after `ms`, or at once when the run is cancelled. */
  readonly sleep: (ms: number, signal: AbortSignal) => Promise<void>
}

/** The kernel counts in ticks of 10 ms: this gives 30 of them for each processor. */
const preflightMs = 300

/** What others use of the processors while this process waits for `ms`; null where the kernel does not say. */
export async function watchHostLoad(
  { hostMeter, clock, sleep }: HostLoadPorts,
  ms: number,
  signal: AbortSignal,
): Promise<HostLoad | null> {
  const startedMs = clock.readMonotonicMs()
  const look = hostMeter.begin()
  await sleep(ms, signal)
  const host = look.end()
  return computeHostLoad([{ host, wallSeconds: (clock.readMonotonicMs() - startedMs) / 1000 }])
}

/** Warns before the first run when other programs use most processors; the run goes on. */
export async function warnOfLoad(
  ports: HostLoadPorts & { readonly logger: Logger },
  signal: AbortSignal,
): Promise<void> {
  const load = await watchHostLoad(ports, preflightMs, signal)
  if (load === null || !isMostlyTaken(load)) return
  const hint = 'Stop them; cpu_time, as a gate, depends far less on them.'
  ports.logger.warning(`other programs use ${formatLoad(load)}: wall-clock times will vary with them. ${hint}`)
}
