import type { Device } from '../../domain/testbed/testbed.ts'

export const deviceFields = 'index,uuid,name,memory.total,driver_version'

export type QueriedDevices = { readonly devices: readonly Device[]; readonly driverVersion: string | null }

const bytesPerMebibyte = 1024 * 1024

/**
 * Parses `nvidia-smi --query-gpu=index,uuid,name,memory.total,driver_version --format=csv,noheader,nounits`, memory in
 * MiB. `[N/A]` becomes null.
 */
export function parseDevices(csv: string): QueriedDevices {
  const rows = csv.split('\n').map((line) => line.split(',').map((field) => field.trim()))
  const known = rows.filter((fields) => fields.length >= 5 && /^\d+$/.test(fields[0] ?? ''))
  return {
    devices: known.map(([index, uuid, ...rest]) => ({
      id: Number(index),
      physicalIndex: Number(index),
      uuid: readField(uuid),
      // Only the name can contain a comma; two fields follow it.
      model: readField(rest.slice(0, -2).join(', ')) ?? 'unknown GPU',
      memoryBytes: parseMebibytes(rest.at(-2)),
      migProfile: null,
      settings: null,
    })),
    driverVersion: readField(known[0]?.at(-1)),
  }
}

/** The CUDA version in the header of `nvidia-smi`; null when absent. */
export function parseCudaVersion(text: string): string | null {
  return /CUDA (?:UMD )?Version\s*:\s*(\d[\d.]*)/.exec(text)?.[1] ?? null
}

/**
 * The devices selected by CUDA_VISIBLE_DEVICES, in its order: indices or UUID prefixes, up to the first invalid entry
 * (CUDA programming guide, environment variables); none when an entry is repeated. All devices when it is unset.
 */
export function selectVisibleDevices(devices: readonly Device[], setting: string | undefined): readonly Device[] {
  if (setting === undefined) return devices
  const visible: Device[] = []
  for (const entry of setting.split(',').map((part) => part.trim())) {
    const device = devices.find((candidate) => isNamedBy(candidate, entry))
    if (!device) break
    if (visible.includes(device)) return []
    visible.push(device)
  }
  return visible
}

function isNamedBy(device: Device, entry: string): boolean {
  const number = /^\d+/.exec(entry)?.[0]
  if (number !== undefined) return device.id === Number(number)
  return /^GPU-\w/i.test(entry) && (device.uuid?.toLowerCase().startsWith(entry.toLowerCase()) ?? false)
}

function readField(field: string | undefined): string | null {
  return !field || /^\[|^N\/A$|^ERR!/.test(field) ? null : field
}

function parseMebibytes(field: string | undefined): number | null {
  return (field && /^\d+$/.test(field) && Number(field) * bytesPerMebibyte) || null
}
