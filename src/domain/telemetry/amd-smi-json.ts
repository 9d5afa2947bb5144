import type { GpuIdentity, GpuProcess, GpuReading } from './gpu.ts'
import { unavailableReading, unknownSettings } from './unavailable-reading.ts'
import { at, jsonIn, numberOf, textOf, type Json } from '../core/tool-json.ts'

// The tool writes "MB" and means MiB: an RX 6600 of 8 GiB has 8176 of them.
const bytesPerMegabyte = 1024 * 1024

/**
 * The answer of `amd-smi metric --json`: a list, from version 26 (ROCm 7) on inside `gpu_data`. Throttling is left out:
 * `throttle_status` reads THROTTLED on idle cards of some models (ROCm/rocm-systems issue 11781). Null: not such an answer.
 */
export function parseAmdReadings(text: string, timeMs: number): GpuReading[] | null {
  const entries = entriesOf(jsonIn(text))
  return entries && entries.flatMap((entry) => readingOf(entry, timeMs) ?? [])
}

function readingOf(entry: Json, timeMs: number): GpuReading | null {
  const gpu = at(entry, 'gpu')
  if (typeof gpu !== 'number') return null
  const number = (...keys: readonly string[]): number | null => numberOf(at(entry, ...keys))
  return {
    ...unavailableReading(gpu, timeMs),
    utilizationPercent: number('usage', 'gfx_activity'),
    memoryUsedBytes: megabytes(number('mem_usage', 'used_vram')),
    memoryTotalBytes: megabytes(number('mem_usage', 'total_vram')),
    powerWatts: number('power', 'socket_power') ?? number('power', 'average_socket_power'),
    smClockMhz: number('clock', 'gfx_0', 'clk') ?? number('clock', 'gfx', 'cur_clk'),
    memoryClockMhz: number('clock', 'mem_0', 'clk') ?? number('clock', 'mem', 'cur_clk'),
    // The hottest place of the chip; the edge is a mean of a cooler one.
    temperatureCelsius: number('temperature', 'hotspot') ?? number('temperature', 'edge'),
    eccErrors: number('ecc', 'total_uncorrectable_count'),
  }
}

/** The answers of `amd-smi list --json` and `amd-smi static --json` (may be empty text). */
export function parseAmdIdentities(list: string, details: string): GpuIdentity[] {
  const facts = entriesOf(jsonIn(details)) ?? []
  return (entriesOf(jsonIn(list)) ?? []).flatMap((entry) => {
    const gpu = at(entry, 'gpu')
    if (typeof gpu !== 'number') return []
    return [
      identityOf(
        gpu,
        entry,
        facts.find((fact) => at(fact, 'gpu') === gpu),
      ),
    ]
  })
}

function identityOf(index: number, entry: Json, facts: Json): GpuIdentity {
  const limit =
    numberOf(at(facts, 'limit', 'socket_power')) ?? numberOf(at(facts, 'limit', 'ppt0', 'socket_power_limit'))
  return {
    index,
    uuid: textOf(at(entry, 'uuid')) ?? `index-${index}`,
    pciBusId: textOf(at(entry, 'bdf')),
    model: textOf(at(facts, 'asic', 'market_name')) ?? 'unknown AMD GPU',
    memoryBytes: megabytes(numberOf(at(facts, 'vram', 'size'))),
    settings: { ...unknownSettings, powerLimitWatts: limit },
    migSlices: [],
  }
}

/** The answer of `amd-smi process --json`; null when it is not one. Memory is bytes of VRAM. */
export function parseAmdProcesses(text: string): (GpuProcess & { readonly gpu: number })[] | null {
  const entries = entriesOf(jsonIn(text))
  return (
    entries &&
    entries.flatMap((entry) => {
      const gpu = at(entry, 'gpu')
      const list = at(entry, 'process_list')
      if (typeof gpu !== 'number' || !Array.isArray(list)) return []
      return list.flatMap((item: Json) => processOf(gpu, at(item, 'process_info')) ?? [])
    })
  )
}

function processOf(gpu: number, info: Json): (GpuProcess & { readonly gpu: number }) | null {
  const pid = at(info, 'pid')
  if (typeof pid !== 'number') return null
  return {
    gpu,
    pid,
    name: textOf(at(info, 'name')),
    memoryBytes: numberOf(at(info, 'memory_usage', 'vram_mem')) ?? numberOf(at(info, 'mem_usage')),
  }
}

function entriesOf(value: Json): readonly Json[] | null {
  const list = Array.isArray(value) ? value : at(value, 'gpu_data')
  return Array.isArray(list) ? list : null
}

function megabytes(amount: number | null): number | null {
  return amount === null ? null : amount * bytesPerMegabyte
}
