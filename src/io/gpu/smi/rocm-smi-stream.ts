import { parseRocmReadings } from '../../../domain/telemetry/rocm-smi-json.ts'
import { openPolledStream } from './polled-stream.ts'
import type { SmiStream, SmiStreamOptions } from './smi-stream.ts'

/** Calls `rocm-smi`, the predecessor of `amd-smi`, at every tick. Not tested on hardware. */
export function openRocmSmiStream(options: SmiStreamOptions): SmiStream {
  const wanted = ['--showuse', '--showmeminfo', 'vram', '--showpower', '--showtemp', '--showclocks']
  return openPolledStream(
    { program: 'rocm-smi', argumentLists: [[...wanted, '--json']], parse: parseRocmReadings },
    options,
  )
}
