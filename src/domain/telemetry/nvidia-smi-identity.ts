import type { GpuIdentity, MigSlice } from './gpu.ts'
import { parseAmount, isReported, toBytes } from './nvidia-smi-csv.ts'

/** Fields of `nvidia-smi --query-gpu` for identity and settings. `name` is last because it may contain commas. */
export const identityFields = [
  ['index'],
  ['uuid'],
  ['pci.bus_id'],
  ['memory.total'],
  ['power.limit'],
  ['persistence_mode'],
  ['ecc.mode.current'],
  ['mig.mode.current'],
  ['clocks.max.sm'],
  ['clocks.applications.graphics'],
  ['clocks.default_applications.graphics'],
  ['name'],
] as const

/** Parses `nvidia-smi --query-gpu=FIELDS --format=csv,noheader,nounits` for the fields above, without MIG slices. */
export function parseIdentities(csv: string, fields: readonly string[]): GpuIdentity[] {
  return csv.split('\n').flatMap((line) => {
    const values = line.split(',').map((value) => value.trim())
    if (values.length < fields.length || !/^\d+$/.test(values[fields.indexOf('index')] ?? '')) return []
    const last = fields.length - 1
    return [parseIdentity(fields, [...values.slice(0, last), values.slice(last).join(', ')])]
  })
}

function parseIdentity(fields: readonly string[], values: readonly string[]): GpuIdentity {
  const getText = (name: string): string => values[fields.indexOf(name)] ?? ''
  const getAmount = (name: string): number | null => parseAmount(getText(name))
  const applicationsClock = getAmount('clocks.applications.graphics')
  const isLocked = applicationsClock !== null && applicationsClock !== getAmount('clocks.default_applications.graphics')
  return {
    index: Number(getText('index')),
    uuid: isReported(getText('uuid')) ? getText('uuid') : `index-${getText('index')}`,
    pciBusId: isReported(getText('pci.bus_id')) ? getText('pci.bus_id') : null,
    model: isReported(getText('name')) ? getText('name') : 'unknown GPU',
    memoryBytes: toBytes(getAmount('memory.total')) || null,
    settings: {
      powerLimitWatts: getAmount('power.limit'),
      isPersistent: parseSwitch(getText('persistence_mode')),
      isEccOn: parseSwitch(getText('ecc.mode.current')),
      isMigOn: parseSwitch(getText('mig.mode.current')),
      maxSmClockMhz: getAmount('clocks.max.sm'),
      lockedSmClockMhz: isLocked ? applicationsClock : null,
    },
    migSlices: [],
  }
}

function parseSwitch(value: string): boolean | null {
  if (/^enabled$/i.test(value)) return true
  return /^disabled$/i.test(value) ? false : null
}

/** Whether each line of an answer is that of a GPU: a lost one has an error of several words instead. */
export function hasOnlyRows(csv: string): boolean {
  return csv
    .trim()
    .split('\n')
    .every((line) => /^\d+,/.test(line))
}

/** Parses the MIG slices in `nvidia-smi -L`, by GPU UUID. The tool does not report their memory. */
export function parseMigSlices(text: string): ReadonlyMap<string, readonly MigSlice[]> {
  const slices = new Map<string, MigSlice[]>()
  let current: MigSlice[] = []
  for (const line of text.split('\n')) {
    const gpu = /^GPU \d+:.*\(UUID: (GPU-[^)]+)\)/.exec(line)?.[1]
    if (gpu) slices.set(gpu, (current = []))
    const [, profile, uuid] = /^\s+MIG (\S+)\s+Device\s+\d+: \(UUID: (MIG-[^)]+)\)/.exec(line) ?? []
    if (uuid) current.push({ uuid, profile: profile ?? null, memoryBytes: null })
  }
  return slices
}
