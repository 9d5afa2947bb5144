import { parseAmdReadings } from '../../../domain/telemetry/amd-smi-json.ts'
import { openPolledStream } from './polled-stream.ts'
import type { SmiStream, SmiStreamOptions } from './smi-stream.ts'

/**
 * Calls `amd-smi metric --json` at every tick: its watch mode prints no JSON before 2026 (ROCm/rocm-systems pull
 * request 2720). Not tested on hardware.
 */
export function openAmdSmiStream(options: SmiStreamOptions): SmiStream {
  const flags = ['--usage', '--power', '--clock', '--temperature', '--mem-usage', '--ecc']
  return openPolledStream(
    {
      program: 'amd-smi',
      // In a virtual machine amd-smi rejects some options and fails without any.
      argumentLists: [
        ['metric', ...flags, '--json'],
        ['metric', '--json'],
      ],
      parse: parseAmdReadings,
    },
    options,
  )
}
