import { describe, expect, it } from 'vitest'
import { type GpuReading, createUnavailableReading } from '../../../src/domain/telemetry/gpu.ts'
import { formatLiveGpus } from '../../../src/reporters/terminal/live-view.ts'
import { renderMonitorTable } from '../../../src/reporters/terminal/monitor-table.ts'
import type { GpuUse, TelemetrySummary } from '../../../src/record/telemetry.ts'
import { aGpuUse, anIdentity, aTelemetry, steady } from '../a-telemetry.ts'

const gibibyte = 1024 ** 3

/** A GPU that tells nothing but this. */
function aUse(gpu: number, overrides: Partial<GpuUse> = {}): GpuUse {
  const unknown = Object.fromEntries(Object.keys(aGpuUse()).map((name) => [name, null]))
  return aGpuUse({ ...unknown, gpu, samples: 10, ...overrides })
}

const identity = (index: number, model = 'NVIDIA H200') => anIdentity({ index, model })
const options = { columns: 160, wallSeconds: 12.5, gpus: [identity(0), identity(1)], reason: null }
const table = (overrides: Partial<TelemetrySummary>, others: Partial<typeof options> = {}): string =>
  renderMonitorTable(aTelemetry({ samples: 20, gpus: [], ...overrides }), { ...options, ...others })

describe('the table of a watched command', () => {
  it('shows utilisation beside how busy the SMs were, each GPU for itself (W23)', () => {
    const busy = { utilizationPercent: steady(35), smUtilization: steady(0.046), memoryUsedBytes: steady(2 * gibibyte) }
    const text = table({ gpus: [aUse(0, { ...busy, energyJoules: 512, energySource: 'integrated' }), aUse(1)] })
    expect(text.split('\n').slice(0, 4)).toEqual([
      '2 × NVIDIA H200, nvml: 20 samples at 100 ms',
      'GPU  util mean     max  SM active  memory peak  energy',
      '  0     35.0 %  35.0 %      4.6 %        2 GiB  ≈512 J',
      '  1          –       –          –            –       –',
    ])
  })

  it('leaves out what no GPU tells and writes – for the rest, never 0 (F-14, W13)', () => {
    const text = table({ gpus: [aUse(0), aUse(1, { powerWatts: steady(0) })] })
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
