import type { PlannedCase } from '../plan/plan.ts'
import type { Testbed } from '../testbed/testbed.ts'

export type MinutesUnit = 'GPU-minutes' | 'device-minutes'

/** Unit of run time × devices. A pipeline without GPUs occupies CPU cores, so its unit is not GPU-minutes. */
export function chooseMinutesUnit({ deviceKind }: Pick<Testbed, 'deviceKind'>): MinutesUnit {
  return deviceKind === 'gpu' ? 'GPU-minutes' : 'device-minutes'
}

/** Device-minutes that `runs` runs of a case take; `seconds` is the duration of one run. */
export function computeDeviceMinutes({ gpus }: Pick<PlannedCase, 'gpus'>, runs: number, seconds: number): number {
  return (runs * seconds * Math.max(1, gpus.length)) / 60
}
