import { type GpuIdentity, type GpuProcess, type GpuReading, createUnavailableReading, unknownSettings } from './gpu.ts'
import { getNested, type Json, parseEmbeddedJson, toAmount, toText } from '../core/json.ts'

// amd-smi prints "MB" for MiB: an RX 6600 with 8 GiB has 8176 of them.
const bytesPerMegabyte = 1024 * 1024
/** The factors of what a value may be written in, by the unit that the reading has; in lower case. */
const factors = {
  percent: { '%': 1 },
  bytes: { b: 1, kb: 1024, kib: 1024, mb: bytesPerMegabyte, mib: bytesPerMegabyte, gb: 1024 ** 3, gib: 1024 ** 3 },
  watts: { w: 1, mw: 1e-3, uw: 1e-6, µw: 1e-6 },
  megahertz: { hz: 1e-6, khz: 1e-3, mhz: 1, ghz: 1000 },
  celsius: { c: 1, '°c': 1 },
  count: {},
} as const satisfies Record<string, Readonly<Record<string, number>>>
type Unit = keyof typeof factors

/** A quantity: its unit, the factor of a number without unit, and where the value is, in order of preference. */
type AmdQuantity<Field> = { readonly unit: Unit; readonly factor?: number; readonly fields: readonly Field[] }

/**
 * Quantities of `amd-smi metric --json`. Throttling is omitted
 * because `throttle_status` reads THROTTLED on idle cards of some models (ROCm/rocm-systems issue 11781).
 */
const amdQuantities = {
  utilizationPercent: { unit: 'percent', fields: ['usage.gfx_activity'] },
  memoryUsedBytes: { unit: 'bytes', factor: bytesPerMegabyte, fields: ['mem_usage.used_vram'] },
  memoryTotalBytes: { unit: 'bytes', factor: bytesPerMegabyte, fields: ['mem_usage.total_vram'] },
  powerWatts: {
    unit: 'watts',
    fields: ['power.socket_power', 'power.average_socket_power', 'power.current_socket_power'],
  },
  smClockMhz: { unit: 'megahertz', fields: ['clock.gfx_0.clk', 'clock.gfx.cur_clk'] },
  memoryClockMhz: { unit: 'megahertz', fields: ['clock.mem_0.clk', 'clock.mem.cur_clk'] },
  // The hotspot is the hottest point of the chip; the edge sensor is cooler.
  temperatureCelsius: { unit: 'celsius', fields: ['temperature.hotspot', 'temperature.edge'] },
  eccErrors: { unit: 'count', fields: ['ecc.total_uncorrectable_count'] },
} as const satisfies Partial<Record<keyof GpuReading, AmdQuantity<string>>>

/**
 * Quantities of `rocm-smi --showuse --showmeminfo vram --showpower --showtemp --showclocks --json`. Field names vary with
 * version and card, so they are matched by pattern.
 */
const rocmQuantities = {
  utilizationPercent: { unit: 'percent', fields: [/^GPU use \(%\)$/i] },
  memoryUsedBytes: { unit: 'bytes', fields: [/^VRAM Total Used Memory \(B\)$/i] },
  memoryTotalBytes: { unit: 'bytes', fields: [/^VRAM Total Memory \(B\)$/i] },
  powerWatts: {
    unit: 'watts',
    fields: [/^Average Graphics Package Power \(W\)$/i, /^Current Socket Graphics Package Power \(W\)$/i],
  },
  smClockMhz: { unit: 'megahertz', fields: [/^sclk clock speed:?$/i] },
  memoryClockMhz: { unit: 'megahertz', fields: [/^mclk clock speed:?$/i] },
  temperatureCelsius: {
    unit: 'celsius',
    fields: [/^Temperature \(Sensor junction\)/i, /^Temperature \(Sensor edge\)/i],
  },
} as const satisfies Partial<Record<keyof GpuReading, AmdQuantity<RegExp>>>

/** A GPU in the output, and the value of a field of it. */
type Entry<Field> = { readonly gpu: number; readonly read: (field: Field) => Json }

/** Parses `amd-smi metric --json`; null: not such output. */
export function parseAmdReadings(text: string, timeMs: number): GpuReading[] | null {
  return listAmdEntries(text)?.map((entry) => readQuantities(entry, amdQuantities, timeMs)) ?? null
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
    const limit = readFirst(readFact, {
      unit: 'watts',
      fields: ['limit.socket_power', 'limit.ppt0.socket_power_limit'],
    })
    return {
      index: gpu,
      uuid: toText(read('uuid')) ?? `index-${gpu}`,
      pciBusId: toText(read('bdf')),
      model: toText(readFact('asic.market_name')) ?? 'unknown AMD GPU',
      memoryBytes: readFirst(readFact, { unit: 'bytes', factor: bytesPerMegabyte, fields: ['vram.size'] }) || null,
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
    memoryBytes: readFirst(read, rocmQuantities.memoryTotalBytes) || null,
    settings: {
      ...unknownSettings,
      powerLimitWatts: readFirst(read, { unit: 'watts', fields: [/^Max Graphics Package Power \(W\)$/i] }),
    },
    migSlices: [],
  }))
}

/**
 * Parses `amd-smi process --json`; null if any part of it is not such output, because a process may be behind it. Memory
 * is VRAM in bytes.
 */
export function parseAmdProcesses(text: string): (GpuProcess & { readonly gpu: number })[] | null {
  const entries = listAmdEntries(text) ?? []
  const lists = entries.map(({ gpu, read }) => parseProcessList(gpu, read('process_list')))
  if (entries.length !== parseAmdList(text)?.length) return null
  return lists.every((list) => list !== null) ? lists.flat() : null
}

function parseProcessList(gpu: number, list: Json): (GpuProcess & { readonly gpu: number })[] | null {
  const items: readonly Json[] = Array.isArray(list) ? list : [{ process_info: list }]
  const found = items.map((item) => {
    const info = getNested(item, 'process_info')
    if (typeof info === 'string' && /^No running processes/i.test(info)) return []
    const pid = toAmount(getNested(info, 'pid'))?.value
    if (pid === undefined || !Number.isInteger(pid) || pid < 0) return null
    const memoryBytes = readFirst((field: string) => getNested(info, ...field.split('.')), {
      unit: 'bytes',
      fields: ['memory_usage.vram_mem', 'mem_usage'],
    })
    return [{ gpu, pid, name: toText(getNested(info, 'name')), memoryBytes }]
  })
  return found.every((one) => one !== null) ? found.flat() : null
}

function readQuantities<Field>(
  { gpu, read }: Entry<Field>,
  quantities: Readonly<Record<string, AmdQuantity<Field>>>,
  timeMs: number,
): GpuReading {
  const values = Object.entries(quantities).map(([name, quantity]) => [name, readFirst(read, quantity)])
  return { ...createUnavailableReading(gpu, timeMs), ...Object.fromEntries(values) }
}

/** The first field with a value. A value in an unknown unit is none. */
function readFirst<Field>(
  read: (field: Field) => Json,
  { unit, factor = 1, fields }: AmdQuantity<Field>,
): number | null {
  const known: Readonly<Record<string, number>> = factors[unit]
  const amounts = fields.map((field) => {
    const amount = toAmount(read(field))
    if (amount === null) return null
    const scale = amount.unit === null ? factor : known[amount.unit.toLowerCase()]
    return scale === undefined ? null : amount.value * scale
  })
  return amounts.find((value) => value !== null) ?? null
}

/** A list, since version 26 (ROCm 7) inside `gpu_data`. */
function parseAmdList(text: string): readonly Json[] | null {
  const root = parseEmbeddedJson(text)
  const list = Array.isArray(root) ? root : getNested(root, 'gpu_data')
  return Array.isArray(list) ? list : null
}

/** Leaves out entries that name no GPU. */
function listAmdEntries(text: string): Entry<string>[] | null {
  const list = parseAmdList(text)
  if (list === null) return null
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
