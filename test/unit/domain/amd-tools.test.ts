import { readFileSync } from 'node:fs'
import { describe, expect, it } from 'vitest'
import {
  parseAmdIdentities,
  parseAmdProcesses,
  parseAmdReadings,
  parseRocmIdentities,
  parseRocmReadings,
} from '../../../src/domain/telemetry/amd-json.ts'
import { getNested, parseEmbeddedJson, toAmount, toText } from '../../../src/domain/core/json.ts'

const fixture = (name: string): string => readFileSync(new URL(`../../fixtures/${name}`, import.meta.url), 'utf8')
const mebibyte = 1024 * 1024

/** The figures of a reading that are told. */
function told(reading: object | undefined): string[] {
  return Object.entries(reading ?? {}).flatMap(([name, value]) => (value === null ? [] : [name]))
}

describe('amd-smi', () => {
  it('tells utilisation, memory, power, clocks, temperature and ECC errors of an RX 6600', () => {
    expect(parseAmdReadings(fixture('amd-smi/metric-rx6600.json'), 77)).toMatchObject([
      {
        gpu: 0,
        timeMs: 77,
        utilizationPercent: 1,
        memoryUsedBytes: 202 * mebibyte,
        memoryTotalBytes: 8176 * mebibyte,
        powerWatts: 6,
        smClockMhz: 800,
        memoryClockMhz: 541,
        temperatureCelsius: 37,
        eccErrors: 0,
      },
    ])
  })

  it('is understood where version 26 puts the list inside gpu_data, N/A stays unknown (F-14, W13)', () => {
    const [first, second] = parseAmdReadings(fixture('amd-smi/metric-gpu-data.json'), 1) ?? []
    expect(first).toMatchObject({ utilizationPercent: 0, powerWatts: 239, temperatureCelsius: 36, smClockMhz: null })
    expect(told(second)).toEqual(['gpu', 'timeMs'])
  })

  it('has no reasons for lowered clocks, since its THROTTLED cannot be believed', () => {
    expect(parseAmdReadings(fixture('amd-smi/metric-gpu-data.json'), 1)?.[0]?.clocksEventReasons).toBeNull()
  })

  it('is understood behind a line of text, where everything is N/A (F-14, W13)', () => {
    const readings = parseAmdReadings(fixture('amd-smi/metric-watch-not-available.txt'), 1)
    expect(readings?.map(told)).toEqual([['gpu', 'timeMs']])
  })

  it('names the GPUs', () => {
    const list = fixture('amd-smi/list.json')
    expect(parseAmdIdentities(list, fixture('amd-smi/static-rx6600.json'))).toMatchObject([
      {
        index: 0,
        uuid: 'abff74a1-0000-1000-80d1-3c23a9580558',
        pciBusId: '0000:05:00.0',
        model: 'Navi 23 [Radeon RX 6600/6600 XT',
        memoryBytes: 8176 * mebibyte,
        settings: { powerLimitWatts: 100, isPersistent: null },
      },
    ])
    expect(parseAmdIdentities(list, '')).toMatchObject([{ model: 'unknown AMD GPU', memoryBytes: null }])
  })

  it('names the processes of every GPU with their memory', () => {
    const name = '/usr/bin/python3.12'
    expect(parseAmdProcesses(fixture('amd-smi/process-r9700.json'))).toEqual([
      { gpu: 0, pid: 213_890, name, memoryBytes: 56_000 },
      { gpu: 0, pid: 213_952, name, memoryBytes: 21_008_920_000 },
      { gpu: 1, pid: 213_952, name, memoryBytes: 21_008_920_000 },
    ])
    expect(parseAmdProcesses('[{"gpu": 0, "process_list": "No running processes detected"}]')).toEqual([])
  })

  it.each([
    '[{"gpu": 0}]',
    '[{"gpu": 0, "process_list": "N/A"}]',
    '[{"gpu": "N/A", "process_list": [{"process_info": {"name": "python", "pid": 7}}]}]',
    '[{"gpu": 0, "process_list": "No running processes detected"}, {"process_list": []}]',
    '[{"gpu": 0, "process_list": [{"process_info": "N/A"}]}]',
    '[{"gpu": 0, "process_list": [{"process_info": {"name": "python", "pid": "N/A"}}]}]',
    '[{"gpu": 0, "process_list": "No running processes detected"}, {"gpu": 1, "process_list": null}]',
  ])('does not take the processes of %s for none', (text) => {
    expect(parseAmdProcesses(text)).toBeNull()
  })

  it.each([
    ['"1.5 GB"', 1.5 * 1024 ** 3],
    ['{"value": 100, "unit": "MB"}', 100 * mebibyte],
    ['{"value": "56000", "unit": "B"}', 56_000],
    ['{"value": 3, "unit": "pages"}', null],
  ])('reads memory of %s in its unit', (memory, expected) => {
    const info = `{"name": "python", "pid": "4711", "memory_usage": {"vram_mem": ${memory}}}`
    const text = `[{"gpu": 0, "process_list": [{"process_info": ${info}}]}]`
    expect(parseAmdProcesses(text)).toEqual([{ gpu: 0, pid: 4711, name: 'python', memoryBytes: expected }])
  })

  it.each(['', 'Traceback (most recent call last):', '{"error": "no devices"}', '[{"gpu": 0,', '42'])(
    'says nothing with %j',
    (text) => {
      expect([parseAmdReadings(text, 1), parseAmdProcesses(text), parseAmdIdentities(text, text)]).toEqual([
        null,
        null,
        [],
      ])
    },
  )
})

describe('rocm-smi', () => {
  it('tells an RX 7900 XTX', () => {
    expect(parseRocmReadings(fixture('rocm-smi/rx7900xtx.json'), 5)).toMatchObject([
      {
        gpu: 0,
        timeMs: 5,
        utilizationPercent: 0,
        memoryUsedBytes: 794_341_376,
        memoryTotalBytes: 25_753_026_560,
        powerWatts: 19,
        temperatureCelsius: 49,
        smClockMhz: null,
      },
    ])
  })

  it('is understood with the other name for power, without a junction and without memory', () => {
    const text = fixture('rocm-smi/radeon-780m.json')
    expect(parseRocmReadings(text, 5)).toMatchObject([
      { powerWatts: 7.222, temperatureCelsius: 31, smClockMhz: 800, memoryClockMhz: 400, memoryUsedBytes: null },
    ])
    expect(parseRocmIdentities(text)).toMatchObject([
      { index: 0, uuid: 'index-0', model: 'Phoenix3', pciBusId: '0000:C4:00.0' },
    ])
  })

  it('leaves unknown what a second die does not tell, and knows what is no card (F-14, W13)', () => {
    const text = fixture('rocm-smi/two-dies.txt')
    const [first, second, ...others] = parseRocmReadings(text, 5) ?? []
    expect(others).toEqual([])
    expect(first).toMatchObject({ utilizationPercent: 100, powerWatts: 128, temperatureCelsius: 51 })
    expect(told(second)).toEqual(['gpu', 'timeMs'])
    expect(parseRocmIdentities(text)[0]).toMatchObject({
      uuid: 'GPU-9246000000000001',
      memoryBytes: 68_702_699_520,
      settings: { powerLimitWatts: 560 },
    })
  })

  it.each(['', '[]', 'ERROR: GPU[0] : Unable to get GPU use.', '{"card0": '])('says nothing with %j', (text) => {
    expect([parseRocmReadings(text, 1), parseRocmIdentities(text)]).toEqual([null, []])
  })
})

describe('the JSON of a tool', () => {
  it.each<[unknown, number | null]>([
    [42, 42],
    ['42', 42],
    ['-3.5 W', -3.5],
    ['(1500Mhz)', 1500],
    [{ value: 6, unit: 'W' }, 6],
    [{ value: 'N/A', unit: 'mV' }, null],
    [{ value: { value: 1 } }, null],
    ['N/A', null],
    ['N/A (Secondary die)', null],
    ['12 of 13', null],
    ['', null],
    [null, null],
    [undefined, null],
    [Number.NaN, null],
  ])('holds in %j the number %j', (value, expected) => {
    expect(toAmount(value)?.value ?? null).toBe(expected)
  })

  it('is walked by own keys alone', () => {
    expect([
      getNested({ a: { b: 1 } }, 'a', 'b'),
      getNested({}, 'constructor', 'name'),
      getNested('text', 'length'),
    ]).toEqual([1, undefined, undefined])
  })

  it('is found between other lines', () => {
    expect([
      parseEmbeddedJson('[WARN] slow\n [1, 2]\ndone'),
      parseEmbeddedJson('no'),
      parseEmbeddedJson('] ['),
    ]).toEqual([[1, 2], undefined, undefined])
  })

  it('has text where it is told', () => {
    expect(['a', 'N/A', '', 7].map(toText)).toEqual(['a', null, null, null])
  })
})
