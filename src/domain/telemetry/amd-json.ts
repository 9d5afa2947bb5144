import { type GpuIdentity, type GpuProcess, type GpuReading, createUnavailableReading, unknownSettings } from './gpu.ts'
import { getNested, type Json, parseEmbeddedJson, toNumber, toText } from '../core/json.ts'

// amd-smi prints "MB" for MiB: an RX 6600 with 8 GiB has 8176 of them.
const bytesPerMegabyte = 1024 * 1024

/**
 * Quantities of `amd-smi metric --json`, each with the paths of its value in order of preference. Throttling is omitted
 * because `throttle_status` reads THROTTLED on idle cards of some models (ROCm/rocm-systems issue 11781).
 */
const amdQuantities = {
  utilizationPercent: ['usage.gfx_activity'],
  memoryUsedBytes: ['mem_usage.used_vram'],
  memoryTotalBytes: ['mem_usage.total_vram'],
  powerWatts: ['power.socket_power', 'power.average_socket_power'],
  smClockMhz: ['clock.gfx_0.clk', 'clock.gfx.cur_clk'],
  memoryClockMhz: ['clock.mem_0.clk', 'clock.mem.cur_clk'],
  // The hotspot is the hottest point of the chip; the edge sensor is cooler.
  temperatureCelsius: ['temperature.hotspot', 'temperature.edge'],
  eccErrors: ['ecc.total_uncorrectable_count'],
} as const satisfies Partial<Record<keyof GpuReading, readonly string[]>>

/**
 * Quantities of `rocm-smi --showuse --showmeminfo vram --showpower --showtemp --showclocks --json`. Field names vary with
 * version and card, so they are matched by pattern.
 */
const rocmQuantities = {
  utilizationPercent: [/^GPU use \(%\)$/i],
  memoryUsedBytes: [/^VRAM Total Used Memory \(B\)$/i],
  memoryTotalBytes: [/^VRAM Total Memory \(B\)$/i],
  powerWatts: [/^(?:Average|Current Socket) Graphics Package Power \(W\)$/i],
  smClockMhz: [/^sclk clock speed:?$/i],
  memoryClockMhz: [/^mclk clock speed:?$/i],
  temperatureCelsius: [/^Temperature \(Sensor junction\)/i, /^Temperature \(Sensor edge\)/i],
} as const satisfies Partial<Record<keyof GpuReading, readonly RegExp[]>>

/** A GPU in the output, and the value of a field of it. */
type Entry<Field> = { readonly gpu: number; readonly read: (field: Field) => Json }

/** Parses `amd-smi metric --json`; null: not such output. */
export function parseAmdReadings(text: string, timeMs: number): GpuReading[] | null {
  const readings = listAmdEntries(text)?.map((entry) => readQuantities(entry, amdQuantities, timeMs))
  return (
    readings?.map((reading) => ({
      ...reading,
      memoryUsedBytes: toBytes(reading.memoryUsedBytes),
      memoryTotalBytes: toBytes(reading.memoryTotalBytes),
    })) ?? null
  )
}

/** Parses the output of `rocm-smi`; null: not such output. */
export function parseRocmReadings(text: string, timeMs: number): GpuReading[] | null {
  return listCards(text)?.map((card) => readQuantities(card, rocmQuantities, timeMs)) ?? null
}

/** Parses `amd-smi list --json` and `amd-smi static --json` (may be empty). */
export function parseAmdIdentities(list: string, details: string): GpuIdentity[] {
  const facts = listAmdEntries(details) ?? []
  return (listAmdEntries(list) ?? []).map(({ gpu, read }) => {
    const readFact = (field: string): Json => facts.find((fact) => fact.gpu === gpu)?.read(field)
    const limit = readFirst(readFact, ['limit.socket_power', 'limit.ppt0.socket_power_limit'])
    return {
      index: gpu,
      uuid: toText(read('uuid')) ?? `index-${gpu}`,
      pciBusId: toText(read('bdf')),
      model: toText(readFact('asic.market_name')) ?? 'unknown AMD GPU',
      memoryBytes: toBytes(toNumber(readFact('vram.size'))) || null,
      settings: { ...unknownSettings, powerLimitWatts: limit },
      migSlices: [],
    }
  })
}

/** Parses `rocm-smi --showproductname --showuniqueid --showbus --showmeminfo vram --showmaxpower --json`. */
export function parseRocmIdentities(text: string): GpuIdentity[] {
  return (listCards(text) ?? []).map(({ gpu, read }) => ({
    index: gpu,
    // ROCR_VISIBLE_DEVICES uses the same number with the prefix GPU-.
    uuid: toText(read(/^Unique ID$/i))?.replace(/^0x/i, 'GPU-') ?? `index-${gpu}`,
    pciBusId: toText(read(/^PCI Bus$/i)),
    model: toText(read(/^Card series$/i)) ?? toText(read(/^Device Name$/i)) ?? 'unknown AMD GPU',
    memoryBytes: toNumber(read(/^VRAM Total Memory \(B\)$/i)) || null,
    settings: { ...unknownSettings, powerLimitWatts: toNumber(read(/^Max Graphics Package Power \(W\)$/i)) },
    migSlices: [],
  }))
}

/** Parses `amd-smi process --json`; null if it is not such output. Memory is VRAM in bytes. */
export function parseAmdProcesses(text: string): (GpuProcess & { readonly gpu: number })[] | null {
  const entries = listAmdEntries(text)
  if (!entries) return null
  return entries.flatMap(({ gpu, read }) => {
    const list = read('process_list')
    if (!Array.isArray(list)) return []
    return list.flatMap((item: Json) => {
      const pid = getNested(item, 'process_info', 'pid')
      if (typeof pid !== 'number') return []
      const readField = (field: string): Json => getNested(item, 'process_info', ...field.split('.'))
      const memoryBytes = readFirst(readField, ['memory_usage.vram_mem', 'mem_usage'])
      return [{ gpu, pid, name: toText(readField('name')), memoryBytes }]
    })
  })
}

function readQuantities<Field>(
  { gpu, read }: Entry<Field>,
  quantities: Readonly<Record<string, readonly Field[]>>,
  timeMs: number,
): GpuReading {
  const values = Object.entries(quantities).map(([name, fields]) => [name, readFirst(read, fields)])
  return { ...createUnavailableReading(gpu, timeMs), ...Object.fromEntries(values) }
}

function readFirst<Field>(read: (field: Field) => Json, fields: readonly Field[]): number | null {
  return fields.map((field) => toNumber(read(field))).find((value) => value !== null) ?? null
}

/** A list, since version 26 (ROCm 7) inside `gpu_data`. */
function listAmdEntries(text: string): Entry<string>[] | null {
  const root = parseEmbeddedJson(text)
  const list = Array.isArray(root) ? root : getNested(root, 'gpu_data')
  if (!Array.isArray(list)) return null
  return list.flatMap((entry: Json) => {
    const gpu = getNested(entry, 'gpu')
    return typeof gpu === 'number' ? [{ gpu, read: (field: string) => getNested(entry, ...field.split('.')) }] : []
  })
}

/** `card0`, `card1` …; the entry `system` describes the driver. */
function listCards(text: string): Entry<RegExp>[] | null {
  const root = parseEmbeddedJson(text)
  if (typeof root !== 'object' || root === null || Array.isArray(root)) return null
  return Object.entries(root).flatMap(([key, card]: [string, Json]) => {
    const gpu = /^card(\d+)$/.exec(key)?.[1]
    if (gpu === undefined || typeof card !== 'object' || card === null) return []
    const fields = Object.entries(card)
    return [{ gpu: Number(gpu), read: (name: RegExp): Json => fields.find(([label]) => name.test(label))?.[1] }]
  })
}

function toBytes(amount: number | null): number | null {
  return amount === null ? null : amount * bytesPerMegabyte
}
