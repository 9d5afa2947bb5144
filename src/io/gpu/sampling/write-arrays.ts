import { basename } from 'node:path'
import type { HostTrack } from '../../../domain/telemetry/host-summary.ts'
import type { GpuTrack } from '../../../domain/telemetry/telemetry-summary.ts'
import type { ProblemList } from './problem-list.ts'
import type { SamplingRequest } from './sampling-messages.ts'

/** Writes the HDF5 file that the request names, and returns its name; null when there is none. */
export async function writeArrays(
  { hdf5Path, monitor, intervalMs, runId }: SamplingRequest,
  tracks: readonly GpuTrack[],
  host: HostTrack,
  problems: ProblemList,
): Promise<string | null> {
  if (hdf5Path === null) return null
  try {
    const { writeHdf5 } = await import('./write-hdf5.ts')
    return basename(await writeHdf5(hdf5Path, { monitor, intervalMs, runId, tracks, host }))
  } catch (error) {
    problems.add(`no HDF5 file: ${error instanceof Error ? error.message : String(error)}`)
    return null
  }
}
