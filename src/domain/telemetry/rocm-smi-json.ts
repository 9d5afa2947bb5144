import type { GpuIdentity, GpuReading } from './gpu.ts'
import { unavailableReading, unknownSettings } from './unavailable-reading.ts'
import { jsonIn, numberOf, textOf, type Json } from '../core/tool-json.ts'

/**
 * The answer of `rocm-smi --showuse --showmeminfo vram --showpower --showtemp --showclocks --json`. The names of the
 * fields change with version and card, so they are found by their stable part. Null: not such an answer.
 */
export function parseRocmReadings(text: string, timeMs: number): GpuReading[] | null {
  const cards = cardsOf(text)
  return cards && cards.map(({ gpu, field }) => readingOf(gpu, field, timeMs))
}

type Card = { readonly gpu: number; readonly field: (name: RegExp) => Json }

function readingOf(gpu: number, field: Card['field'], timeMs: number): GpuReading {
  const number = (name: RegExp): number | null => numberOf(field(name))
  return {
    ...unavailableReading(gpu, timeMs),
    utilizationPercent: number(/^GPU use \(%\)$/i),
    memoryUsedBytes: number(/^VRAM Total Used Memory \(B\)$/i),
    memoryTotalBytes: number(/^VRAM Total Memory \(B\)$/i),
    powerWatts: number(/^(?:Average|Current Socket) Graphics Package Power \(W\)$/i),
    smClockMhz: number(/^sclk clock speed:?$/i),
    memoryClockMhz: number(/^mclk clock speed:?$/i),
    temperatureCelsius: number(/^Temperature \(Sensor junction\)/i) ?? number(/^Temperature \(Sensor edge\)/i),
  }
}

/** The answer of `rocm-smi --showproductname --showuniqueid --showbus --showmeminfo vram --showmaxpower --json`. */
export function parseRocmIdentities(text: string): GpuIdentity[] {
  return (cardsOf(text) ?? []).map(({ gpu, field }) => ({
    index: gpu,
    // ROCR_VISIBLE_DEVICES writes the same number with another beginning.
    uuid: textOf(field(/^Unique ID$/i))?.replace(/^0x/i, 'GPU-') ?? `index-${gpu}`,
    pciBusId: textOf(field(/^PCI Bus$/i)),
    model: textOf(field(/^Card series$/i)) ?? textOf(field(/^Device Name$/i)) ?? 'unknown AMD GPU',
    memoryBytes: numberOf(field(/^VRAM Total Memory \(B\)$/i)),
    settings: { ...unknownSettings, powerLimitWatts: numberOf(field(/^Max Graphics Package Power \(W\)$/i)) },
    migSlices: [],
  }))
}

/** `card0`, `card1` …; `system` holds facts of the driver. */
function cardsOf(text: string): Card[] | null {
  const root = jsonIn(text)
  if (typeof root !== 'object' || root === null || Array.isArray(root)) return null
  return Object.entries(root).flatMap(([key, card]: [string, Json]) => {
    const gpu = /^card(\d+)$/.exec(key)?.[1]
    if (gpu === undefined || typeof card !== 'object' || card === null) return []
    const fields = Object.entries(card)
    return [{ gpu: Number(gpu), field: (name: RegExp): Json => fields.find(([label]) => name.test(label))?.[1] }]
  })
}
