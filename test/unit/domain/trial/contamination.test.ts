import { describe, expect, it } from 'vitest'
import {
  findContamination,
  deriveUsualState,
  type ContaminationInput,
} from '../../../../src/domain/trial/contamination.ts'
import { aGpuUse, aTelemetry, steady } from '../../a-telemetry.ts'
import type { GpuEvent, TelemetrySummary } from '../../../../src/record/telemetry.ts'

function reasons(telemetry: Partial<TelemetrySummary>, rest: Partial<ContaminationInput> = {}): string[] {
  return findContamination({ telemetry: aTelemetry(telemetry), gpus: [0], failure: null, usual: null, ...rest })
}

const throttled = (shares: Parameters<typeof aGpuUse>[0]) => ({ gpus: [aGpuUse(shares)] })
const xid = (detail: string): Partial<TelemetrySummary> => ({
  events: [{ gpu: 0, timeMs: 1, kind: 'xid', detail } satisfies GpuEvent],
})

const unread = {
  utilizationPercent: null,
  memoryUsedBytes: null,
  powerWatts: null,
  smClockMhz: null,
  temperatureCelsius: null,
}
const crash = { kind: 'exit-code', detail: 'exit code 1' } as const

describe('findContamination', () => {
  it('finds nothing in a clean window', () => {
    expect(reasons({})).toEqual([])
  })

  it('names a foreign process on a used GPU, and none on another one', () => {
    const foreignProcesses = [{ gpu: 0, pid: 4711, name: 'python3', memoryBytes: 2 ** 30 }]
    expect(reasons({ foreignProcesses })).toEqual(['another process used GPU 0: python3 (pid 4711, 1024 MiB)'])
    expect(reasons({ foreignProcesses: [{ gpu: 5, pid: 1, name: null, memoryBytes: null }] })).toEqual([])
  })

  it('voids a sample whose clocks were lowered for more than 1 % of the time', () => {
    const usual = { clocksEventReasons: [] }
    expect(reasons(throttled({ clocksEventShares: { 'sync-boost': 0.009 } }), { usual })).toEqual([])
    expect(reasons(throttled({ clocksEventShares: { 'sync-boost': 0.5 } }), { usual })).toEqual([
      'clocks of GPU 0 were lowered: sync-boost for 50 % of the time',
    ])
  })

  it('never voids by the power cap, which is what the code draws, and by heat always', () => {
    const usual = { clocksEventReasons: [] }
    expect(reasons(throttled({ clocksEventShares: { 'sw-power-cap': 0.9 } }), { usual })).toEqual([])
    expect(reasons(throttled({ clocksEventShares: { 'sw-thermal-slowdown': 0.4 } }))).toHaveLength(1)
  })

  it('takes a reason that nobody knows for normal only where the warm-up showed it too', () => {
    const lowered = throttled({ clocksEventShares: { unknown: 0.3 } })
    expect(reasons(lowered)).toEqual(['clocks of GPU 0 were lowered: unknown for 30 % of the time'])
    expect(reasons(lowered, { usual: deriveUsualState(aTelemetry(lowered)) })).toEqual([])
  })

  it('takes a reason that the warm-up showed too for normal, and heat never', () => {
    const shares = { 'sync-boost': 0.6, 'sw-thermal-slowdown': 0.4 }
    const usual = deriveUsualState(aTelemetry(throttled({ clocksEventShares: shares })))
    expect(usual).toEqual({ clocksEventReasons: ['sync-boost'] })
    expect(reasons(throttled({ clocksEventShares: shares }), { usual })).toEqual([
      'clocks of GPU 0 were lowered: sw-thermal-slowdown for 40 % of the time',
    ])
  })

  it('counts a slow-down by the hardware however short it was', () => {
    expect(reasons(throttled({ clocksEventShares: { 'hw-slowdown': 0.001 } }))).toHaveLength(1)
    expect(reasons(throttled({ clocksEventShares: { 'hw-slowdown': 0 } }))).toEqual([])
  })

  it('takes idle phases and set application clocks for normal', () => {
    const clocksEventShares = { 'gpu-idle': 0.3, 'applications-clocks-setting': 1 }
    expect(reasons(throttled({ clocksEventShares }))).toEqual([])
  })

  it('names XID errors, memory errors and a lost GPU', () => {
    expect(reasons(xid('79'))).toEqual(['the driver reported XID 79 on GPU 0'])
    const events = (['ecc', 'lost'] as const).map((kind) => ({ gpu: 0, timeMs: 1, kind, detail: 'seen' }))
    expect(reasons({ events })).toEqual(['memory errors (ECC) on GPU 0: seen', 'GPU 0 was lost: seen'])
  })

  it('does not excuse a program that failed by its own page fault', () => {
    expect(reasons(xid('XID 31'), { failure: crash })).toEqual([])
    expect(reasons(xid('79'), { failure: crash })).toHaveLength(1)
    expect(reasons(xid('31'))).toHaveLength(1)
  })

  it('puts a failure before all that did not cause it', () => {
    const foreignProcesses = [{ gpu: 0, pid: 4711, name: 'python3', memoryBytes: 2 ** 30 }]
    const idle = aGpuUse({ utilizationPercent: steady(0), clocksEventShares: { 'hw-slowdown': 0.5 } })
    const bad = { foreignProcesses, gpus: [idle], lostSamples: 900, longestGapMs: 60_000 }
    expect(reasons(bad, { failure: crash })).toEqual([])
    const full = { ...crash, detail: 'exit code 1; last output:\ntorch.OutOfMemoryError: CUDA out of memory.' }
    for (const failure of [full, { ...crash, kind: 'out-of-memory' } as const])
      expect(reasons(bad, { failure })).toEqual([expect.stringContaining('another process used GPU 0')])
    const killed = { kind: 'signal', detail: 'killed by SIGKILL, possibly because the host ran out of memory' } as const
    expect(reasons(bad, { failure: killed })).toEqual([])
  })

  it('takes no GPU for idle whose driver saw kernels between two readings', () => {
    const work = { busySeconds: 0.3, busySource: 'driver-samples', inUseSeconds: 0.4 } as const
    const unknown = {
      busyClockMhz: null,
      dramActiveSeconds: null,
      graphicsActiveSeconds: null,
      energyAboveIdleJoules: null,
    }
    const short = aGpuUse({ gpu: 2, utilizationPercent: steady(0), work: { ...work, ...unknown } })
    expect(reasons({ gpus: [short] }, { gpus: [2] })).toEqual([])
    const never = { ...short, work: { ...work, ...unknown, busySeconds: 0 } }
    expect(reasons({ gpus: [never] }, { gpus: [2] })).toHaveLength(1)
  })

  it('sees that the work was done on other GPUs than those given (W22)', () => {
    const busy = aGpuUse({ gpu: 0 })
    const idle = aGpuUse({ gpu: 2, utilizationPercent: steady(0) })
    expect(reasons({ gpus: [busy, idle] }, { gpus: [2] })).toEqual([
      'the trial was given GPU 2, but GPU 0 was busy',
      'the trial was given GPU 2, but GPU 2 stayed idle',
    ])
  })

  it('leaves other GPUs to others: a host may be shared GPU by GPU (W22)', () => {
    const given = aGpuUse({ gpu: 2 })
    const somebodyElses = aGpuUse({ gpu: 0, ownMemoryPeakBytes: 0 })
    expect(reasons({ gpus: [somebodyElses, given] }, { gpus: [2] })).toEqual([])
    const own = aGpuUse({ gpu: 0, ownMemoryPeakBytes: 2 ** 30 })
    expect(reasons({ gpus: [own, given] }, { gpus: [2] })).toEqual(['the trial was given GPU 2, but GPU 0 was busy'])
  })

  it('does not take utilisation that nobody can read for idleness (W16)', () => {
    expect(reasons(throttled({ utilizationPercent: null, clocksEventShares: null }))).toEqual([])
  })

  it.each([
    ['no GPU at all', { gpus: [] }, 'no reading of GPU 0'],
    ['another GPU', { gpus: [aGpuUse({ gpu: 1, ownMemoryPeakBytes: 0 })] }, 'no reading of GPU 0'],
    ['no value', { gpus: [{ ...aGpuUse(), ...unread }] }, 'no reading of GPU 0'],
    [
      'nothing',
      { monitor: 'none', gpus: [], problems: ['GPU figures are unavailable: x'] },
      'of GPU 0 (GPU figures are',
    ],
    [
      'a broken monitor',
      { gpus: [], problems: ['GPU 0: y', 'the GPU monitor failed: z'] },
      '(the GPU monitor failed: z)',
    ],
    ['half of a short trial', { endedMs: 1_795_000_001_000, longestGapMs: 600 }, 'nvml recorded nothing for 0.6 s'],
  ])('voids a sample that was not observed: %s', (_name, telemetry, reason) => {
    expect(reasons(telemetry)).toEqual([expect.stringMatching(/^not observed: /)])
    expect(reasons(telemetry)[0]).toContain(reason)
    expect(reasons(telemetry, { failure: crash })).toEqual([])
  })

  it('voids a sample of two GPUs of which one was seen', () => {
    expect(reasons({}, { gpus: [0, 3] })).toEqual(['not observed: no reading of GPU 3'])
    const share = { utilizationPercent: 0.27, powerWatts: 0.27 }
    const partly = { gpus: [aGpuUse({ ...unread, coverage: share })] }
    expect(reasons({ ...partly, longestGapMs: 3000 })).toEqual(['not observed: nvml recorded nothing for 3.0 s'])
    expect(reasons(partly)).toEqual(['not observed: utilization, power of GPU 0 for 73 % of the trial'])
  })

  it('voids a sample when the monitor was blind for long, or for most of the time', () => {
    const seen = { intervalMs: 100, longestGapMs: 480 }
    expect(reasons({ ...seen, samples: 84, lostSamples: 16 })).toEqual([])
    expect(reasons({ ...seen, samples: 84, lostSamples: 16, longestGapMs: 2300 })[0]).toContain(
      'recorded nothing for 2.3 s',
    )
    expect(reasons({ ...seen, samples: 40, lostSamples: 60 })[0]).toContain('lost 60 % of its samples')
    expect(reasons({ intervalMs: 1000, longestGapMs: 3000, samples: 84, lostSamples: 16 })).toEqual([])
  })

  it('voids a sample when more than 10 % of the readings are lost and nobody followed the gaps', () => {
    const unseen = { longestGapMs: null }
    expect(reasons({ ...unseen, samples: 90, lostSamples: 10 })).toEqual([])
    expect(reasons({ ...unseen, samples: 80, lostSamples: 20 })[0]).toContain('lost 20 % of its samples')
  })
})
