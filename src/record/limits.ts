/** Version of `run.json`. */
export const runRecordVersion = 2

/** Limits of the lists in untrusted files; `few`: of all lists without a limit of their own. */
export const limits = { trials: 20_000, samples: 100_000, cases: 2000, argv: 1500, few: 1024, metrics: 25_000 } as const

/** Limits of one record: kept kernels, each with its grid and block, and characters of their names; the sums cover all. */
export const [mostKernels, mostKernelText] = [5000, 1_000_000] as const

/** Limits of a kernel table, which baselines hold: kernels, and characters of their names. */
export const [mostTableKernels, mostTableText] = [2000, 400_000] as const

/** Limits of the readings of a tool per process. `names`: characters of all metric names together. */
export const readingLimits = {
  readings: 20_000,
  samples: 5000,
  facts: 50,
  problems: 50,
  text: 1000,
  name: 4096,
  unit: 200,
  names: 4_000_000,
} as const

/** Limits of the restored files that a trial names, and of the characters of each. */
export const [maxRestoredNames, maxRestoredName] = [20, 500] as const

/** Limits of the files in a trace of work, and of the characters of a traced line. */
export const [maxTracedFiles, maxTracedLine, maxTracedForms] = [20, 200, 20] as const

/** Limits of the different errors that a trial names of its output, and of the characters of each. */
export const [maxReportedErrors, maxReportedError] = [20, 200] as const

/** Limits of the progress of a long run: curves, points per curve, and lost attempts. */
export const [mostCurves, mostPoints, mostAttempts] = [64, 400, 100] as const

/** Limits of compared tables: stored examples and worst rows of one kind, and columns of one kind. */
export const [keptExamples, maxColumns] = [5, 32] as const

/**
 * Limit of the samples per metric in the history. More add no information, and every run on the default branch is kept
 * forever.
 */
export const mostSamplesKept = 50

/** Limit of the sessions per metric. Older ones no longer describe the machine, and the file must stay reviewable. */
export const mostSessions = 12

/** Detected container kinds; `none` means no container. */
export const containerKinds = ['docker', 'podman', 'kubernetes', 'none'] as const

/**
 * Reasons for lowered clocks: the bits of NVML's clocks event reasons in their order, and `unknown` for all higher bits.
 */
export const clocksEventReasons = [
  'gpu-idle',
  'applications-clocks-setting',
  'sw-power-cap',
  'hw-slowdown',
  'sync-boost',
  'sw-thermal-slowdown',
  'hw-thermal-slowdown',
  'hw-power-brake-slowdown',
  'display-clock-setting',
  'unknown',
] as const

/** What is observed of a GPU: the sampled quantities, the reasons for lowered clocks, and its processes. */
export const observedQuantities = [
  'utilizationPercent',
  'memoryUsedBytes',
  'ownMemoryBytes',
  'powerWatts',
  'smClockMhz',
  'memoryClockMhz',
  'temperatureCelsius',
  'pcieReceiveBytesPerSecond',
  'pcieSendBytesPerSecond',
  'nvlinkReceiveBytesPerSecond',
  'nvlinkSendBytesPerSecond',
  'smUtilization',
  'smOccupancy',
  'tensorActivity',
  'dramBandwidthUtilization',
  'clocksEventReasons',
  'processes',
] as const
export type ObservedQuantity = (typeof observedQuantities)[number]

/** Highest possible values of sampled quantities in their units; a value above is impossible. */
export const highest = {
  percent: 100,
  bytes: 2 ** 44,
  watts: 5000,
  mhz: 10_000,
  celsius: 150,
  bytesPerSecond: 1e13,
  share: 1,
} as const
