import { readFileSync } from 'node:fs'
import { describe, expect, it } from 'vitest'
import { mergeGpuMetricsLogs, parseGpuMetricsLog } from '../../../../src/adapters/smi/gpu-metrics-log.ts'

const fixture = (name: string): string =>
  readFileSync(new URL(`../../../fixtures/gpu-metrics/${name}`, import.meta.url), 'utf8')
const nvitop = fixture('nvitop.log')
const fallback = fixture('fallback.log')
const read = (text: string) => {
  const log = parseGpuMetricsLog(text)
  if (!log) throw new Error('not a log')
  return log
}
const columns = '# timestamp,device_id,gpu_util,mem_used_mb,mem_percent,temperature,power_draw,stage\n'

describe('the gpu_metrics log of a pipeline', () => {
  it('gives time, GPU, utilisation, memory in bytes, temperature and stage of every row (F-11, MON-01, X-32)', () => {
    const { readings } = read(nvitop)
    expect(readings).toHaveLength(3)
    expect(readings[1]).toMatchObject({
      gpu: 0,
      timeMs: 1_795_183_590_863,
      utilizationPercent: 72,
      memoryUsedBytes: 6198.9 * 1024 * 1024,
      temperatureCelsius: 61,
      stage: 'dnabert',
      smClockMhz: null,
    })
    expect(readings[0]?.stage).toBeNull()
  })

  it('derives the capacity from the percentage of the fullest sample, whose rounding error is smallest (F-18)', () => {
    // 81 559 MiB, as of an H100: 1 % of it is 815.6, and 0.9 of its printed percentages are off by up to 5 %.
    const { readings } = read(
      `${columns}1.0,0,50.0,734.0,0.9,40,,\n2.0,0,50.0,73403.1,90.0,40,,\n3.0,1,0.0,0.0,0.0,40,,\n`,
    )
    const [one, two, other] = readings.map(({ memoryTotalBytes }) => memoryTotalBytes)
    expect((one ?? 0) / 2 ** 20).toBeCloseTo(81_559, -1)
    expect([two, other]).toEqual([one, null])
  })

  it('takes power from 2000 on as milliwatts and says so (F-11, W24)', () => {
    const { readings, problems } = read(nvitop)
    expect(readings.map((row) => row.powerWatts)).toEqual([318.542, 318.542, 318.542])
    expect(problems).toContain('power of 3 rows was in milliwatts instead of watts')
    const at = (power: string) => read(`${columns}1.0,0,50.0,1.0,1.0,40,${power},\n`).readings[0]?.powerWatts
    expect([at('1999.9'), at('2000'), at('350.25'), at('N/A'), at('')]).toEqual([1999.9, 2, 350.25, null, null])
  })

  it('leaves out what no GPU can have, and says so', () => {
    const rows = ['1.0,0,480.0,900.0,120.0,-4,250,', '2.0,0,40.0,9.0,10.0,50,70000,', '3.0,0,nan,9.0,10.0,50,240,']
    const { readings, problems } = read(`${columns}${rows.join('\n')}\n-1,0,4,1,1,1,1,\n4.0,-1,4,1,1,1,1,\n`)
    expect(readings).toMatchObject([
      { utilizationPercent: null, memoryUsedBytes: null, temperatureCelsius: null, powerWatts: 250 },
      { utilizationPercent: 40, powerWatts: null },
      { utilizationPercent: null, powerWatts: 240 },
    ])
    expect(problems).toEqual([
      '2 incomplete rows of the log were skipped',
      'GPU 0: impossible values of utilization_percent do not count (2, the first is 480)',
      'GPU 0: impossible values of temperature_celsius do not count (1, the first is -4)',
      expect.stringMatching(/memory_total_bytes do not count \(1/),
      'GPU 0: impossible values of power_watts do not count (1, the first is 70000)',
    ])
  })

  it('has no utilisation where the fallback monitor wrote 0.0 (F-11, W16)', () => {
    const { readings, problems } = read(fallback)
    expect(readings).toHaveLength(1)
    expect(readings[0]).toMatchObject({ utilizationPercent: null, temperatureCelsius: null, powerWatts: null })
    expect(readings[0]?.memoryUsedBytes).toBe(12397.8 * 1024 * 1024)
    expect(problems.join()).toContain('GPU utilization of 0 means unavailable')
  })

  it('knows the fallback by its empty columns when the line that names the monitor is lost (W16, W25)', () => {
    const { readings } = read(`${columns}1.0,0,0.0,12.0,1.0,,,\n1.0,1,0.0,12.0,1.0,41,70000,\n`)
    expect(readings.map((row) => row.utilizationPercent)).toEqual([null, 0])
  })

  it('reads a footer that stands twice once, and says that first rows are lost (W25)', () => {
    const { problems } = read(nvitop)
    expect(problems.filter((problem) => problem.includes('footer'))).toEqual([
      'the footer counts 6 samples of GPU 0, but the log has only 1 rows',
    ])
  })

  it('leaves out torn rows and counts rows once that two writers wrote alike (W25)', () => {
    const row = '5.000,0,10.0,1.0,1.0,40,90.0,esm2\n'
    const { readings, problems } = read(`${columns}${row}${row}5.5,0,10.0,1.0,1.04.0,0,7.0,2.0\n6.0,x,1,1,1,1,1,\n`)
    expect(readings).toHaveLength(1)
    expect(problems).toEqual(['2 incomplete rows of the log were skipped'])
  })

  it.each([
    ['N/A', null],
    ['', null],
    ['-1', null],
    ['358.0', null],
    ['nan', null],
    ['0.0', 0],
    ['100.0', 100],
  ])('takes a utilisation of %j as %j (W13, W14)', (text, expected) => {
    expect(read(`${columns}1.0,0,${text},1.0,1.0,40,90.0,\n`).readings[0]?.utilizationPercent).toBe(expected)
  })

  it('finds the columns of our own log by their names, exact bytes before rounded MiB', () => {
    const text = `# GPU Monitoring Log\n# Monitor: nvml\n#
# timestamp,device_id,gpu_util,mem_used_mb,mem_percent,temperature,power_draw,stage,memory_used_bytes,memory_total_bytes,clocks_event_reasons,sm_utilization_share
1.5,3,35.0,68.0,0.0,40,2500.125,predict,71303168,150755868672,sw-power-cap gpu-idle,0.0460
2.5,3,,,,,,,,,,
`
    const [first, second] = read(text).readings
    expect(first).toMatchObject({
      gpu: 3,
      timeMs: 1500,
      utilizationPercent: 35,
      memoryUsedBytes: 71_303_168,
      memoryTotalBytes: 150_755_868_672,
      powerWatts: 2500.125,
      clocksEventReasons: ['gpu-idle', 'sw-power-cap'],
      smUtilization: 0.046,
    })
    expect(second).toMatchObject({ utilizationPercent: null, memoryUsedBytes: null, clocksEventReasons: null })
    expect(read(text).problems).toEqual([])
  })

  it('merges the logs of several workers in the order of time, shared rows once (F-11)', () => {
    const merged = mergeGpuMetricsLogs([read(fallback), read(nvitop), read(nvitop)])
    expect(merged.readings.map(({ gpu, timeMs }) => [gpu, timeMs - 1_795_183_589_860])).toEqual([
      [1, 0],
      [0, 1003],
      [1, 1003],
      [1, 3062],
    ])
    expect(merged.problems).toHaveLength(3)
  })

  it.each(['', 'hello', '1.0,0,0,0,0,,,\n', '{"a": 1}'])('is not %j', (text) => {
    expect(parseGpuMetricsLog(text)).toBeNull()
  })
})
