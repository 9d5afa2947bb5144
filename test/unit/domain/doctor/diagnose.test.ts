import { aGpuUse, aTelemetry, steady } from '../../a-telemetry.ts'
import { describe, expect, it } from 'vitest'
import { isDriverFailing } from '../../../../src/domain/testbed/unread-gpus.ts'
import { checkGpus } from '../../../../src/domain/doctor/check-gpus.ts'
import { checkMachine } from '../../../../src/domain/doctor/check-machine.ts'
import { checkRepository } from '../../../../src/domain/doctor/check-repository.ts'
import { checkRunner } from '../../../../src/domain/doctor/check-runner.ts'
import { diagnose } from '../../../../src/domain/doctor/diagnose.ts'
import type { GpuFacts, MachineFacts, RunnerFacts } from '../../../../src/domain/doctor/facts.ts'
import type { AreaFinding } from '../../../../src/domain/doctor/finding.ts'
import type { Workflow } from '../../../../src/domain/doctor/workflow.ts'
import { readWorkflow } from '../../../../src/config/workflow-document.ts'
import { aClone, aGpu, allWell, aMachine, aRunner, someGpus } from './facts-of.ts'

const brief = ({ level, subject, sentence }: AreaFinding): string => `${level} ${subject}: ${sentence}`
const notOk = (found: readonly AreaFinding[]): string[] => found.filter(({ level }) => level !== 'ok').map(brief)

describe('a diagnosis', () => {
  it('counts what it found; its verdict is the worst of it', () => {
    const well = diagnose(allWell())
    expect(well.findings.filter(({ level }) => level === 'fail' || level === 'warn')).toEqual([])
    const without = diagnose(allWell({ config: { status: 'invalid', path: 'x.yml', problem: 'x.yml:1:1 wrong' } }))
    expect(without).toMatchObject({ verdict: 'fail', counts: { fail: 1 } })
  })

  it('is never ok where something is unknown', () => {
    const { verdict, counts } = diagnose(allWell())
    expect(counts.unknown).toBeGreaterThan(0)
    expect(verdict).toBe('warn')
  })

  it('says for everything that is not ok what mends it', () => {
    const bad = allWell({
      machine: aMachine({ governors: null, limits: null, sharedMemory: null, container: null }),
      gpus: someGpus({ identities: [aGpu(0, { isPersistent: false, powerLimitWatts: null })], processes: null }),
      repository: aClone({ isShallow: true, credentials: [{ key: 'http.x.extraheader', file: '/c/.git/config' }] }),
      runner: aRunner({ service: null, sudo: null, ptraceScope: null, engineSockets: ['/var/run/docker.sock'] }),
    })
    for (const { level, mend } of diagnose(bad).findings) expect(mend === null).toBe(level === 'ok')
  })
})

describe('the machine', () => {
  const cases: readonly (readonly [string, Partial<MachineFacts>, string])[] = [
    ['another platform', { platform: 'darwin' }, 'fail platform: darwin x64 is not tested'],
    [
      'a governor that saves power',
      { governors: ['performance', 'powersave'] },
      'warn CPU governor: performance, powersave',
    ],
    [
      'other programs that use most of it',
      { load: { processors: 2, others: 1.7, own: 0 } },
      'warn CPU load: other programs use 1.7 of 2 processors: wall-clock times vary',
    ],
    ['a load that nobody knows', { load: null }, 'unknown CPU load: not reported by the kernel'],
    ['no governor', { governors: null }, 'unknown CPU governor: not reported by the kernel'],
    ['a container that nothing tells of', { container: null }, 'unknown container: could not be detected'],
    [
      'the shared memory of Docker',
      { sharedMemory: { path: '/dev/shm', freeBytes: 2 ** 26, totalBytes: 2 ** 26 } },
      'warn /dev/shm: 64 MiB of 64 MiB',
    ],
    ['half a core', { limits: { cpuCores: 1.5, memoryBytes: null } }, 'warn CPU limit: 1.5 of 16 cores'],
    ['little memory', { limits: { cpuCores: null, memoryBytes: 2 ** 32 } }, 'warn memory limit: 4 GiB of 128 GiB'],
    [
      'a full disk',
      { disks: [{ path: '/work', freeBytes: 1e9, totalBytes: 1e12 }] },
      'fail disk of /work: only 1.0 GB are free',
    ],
    ['a read-only home', { unusableDisks: ['/cache'] }, 'warn disk of /cache: this user cannot write there'],
  ]
  it.each(cases)('with %s is told so', (_, overrides, said) => {
    expect(notOk(checkMachine(aMachine(overrides)))).toEqual([expect.stringContaining(said)])
  })

  it('with limits of all that it has is not limited', () => {
    const { cores, memoryBytes } = aMachine({})
    expect(notOk(checkMachine(aMachine({ limits: { cpuCores: cores, memoryBytes } })))).toEqual([])
  })

  it('without limits of control groups is unknown twice, not unlimited', () => {
    expect(notOk(checkMachine(aMachine({ limits: null })))).toHaveLength(2)
  })
})

describe('the GPUs', () => {
  it('are one line where they are alike, and one each where they differ', () => {
    const gpus = [aGpu(0), aGpu(1), aGpu(2, { isPersistent: false }), aGpu(3)]
    const found = checkGpus(someGpus({ identities: gpus })).filter(({ check }) => check === 'gpu.persistence')
    expect(found.map(brief)).toEqual([
      'ok GPU 0-1,3: persistence mode is on',
      'warn GPU 2: persistence mode is off: the driver may be reloaded for every run',
    ])
    expect(found[1]?.mend).toContain('nvidia-smi -i 2 -pm 1')
  })

  const cases: readonly (readonly [string, Partial<GpuFacts>, string])[] = [
    [
      'lower clocks',
      { identities: [aGpu(0, { lockedSmClockMhz: 1200 })] },
      'warn GPU 0: SM clock is set to 1200 MHz of 1980 MHz',
    ],
    [
      'clocks that nobody tells',
      { identities: [aGpu(0, { lockedSmClockMhz: null })] },
      'unknown GPU 0: the driver does not report',
    ],
    ['MIG without a slice', { identities: [aGpu(0, { isMigOn: true })] }, 'fail GPU 0: MIG is on without a slice'],
    ['ECC that nobody tells', { identities: [aGpu(0, { isEccOn: null })] }, 'unknown GPU 0: the ECC state is unknown'],
    [
      'two power limits',
      { identities: [aGpu(0), aGpu(1, { powerLimitWatts: 500 })] },
      'warn GPUs: GPUs of one model differ in their power limit',
    ],
    [
      'two models',
      { identities: [aGpu(0), { ...aGpu(1), model: 'NVIDIA A100' }] },
      'warn GPUs: 1 × NVIDIA H200, 1 × NVIDIA A100',
    ],
    [
      'another process',
      { processes: [{ gpu: 0, pid: 77, name: 'train', memoryBytes: null }] },
      'fail processes of GPU 0: GPU 0 is used by train (pid 77)',
    ],
    [
      'nvidia-smi alone',
      { monitor: 'nvidia-smi', monitorReason: 'no libnvidia-ml.so.1' },
      'warn monitor: nvidia-smi instead of NVML: no libnvidia-ml.so.1',
    ],
    [
      'a GPU that was lost',
      { idle: aTelemetry({ events: [{ gpu: 1, timeMs: 1, kind: 'lost', detail: 'GPU_IS_LOST (15)' }] }) },
      'fail GPU 1: was lost: GPU_IS_LOST (15)',
    ],
    [
      'a GPU of another job',
      { idle: aTelemetry({ problems: ['GPU 1 cannot be opened: NO_PERMISSION (4)'] }) },
      'unknown GPUs: GPU 1 cannot be opened: NO_PERMISSION (4)',
    ],
    ['no driver version', { driverVersion: null }, 'unknown driver: no tool reports the version'],
  ]
  it.each(cases)('with %s are told so', (_, overrides, said) => {
    expect(notOk(checkGpus(someGpus(overrides)))).toContainEqual(expect.stringContaining(said))
  })

  it('with an unknown setting do not differ in it', () => {
    const gpus = [aGpu(0), aGpu(1, { powerLimitWatts: null, isEccOn: null })]
    expect(checkGpus(someGpus({ identities: gpus })).filter(({ check }) => check === 'gpu.alike')).toEqual([])
    const locked = checkGpus(someGpus({ identities: [aGpu(0), aGpu(1, { lockedSmClockMhz: null })] })).map(brief)
    expect(locked).toContainEqual(expect.stringContaining('differ in their locked clock'))
  })

  const nothing = {
    utilizationPercent: null,
    memoryUsedBytes: null,
    powerWatts: null,
    smClockMhz: null,
    temperatureCelsius: null,
    clocksEventShares: null,
  }
  const watched = (use: Parameters<typeof aGpuUse>[0], gpus = [0, 1]) =>
    checkGpus(someGpus({ idle: aTelemetry({ gpus: gpus.map((gpu) => aGpuUse({ ...use, gpu })) }) })).map(brief)
  const quiet = { utilizationPercent: steady(0), temperatureCelsius: steady(40), clocksEventShares: {} }

  it.each([
    ['utilization', { utilizationPercent: null }, 'unknown utilization of GPU 0-1: the utilization of GPU 0-1 cannot'],
    ['temperature', { temperatureCelsius: null }, 'unknown temperature of GPU 0-1: the temperature of GPU 0-1 cannot'],
    [
      'clock limits',
      { clocksEventShares: null },
      'ok GPU 0-1: no other program uses it, idle, cool; not reported: clo',
    ],
  ])('whose driver does not report %s are not said to be so', (_what, unknown, said) => {
    expect(watched({ ...quiet, ...unknown })).toContainEqual(expect.stringContaining(said))
  })

  it('whose driver reports nothing fail, in one line', () => {
    const found = watched({ ...quiet, ...nothing })
    expect(found.filter((text) => / no other program|observed/.test(text))).toEqual([
      'fail readings of GPU 0-1: GPU 0-1 could not be observed: no reading',
    ])
  })

  it('whose processes NVML does not list are unknown, without the advice to use NVML', () => {
    const uses = [0, 1].map((gpu) => aGpuUse({ ...quiet, gpu, coverage: { processes: 0 } }))
    const found = checkGpus(someGpus({ idle: aTelemetry({ monitor: 'nvml', gpus: uses }) }))
    expect(found.filter(({ subject }) => subject.startsWith('processes'))).toMatchObject([
      { level: 'unknown', subject: 'processes of GPU 0-1', mend: expect.stringMatching(/^The driver lists none/) },
    ])
  })

  it('of AMD have the remedies of its tools', () => {
    const uses = [0, 1].map((gpu) => aGpuUse({ ...quiet, ...nothing, gpu, coverage: { processes: 0 } }))
    const unknown = { driverVersion: null, identities: [aGpu(0, { powerLimitWatts: null, isMigOn: null })] }
    const found = checkGpus(
      someGpus({ ...unknown, monitor: 'rocm-smi', idle: aTelemetry({ monitor: 'rocm-smi', gpus: uses }) }),
    )
    const mends = found.flatMap(({ mend }) => mend ?? [])
    expect(mends.join()).toMatch(/amdgpu\/version.*amd-smi static --limit.*Install amd-smi.*run amd-smi metric/)
    expect(mends.join()).not.toContain('nvidia')
  })

  it.each([
    ['NVML did not start: nvmlInit_v2 of libnvidia-ml.so.1 answered NO_PERMISSION (4); nvidia-smi was not found', true],
    ['NVML did not count the GPUs: nvmlDeviceGetCount_v2 answered UNKNOWN (999); nvidia-smi was not found', true],
    ['nvidia-smi failed: Failed to initialize NVML: Driver/library version mismatch; amd-smi was not found', true],
    ['nvidia-smi failed: 0, GPU-1, 8 GiB Unable to determine the device handle for GPU 1: Unknown Error', true],
    ['nvidia-smi failed: Command failed: nvidia-smi; amd-smi was not found on PATH', true],
    ['nvidia-smi was not found on PATH; amd-smi failed: AMDSMI_STATUS_BUSY; rocm-smi was not found on PATH', true],
    ['NVML did not start: nvmlInit_v2 of libnvidia-ml.so.1 answered DRIVER_NOT_LOADED (9)', false],
    ['nvidia-smi failed: No devices were found; amd-smi was not found on PATH', false],
    ["nvidia-smi failed: NVIDIA-SMI has failed because it couldn't communicate with the NVIDIA driver.", false],
    ['nvidia-smi failed: Failed to initialize NVML: Driver Not Loaded; amd-smi was not found on PATH', false],
    ["nvidia-smi failed: NVIDIA-SMI couldn't find libnvidia-ml.so library in your system.", false],
    ['amd-smi failed: ERROR:root:Unable to detect any GPU devices; rocm-smi lists no GPU on this machine', false],
    ['nvidia-smi was not found on PATH; rocm-smi was not found on PATH', false],
  ])('%s: the driver fails: %s', (reason, isFailing) => {
    const missing = { identities: [], monitor: 'none', monitorReason: reason, wanted: 'gpu' } as const
    const [found] = checkGpus(someGpus(missing))
    expect([isDriverFailing(reason), found?.sentence.startsWith('not observed: ')]).toEqual([isFailing, isFailing])
  })

  it('have settings that are unknown, and not fine, where the driver does not report them', () => {
    const unreported = {
      lockedSmClockMhz: null,
      isPersistent: null,
      powerLimitWatts: null,
      isEccOn: null,
      isMigOn: null,
    }
    const found = checkGpus(someGpus({ identities: [aGpu(0, unreported)] })).filter(
      ({ subject }) => subject === 'GPU 0',
    )
    const settings = found.filter(({ check }) => !check.includes('use'))
    expect(settings.map(({ check, level }) => [check, level])).toEqual(
      ['clocks', 'persistence', 'power-limit', 'ecc', 'mig'].map((name) => [`gpu.${name}`, 'unknown']),
    )
  })

  it.each([
    [1, 'ok GPU 0: MIG is on with 1 slice; results apply to a slice, not to the GPU'],
    [2, 'ok GPU 0: MIG is on with 2 slices; results apply to a slice, not to the GPU'],
  ])('have %d MIG slices', (count, said) => {
    const slice = { uuid: 'MIG-1', profile: '1g.10gb', memoryBytes: 1e10 }
    const gpu = { ...aGpu(0, { isMigOn: true }), migSlices: Array.from({ length: count }, () => slice) }
    expect(checkGpus(someGpus({ identities: [gpu as never] })).map(brief)).toContain(said)
  })

  it.each(['amd-smi', 'rocm-smi'] as const)('of AMD are watched by %s', (monitor) => {
    expect(checkGpus(someGpus({ monitor })).map(brief)).toContain(`ok monitor: ${monitor}, for AMD GPUs`)
  })

  it.each([
    ['docker', 'docker run --gpus all'],
    ['none', 'ldconfig -p'],
    [null, 'ldconfig -p'],
  ] as const)('without NVML (container: %s) have the remedy %j', (container, mend) => {
    const found = checkGpus(someGpus({ monitor: 'nvidia-smi', monitorReason: 'no library', container }))
    expect(found.find(({ check }) => check === 'gpu.monitor')?.mend).toContain(mend)
  })

  it('are free only if every finding is ok', () => {
    const processes = [{ gpu: 0, pid: 77, name: 'train', memoryBytes: null }]
    const cool = { utilizationPercent: steady(0), temperatureCelsius: steady(40) }
    const idle = aTelemetry({ gpus: [aGpuUse({ ...cool, gpu: 0 }), aGpuUse({ ...cool, gpu: 1 })] })
    const use = checkGpus(someGpus({ processes, idle })).map(brief)
    expect(use.filter((text) => text.includes('no other program'))).toEqual([
      'ok GPU 1: no other program uses it, idle, cool, clocks not restricted',
    ])
  })

  it('are called idle and cool only where a monitor watched them', () => {
    const found = checkGpus(someGpus({ processes: [], idle: null })).filter(({ check }) => check === 'gpu.use')
    expect(found.map(brief)).toEqual([
      'ok GPU 0-1: no other program uses it',
      'unknown load and temperature: no GPU monitor',
    ])
  })

  it.each([
    ['gpu', 'fail GPUs: none, but the config requires GPUs: no driver'],
    ['cpu', 'ok GPUs: none, and the config does not require one'],
    [null, 'warn GPUs: none: no driver'],
  ] as const)('that are not there, with %s wanted', (wanted, said) => {
    const none = { identities: [], monitor: 'none', monitorReason: 'no driver' } as const
    expect(checkGpus(someGpus({ ...none, wanted })).map(brief)).toEqual([said])
  })

  it.each([
    ['gpu', 'fail GPUs: /dev/dri/renderD128 is an AMD GPU that nothing here can read: no amd-smi'],
    ['cpu', 'ok GPUs: none, and the config does not require one'],
    [null, 'warn GPUs: /dev/dri/renderD128 is an AMD GPU that nothing here can read: no amd-smi'],
  ] as const)('that no tool reads, with %s wanted', (wanted, said) => {
    const unread = [{ path: '/dev/dri/renderD128', vendor: 'AMD' }] as const
    const none = { identities: [], monitor: 'none', monitorReason: 'no amd-smi', unread } as const
    expect(checkGpus(someGpus({ ...none, wanted })).map(brief)).toEqual([said])
  })

  it('whose driver does not answer fail, also without a config', () => {
    const none = {
      identities: [],
      monitor: 'none',
      monitorReason: 'no answer',
      isUnanswered: true,
      wanted: null,
    } as const
    expect(checkGpus(someGpus(none)).map(brief)).toEqual(['fail GPUs: not observed: no answer'])
  })

  it.each([
    ['answered LIB_RM_VERSION_MISMATCH (18)', 'docker', 'restart the machine: its driver was updated'],
    ['answered UNKNOWN (999)', 'docker', 'start the container again'],
    ['answered UNKNOWN (999)', null, 'restart the machine'],
  ] as const)('that the driver refuses because it %s (container: %s) have the remedy %j', (reason, container, mend) => {
    const refused = someGpus({ identities: [], monitor: 'none', monitorReason: reason, container })
    expect(checkGpus(refused)[0]?.mend).toContain(mend)
  })

  it('that a container hides are given back by how it is started', () => {
    const hidden = someGpus({ identities: [], monitor: 'none', container: 'docker' })
    expect(checkGpus(hidden)[0]?.mend).toContain('docker run --gpus all')
  })
})

describe('the clone', () => {
  it('names where a credential lies, how to remove it, and nothing of its value', () => {
    const kept = { key: 'http.https://github.com/.extraheader', file: '/work/.git/config' }
    const [, finding] = checkRepository(aClone({ credentials: [kept] }))
    expect(finding).toMatchObject({ level: 'fail', mend: expect.stringContaining('persist-credentials: false') })
    expect(finding?.mend).toContain("--unset-all 'http.https://github.com/.extraheader'")
  })

  it.each([
    [{ isHere: true, isAtRemote: null }, 'ok'],
    [{ isHere: false, isAtRemote: true }, 'ok'],
    [{ isHere: false, isAtRemote: false }, 'fail'],
    [{ isHere: false, isAtRemote: null }, 'unknown'],
  ] as const)('with a tag %j', (where, level) => {
    const found = checkRepository(aClone({ references: [{ name: 'v1.0', ...where }] }))
    expect(found.find(({ check }) => check === 'git.reference')).toMatchObject({ subject: 'reference v1.0', level })
  })

  it('that is shallow warns, and fails where nothing can deepen it', () => {
    expect(checkRepository(aClone({ isShallow: true }))[0]?.level).toBe('warn')
    expect(checkRepository(aClone({ hasCommit: false }))[0]).toMatchObject({ level: 'fail', mend: 'git commit' })
    expect(checkRepository(aClone({ isShallow: true, hasRemote: false }))[0]?.level).toBe('fail')
  })

  it.each([
    [[], []],
    [['m.bin'], ['git lfs pull']],
    [['libs/a/'], ['git submodule update --init --recursive']],
    [['m.bin', 'libs/a/'], ['git lfs pull && git submodule update --init --recursive']],
  ])('that lacks %j is mended by %j', (missingContent, mends) => {
    const found = checkRepository(aClone({ checkoutSettings: ['lfs: true'], missingContent }))
    const content = found.find(({ check }) => check === 'git.content')
    expect(content).toMatchObject({ level: mends.length === 0 ? 'ok' : 'fail' })
    expect([content?.mend].filter(Boolean)).toEqual(mends)
  })
})

describe('the runner', () => {
  const open = readWorkflow(
    'on: pull_request\npermissions: {}\njobs: { a: { runs-on: self-hosted, steps: [] } }',
    'a.yml',
  )
  const closed: Workflow = { ...open, triggers: ['push'] }
  const isolation = { mode: 'bubblewrap', reason: null } as const
  const sameUser = { root: '/srv/runner', isSameUser: true, isEphemeral: false, hasReadableCredentials: true }
  const cases: readonly (readonly [string, Partial<RunnerFacts>])[] = [
    ['runner.same-user', { service: sameUser }],
    ['runner.ephemeral', { service: { ...sameUser, isSameUser: false } }],
    ['runner.engine-socket', { engineSockets: ['/var/run/docker.sock'] }],
    ['runner.sudo', { sudo: 'passwordless' }],
    ['runner.ptrace', { ptraceScope: 0 }],
    ['runner.environment', { secretVariables: ['NPM_TOKEN'] }],
  ]
  it.each(cases)('%s warns where colleagues run their code, and fails where strangers do', (check, overrides) => {
    const levelFor = (workflow: Workflow) =>
      checkRunner({ runner: aRunner(overrides), workflows: [workflow], isolation }).find((item) => item.check === check)
        ?.level
    expect([levelFor(closed), levelFor(open)]).toEqual(['warn', 'fail'])
  })

  it('that nobody can see is unknown, not safe', () => {
    const found = checkRunner({
      runner: aRunner({ service: null, isJob: false }),
      workflows: [closed],
      isolation,
    })
    expect(found.slice(1, 3).map(({ level }) => level)).toEqual(['unknown', 'unknown'])
  })
})
