import type { GpuIdentity, MigSlice } from './gpu.ts'
import { amountOf, isTold, mebibytes } from './nvidia-smi-csv.ts'

/** What is asked once of `nvidia-smi --query-gpu` to name a GPU and its settings; `name` last, as it may hold commas. */
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

/** The answer of `nvidia-smi --query-gpu=FIELDS --format=csv,noheader,nounits` for the fields above, slices left empty. */
export function parseIdentities(csv: string, fields: readonly string[]): GpuIdentity[] {
  return csv.split('\n').flatMap((line) => {
    const values = line.split(',').map((value) => value.trim())
    if (values.length < fields.length || !/^\d+$/.test(values[fields.indexOf('index')] ?? '')) return []
    const last = fields.length - 1
    return [identityOf(fields, [...values.slice(0, last), values.slice(last).join(', ')])]
  })
}

function identityOf(fields: readonly string[], values: readonly string[]): GpuIdentity {
  const text = (name: string): string => values[fields.indexOf(name)] ?? ''
  const amount = (name: string): number | null => amountOf(text(name))
  const applicationsClock = amount('clocks.applications.graphics')
  const isLocked = applicationsClock !== null && applicationsClock !== amount('clocks.default_applications.graphics')
  return {
    index: Number(text('index')),
    uuid: isTold(text('uuid')) ? text('uuid') : `index-${text('index')}`,
    pciBusId: isTold(text('pci.bus_id')) ? text('pci.bus_id') : null,
    model: isTold(text('name')) ? text('name') : 'unknown GPU',
    memoryBytes: mebibytes(amount('memory.total')),
    settings: {
      powerLimitWatts: amount('power.limit'),
      isPersistent: switchOf(text('persistence_mode')),
      isEccOn: switchOf(text('ecc.mode.current')),
      isMigOn: switchOf(text('mig.mode.current')),
      maxSmClockMhz: amount('clocks.max.sm'),
      lockedSmClockMhz: isLocked ? applicationsClock : null,
    },
    migSlices: [],
  }
}

function switchOf(value: string): boolean | null {
  if (/^enabled$/i.test(value)) return true
  return /^disabled$/i.test(value) ? false : null
}

/** The slices in the answer of `nvidia-smi -L`, by the UUID of their GPU. The tool does not tell their memory. */
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
