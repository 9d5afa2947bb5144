import { parseRocmReadings } from '../../../domain/telemetry/rocm-smi-json.ts'
import { openPolledStream } from './polled-stream.ts'
import type { SmiStream, SmiStreamOptions } from './smi-stream.ts'

/** Calls `rocm-smi`, the predecessor of `amd-smi`, at every tick. Not tested on hardware. */
export function openRocmSmiStream(options: SmiStreamOptions): SmiStream {
  const flags = ['--showuse', '--showmeminfo', 'vram', '--showpower', '--showtemp', '--showclocks']
  return openPolledStream(
    { program: 'rocm-smi', argumentLists: [[...flags, '--json']], parse: parseRocmReadings },
    options,
  )
}
