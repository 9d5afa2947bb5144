import { formatValue } from '../core/numbers.ts'

/** Observations of one stage in the runs that count. Null: not observed. */
export type StageEvidence = {
  /** Whether the stage is expected to use its GPU. */
  readonly isGpuStage: boolean
  /** Utilization of its least busy GPU, 0 to 100. */
  readonly utilizationPercent: number | null
  /** Share of active multiprocessors, 0 to 1, from hardware counters (GPM). */
  readonly smActivity: number | null
  /** Mean number of busy cores of the trial. */
  readonly cpuCores: number | null
  readonly hostCores: number | null
  /** Share of the time of all processors spent waiting for storage. */
  readonly ioWaitShare: number | null
  /** Read rate from storage, in bytes per second. */
  readonly readBytesPerSecond: number | null
  /** Share of the stage in which the model waited for data. */
  readonly waitShare: number | null
  readonly starvedShare: number | null
  /** Tokens / (rows × longest row); the rest of the work is padding. */
  readonly paddingEfficiency: number | null
  /** Imbalance between the workers of the stage, 0 to 1. */
  readonly imbalance: number | null
  /** Speed-up of the stage divided by the number of GPUs; 1 = perfect. */
  readonly scalingEfficiency: number | null
}

/** A probable cause of a stage's run time, with evidence and advice. */
export type StageCause = { readonly kind: string; readonly evidence: string; readonly advice: string }

/** GPU stages below `busyPercent` are analyzed; starvation below `criticalPercent` is critical. */
const busyPercent = 80
const criticalPercent = 50
const lowSmActivity = 0.4
/** Half a core waiting for storage; with an unknown number of cores, a tenth of all. */
const ioCores = 0.5
const ioShare = 0.1
const saturatedShare = 0.9
const waitingShare = 0.1
const fewestStarved = 0.1
const serialCores = [0.75, 1.15] as const
const poorPadding = 0.8
const unevenShare = 0.1
const poorScaling = 0.75

type CauseRule = {
  readonly kind: string
  /** The evidence; null: it is not the cause. */
  readonly find: (stage: StageEvidence) => string | null
  readonly advice: string | ((stage: StageEvidence) => string)
}

const ioBound: CauseRule = {
  kind: 'io-bound',
  find: ({ ioWaitShare, hostCores, readBytesPerSecond }) => {
    if (ioWaitShare === null) return null
    const isWaiting = hostCores === null ? ioWaitShare >= ioShare : ioWaitShare * hostCores >= ioCores
    if (!isWaiting) return null
    const rate = readBytesPerSecond === null ? '' : ` while it read ${(readBytesPerSecond / 1e6).toFixed(0)} MB/s`
    return `the processors waited for storage ${formatValue(ioWaitShare, 'share')} of their time${rate}`
  },
  advice: 'Read from a faster or local disk, read fewer and larger files, or start reading before the stage needs it',
}

const hostSaturated: CauseRule = {
  kind: 'host-saturated',
  find: ({ cpuCores, hostCores }) => {
    if (cpuCores === null || hostCores === null || cpuCores < saturatedShare * hostCores) return null
    return `${cpuCores.toFixed(1)} of ${hostCores} cores were busy`
  },
  advice:
    'More loader processes cannot help: use more cores, or move work off them (prepare data once, tokenize on the GPU)',
}

/** In the order in which to examine them. */
const rules: readonly CauseRule[] = [
  ioBound,
  hostSaturated,
  {
    kind: 'starved',
    find: ({ waitShare, starvedShare, utilizationPercent }) => {
      if ((waitShare ?? 0) < waitingShare && (starvedShare ?? 0) < fewestStarved) return null
      const isCritical = utilizationPercent !== null && utilizationPercent < criticalPercent
      const evidence = [
        waitShare === null ? null : `the model waited for data ${formatValue(waitShare, 'share')} of the stage`,
        starvedShare === null ? null : `${formatValue(starvedShare, 'share')} of the batches came late`,
        isCritical ? `critical: the GPU was ${utilizationPercent.toFixed(0)} % busy` : null,
      ]
      return evidence.filter((part) => part !== null).join('; ')
    },
    advice: (stage) =>
      hostSaturated.find(stage) !== null || ioBound.find(stage) !== null
        ? 'The data comes too late for the reasons above; more loader processes alone will not help'
        : 'The host has free capacity: increase the number of loader processes or their prefetch depth, and pin memory',
  },
  {
    kind: 'serial-host',
    find: (stage) => {
      const { cpuCores, hostCores, scalingEfficiency } = stage
      // A stage that scales with GPUs is not limited by one thread.
      const isScaling = scalingEfficiency !== null && scalingEfficiency >= poorScaling
      if (cpuCores === null || (hostCores !== null && hostCores <= 1) || isBusy(stage) || isScaling) return null
      if (cpuCores < serialCores[0] || cpuCores > serialCores[1]) return null
      return `one core was busy (${cpuCores.toFixed(2)})${hostCores === null ? '' : ` of ${hostCores}`} while the rest waited`
    },
    advice: ({ isGpuStage }) =>
      isGpuStage
        ? 'One thread feeds the GPU or launches its kernels: take Python work out of the loop, capture CUDA graphs, or load in processes'
        : 'The stage runs on one core: spread it over processes or threads',
  },
  {
    kind: 'tiny-kernels',
    find: (stage) => {
      const { smActivity, utilizationPercent } = stage
      if (smActivity === null || !isBusy(stage) || smActivity >= lowSmActivity) return null
      return `a kernel ran ${(utilizationPercent ?? 0).toFixed(0)} % of the time, but kept only ${formatValue(smActivity, 'share')} of the multiprocessors at work`
    },
    advice:
      'The kernels are too small for this GPU: make batches larger, fuse kernels (torch.compile), or run several streams',
  },
  {
    kind: 'padding',
    find: ({ paddingEfficiency }) => {
      if (paddingEfficiency === null || paddingEfficiency >= poorPadding) return null
      return `${formatValue(1 - paddingEfficiency, 'share')} of the computed tokens were padding`
    },
    advice: 'Put sequences of similar length into one batch (sort or bucket them), or pack several into a row',
  },
  {
    kind: 'imbalance',
    find: ({ imbalance }) => {
      if (imbalance === null || imbalance <= unevenShare) return null
      return `the first worker finished ${formatValue(imbalance, 'share')} of the time before the last`
    },
    advice: 'Share the work out by its size (tokens, not files or every n-th sequence), or hand it out piece by piece',
  },
  {
    kind: 'does-not-scale',
    find: ({ scalingEfficiency }) => {
      if (scalingEfficiency === null || scalingEfficiency >= poorScaling) return null
      return `its parallel efficiency with more GPUs is ${formatValue(scalingEfficiency, 'share')}`
    },
    advice:
      'It does not spread over the GPUs: share its work out, or keep it to one GPU and run other stages on the rest',
  },
  {
    kind: 'gpu-busy',
    find: (stage) => {
      const { smActivity, utilizationPercent } = stage
      if (!stage.isGpuStage || !isBusy(stage) || (smActivity !== null && smActivity < lowSmActivity)) return null
      const sm = smActivity === null ? '' : `, its multiprocessors ${formatValue(smActivity, 'share')}`
      return `the GPU was ${(utilizationPercent ?? 0).toFixed(0)} % busy${sm}`
    },
    advice: 'The computation itself is the limit: use more GPUs, a lower precision or faster kernels',
  },
]

/**
 * Finds causes, in the order in which to examine them. They depend only on measurements, never on the name of the
 * stage. A stage without observations has the cause `unknown`.
 */
export function findStageCauses(stage: StageEvidence): StageCause[] {
  const found = rules.flatMap(({ kind, find, advice }) => {
    const evidence = find(stage)
    return evidence === null ? [] : [{ kind, evidence, advice: typeof advice === 'string' ? advice : advice(stage) }]
  })
  if (found.length > 0) return found
  const { utilizationPercent, starvedShare, cpuCores, waitShare } = stage
  if (stage.isGpuStage && utilizationPercent !== null && !isBusy(stage)) {
    // Waits for data are excluded only if they are known.
    const [waits, advice] =
      starvedShare === null
        ? [
            'its waits for data were not recorded',
            'Report the waits for data, or record a profiler trace: late data and small batches are the usual reasons',
          ]
        : [
            `${formatValue(starvedShare, 'share')} of its batches came late`,
            'Its data came in time: make batches larger, and overlap copies and host work with kernels (streams, CUDA graphs); a profiler trace shows the gaps',
          ]
    return [
      { kind: 'gpu-idle', evidence: `the GPU was only ${utilizationPercent.toFixed(0)} % busy; ${waits}`, advice },
    ]
  }
  const isSeen = [utilizationPercent, cpuCores, waitShare].some((value) => value !== null)
  const evidence = isSeen ? 'no measurement explains it' : 'not monitored, or too short for a sample'
  const advice = isSeen ? 'Record a profiler trace' : 'Run it under the monitor, on more data'
  return [{ kind: 'unknown', evidence, advice }]
}

function isBusy({ utilizationPercent }: StageEvidence): boolean {
  return utilizationPercent !== null && utilizationPercent >= busyPercent
}
