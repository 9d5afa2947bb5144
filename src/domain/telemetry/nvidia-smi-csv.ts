import { computeCompleteSum } from '../core/statistics.ts'
import {
  decodeClocksEvents,
  type ClocksEventReason,
  type GpuIdentity,
  type GpuProcess,
  type GpuReading,
  type MigSlice,
  createUnavailableReading,
  vitals,
} from './gpu.ts'

/**
 * Fields of `nvidia-smi --query-gpu`, each with its names in different driver versions, preferred name first
 * (`nvidia-smi --help-query-gpu`). Unknown fields are omitted from the query.
 */
export const readingFields = [
  ['index'],
  ['timestamp'],
  ['utilization.gpu'],
  ['memory.used'],
  ['memory.total'],
  ['power.draw.instant'],
  // Since Ampere a mean over the last second, but of some GPUs the only one.
  ['power.draw'],
  ['clocks.sm'],
  ['clocks.mem'],
  ['temperature.gpu'],
  ['clocks_event_reasons.active', 'clocks_throttle_reasons.active'],
  ['ecc.errors.uncorrected.volatile.total'],
  ['retired_pages.sbe'],
  ['retired_pages.dbe'],
] as const

/** Selects one known name per field; fields without a known name are dropped. */
export function selectKnownFields(fields: readonly (readonly string[])[], unknown: ReadonlySet<string>): string[] {
  return fields.flatMap((names) => names.find((name) => !unknown.has(name)) ?? [])
}

/** Parses the refused field from `Field "x" is not a valid field to query.`; null for other texts. */
export function parseRefusedField(text: string): string | null {
  return /Field "([^"]+)" is not a valid field/i.exec(text)?.[1] ?? null
}

const bytesPerMebibyte = 1024 * 1024
const quarterHourMs = 15 * 60 * 1000

/**
 * Parses a line of `nvidia-smi --query-gpu=FIELDS --format=csv,noheader,nounits`; null for an incomplete line. Values
 * such as `[N/A]`, `[Not Supported]`, `[Unknown Error]` and `[GPU requires reset]` become null. `arrivedMs` (since
 * the epoch) provides the time zone that the tool's time stamp lacks.
 */
export function parseReadingLine(line: string, fields: readonly string[], arrivedMs: number): GpuReading | null {
  const values = line.split(',').map((value) => value.trim())
  const index = Number(values[fields.indexOf('index')] || Number.NaN)
  if (values.length !== fields.length || !Number.isInteger(index) || index < 0) return null
  const getText = (...names: readonly string[]): string =>
    values[fields.findIndex((name) => names.includes(name))] ?? ''
  const getAmount = (...names: readonly string[]): number | null => parseAmount(getText(...names))
  return {
    ...createUnavailableReading(index, parseStampMs(getText('timestamp'), arrivedMs)),
    utilizationPercent: getAmount('utilization.gpu'),
    memoryUsedBytes: toBytes(getAmount('memory.used')),
    memoryTotalBytes: toBytes(getAmount('memory.total')),
    powerWatts: getAmount('power.draw.instant') || getAmount('power.draw'),
    smClockMhz: getAmount('clocks.sm'),
    memoryClockMhz: getAmount('clocks.mem'),
    temperatureCelsius: getAmount('temperature.gpu'),
    clocksEventReasons: decodeReasons(getText('clocks_event_reasons.active', 'clocks_throttle_reasons.active')),
    eccErrors: getAmount('ecc.errors.uncorrected.volatile.total'),
    retiredPages: computeCompleteSum([getAmount('retired_pages.sbe'), getAmount('retired_pages.dbe')]),
  }
}

const vitalFields = {
  utilizationPercent: 'utilization.gpu',
  memoryUsedBytes: 'memory.used',
  powerWatts: 'power.draw',
  smClockMhz: 'clocks.sm',
  temperatureCelsius: 'temperature.gpu',
} as const satisfies Record<(typeof vitals)[number], string>

/** Describes what the tool answered instead of what every GPU has, such as `[GPU requires reset]`; null: it has all. */
export function describeRefusals(line: string, fields: readonly string[], reading: GpuReading): string | null {
  const values = line.split(',').map((value) => value.trim())
  const lost = vitals.filter((name) => reading[name] === null)
  const refused = lost.map((name) => vitalFields[name]).filter((field) => fields.includes(field))
  const answers = [...new Set(refused.map((field) => values[fields.indexOf(field)]))]
  if (refused.length === 0) return null
  const answer = `nvidia-smi answers ${answers.map((text) => JSON.stringify(text)).join(' and ')}`
  return refused.length === vitals.length
    ? `${answer} for GPU ${reading.gpu}`
    : `no ${refused.join(', ')} of GPU ${reading.gpu}: ${answer}`
}

/**
 * Parses `nvidia-smi --query-compute-apps=gpu_uuid,pid,process_name,used_memory --format=csv,noheader,nounits`. A
 * name may contain commas. It is null for a process of another container (`[Not Found]`). Null instead of the list if a
 * line has no process, such as `[Not Supported]`: there may be one behind it.
 */
export function parseComputeApps(csv: string): (GpuProcess & { readonly gpuUuid: string })[] | null {
  const lines = csv.split('\n').filter((line) => !/^[\s,]*$|^No running processes found/i.test(line))
  const found = lines.map((line) => {
    const [gpuUuid, pid, ...rest] = line.split(',').map((value) => value.trim())
    if (!gpuUuid || !pid || !/^\d+$/.test(pid) || rest.length < 2) return null
    const name = rest.slice(0, -1).join(', ')
    const memoryBytes = toBytes(parseAmount(rest.at(-1) ?? ''))
    return { gpuUuid, pid: Number(pid), name: isReported(name) ? name : null, memoryBytes }
  })
  return found.every((one) => one !== null) ? found : null
}

/** Whether a field has a value, and not one of the tool's placeholders. */
function isReported(value: string): boolean {
  return value !== '' && !/^\[|^N\/A$|^ERR!|^Unknown Error$|^Not Supported$/i.test(value)
}

/** Parses a number with an optional unit; null if not reported. */
export function parseAmount(value: string): number | null {
  const text = isReported(value) ? (/^(?:-?\d+(?:\.\d+)?|nan)(?=$|\s|%)/i.exec(value)?.[0] ?? null) : null
  return text === null ? null : Number(text)
}

/** Converts MiB to bytes. */
function toBytes(amount: number | null): number | null {
  return amount === null ? null : amount * bytesPerMebibyte
}

function decodeReasons(mask: string): ClocksEventReason[] | null {
  if (!/^0x[\da-f]+$/i.test(mask)) return null
  const bits = BigInt(mask)
  return decodeClocksEvents(Number(bits & 0xffff_ffffn), Number(bits >> 32n))
}

/**
 * Parses a local time stamp without a zone. Zone offsets are multiples of 15 minutes, and a line arrives much faster.
 */
function parseStampMs(stamp: string, arrivedMs: number): number {
  const parts = /^(\d{4})\/(\d\d)\/(\d\d) (\d\d):(\d\d):(\d\d)\.(\d{3})$/.exec(stamp)?.slice(1).map(Number)
  if (!parts) return arrivedMs
  const [year = 0, month = 1, day = 1, hour = 0, minute = 0, second = 0, millisecond = 0] = parts
  const asUtcMs = Date.UTC(year, month - 1, day, hour, minute, second, millisecond)
  return asUtcMs - Math.round((asUtcMs - arrivedMs) / quarterHourMs) * quarterHourMs
}

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
