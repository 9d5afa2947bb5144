import { expect, it } from 'vitest'
import { dcgm, nvidiaSmi } from '../../../../src/adapters/smi/monitor-logs.ts'
import { parseAmdReadings, parseRocmReadings } from '../../../../src/domain/telemetry/amd-json.ts'
import type { GpuReading } from '../../../../src/domain/telemetry/gpu.ts'
import { ImpossibleValues } from '../../../../src/domain/telemetry/impossible-values.ts'
import { parseReadingLine, readingFields } from '../../../../src/domain/telemetry/nvidia-smi-csv.ts'
import { readText } from '../../adapters/an-output.ts'

/** What a tool prints of a quantity, by the name that the tool has for it. */
type Printed = Readonly<Record<string, string>>
type Tool = {
  /** The usual values, as text. */
  readonly usual: Printed
  /** The quantity behind each name; other names have the fallbacks of one. */
  readonly quantities: Readonly<Record<string, keyof GpuReading>>
  readonly read: (printed: Printed) => GpuReading | null | undefined | Promise<GpuReading | undefined>
  /** How this tool writes that it has no value. */
  readonly missing: readonly string[]
}

const gibibyte = 1024 ** 3
const placeholders = ['N/A', '', 'Unknown Error', 'Not Supported', 'nan', 'None', 'ERR!', '1,5', '1e3', '0x23']
/** What a driver answers in place of a value, outside of the range of any quantity. */
const impossible = ['-1', '4294967295000000']

const smi = {
  usual: {
    index: '0',
    timestamp: '2026/11/20 12:00:00.250',
    'utilization.gpu': '35',
    'memory.used': '1024',
    'memory.total': '81920',
    'power.draw.instant': '412.5',
    'clocks.sm': '1980',
    'clocks.mem': '3201',
    'temperature.gpu': '51',
    'clocks_event_reasons.active': '0x0000000000000004',
  },
  quantities: {
    'utilization.gpu': 'utilizationPercent',
    'memory.used': 'memoryUsedBytes',
    'power.draw.instant': 'powerWatts',
    'clocks.sm': 'smClockMhz',
    'clocks.mem': 'memoryClockMhz',
    'temperature.gpu': 'temperatureCelsius',
    'clocks_event_reasons.active': 'clocksEventReasons',
  },
  // A comma is another column, and the reader of lines refuses the complete line.
  missing: [...placeholders.filter((text) => !text.includes(',')), '[N/A]', '[Not Supported]', '[GPU requires reset]'],
} as const
const smiNames = readingFields.flatMap(([name]) => (name in smi.usual ? [name] : []))

/** Entries under a path with dots, as nested JSON. */
function nest(printed: Printed, toValue: (text: string) => unknown): object {
  const root: Record<string, unknown> = {}
  for (const [path, text] of Object.entries(printed)) {
    const keys = path.split('.')
    const last = keys.pop() ?? ''
    let folder = root
    for (const key of keys) folder = (folder[key] ??= {}) as Record<string, unknown>
    folder[last] = toValue(text)
  }
  return root
}

const units: Printed = {
  'usage.gfx_activity': '%',
  'power.socket_power': 'W',
  'clock.gfx_0.clk': 'MHz',
  'clock.mem_0.clk': 'MHz',
  'temperature.hotspot': 'C',
  'mem_usage.total_vram': 'MB',
  'mem_usage.used_vram': 'MB',
}
const amd = {
  usual: {
    'usage.gfx_activity': '35',
    'power.socket_power': '412.5',
    'clock.gfx_0.clk': '1980',
    'clock.mem_0.clk': '3201',
    'temperature.hotspot': '51',
    'mem_usage.total_vram': '81920',
    'mem_usage.used_vram': '1024',
  },
  quantities: {
    'usage.gfx_activity': 'utilizationPercent',
    'power.socket_power': 'powerWatts',
    'clock.gfx_0.clk': 'smClockMhz',
    'clock.mem_0.clk': 'memoryClockMhz',
    'temperature.hotspot': 'temperatureCelsius',
    'mem_usage.used_vram': 'memoryUsedBytes',
  },
  missing: placeholders,
} as const

function formatAmd(printed: Printed, toValue: (text: string, unit: string) => unknown): string {
  const texts = Object.fromEntries(Object.keys(printed).map((path) => [path, path]))
  return JSON.stringify([{ gpu: 0, ...nest(texts, (path) => toValue(printed[path] ?? '', units[path] ?? '')) }])
}

const tools: Readonly<Record<string, Tool>> = {
  'nvidia-smi': {
    ...smi,
    read: (printed) => parseReadingLine(smiNames.map((name) => printed[name]).join(', '), smiNames, 0),
  },
  'a log of nvidia-smi': {
    ...smi,
    read: async (printed) => {
      const text = `${smiNames.join(', ')}\n${smiNames.map((name) => printed[name]).join(', ')}\n`
      return (await readText(nvidiaSmi, text)).gpuReadings[0]
    },
  },
  'amd-smi, with numbers': {
    ...amd,
    read: (printed) =>
      parseAmdReadings(
        formatAmd(printed, (text, unit) => ({ value: /^-?\d+(?:\.\d+)?$/.test(text) ? Number(text) : text, unit })),
        0,
      )?.[0],
  },
  'amd-smi, with text': {
    ...amd,
    read: (printed) =>
      parseAmdReadings(
        formatAmd(printed, (text, unit) => ({ value: text, unit })),
        0,
      )?.[0],
  },
  'amd-smi, with units in the text': {
    ...amd,
    read: (printed) =>
      parseAmdReadings(
        formatAmd(printed, (text, unit) => `${text} ${unit}`),
        0,
      )?.[0],
  },
  'amd-smi, without the object of the value': {
    ...amd,
    read: (printed) =>
      parseAmdReadings(
        formatAmd(printed, (text) => text),
        0,
      )?.[0],
  },
  'rocm-smi': {
    usual: {
      'GPU use (%)': '35',
      'VRAM Total Memory (B)': `${80 * gibibyte}`,
      'VRAM Total Used Memory (B)': `${gibibyte}`,
      'Average Graphics Package Power (W)': '412.5',
      'Temperature (Sensor junction) (C)': '51.0',
      'sclk clock speed:': '(1980Mhz)',
      'mclk clock speed:': '(3201Mhz)',
    },
    quantities: {
      'GPU use (%)': 'utilizationPercent',
      'VRAM Total Used Memory (B)': 'memoryUsedBytes',
      'Average Graphics Package Power (W)': 'powerWatts',
      'Temperature (Sensor junction) (C)': 'temperatureCelsius',
      'sclk clock speed:': 'smClockMhz',
      'mclk clock speed:': 'memoryClockMhz',
    },
    read: (printed) => parseRocmReadings(`WARNING: low-power state\n${JSON.stringify({ card0: printed })}`, 0)?.[0],
    missing: [...placeholders, 'N/A (Secondary die)', 'Unsupported'],
  },
  'a log of dcgmi dmon': {
    usual: { GPUTL: '35', FBUSD: '1024', FBTTL: '81920', POWER: '412.5', SMCLK: '1980', MMCLK: '3201', TMPTR: '51' },
    quantities: {
      GPUTL: 'utilizationPercent',
      FBUSD: 'memoryUsedBytes',
      POWER: 'powerWatts',
      SMCLK: 'smClockMhz',
      MMCLK: 'memoryClockMhz',
      TMPTR: 'temperatureCelsius',
    },
    read: async (printed) => {
      const text = `#Entity ${Object.keys(printed).join(' ')}\nGPU 0 ${Object.values(printed).join(' ')}\n`
      return (await readText(dcgm, text)).gpuReadings[0]
    },
    // A blank would be another column.
    missing: placeholders.filter((text) => /^[^\s,]+$/.test(text)),
  },
}

async function read({ read: parse, usual }: Tool, changed: Printed = {}): Promise<GpuReading> {
  const reading = await parse({ ...usual, ...changed })
  if (!reading) throw new Error('no reading')
  return new ImpossibleValues().drop(reading)
}

const names = Object.keys(tools)
const all = Object.entries(tools).flatMap(([name, tool]) =>
  Object.entries(tool.quantities).map(([printed, quantity]) => [name, printed, quantity] as const),
)

it.each(names)('%s: every quantity has its value and unit', async (name) => {
  const seen = {
    utilizationPercent: 35,
    memoryUsedBytes: gibibyte,
    powerWatts: 412.5,
    smClockMhz: 1980,
    memoryClockMhz: 3201,
    temperatureCelsius: 51,
  }
  expect(await read(tools[name]!)).toMatchObject({ ...seen, memoryTotalBytes: 80 * gibibyte })
  expect(Object.values(tools[name]!.quantities)).toEqual(expect.arrayContaining(Object.keys(seen)))
})

it.each(all)('%s: %s that has no value is null, and costs no other quantity', async (name, printed, quantity) => {
  const tool = tools[name]!
  const usual = await read(tool)
  const isMask = quantity === 'clocksEventReasons'
  const wrong = [...tool.missing, ...(isMask ? [] : impossible)].filter((text) => !isMask || !text.startsWith('0x'))
  for (const text of wrong) {
    const expected = { ...usual, [quantity]: null }
    const found = await read(tool, { [printed]: text })
    // Memory is known as a whole, or not at all.
    const total = quantity === 'memoryUsedBytes' ? { memoryTotalBytes: found.memoryTotalBytes } : {}
    expect([text, found]).toEqual([text, { ...expected, ...total }])
  }
})

it.each(all.filter(([name]) => /^(?:amd|rocm)-smi/.test(name)))(
  '%s: %s that is not printed at all is null',
  async (name, printed, quantity) => {
    const { usual, read: parse } = tools[name]!
    const { [printed]: _, ...others } = usual
    expect((await parse(others))?.[quantity]).toBeNull()
  },
)
