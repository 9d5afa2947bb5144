import { formatCounted } from '../core/numbers.ts'
import { judgeFitness } from '../testbed/fitness.ts'
import type { GpuIdentity } from '../telemetry/gpu.ts'
import { describeUnreadGpus, isDriverFailing, listUnreadRemedies } from '../testbed/unread-gpus.ts'
import { isAmdMonitor } from '../testbed/visible-devices.ts'
import type { GpuUse } from '../../record/telemetry.ts'
import { toAnswer } from './check-machine.ts'
import type { GpuFacts } from './facts.ts'
import { check, fail, pass, skip, warn, type Answer, type AreaFinding, type Check } from './finding.ts'

/** Checks the GPUs, their settings and the programs that use them. Pure. */
export function checkGpus(facts: GpuFacts): AreaFinding[] {
  const { identities } = facts
  if (identities.length === 0) return reportMissing(facts)
  return [
    ...checks.flatMap((row) => row(facts)),
    ...(isAmdMonitor(facts.monitor) ? amdSettings : settings).flatMap((row) =>
      groupFindings(identities.flatMap((gpu) => row(gpu).map((found) => [gpu, found]))),
    ),
    ...checkDifferences(identities),
    ...checkUse(facts),
  ]
}

const showDevices = 'docker run --gpus all -e NVIDIA_DRIVER_CAPABILITIES=compute,utility …'

function isInContainer({ container }: GpuFacts): boolean {
  return container !== null && container !== 'none'
}

function chooseRepair(facts: GpuFacts, reason: string): string {
  const isInside = isInContainer(facts)
  if (/LIB_RM_VERSION_MISMATCH|library version mismatch/.test(reason))
    return 'restart the machine: its driver was updated and the old one is still loaded'
  if (/UNKNOWN \(999\)/.test(reason))
    return `${isInside ? 'start the container again' : 'restart the machine'}: the driver does not work any more`
  if (isDriverFailing(reason)) return 'run the tool that fails; sudo dmesg | grep -iE "nvrm|xid|amdgpu"'
  return isInside ? `${showDevices}, then: nvidia-smi -L` : 'nvidia-smi -L; if it fails, install the GPU driver'
}

const reportMissing = check('gpu.present', 'GPUs', (facts: GpuFacts) => {
  const { wanted, monitorReason, isUnanswered, unread = [] } = facts
  const reason = monitorReason ?? 'no GPU found'
  if (wanted === 'cpu') return pass('none, and the config does not require one')
  const state = wanted === 'gpu' ? fail : warn
  if (unread.length > 0) return state(`${describeUnreadGpus(unread)}: ${reason}`, listUnreadRemedies(unread).join(' '))
  if (isUnanswered) return fail(`not observed: ${reason}`, 'sudo dmesg | grep -i xid; then restart the machine')
  const mend = chooseRepair(facts, reason)
  if (isDriverFailing(reason)) return state(`not observed: ${reason}`, mend)
  if (wanted === 'gpu') return fail(`none, but the config requires GPUs: ${reason}`, mend)
  return warn(`none: ${reason}`, `${mend}; or set pipeline.devices: cpu`)
})

const checks: readonly Check<GpuFacts>[] = [
  check('gpu.present', 'GPUs', ({ identities, idle }) => {
    const models = [...Map.groupBy(identities, ({ model }) => model)]
    const text = models.map(([model, list]) => `${list.length} × ${model}`).join(', ')
    const mix = `${text}: a mix of models is a separate testbed`
    // GPUs that the driver counts and that a run cannot use.
    const lost = (idle?.events ?? []).filter(({ kind }) => kind === 'lost')
    const forbidden = (idle?.problems ?? []).filter((problem) => / cannot be opened: /.test(problem))
    const mend = 'sudo dmesg | grep -i xid; then reset the GPU or restart the machine'
    return [
      models.length === 1 ? pass(text) : warn(mix, 'Select GPUs of one model with CUDA_VISIBLE_DEVICES.'),
      ...lost.map(({ gpu, detail }) => ({ ...fail(`was lost: ${detail}`, mend), subject: `GPU ${gpu}` })),
      ...forbidden.map((problem) => skip(problem, 'ls -l /dev/nvidia*')),
    ]
  }),
  check('gpu.driver', 'driver', (facts) => {
    const { driverVersion, cudaVersion } = facts
    const file = isAmdMonitor(facts.monitor) ? '/sys/module/amdgpu/version' : '/proc/driver/nvidia/version'
    if (driverVersion === null) return skip('no tool reports the version', `cat ${file}`)
    return pass(`${driverVersion}, ${cudaVersion === null ? 'CUDA unknown' : `CUDA up to ${cudaVersion}`}`)
  }),
  check('gpu.monitor', 'monitor', (facts) => {
    const { monitor, monitorReason } = facts
    if (monitor === 'nvml') return pass('NVML is visible and answers')
    if (isAmdMonitor(facts.monitor)) return pass(`${monitor}, for AMD GPUs`)
    const mend = isInContainer(facts) ? showDevices : 'ldconfig -p | grep libnvidia-ml.so.1'
    return warn(`${monitor} instead of NVML: ${monitorReason ?? 'unknown reason'}`, mend)
  }),
]

/** Checks of each GPU. `{gpu}` in the remedy stands for the indices of all with the same answer. */
const settings: readonly Check<GpuIdentity>[] = [
  check('gpu.clocks', '', ({ settings: { lockedSmClockMhz, maxSmClockMhz } }) => {
    if (lockedSmClockMhz === null)
      return skip(
        'the driver does not report whether clocks are locked; unlocked clocks vary with load and temperature',
        'lock: sudo nvidia-smi -i {gpu} -lgc MHZ; unlock: sudo nvidia-smi -i {gpu} -rgc',
      )
    const sentence = `SM clock is set to ${lockedSmClockMhz} MHz`
    if (maxSmClockMhz === null || lockedSmClockMhz >= maxSmClockMhz) return pass(sentence)
    const note = `${sentence} of ${maxSmClockMhz} MHz: valid only if the baseline used the same setting`
    return warn(note, 'sudo nvidia-smi -i {gpu} -rac && sudo nvidia-smi -i {gpu} -rgc')
  }),
  check('gpu.persistence', '', ({ settings: { isPersistent } }) => {
    if (isPersistent === null)
      return skip('persistence mode is unknown', 'nvidia-smi -i {gpu} --query-gpu=persistence_mode --format=csv')
    if (isPersistent) return pass('persistence mode is on')
    const sentence = 'persistence mode is off: the driver may be reloaded for every run'
    return warn(sentence, 'sudo systemctl start nvidia-persistenced, or sudo nvidia-smi -i {gpu} -pm 1')
  }),
  check('gpu.power-limit', '', ({ settings: { powerLimitWatts } }) => {
    if (powerLimitWatts === null) return skip('the power limit is unknown', 'nvidia-smi -i {gpu} -q -d POWER')
    return pass(`power limit ${Math.round(powerLimitWatts)} W`)
  }),
  check('gpu.ecc', '', ({ settings: { isEccOn } }) => {
    if (isEccOn === null) return skip('the ECC state is unknown', 'nvidia-smi -i {gpu} -q -d ECC')
    return pass(`ECC is ${isEccOn ? 'on' : 'off'}`)
  }),
  check('gpu.mig', '', ({ settings: { isMigOn }, migSlices }) => {
    if (isMigOn === null)
      return skip('the MIG state is unknown', 'nvidia-smi -i {gpu} --query-gpu=mig.mode.current --format=csv')
    if (!isMigOn) return pass('MIG is off')
    const count = formatCounted(migSlices.length, 'slice')
    if (migSlices.length > 0) return pass(`MIG is on with ${count}; results apply to a slice, not to the GPU`)
    return fail('MIG is on without a slice, so no program can use the GPU', 'sudo nvidia-smi -i {gpu} -mig 0')
  }),
]

/** The tools of AMD report no other setting. */
const amdSettings: readonly Check<GpuIdentity>[] = [
  check('gpu.power-limit', '', ({ settings: { powerLimitWatts } }) => {
    if (powerLimitWatts === null) return skip('the power limit is unknown', 'amd-smi static --limit --gpu {gpu}')
    return pass(`power limit ${Math.round(powerLimitWatts)} W`)
  }),
]

/** Merges equal findings of several GPUs into one line. */
function groupFindings(found: readonly (readonly [GpuIdentity, AreaFinding])[]): AreaFinding[] {
  const groups = Map.groupBy(found, ([, { level, sentence }]) => `${level} ${sentence}`)
  return [...groups.values()].flatMap((group) => {
    const list = group.map(([{ index }]) => index)
    const subject = `GPU ${formatRanges(list)}`
    return group.slice(0, 1).map(([, one]) => {
      return { ...one, subject, mend: one.mend?.replaceAll('{gpu}', list.join(',')) ?? null }
    })
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

/** Different settings on GPUs of one model make a result depend on the assigned GPU. */
const checkDifferences = check('gpu.alike', 'GPUs', (gpus: readonly GpuIdentity[]) => {
  const fields = [
    ['power limit', 'powerLimitWatts', 'sudo nvidia-smi -pl WATTS'],
    ['ECC', 'isEccOn', 'sudo nvidia-smi -e 1, then reboot'],
    ['locked clock', 'lockedSmClockMhz', 'sudo nvidia-smi -rac; sudo nvidia-smi -rgc'],
  ] as const
  const sameModel = [...Map.groupBy(gpus, ({ model }) => model).values()]
  const different = fields.filter(([, key]) =>
    sameModel.some((list) => {
      // An unknown setting has a line of its own; a clock that is not locked is null as well.
      const values = list
        .map((gpu) => gpu.settings[key])
        .filter((value) => value !== null || key === 'lockedSmClockMhz')
      return new Set(values).size > 1
    }),
  )
  return different.map(([name, , mend]) =>
    warn(`GPUs of one model differ in their ${name}: results depend on the assigned GPU`, mend),
  )
})

/** Applies the preflight checks of a run. GPUs with the same answer share one line. */
const checkUse = check('gpu.use', 'load and temperature', ({ identities, processes, idle, limits }: GpuFacts) => {
  const found = identities.map(({ index: gpu }) => {
    const judged = judgeFitness({ gpus: [gpu], identities: [], processes, idle, disks: [] }, limits)
    const answers = judged.map((one): Answer => {
      const isUnknown = one.level === 'warn' && !one.subject.startsWith('clocks')
      return isUnknown ? { ...toAnswer(one), level: 'unknown' } : toAnswer(one)
    })
    return { gpu, problems: answers.filter(({ level }) => level !== 'ok') }
  })
  const free = found.filter(({ problems }) => problems.length === 0).map(({ gpu }) => gpu)
  const lines = Map.groupBy(free, (gpu) => describeIdle(idle?.gpus.find((use) => use.gpu === gpu)))
  return [
    ...[...lines].map(([sentence, gpus]) => ({ ...pass(sentence), subject: `GPU ${formatRanges(gpus)}` })),
    ...joinAlike(found.flatMap(({ gpu, problems }) => problems.map((problem) => [gpu, problem] as const))),
    ...(idle === null ? [skip('no GPU monitor', 'nvidia-smi dmon -c 1')] : []),
  ]
})

function replaceNumber(text: string, gpu: number, by: string): string {
  return text.replaceAll(new RegExp(`GPU ${gpu}(?!\\d)`, 'g'), `GPU ${by}`)
}

/** Joins answers that differ in the number of the GPU only. */
function joinAlike(answers: readonly (readonly [number, Answer])[]): Answer[] {
  const groups = Map.groupBy(answers, ([gpu, { level, sentence }]) => `${level} ${replaceNumber(sentence, gpu, '{}')}`)
  return [...groups.values()].flatMap((group) =>
    group.slice(0, 1).map(([gpu, one]) => {
      const all = formatRanges(group.map(([index]) => index))
      const { subject = '', sentence } = one
      return { ...one, subject: replaceNumber(subject, gpu, all), sentence: replaceNumber(sentence, gpu, all) }
    }),
  )
}

/** Names what was looked at. */
function describeIdle(use: GpuUse | undefined): string {
  const seen = 'no other program uses it'
  if (!use) return seen
  return `${seen}, idle, cool${use.clocksEventShares === null ? '; not reported: clock limits' : ', clocks not restricted'}`
}
