import type { PlannedCase } from '../plan/plan.ts'
import type { Testbed } from '../testbed/testbed.ts'

export type MinutesUnit = 'GPU-minutes' | 'device-minutes'

/** What time × devices is called: the devices of a pipeline that runs without GPUs are cores. */
export function chooseMinutesUnit({ deviceKind }: Pick<Testbed, 'deviceKind'>): MinutesUnit {
  return deviceKind === 'gpu' ? 'GPU-minutes' : 'device-minutes'
}

/** Minutes that so many runs of a case hold its devices. */
export function computeDeviceMinutes({ gpus }: Pick<PlannedCase, 'gpus'>, runs: number, seconds: number): number {
  return (runs * seconds * Math.max(1, gpus.length)) / 60
}
