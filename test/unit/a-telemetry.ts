import type { GpuIdentity } from '../../src/domain/telemetry/gpu.ts'
import type { GpuSettings } from '../../src/record/testbed.ts'
import type { GpuUse, GpuWork, Spread, TelemetrySummary, TrialHost } from '../../src/record/telemetry.ts'

/** A quantity that stayed where it was. */
export function steady(value: number): Spread {
  return { mean: value, min: value, max: value, p5: value, p50: value, p95: value }
}

/** A GPU that was busy all the time and not held back. */
export function aGpuUse(overrides: Partial<GpuUse> = {}): GpuUse {
  return {
    gpu: 0,
    samples: 100,
    utilizationPercent: steady(95),
    memoryUsedBytes: steady(8e9),
    memoryTotalBytes: 150e9,
    ownMemoryPeakBytes: 7e9,
    powerWatts: steady(500),
    energyJoules: 5000,
    energySource: 'counter',
    smClockMhz: steady(1980),
    memoryClockMhz: steady(3201),
    temperatureCelsius: steady(55),
    smUtilization: steady(0.7),
    smOccupancy: null,
    tensorActivity: null,
    dramBandwidthUtilization: null,
    pcieReceiveBytesPerSecond: null,
    pcieSendBytesPerSecond: null,
    nvlinkReceiveBytesPerSecond: null,
    nvlinkSendBytesPerSecond: null,
    clocksEventShares: {},
    ...overrides,
  }
}

/** The work of a GPU of which only the clock while kernels ran is known. */
export function workAt(busyClockMhz: number | null): GpuWork {
  return {
    busySeconds: null,
    busySource: null,
    inUseSeconds: null,
    busyClockMhz,
    dramActiveSeconds: null,
    graphicsActiveSeconds: null,
    energyAboveIdleJoules: null,
  }
}

export function aTelemetry(overrides: Partial<TelemetrySummary> = {}): TelemetrySummary {
  return {
    monitor: 'nvml',
    intervalMs: 100,
    startedMs: 1_795_000_000_000,
    endedMs: 1_795_000_010_000,
    samples: 100,
    lateSamples: 0,
    lostSamples: 0,
    longestGapMs: null,
    overheadCpuShare: 0.002,
    gpus: [aGpuUse()],
    host: null,
    events: [],
    foreignProcesses: [],
    logFile: 'gpu_metrics_run_case.log',
    hdf5File: null,
    problems: [],
    ...overrides,
  }
}

/** A machine that did little besides the trial, and does not count pressure on its processors. */
export function aTrialHost(overrides: Partial<TrialHost> = {}): TrialHost {
  return {
    probeSeconds: 0.0003,
    userCpuSeconds: 8,
    systemCpuSeconds: 2,
    otherCpuSeconds: 0.5,
    processors: null,
    stolenCpuSeconds: 0,
    cpuStallSeconds: null,
    ioStallSeconds: 0.25,
    memoryStallSeconds: 0,
    majorPageFaults: 3,
    voluntaryContextSwitches: 100,
    involuntaryContextSwitches: 7,
    ...overrides,
  }
}

export function someSettings(overrides: Partial<GpuSettings> = {}): GpuSettings {
  return {
    powerLimitWatts: 700,
    isPersistent: true,
    isEccOn: true,
    isMigOn: false,
    maxSmClockMhz: 1980,
    lockedSmClockMhz: null,
    ...overrides,
  }
}

export function anIdentity(overrides: Partial<GpuIdentity> = {}): GpuIdentity {
  return {
    index: 0,
    uuid: 'GPU-0',
    pciBusId: '00000000:19:00.0',
    model: 'NVIDIA H200',
    memoryBytes: 150e9,
    settings: someSettings(),
    migSlices: [],
    ...overrides,
  }
}
