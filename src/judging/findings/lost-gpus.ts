import type { Device } from '../../domain/testbed/testbed.ts'
import type { Trial } from '../../domain/trial/trial.ts'
import type { Finding } from '../../domain/verdict/report.ts'

/** Names the GPUs that are missing in the testbed because the driver lost them before the run. */
export function listLostGpus(trials: readonly Trial[], devices: readonly Device[]): Finding[] {
  const events = trials.flatMap(({ telemetry }) => telemetry?.events ?? [])
  const lost = events.filter(
    ({ kind, gpu }) => kind === 'lost' && !devices.some(({ physicalIndex }) => physicalIndex === gpu),
  )
  return [...new Map(lost.map(({ gpu, detail }) => [gpu, detail]))].map(([gpu, detail]) => ({
    kind: 'caution',
    subject: `GPU ${gpu}`,
    reason: `was lost: ${detail}; it is missing in this testbed of ${devices.length}`,
  }))
}
