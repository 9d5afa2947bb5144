import { describe, expect, test } from 'vitest'
import { parseGpuMetricsLog } from '../../../../src/adapters/smi/gpu-metrics-log.ts'
import { TelemetryLog } from '../../../../src/adapters/smi/telemetry-log.ts'

const head = [
  '# GPU Monitoring Log',
  '# Monitor: nvml',
  '# timestamp,device_id,gpu_util,mem_used_mb,mem_percent,temperature,power_draw,stage,memory_used_bytes,sm_clock_mhz,clocks_event_reasons,sm_utilization_share',
].join('\n')
const row = (time: string, gpu: number, rest: string): string => `${time},${gpu},${rest}`
const log = `${head}
${row('1795197978.898', 0, '98.0,3000.0,2.0,54,679.512,ESM-2,3145728000,1980,sw-power-cap hw-slowdown,0.9350')}
${row('1795197978.898', 1, ',,,,,,,,,')}
${row('1795197978.998', 0, '12.5,10.0,0.1,55,80.001,,10485760,345,gpu-idle,0.0010')}
# Ended
`

function read(text: string, pieces = 1) {
  const bytes = new TextEncoder().encode(text)
  const reader = new TelemetryLog(100)
  const size = Math.ceil(bytes.length / pieces)
  for (let from = 0; from < bytes.length; from += size) reader.push(bytes.subarray(from, from + size))
  const { telemetry, skipped } = reader.finish()
  return { skipped, readings: telemetry?.readings ?? 0, tracks: telemetry?.tracks ?? [] }
}

describe('reading a GPU log in pieces', () => {
  test('finds the figures that the page shows, in their columns', () => {
    const [first] = read(log).tracks
    expect(first!.values.map(({ mean }) => mean)).toEqual([
      [98, 12.5],
      [93.5, 0.1],
      [2.9297, 0.0097656],
      [679.51, 80.001],
      [1980, 345],
      [54, 55],
    ])
  })

  test('keeps an empty field as missing and unknown reasons as unknown', () => {
    const second = read(log).tracks[1]!
    const nothing = { low: [null], mean: [null], high: [null] }
    expect(second.values).toEqual([nothing, nothing, nothing, nothing, nothing, nothing])
    expect(second.flags).toEqual([0])
  })

  test('keeps a blank field as missing, and never as 0', () => {
    const [first] = read(log.replace('98.0,3000.0', '  ,3000.0').replace(',54,', ',\t,')).tracks
    expect([first!.values[0]!.low[0], first!.values[5]!.low[0]]).toEqual([null, null])
  })

  test('drops a value that no GPU can have', () => {
    const [first] = read(log.replace('679.512', '65535')).tracks
    expect(first!.values[3]!.high).toEqual([null, 80.001])
  })

  test('knows the words for lowered clocks', () => {
    const [first] = read(log).tracks
    expect(first!.flags).toEqual([1 | (2 << 2) | (2 << 3), 1 | 2])
  })

  test('reads the same whatever the pieces', () => {
    const whole = read(log)
    for (const pieces of [2, 7, 40, log.length]) expect(read(log, pieces)).toEqual(whole)
  })

  test('agrees with the reader of whole logs', () => {
    const readings = parseGpuMetricsLog(log)!.readings.filter(({ gpu }) => gpu === 0)
    const [first] = read(log).tracks
    expect(first!.values[0]!.mean).toEqual(readings.map(({ utilizationPercent }) => utilizationPercent))
  })

  test('leaves out lines that are torn and counts them', () => {
    const torn = log.replace('12.5,10.0', '12.5,1').replace('ESM-2,', 'ESM-2')
    expect(read(torn)).toMatchObject({ readings: 2, skipped: 1 })
  })

  test('takes nothing from a file that is no log', () => {
    expect(read('<script>alert(1)</script>\n'.repeat(100)).tracks).toEqual([])
    expect(read('\u0000'.repeat(200_000)).tracks).toEqual([])
    expect(read('').tracks).toEqual([])
    expect(read(`${log}${'1'.repeat(100_000)}`)).toMatchObject({ readings: 3, skipped: 1 })
  })
})
