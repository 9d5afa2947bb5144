import type {
  DoctorFacts,
  GpuFacts,
  MachineFacts,
  RepositoryFacts,
  RunnerFacts,
} from '../../../../src/domain/doctor/facts.ts'
import type { GpuIdentity } from '../../../../src/domain/telemetry/gpu.ts'
import type { GpuSettings } from '../../../../src/record/testbed.ts'

/** A machine on which everything is as it should be. */
export function aMachine(overrides: Partial<MachineFacts> = {}): MachineFacts {
  return {
    platform: 'linux',
    architecture: 'x64',
    nodeVersion: 'v24.21.0',
    container: 'none',
    governors: ['performance'],
    sharedMemory: { path: '/dev/shm', freeBytes: 8 * 2 ** 30, totalBytes: 8 * 2 ** 30 },
    cores: 16,
    memoryBytes: 128 * 2 ** 30,
    load: { processors: 16, others: 0.2, own: 0 },
    limits: { cpuCores: null, memoryBytes: null },
    disks: [{ path: '/work', freeBytes: 500e9, totalBytes: 1000e9 }],
    unusableDisks: [],
    minFreeDiskGigabytes: 10,
    ...overrides,
  }
}

export function aGpu(index: number, settings: Partial<GpuSettings> = {}): GpuIdentity {
  return {
    index,
    uuid: `GPU-${index}`,
    pciBusId: null,
    model: 'NVIDIA H200',
    memoryBytes: 141 * 2 ** 30,
    settings: {
      powerLimitWatts: 700,
      isPersistent: true,
      isEccOn: true,
      isMigOn: false,
      maxSmClockMhz: 1980,
      lockedSmClockMhz: 1980,
      ...settings,
    },
    migSlices: [],
  }
}

export function someGpus(overrides: Partial<GpuFacts> = {}): GpuFacts {
  return {
    wanted: 'gpu',
    monitor: 'nvml',
    monitorReason: null,
    container: 'none',
    identities: [aGpu(0), aGpu(1)],
    driverVersion: '570.86.15',
    cudaVersion: '12.8',
    processes: [],
    idle: null,
    limits: { maxIdleTemperatureCelsius: 75, maxIdleUtilizationPercent: 5, minFreeDiskGigabytes: 10 },
    ...overrides,
  }
}

export function aClone(overrides: Partial<RepositoryFacts> = {}): RepositoryFacts {
  return {
    hasCommit: true,
    isShallow: false,
    hasRemote: true,
    credentials: [],
    checkoutSettings: [],
    missingContent: [],
    references: [],
    ...overrides,
  }
}

export function aRunner(overrides: Partial<RunnerFacts> = {}): RunnerFacts {
  return {
    user: 'bench',
    isJob: true,
    service: { root: '/srv/runner', isSameUser: false, isEphemeral: true, hasReadableCredentials: false },
    engineSockets: [],
    sudo: 'absent',
    ptraceScope: 1,
    secretVariables: [],
    ...overrides,
  }
}

export function allWell(overrides: Partial<DoctorFacts> = {}): DoctorFacts {
  return {
    machine: aMachine(),
    gpus: someGpus(),
    repository: aClone(),
    config: { status: 'valid', path: '.github/warpgauge.yml' },
    needs: { unset: [], dangling: [], absent: [], uncompiled: null },
    workflows: [],
    runner: aRunner(),
    isolation: { mode: 'bubblewrap', reason: null },
    ...overrides,
  }
}
