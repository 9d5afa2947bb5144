import { describe, expect, it } from 'vitest'
import { type GpuReading, createUnavailableReading, unknownSettings } from '../../../src/domain/telemetry/gpu.ts'
import { formatLiveGpus } from '../../../src/reporters/terminal/live-view.ts'
import { renderMonitorTable } from '../../../src/reporters/terminal/monitor-table.ts'
import type { GpuUse, Spread, TelemetrySummary } from '../../../src/record/telemetry.ts'

const gibibyte = 1024 ** 3
const flat = (value: number): Spread => ({ mean: value, min: value, max: value, p5: value, p50: value, p95: value })

function aUse(gpu: number, overrides: Partial<GpuUse> = {}): GpuUse {
  return {
    gpu,
    samples: 10,
    utilizationPercent: null,
    memoryUsedBytes: null,
    memoryTotalBytes: null,
    ownMemoryPeakBytes: null,
    powerWatts: null,
    energyJoules: null,
    energySource: null,
    smClockMhz: null,
    memoryClockMhz: null,
    temperatureCelsius: null,
    smUtilization: null,
    smOccupancy: null,
    tensorActivity: null,
    dramBandwidthUtilization: null,
    pcieReceiveBytesPerSecond: null,
    pcieSendBytesPerSecond: null,
    nvlinkReceiveBytesPerSecond: null,
    nvlinkSendBytesPerSecond: null,
    clocksEventShares: null,
    ...overrides,
  }
}

function aSummary(overrides: Partial<TelemetrySummary> = {}): TelemetrySummary {
  return {
    monitor: 'nvml',
    intervalMs: 100,
    startedMs: 0,
    endedMs: 1000,
    samples: 20,
    lateSamples: 0,
    lostSamples: 0,
    longestGapMs: null,
    overheadCpuShare: null,
    gpus: [],
    host: null,
    events: [],
    foreignProcesses: [],
    logFile: null,
    hdf5File: null,
    problems: [],
    ...overrides,
  }
}

const identity = (index: number, model = 'NVIDIA H200') => ({
  index,
  uuid: `GPU-${index}`,
  pciBusId: null,
  model,
  memoryBytes: null,
  settings: unknownSettings,
  migSlices: [],
})
const options = { columns: 160, wallSeconds: 12.5, gpus: [identity(0), identity(1)], reason: null }
const table = (overrides: Partial<TelemetrySummary>, others: Partial<typeof options> = {}): string =>
  renderMonitorTable(aSummary(overrides), { ...options, ...others })

describe('the table of a watched command', () => {
  it('shows utilisation beside how busy the SMs were, each GPU for itself (W23)', () => {
    const busy = { utilizationPercent: flat(35), smUtilization: flat(0.046), memoryUsedBytes: flat(2 * gibibyte) }
    const text = table({ gpus: [aUse(0, { ...busy, energyJoules: 512, energySource: 'integrated' }), aUse(1)] })
    expect(text.split('\n').slice(0, 4)).toEqual([
      '2 × NVIDIA H200, nvml: 20 samples at 100 ms',
      'GPU  util mean     max  SM active  memory peak  energy',
      '  0     35.0 %  35.0 %      4.6 %        2 GiB  ≈512 J',
      '  1          –       –          –            –       –',
    ])
  })

  it('leaves out what no GPU tells and writes – for the rest, never 0 (F-14, W13)', () => {
    const text = table({ gpus: [aUse(0), aUse(1, { powerWatts: flat(0) })] })
    expect(text).toContain('GPU  power mean\n  0           –\n  1         0 W\n')
    expect(text).toContain('CPU – (–); memory peak –; read –, written –; I/O wait –')
  })

  it('says what made it slower, who else was there and what went wrong', () => {
    const text = table({
      gpus: [
        aUse(0, { clocksEventShares: { 'gpu-idle': 0.5, 'sw-thermal-slowdown': 0.251 } }),
        aUse(1, { clocksEventShares: { 'gpu-idle': 0.5, 'sw-power-cap': 0 } }),
      ],
      foreignProcesses: [{ gpu: 1, pid: 77, name: null, memoryBytes: null }],
      events: [{ gpu: 0, timeMs: 1, kind: 'xid', detail: '79' }],
      problems: ['the log is full'],
      lostSamples: 3,
    })
    expect(text).toContain('20 samples at 100 ms, 3 lost')
    expect(text.split('\n').filter((line) => line.startsWith('note: '))).toEqual([
      'note: GPU 0 lowered its clocks: sw-thermal-slowdown 25.1 % of the time',
      'note: GPU 1 was also used by process 77 (another container)',
      'note: GPU 0: xid 79',
      'note: the log is full',
    ])
  })

  it('says why there is no better monitor, once', () => {
    expect(table({ monitor: 'nvidia-smi' }, { reason: 'no NVML' as never })).toContain(
      'note: no better monitor: no NVML',
    )
    expect(
      table({ monitor: 'none', problems: ['no tool'] }, { reason: 'no tool' as never }).match(/no tool/g),
    ).toHaveLength(1)
  })

  it('does not obey what a tool says', () => {
    const text = table({ problems: ['x\u001B[2J ::error::y'] }, { gpus: [identity(0, 'evil\u001B[31m\nmodel')] })
    expect(text).not.toContain('\u001B')
    expect(text).toContain('1 × evil[31m model')
    expect(text).not.toContain('::error::')
  })
})

describe('the live line', () => {
  const reading = (gpu: number, overrides: Partial<GpuReading>): GpuReading => ({
    ...createUnavailableReading(gpu, 0),
    ...overrides,
  })

  it('has every GPU for itself', () => {
    const one = { utilizationPercent: 35, smUtilization: 0.046, memoryUsedBytes: 69.6 * gibibyte, powerWatts: 412.9 }
    expect(formatLiveGpus([reading(0, one), reading(1, {})], 12.9, 200)).toBe(
      '12 s | GPU 0: util 35 % SM 5 % mem 69.6 GiB 413 W | GPU 1: util – mem –',
    )
  })

  it('says that figures are unavailable, and stays on its line', () => {
    expect(formatLiveGpus([], 0.4, 80)).toBe('0 s | GPU figures unavailable')
    const eight = Array.from({ length: 8 }, (_, gpu) => reading(gpu, { powerWatts: 700 }))
    expect(formatLiveGpus(eight, 1, 60)).toMatch(/^.{59}…$/)
  })
})
