import { formatNames } from '../core/errors.ts'
import { formatPercent } from '../core/numbers.ts'
import { isSeen, type ClocksEventReason, type GpuIdentity, type GpuProcess } from '../telemetry/gpu.ts'
import { isAmdMonitor } from './visible-devices.ts'
import type { GpuUse, TelemetrySummary } from '../../record/telemetry.ts'

/** State of the machine before the first run. */
export type FitnessFacts = {
  readonly identities: readonly GpuIdentity[]
  /** Physical indices of the GPUs of the run. */
  readonly gpus: readonly number[]
  /** All processes with a context on these GPUs; null if unknown. */
  readonly processes: readonly (GpuProcess & { readonly gpu: number })[] | null
  /** A short window while no trial runs; null without a monitor. */
  readonly idle: TelemetrySummary | null
  readonly disks: readonly { readonly path: string; readonly freeBytes: number; readonly totalBytes: number }[]
}

/** Limits of the preflight checks, from the config. */
export type FitnessLimits = {
  readonly maxIdleTemperatureCelsius: number
  readonly maxIdleUtilizationPercent: number
  readonly minFreeDiskGigabytes: number
}

/** Result of one preflight check. */
export type FitnessFinding = {
  /** `refuse`: measurements would not be valid. */
  readonly level: 'ok' | 'warn' | 'refuse'
  /** The checked object: `processes of GPU 0`, `disk of /runs`. */
  readonly subject: string
  readonly sentence: string
  /** The next step for the user; empty for `ok`. */
  readonly hint: string
  /** Whether the problem may disappear within minutes. */
  readonly isTemporary: boolean
}

const minFreeShare = 0.1
/** The idle window is short; a driver that hangs is silent for longer. */
const maxBlindMs = 2000
/** Idle GPUs and the power limit are normal. */
const normalReasons: readonly ClocksEventReason[] = ['gpu-idle', 'sw-power-cap']
const severeReasons: readonly ClocksEventReason[] = [
  'hw-slowdown',
  'sw-thermal-slowdown',
  'hw-thermal-slowdown',
  'hw-power-brake-slowdown',
]

/**
 * Checks whether a machine is fit to measure, one finding per check. Pure. Without a monitor, utilization, temperature
 * and clocks have no finding; nor have unknown settings of a GPU.
 */
export function judgeFitness(facts: FitnessFacts, limits: FitnessLimits): FitnessFinding[] {
  return [
    ...facts.gpus.flatMap((gpu) => judgeGpu(gpu, facts, limits)),
    ...facts.disks.map((disk) => judgeDisk(disk, limits.minFreeDiskGigabytes)),
  ]
}

function judgeGpu(gpu: number, facts: FitnessFacts, limits: FitnessLimits): FitnessFinding[] {
  const use = facts.idle?.gpus.find((item) => item.gpu === gpu)
  const identity = facts.identities.find((item) => item.index === gpu)
  return [
    judgeProcesses(gpu, facts),
    ...judgeWatch(gpu, facts.idle),
    ...(use && use.samples > 0
      ? [judgeUtilization(use, limits), judgeTemperature(use, limits), ...judgeThrottling(use)]
      : []),
    ...(identity ? judgeSettings(identity) : []),
  ]
}

/** Refuses a GPU that was not seen: its values would all count as idle. */
function judgeWatch(gpu: number, idle: TelemetrySummary | null): FitnessFinding[] {
  const use = idle?.gpus.find((item) => item.gpu === gpu)
  if (!idle || (use && use.samples > 0 && isSeen(use) && (idle.longestGapMs ?? 0) < maxBlindMs)) return []
  const sentence = `GPU ${gpu} could not be observed: ${idle.problems[0] ?? 'no reading'}`
  const tools = isAmdMonitor(idle.monitor)
    ? 'amdgpu errors in dmesg and run amd-smi metric'
    : 'Xid errors in dmesg and run nvidia-smi'
  const hint = `Look for ${tools}; a driver that hangs needs a restart of the machine.`
  return [{ ...warn(`readings of GPU ${gpu}`, sentence, hint), level: 'refuse' }]
}

const asRoot = 'Run the runner as root, or let one job at a time use this GPU.'
/** What makes the processes on a GPU visible, by the monitor that does not list them. */
const processHints: Readonly<Record<string, string>> = {
  nvml: 'The driver lists none on this machine: let one job at a time use this GPU.',
  'nvidia-smi': asRoot,
  'amd-smi': asRoot,
  'rocm-smi': 'Install amd-smi, which lists them, or let one job at a time use this GPU.',
}
const useOtherMonitor = 'Set run.monitor to nvml or install nvidia-smi on the runner.'

function explainUnlisted(gpu: number, idle: TelemetrySummary | null): FitnessFinding {
  const subject = `processes of GPU ${gpu}`
  const sentence = `other programs on GPU ${gpu} could not be detected`
  const refusal = idle?.problems.find((problem) => problem.includes(`the driver refuses them of GPU ${gpu}:`))
  if (refusal !== undefined) return warn(subject, `${sentence}: ${refusal}`, asRoot)
  return warn(subject, sentence, processHints[idle?.monitor ?? ''] ?? useOtherMonitor)
}

function judgeProcesses(gpu: number, { processes: all, idle }: FitnessFacts): FitnessFinding {
  const subject = `processes of GPU ${gpu}`
  const isUnlisted = idle?.gpus.find((use) => use.gpu === gpu)?.coverage?.processes === 0
  if (all === null || isUnlisted) return explainUnlisted(gpu, idle)
  const own = all.filter((process) => process.gpu === gpu)
  if (own.length === 0) return pass(subject, `no other program uses GPU ${gpu}`)
  const hint = 'Wait for it or stop it; to separate jobs, give every GPU host one runner with its own label.'
  return refuseTemporarily(subject, `GPU ${gpu} is used by ${formatNames(own.map(formatProcess))}`, hint)
}

function formatProcess({ pid, name, memoryBytes }: GpuProcess): string {
  const size = memoryBytes === null ? '' : `, ${(memoryBytes / 2 ** 20).toFixed(0)} MiB`
  return `${name ?? 'a program of another container or user'} (pid ${pid}${size})`
}

function judgeUtilization({ gpu, utilizationPercent }: GpuUse, limits: FitnessLimits): FitnessFinding {
  const subject = `utilization of GPU ${gpu}`
  if (utilizationPercent === null) return warnUnread(subject, 'that it is idle')
  const percent = utilizationPercent.mean
  const sentence = `GPU ${gpu} is ${percent.toFixed(0)} % busy`
  if (percent <= limits.maxIdleUtilizationPercent) return pass(subject, sentence)
  const hint =
    'Find what runs on it (nvidia-smi, also in other containers), or raise run.preflight.maxIdleUtilizationPercent.'
  return refuseTemporarily(subject, `${sentence} before the run (limit ${limits.maxIdleUtilizationPercent} %)`, hint)
}

function judgeTemperature({ gpu, temperatureCelsius }: GpuUse, limits: FitnessLimits): FitnessFinding {
  const subject = `temperature of GPU ${gpu}`
  if (temperatureCelsius === null) return warnUnread(subject, 'that it is cool')
  const celsius = temperatureCelsius.max
  const sentence = `GPU ${gpu} is at ${celsius.toFixed(0)} °C`
  if (celsius <= limits.maxIdleTemperatureCelsius) return pass(subject, sentence)
  const hint = 'Let it cool down and check its fans and air flow, or raise run.preflight.maxIdleTemperatureCelsius.'
  return refuseTemporarily(subject, `${sentence} before the run (limit ${limits.maxIdleTemperatureCelsius} °C)`, hint)
}

/** Unknown is not idle or cool; a GPU with MIG has no utilization, so it is no refusal. */
function warnUnread(subject: string, wish: string): FitnessFinding {
  const hint = `See to it yourself ${wish} before a run.`
  return warn(subject, `the ${subject} cannot be read, so it is not checked`, hint)
}

function judgeThrottling({ gpu, clocksEventShares }: GpuUse): FitnessFinding[] {
  const subject = `clocks of GPU ${gpu}`
  const active = (Object.entries(clocksEventShares ?? {}) as [ClocksEventReason, number][])
    .filter(([reason, share]) => share > 0 && !normalReasons.includes(reason))
    .map(([reason]) => reason)
  const severe = active.filter((reason) => severeReasons.includes(reason))
  if (severe.length > 0) {
    const hint = 'Check cooling, power supply and `nvidia-smi -q -d PERFORMANCE`.'
    return [refuseTemporarily(subject, `clocks of GPU ${gpu} are lowered: ${severe.join(', ')}`, hint)]
  }
  if (active.length === 0)
    return clocksEventShares === null ? [] : [pass(subject, `clocks of GPU ${gpu} are not restricted`)]
  const hint = 'Keep this only if the baseline used the same setting; nvidia-smi -rac and -rgc reset the clocks.'
  return [warn(subject, `clocks of GPU ${gpu} are restricted: ${active.join(', ')}`, hint)]
}

function judgeSettings({
  index,
  settings: { maxSmClockMhz, lockedSmClockMhz, isPersistent },
}: GpuIdentity): FitnessFinding[] {
  const isLow = maxSmClockMhz !== null && lockedSmClockMhz !== null && lockedSmClockMhz < maxSmClockMhz
  const clocks = `SM clock of GPU ${index} is set to ${lockedSmClockMhz} MHz, below the maximum of ${maxSmClockMhz} MHz`
  const startUp = `persistence mode of GPU ${index} is off: the driver may be reloaded for every run`
  return [
    ...(isLow
      ? [warn(`locked clock of GPU ${index}`, clocks, 'Reset it with nvidia-smi -rac and -rgc, unless it is intended.')]
      : []),
    ...(isPersistent === false
      ? [warn(`persistence mode of GPU ${index}`, startUp, 'Start nvidia-persistenced, or sudo nvidia-smi -pm 1.')]
      : []),
  ]
}

/** Judges the free space of a file system. Below `minFreeGigabytes` a run is refused; below 10 % it is warned of. */
export function judgeDisk(
  { path, freeBytes, totalBytes }: FitnessFacts['disks'][number],
  minFreeGigabytes: number,
): FitnessFinding {
  const subject = `disk of ${path}`
  const gigabytes = freeBytes / 1e9
  const sentence = `${gigabytes.toFixed(1)} GB are free for ${path}`
  const hint = 'Remove old run folders and caches, or point the run folder and RUNNER_TEMP to a larger disk.'
  if (gigabytes < minFreeGigabytes)
    return { ...warn(subject, `only ${sentence} (limit ${minFreeGigabytes} GB)`, hint), level: 'refuse' }
  const share = freeBytes / Math.max(1, totalBytes)
  if (share < minFreeShare) return warn(subject, `only ${sentence}, ${formatPercent(share, 0)} of the disk`, hint)
  return pass(subject, sentence)
}

function pass(subject: string, sentence: string): FitnessFinding {
  return { level: 'ok', subject, sentence, hint: '', isTemporary: false }
}

function warn(subject: string, sentence: string, hint: string): FitnessFinding {
  return { level: 'warn', subject, sentence, hint, isTemporary: false }
}

function refuseTemporarily(subject: string, sentence: string, hint: string): FitnessFinding {
  return { level: 'refuse', subject, sentence, hint, isTemporary: true }
}
