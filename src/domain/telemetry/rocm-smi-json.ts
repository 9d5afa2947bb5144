import type { GpuIdentity, GpuReading } from './gpu.ts'
import { createUnavailableReading, unknownSettings } from './unavailable-reading.ts'
import { parseEmbeddedJson, toNumber, toText, type Json } from '../core/tool-json.ts'

/**
 * Parses `rocm-smi --showuse --showmeminfo vram --showpower --showtemp --showclocks --json`. Field names vary with
 * version and card, so they are matched by pattern. Null: not such output.
 */
export function parseRocmReadings(text: string, timeMs: number): GpuReading[] | null {
  const cards = parseCards(text)
  return cards && cards.map(({ gpu, field }) => parseReading(gpu, field, timeMs))
}

type Card = { readonly gpu: number; readonly field: (name: RegExp) => Json }

function parseReading(gpu: number, field: Card['field'], timeMs: number): GpuReading {
  const readNumber = (name: RegExp): number | null => toNumber(field(name))
  return {
    ...createUnavailableReading(gpu, timeMs),
    utilizationPercent: readNumber(/^GPU use \(%\)$/i),
    memoryUsedBytes: readNumber(/^VRAM Total Used Memory \(B\)$/i),
    memoryTotalBytes: readNumber(/^VRAM Total Memory \(B\)$/i),
    powerWatts: readNumber(/^(?:Average|Current Socket) Graphics Package Power \(W\)$/i),
    smClockMhz: readNumber(/^sclk clock speed:?$/i),
    memoryClockMhz: readNumber(/^mclk clock speed:?$/i),
    temperatureCelsius: readNumber(/^Temperature \(Sensor junction\)/i) ?? readNumber(/^Temperature \(Sensor edge\)/i),
  }
}

/** Parses `rocm-smi --showproductname --showuniqueid --showbus --showmeminfo vram --showmaxpower --json`. */
export function parseRocmIdentities(text: string): GpuIdentity[] {
  return (parseCards(text) ?? []).map(({ gpu, field }) => ({
    index: gpu,
    // ROCR_VISIBLE_DEVICES uses the same number with the prefix GPU-.
    uuid: toText(field(/^Unique ID$/i))?.replace(/^0x/i, 'GPU-') ?? `index-${gpu}`,
    pciBusId: toText(field(/^PCI Bus$/i)),
    model: toText(field(/^Card series$/i)) ?? toText(field(/^Device Name$/i)) ?? 'unknown AMD GPU',
    memoryBytes: toNumber(field(/^VRAM Total Memory \(B\)$/i)) || null,
    settings: { ...unknownSettings, powerLimitWatts: toNumber(field(/^Max Graphics Package Power \(W\)$/i)) },
    migSlices: [],
  }))
}

/** `card0`, `card1` …; the entry `system` describes the driver. */
function parseCards(text: string): Card[] | null {
  const root = parseEmbeddedJson(text)
  if (typeof root !== 'object' || root === null || Array.isArray(root)) return null
  return Object.entries(root).flatMap(([key, card]: [string, Json]) => {
    const gpu = /^card(\d+)$/.exec(key)?.[1]
    if (gpu === undefined || typeof card !== 'object' || card === null) return []
    const fields = Object.entries(card)
    return [{ gpu: Number(gpu), field: (name: RegExp): Json => fields.find(([label]) => name.test(label))?.[1] }]
  })
}
