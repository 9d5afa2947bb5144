import type { GpuIdentity, GpuProcess, GpuReading } from './gpu.ts'
import { createUnavailableReading, unknownSettings } from './unavailable-reading.ts'
import { getNested, parseEmbeddedJson, toNumber, toText, type Json } from '../core/tool-json.ts'

// The tool prints "MB" for MiB: an RX 6600 with 8 GiB has 8176 of them.
const bytesPerMegabyte = 1024 * 1024

/**
 * Parses `amd-smi metric --json`: a list, since version 26 (ROCm 7) inside `gpu_data`. Throttling is omitted because
 * `throttle_status` reads THROTTLED on idle cards of some models (ROCm/rocm-systems issue 11781). Null: not such
 * output.
 */
export function parseAmdReadings(text: string, timeMs: number): GpuReading[] | null {
  const entries = listEntries(parseEmbeddedJson(text))
  return entries && entries.flatMap((entry) => parseReading(entry, timeMs) ?? [])
}

function parseReading(entry: Json, timeMs: number): GpuReading | null {
  const gpu = getNested(entry, 'gpu')
  if (typeof gpu !== 'number') return null
  const readNumber = (...keys: readonly string[]): number | null => toNumber(getNested(entry, ...keys))
  return {
    ...createUnavailableReading(gpu, timeMs),
    utilizationPercent: readNumber('usage', 'gfx_activity'),
    memoryUsedBytes: toBytes(readNumber('mem_usage', 'used_vram')),
    memoryTotalBytes: toBytes(readNumber('mem_usage', 'total_vram')),
    powerWatts: readNumber('power', 'socket_power') ?? readNumber('power', 'average_socket_power'),
    smClockMhz: readNumber('clock', 'gfx_0', 'clk') ?? readNumber('clock', 'gfx', 'cur_clk'),
    memoryClockMhz: readNumber('clock', 'mem_0', 'clk') ?? readNumber('clock', 'mem', 'cur_clk'),
    // The hotspot is the hottest point of the chip; the edge sensor is cooler.
    temperatureCelsius: readNumber('temperature', 'hotspot') ?? readNumber('temperature', 'edge'),
    eccErrors: readNumber('ecc', 'total_uncorrectable_count'),
  }
}

/** Parses `amd-smi list --json` and `amd-smi static --json` (may be empty). */
export function parseAmdIdentities(list: string, details: string): GpuIdentity[] {
  const facts = listEntries(parseEmbeddedJson(details)) ?? []
  return (listEntries(parseEmbeddedJson(list)) ?? []).flatMap((entry) => {
    const gpu = getNested(entry, 'gpu')
    if (typeof gpu !== 'number') return []
    return [
      parseIdentity(
        gpu,
        entry,
        facts.find((fact) => getNested(fact, 'gpu') === gpu),
      ),
    ]
  })
}

function parseIdentity(index: number, entry: Json, facts: Json): GpuIdentity {
  const limit =
    toNumber(getNested(facts, 'limit', 'socket_power')) ??
    toNumber(getNested(facts, 'limit', 'ppt0', 'socket_power_limit'))
  return {
    index,
    uuid: toText(getNested(entry, 'uuid')) ?? `index-${index}`,
    pciBusId: toText(getNested(entry, 'bdf')),
    model: toText(getNested(facts, 'asic', 'market_name')) ?? 'unknown AMD GPU',
    memoryBytes: toBytes(toNumber(getNested(facts, 'vram', 'size'))) || null,
    settings: { ...unknownSettings, powerLimitWatts: limit },
    migSlices: [],
  }
}

/** Parses `amd-smi process --json`; null if it is not such output. Memory is VRAM in bytes. */
export function parseAmdProcesses(text: string): (GpuProcess & { readonly gpu: number })[] | null {
  const entries = listEntries(parseEmbeddedJson(text))
  return (
    entries &&
    entries.flatMap((entry) => {
      const gpu = getNested(entry, 'gpu')
      const list = getNested(entry, 'process_list')
      if (typeof gpu !== 'number' || !Array.isArray(list)) return []
      return list.flatMap((item: Json) => parseProcess(gpu, getNested(item, 'process_info')) ?? [])
    })
  )
}

function parseProcess(gpu: number, info: Json): (GpuProcess & { readonly gpu: number }) | null {
  const pid = getNested(info, 'pid')
  if (typeof pid !== 'number') return null
  return {
    gpu,
    pid,
    name: toText(getNested(info, 'name')),
    memoryBytes: toNumber(getNested(info, 'memory_usage', 'vram_mem')) ?? toNumber(getNested(info, 'mem_usage')),
  }
}

function listEntries(value: Json): readonly Json[] | null {
  const list = Array.isArray(value) ? value : getNested(value, 'gpu_data')
  return Array.isArray(list) ? list : null
}

function toBytes(amount: number | null): number | null {
  return amount === null ? null : amount * bytesPerMegabyte
}
