import { expect, test } from 'vitest'
import type { GpuReading } from '../../../../src/domain/telemetry/gpu.ts'
import { ImpossibleValues } from '../../../../src/domain/telemetry/impossible-values.ts'
import { parseReadingLine } from '../../../../src/domain/telemetry/nvidia-smi-csv.ts'
import { parseRocmReadings } from '../../../../src/domain/telemetry/amd-json.ts'
import { aReading } from '../../../fakes/replay-gpu-source.ts'

const none = { memoryUsedBytes: null, memoryTotalBytes: null }

test.each<[Partial<GpuReading>, Partial<GpuReading>, string]>([
  [{ utilizationPercent: 3_000_000_000 }, { utilizationPercent: null }, 'utilization_percent'],
  [{ utilizationPercent: 100.5, smClockMhz: 1500 }, { utilizationPercent: null, smClockMhz: 1500 }, 'first is 100.5'],
  [{ powerWatts: 65_535 }, { powerWatts: null }, 'power_watts'],
  [{ powerWatts: 0 }, { powerWatts: null }, 'power_watts'],
  [{ temperatureCelsius: -3 }, { temperatureCelsius: null }, 'temperature_celsius'],
  [{ temperatureCelsius: 0 }, { temperatureCelsius: null }, 'temperature_celsius'],
  [{ utilizationPercent: 3, smClockMhz: 0 }, { utilizationPercent: 3, smClockMhz: null }, 'sm_clock_mhz'],
  [{ temperatureCelsius: 255 }, { temperatureCelsius: null }, 'temperature_celsius'],
  [{ memoryClockMhz: 4_294_967_295 }, { memoryClockMhz: null }, 'memory_clock_mhz'],
  [{ smUtilization: Number.NaN }, { smUtilization: null }, 'sm_utilization_share'],
  [{ nvlinkSendBytesPerSecond: -1 }, { nvlinkSendBytesPerSecond: null }, 'nvlink_send_bytes_per_second'],
  [{ memoryUsedBytes: 9, memoryTotalBytes: 8 }, none, '8, with 9 in use'],
  [{ memoryUsedBytes: 2 ** 60 }, { memoryUsedBytes: null }, 'memory_used_bytes'],
])('of %o only %o is left, with a word', (fields, left, word) => {
  const impossible = new ImpossibleValues()
  expect(impossible.drop(aReading(fields))).toEqual(aReading({ ...fields, ...left }))
  expect(impossible.list()).toEqual([expect.stringContaining(word)])
})

test('a total memory of 0 is no answer, as of a driver that does not support the question', () => {
  const impossible = new ImpossibleValues()
  expect(impossible.drop(aReading({ memoryUsedBytes: 0, memoryTotalBytes: 0 }))).toEqual(aReading())
  expect(impossible.list()).toEqual([])
})

test('possible values are left alone, and impossible ones are counted per quantity', () => {
  const impossible = new ImpossibleValues()
  const good = aReading({ utilizationPercent: 100, powerWatts: 1400, memoryUsedBytes: 8, memoryTotalBytes: 8 })
  expect(impossible.drop(good)).toBe(good)
  const asleep = aReading({ utilizationPercent: 0, smClockMhz: 0, memoryClockMhz: 0 })
  expect(impossible.drop(asleep)).toBe(asleep)
  expect(impossible.dropMemory(good, 8)).toBe(8)
  expect(impossible.list()).toEqual([])
  expect(impossible.dropMemory(good, 9)).toBeNull()
  for (const gpu of [0, 2, 2]) impossible.drop(aReading({ gpu, powerWatts: 6000 + gpu }))
  expect(impossible.list()).toEqual([
    'GPU 0: impossible values of own_memory_bytes do not count (1, the first is 9)',
    'GPU 0, 2: impossible values of power_watts do not count (3, the first is 6000)',
  ])
})

test('tools that write "nan" are heard', () => {
  const impossible = new ImpossibleValues()
  const line = parseReadingLine('1, nan, -5', ['index', 'power.draw', 'temperature.gpu'], 0)
  const cards = parseRocmReadings('{"card2": {"GPU use (%)": "4000"}}', 0)
  const left = [line, ...(cards ?? [])].map((reading) => reading && impossible.drop(reading))
  expect(left).toMatchObject([{ powerWatts: null, temperatureCelsius: null }, { utilizationPercent: null }])
  expect(impossible.list()).toHaveLength(3)
})
