import { readFileSync } from 'node:fs'
import { describe, expect, it } from 'vitest'
import {
  selectKnownFields,
  parseComputeApps,
  parseReadingLine,
  readingFields,
  parseRefusedField,
  identityFields,
  parseIdentities,
  parseMigSlices,
} from '../../../../src/domain/telemetry/nvidia-smi-csv.ts'

const fixture = (name: string): string =>
  readFileSync(new URL(`../../../fixtures/nvidia-smi/${name}`, import.meta.url), 'utf8')
const fields = selectKnownFields(readingFields, new Set())
const mebibyte = 1024 * 1024
const noonUtcMs = Date.UTC(2026, 10, 20, 12, 0, 0, 250)

/** A line of all fields with the values of an H200 under load, some replaced. */
function line(values: Readonly<Record<string, string>> = {}): string {
  const usual: Record<string, string> = {
    index: '0',
    timestamp: '2026/11/20 12:00:00.250',
    'utilization.gpu': '35',
    'memory.used': '71264',
    'memory.total': '143771',
    'power.draw.instant': '412.88',
    'clocks.sm': '1980',
    'clocks.mem': '3201',
    'temperature.gpu': '51',
    'clocks_event_reasons.active': '0x0000000000000004',
    'ecc.errors.uncorrected.volatile.total': '0',
    'retired_pages.sbe': '[N/A]',
    'retired_pages.dbe': '[N/A]',
  }
  return fields.map((field) => values[field] ?? usual[field]).join(', ')
}

const read = (values: Readonly<Record<string, string>> = {}, arrivedMs = noonUtcMs) =>
  parseReadingLine(line(values), fields, arrivedMs)

describe('a line of nvidia-smi', () => {
  it('is a reading in bytes, watts, MHz and degrees (F-09, W24)', () => {
    expect(read()).toMatchObject({
      gpu: 0,
      timeMs: noonUtcMs,
      utilizationPercent: 35,
      memoryUsedBytes: 71_264 * mebibyte,
      memoryTotalBytes: 143_771 * mebibyte,
      powerWatts: 412.88,
      smClockMhz: 1980,
      memoryClockMhz: 3201,
      temperatureCelsius: 51,
      clocksEventReasons: ['sw-power-cap'],
      eccErrors: 0,
      retiredPages: null,
      smUtilization: null,
      processes: null,
    })
  })

  it('adds the pages retired for single and double bit errors', () => {
    expect(read({ 'retired_pages.sbe': '2', 'retired_pages.dbe': '3' })).toMatchObject({ retiredPages: 5 })
    expect(read({ 'retired_pages.sbe': '2', 'retired_pages.dbe': '[N/A]' })).toMatchObject({ retiredPages: null })
  })

  it.each(['[N/A]', 'N/A', '[Not Supported]', '[Unknown Error]', '[GPU requires reset]', '[GPU is lost]', 'ERR!', ''])(
    'has no figure, and never 0, where the tool says %j (F-14, W13)',
    (value) => {
      const names = fields.filter((field) => field !== 'index' && field !== 'timestamp')
      const { gpu, timeMs, ...figures } = read(Object.fromEntries(names.map((name) => [name, value]))) ?? {}
      expect([gpu, timeMs]).toEqual([0, noonUtcMs])
      expect(Object.values(figures)).toHaveLength(19)
      expect(Object.values(figures).every((figure) => figure === null)).toBe(true)
    },
  )

  it('keeps the figures that are told beside those that are not', () => {
    expect(read({ 'utilization.gpu': '[N/A]' })).toMatchObject({ utilizationPercent: null, powerWatts: 412.88 })
  })

  it.each([
    ['0x0000000000000000', []],
    ['0x0000000000000001', ['gpu-idle']],
    ['0x0000000000000060', ['sw-thermal-slowdown', 'hw-thermal-slowdown']],
    ['0x0000000000000188', ['hw-slowdown', 'hw-power-brake-slowdown', 'display-clock-setting']],
    ['0x8000000000000012', ['applications-clocks-setting', 'sync-boost', 'unknown']],
    ['0x0000000000000400', ['unknown']],
    ['Active', null],
  ])('names the clocks event reasons of %s', (mask, reasons) => {
    expect(read({ 'clocks_event_reasons.active': mask })?.clocksEventReasons).toEqual(reasons)
  })

  it.each([
    ['in UTC', '2026/11/20 12:00:00.250', 0],
    ['nine hours ahead', '2026/11/20 21:00:00.250', 0],
    ['in Kathmandu', '2026/11/20 17:45:00.250', 0],
    ['five hours behind, read late', '2026/11/20 07:00:00.250', 90_000],
  ])('is stamped on our clock when the machine runs %s', (_where, timestamp, lateMs) => {
    expect(read({ timestamp }, noonUtcMs + lateMs)?.timeMs).toBe(noonUtcMs)
  })

  it('is stamped with its arrival when the tool gives no time', () => {
    expect(read({ timestamp: '[N/A]' }, 5)?.timeMs).toBe(5)
  })

  it.each([
    'index, timestamp, utilization.gpu [%]',
    line().slice(0, 60),
    `${line()}, 7`,
    line({ index: '[N/A]' }),
    'Unable to determine the device handle for GPU0000:3B:00.0: Unknown Error',
    'No devices were found',
    '',
  ])('is none when it says %j', (text) => {
    expect(parseReadingLine(text, fields, noonUtcMs)).toBeNull()
  })
})

describe('the fields that are asked for', () => {
  it('have older names for older drivers, and are left out where no name is known', () => {
    const unknown = new Set(['power.draw.instant', 'clocks_event_reasons.active', 'clocks_throttle_reasons.active'])
    const names = selectKnownFields(readingFields, unknown)
    expect(names).toContain('power.draw')
    expect(names.filter((name) => name.startsWith('clocks_'))).toEqual([])
    const values = names.map((name) => ({ index: '1', 'power.draw': '70.5' })[name] ?? '[N/A]')
    expect(parseReadingLine(values.join(', '), names, 0)).toMatchObject({
      gpu: 1,
      powerWatts: 70.5,
      clocksEventReasons: null,
    })
  })

  it('are refused one by one', () => {
    expect(parseRefusedField('Field "power.draw.instant" is not a valid field to query.\n')).toBe('power.draw.instant')
    expect(parseRefusedField('No devices were found')).toBeNull()
  })
})

describe('the identity of a GPU', () => {
  it('is read from what nvidia-smi said on an H200', () => {
    const [gpu] = parseIdentities(fixture('h200-query.csv'), [
      'index',
      'uuid',
      'name',
      'memory.total',
      'driver_version',
    ])
    expect(gpu).toMatchObject({ index: 0, uuid: 'GPU-64a1c999-7327-d515-ff74-1529c7b82ddf', model: 'NVIDIA H200' })
    expect(gpu?.memoryBytes).toBe(143_771 * mebibyte)
  })

  it('has settings, a name with a comma, and null for what is not told', () => {
    const names = selectKnownFields(identityFields, new Set())
    const csv = [
      '0, GPU-aa, 00000000:19:00.0, 81559, 700.00, Enabled, Enabled, Disabled, 1980, 1200, 1980, NVIDIA H100, 80GB',
      '1, GPU-bb, 00000000:3B:00.0, [N/A], [N/A], Disabled, [N/A], [N/A], [N/A], 1980, 1980, [Unknown Error]',
      'garbage',
    ].join('\n')
    expect(parseIdentities(csv, names)).toMatchObject([
      {
        index: 0,
        pciBusId: '00000000:19:00.0',
        model: 'NVIDIA H100, 80GB',
        settings: { powerLimitWatts: 700, isPersistent: true, isEccOn: true, isMigOn: false, lockedSmClockMhz: 1200 },
      },
      {
        index: 1,
        model: 'unknown GPU',
        memoryBytes: null,
        settings: { powerLimitWatts: null, isPersistent: false, isEccOn: null, isMigOn: null, lockedSmClockMhz: null },
      },
    ])
  })

  it('has the slices that nvidia-smi -L lists (W21)', () => {
    const slices = parseMigSlices(fixture('mig-list.txt'))
    expect(slices.get('GPU-5c89852c-d268-c3f3-1b07-005d5ae1dc3f')).toEqual([
      { uuid: 'MIG-c6d4f1ef-42e4-5de3-91c7-45d71c87eb3f', profile: '1g.5gb', memoryBytes: null },
      { uuid: 'MIG-cba663e8-9bed-5b25-b243-5985ef7c9beb', profile: '2g.10gb', memoryBytes: null },
    ])
    expect(slices.get('GPU-11111111-2222-3333-4444-555555555555')).toEqual([])
  })
})

describe('the compute processes', () => {
  it.each(['GPU-aa, [Not Supported], [Not Supported], [Not Supported]', 'GPU-aa, [N/A], python, 5', '[Not Supported]'])(
    'of %s are unknown, not none',
    (row) => {
      expect(parseComputeApps(`GPU-bb, 202, python, 5\n${row}\n`)).toBeNull()
      expect(parseComputeApps('\n')).toEqual([])
    },
  )

  it('have a GPU, a name that may hold commas, and memory; null where another container hides them', () => {
    const csv =
      'GPU-aa, 101, python, -u, run.py, 5120\nGPU-bb, 202, [Not Found], [N/A]\n, \nNo running processes found\n'
    expect(parseComputeApps(csv)).toEqual([
      { gpuUuid: 'GPU-aa', pid: 101, name: 'python, -u, run.py', memoryBytes: 5120 * mebibyte },
      { gpuUuid: 'GPU-bb', pid: 202, name: null, memoryBytes: null },
    ])
  })
})
