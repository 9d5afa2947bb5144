import { judgeFitness } from '../testbed/fitness.ts'
import type { GpuIdentity } from '../telemetry/gpu.ts'
import type { GpuFacts } from './facts.ts'
import { fail, pass, skip, warn, type AreaFinding } from './finding.ts'

/** Checks the GPUs, their settings and the programs that use them. Pure. */
export function checkGpus(facts: GpuFacts): AreaFinding[] {
  if (facts.identities.length === 0) return [reportMissingGpus(facts)]
  const settings = [checkClocks, checkPersistence, checkPowerLimit, checkEcc, checkMig]
  return [
    ...checkPresence(facts),
    ...checkAbsence(facts),
    checkDriver(facts),
    checkMonitor(facts),
    ...settings.flatMap((check) => groupFindings(facts.identities, check)),
    ...checkDifferences(facts.identities),
    ...checkUse(facts),
  ]
}

function reportMissingGpus({ wanted, monitorReason, isUnanswered, container }: GpuFacts): AreaFinding {
  const [check, subject] = ['gpu.present', 'GPUs']
  const reason = monitorReason ?? 'no GPU found'
  if (wanted === 'cpu') return pass(check, subject, 'none, and the config does not require one')
  if (isUnanswered)
    return fail(check, subject, `not observed: ${reason}`, 'sudo dmesg | grep -i xid; then restart the machine')
  const isInside = container !== null && container !== 'none'
  const lost = isInside ? 'start the container again' : 'restart the machine'
  const mend = /LIB_RM_VERSION_MISMATCH/.test(reason)
    ? 'restart the machine: its driver was updated and the old one is still loaded'
    : /UNKNOWN \(999\)/.test(reason)
      ? `${lost}: the driver does not work any more`
      : isInside
        ? 'docker run --gpus all -e NVIDIA_DRIVER_CAPABILITIES=compute,utility …, then: nvidia-smi -L'
        : 'nvidia-smi -L; if it fails, install the GPU driver'
  if (wanted === 'gpu') return fail(check, subject, `none, but the config requires GPUs: ${reason}`, mend)
  return warn(check, subject, `none: ${reason}`, `${mend}; or set pipeline.devices: cpu`)
}

function checkPresence({ identities }: GpuFacts): AreaFinding[] {
  const models = [...Map.groupBy(identities, ({ model }) => model)]
  const text = models.map(([model, list]) => `${list.length} × ${model}`).join(', ')
  if (models.length === 1) return [pass('gpu.present', 'GPUs', text)]
  const mend = 'Select GPUs of one model with CUDA_VISIBLE_DEVICES.'
  return [warn('gpu.present', 'GPUs', `${text}: a mix of models is a separate testbed`, mend)]
}

/** GPUs that the driver counts and that a run cannot use. */
function checkAbsence({ idle }: GpuFacts): AreaFinding[] {
  const lost = (idle?.events ?? []).filter(({ kind }) => kind === 'lost')
  const forbidden = (idle?.problems ?? []).filter((problem) => / cannot be opened: /.test(problem))
  const mend = 'sudo dmesg | grep -i xid; then reset the GPU or restart the machine'
  return [
    ...lost.map(({ gpu, detail }) => fail('gpu.present', `GPU ${gpu}`, `was lost: ${detail}`, mend)),
    ...forbidden.map((problem) => skip('gpu.present', 'GPUs', problem, 'ls -l /dev/nvidia*')),
  ]
}

function checkDriver({ driverVersion, cudaVersion }: GpuFacts): AreaFinding {
  const [check, subject] = ['gpu.driver', 'driver']
  if (driverVersion === null)
    return skip(check, subject, 'no tool reports the version', 'cat /proc/driver/nvidia/version')
  return pass(
    check,
    subject,
    `${driverVersion}, ${cudaVersion === null ? 'CUDA unknown' : `CUDA up to ${cudaVersion}`}`,
  )
}

function checkMonitor({ monitor: kind, monitorReason, container }: GpuFacts): AreaFinding {
  const [check, subject] = ['gpu.monitor', 'monitor']
  if (kind === 'nvml') return pass(check, subject, 'NVML is visible and answers')
  const sentence = `${kind} instead of NVML: ${monitorReason ?? 'unknown reason'}`
  if (kind === 'amd-smi' || kind === 'rocm-smi') return pass(check, subject, `${kind}, for AMD GPUs`)
  const isInside = container !== null && container !== 'none'
  const mend = isInside
    ? 'docker run --gpus all -e NVIDIA_DRIVER_CAPABILITIES=compute,utility …'
    : 'ldconfig -p | grep libnvidia-ml.so.1'
  return warn(check, subject, sentence, mend)
}

type GpuCheck = (gpu: GpuIdentity) => Omit<AreaFinding, 'subject'>

/** Merges equal findings of several GPUs into one line. `{gpu}` in the remedy stands for their indices. */
function groupFindings(gpus: readonly GpuIdentity[], check: GpuCheck): AreaFinding[] {
  const found = gpus.map((gpu) => ({ index: gpu.index, ...check(gpu) }))
  const groups = Map.groupBy(found, ({ level, sentence }) => `${level} ${sentence}`)
  return [...groups.values()].flatMap((group) => {
    const [first] = group
    if (!first) return []
    const { index: _index, ...rest } = first
    const list = group.map(({ index }) => index)
    return [
      { ...rest, subject: `GPU ${formatRanges(list)}`, mend: rest.mend?.replaceAll('{gpu}', list.join(',')) ?? null },
    ]
  })
}

/** Formats indices as `0-3,6`. */
function formatRanges(list: readonly number[]): string {
  const parts: [number, number][] = []
  for (const value of list.toSorted((one, other) => one - other)) {
    const last = parts.at(-1)
    if (last && value === last[1] + 1) last[1] = value
    else parts.push([value, value])
  }
  return parts.map(([from, to]) => (from === to ? `${from}` : `${from}-${to}`)).join(',')
}

function checkClocks({ settings: { lockedSmClockMhz, maxSmClockMhz } }: GpuIdentity): ReturnType<GpuCheck> {
  const check = 'gpu.clocks'
  if (lockedSmClockMhz === null)
    return skip(
      check,
      '',
      'the driver does not report whether clocks are locked; unlocked clocks vary with load and temperature',
      'lock: sudo nvidia-smi -i {gpu} -lgc MHZ; unlock: sudo nvidia-smi -i {gpu} -rgc',
    )
  const sentence = `SM clock is set to ${lockedSmClockMhz} MHz`
  if (maxSmClockMhz === null || lockedSmClockMhz >= maxSmClockMhz) return pass(check, '', sentence)
  const note = `${sentence} of ${maxSmClockMhz} MHz: valid only if the baseline used the same setting`
  return warn(check, '', note, 'sudo nvidia-smi -i {gpu} -rac && sudo nvidia-smi -i {gpu} -rgc')
}

function checkPersistence({ settings: { isPersistent } }: GpuIdentity): ReturnType<GpuCheck> {
  const check = 'gpu.persistence'
  if (isPersistent === null)
    return skip(
      check,
      '',
      'persistence mode is unknown',
      'nvidia-smi -i {gpu} --query-gpu=persistence_mode --format=csv',
    )
  if (isPersistent) return pass(check, '', 'persistence mode is on')
  const sentence = 'persistence mode is off: the driver may be reloaded for every run'
  return warn(check, '', sentence, 'sudo systemctl start nvidia-persistenced, or sudo nvidia-smi -i {gpu} -pm 1')
}

function checkPowerLimit({ settings: { powerLimitWatts } }: GpuIdentity): ReturnType<GpuCheck> {
  const check = 'gpu.power-limit'
  if (powerLimitWatts === null) return skip(check, '', 'the power limit is unknown', 'nvidia-smi -i {gpu} -q -d POWER')
  return pass(check, '', `power limit ${Math.round(powerLimitWatts)} W`)
}

function checkEcc({ settings: { isEccOn } }: GpuIdentity): ReturnType<GpuCheck> {
  const check = 'gpu.ecc'
  if (isEccOn === null) return skip(check, '', 'the ECC state is unknown', 'nvidia-smi -i {gpu} -q -d ECC')
  return pass(check, '', `ECC is ${isEccOn ? 'on' : 'off'}`)
}

function checkMig({ settings: { isMigOn }, migSlices }: GpuIdentity): ReturnType<GpuCheck> {
  const check = 'gpu.mig'
  if (isMigOn === null)
    return skip(check, '', 'the MIG state is unknown', 'nvidia-smi -i {gpu} --query-gpu=mig.mode.current --format=csv')
  if (!isMigOn) return pass(check, '', 'MIG is off')
  if (migSlices.length > 0)
    return pass(
      check,
      '',
      `MIG is on with ${migSlices.length} ${migSlices.length === 1 ? 'slice' : 'slices'}; results apply to a slice, not to the GPU`,
    )
  return fail(check, '', 'MIG is on without a slice, so no program can use the GPU', 'sudo nvidia-smi -i {gpu} -mig 0')
}

/** Different settings on GPUs of one model make a result depend on the assigned GPU. */
function checkDifferences(gpus: readonly GpuIdentity[]): AreaFinding[] {
  const fields = [
    ['power limit', ({ settings }: GpuIdentity) => settings.powerLimitWatts, 'sudo nvidia-smi -pl WATTS'],
    ['ECC', ({ settings }: GpuIdentity) => settings.isEccOn, 'sudo nvidia-smi -e 1, then reboot'],
    [
      'locked clock',
      ({ settings }: GpuIdentity) => settings.lockedSmClockMhz,
      'sudo nvidia-smi -rac; sudo nvidia-smi -rgc',
    ],
  ] as const
  const sameModel = [...Map.groupBy(gpus, ({ model }) => model).values()]
  return fields.flatMap(([name, read, mend]) => {
    const differ = sameModel.some((list) => new Set(list.map((gpu) => read(gpu))).size > 1)
    const sentence = `GPUs of one model differ in their ${name}: results depend on the assigned GPU`
    return differ ? [warn('gpu.alike', 'GPUs', sentence, mend)] : []
  })
}

/** Applies the preflight checks of a run. All free GPUs share one line. */
function checkUse(facts: GpuFacts): AreaFinding[] {
  const gpus = facts.identities.map(({ index }) => index)
  const found = gpus.map((gpu) => ({ gpu, findings: checkGpuUse(gpu, facts) }))
  const free = found.filter(({ findings }) => findings.every(({ level }) => level === 'ok')).map(({ gpu }) => gpu)
  const watched = facts.idle === null ? '' : ', idle, cool, clocks not restricted'
  return [
    ...(free.length > 0 ? [pass('gpu.use', `GPU ${formatRanges(free)}`, `no other program uses it${watched}`)] : []),
    ...found.flatMap(({ findings }) => findings.filter(({ level }) => level !== 'ok')),
    ...(facts.idle === null ? [skip('gpu.use', 'load and temperature', 'no GPU monitor', 'nvidia-smi dmon -c 1')] : []),
  ]
}

function checkGpuUse(gpu: number, { processes, idle, limits }: GpuFacts): AreaFinding[] {
  const check = 'gpu.use'
  return judgeFitness({ gpus: [gpu], identities: [], processes, idle, disks: [] }, limits).map(
    ({ level, subject, sentence, hint }): AreaFinding => {
      if (level === 'ok') return pass(check, subject, sentence)
      if (processes === null && subject.startsWith('processes')) return skip(check, subject, sentence, hint)
      return (level === 'refuse' ? fail : warn)(check, subject, sentence, hint)
    },
  )
}
