import type { Config } from '../config/schema/schema.ts'
import { formatCaseId, type CaseKey } from '../domain/core/case.ts'
import type { PlannedCase } from '../domain/plan/plan.ts'
import type { Device } from '../domain/testbed/testbed.ts'
import type { NotTested } from '../record/plan.ts'

/** Settings that every suite shares. */
export type SuiteRunPolicy = {
  readonly dataset?: string | undefined
  readonly warmups?: number | undefined
  readonly repeats?: number | undefined
  readonly maxRepeats?: number | undefined
  readonly timeoutMinutes?: number | undefined
  readonly sampleIntervalMs?: number | undefined
}

type CaseRequest = {
  readonly config: Config
  readonly suite: SuiteRunPolicy
  readonly key: CaseKey
  readonly devices: readonly Device[]
  readonly gpuCount: number
  readonly group: string
  readonly revision?: string
  readonly dataset?: string
  readonly samplesFrom?: PlannedCase['samplesFrom']
  readonly placement?: Pick<PlannedCase, 'nodes'>
  readonly options?: PlannedCase['options']
  readonly tables?: PlannedCase['tables']
}

/** Plans a case of a suite; settings that the suite leaves out come from `run` and `pipeline` of the config. */
export function planCase(request: CaseRequest): PlannedCase {
  const { config, suite, key } = request
  return {
    id: formatCaseId(key),
    key,
    revision: request.revision ?? 'head',
    dataset: chooseDataset(request),
    gpus: request.devices.slice(0, request.gpuCount).map((device) => device.id),
    warmups: suite.warmups ?? config.run.warmups,
    repeats: suite.repeats ?? config.run.repeats,
    maxRepeats: suite.maxRepeats ?? config.run.maxRepeats,
    maxReruns: config.run.maxReruns,
    timeoutSeconds: (suite.timeoutMinutes ?? config.pipeline.timeoutMinutes) * 60,
    sampleIntervalMs: suite.sampleIntervalMs ?? config.run.sampleIntervalMs ?? null,
    interleaveGroup: request.group,
    samplesFrom: request.samplesFrom ?? 'fresh',
    ...request.placement,
    ...(request.options && { options: request.options }),
    ...(request.tables && { tables: request.tables }),
  }
}

function chooseDataset({ dataset, suite }: CaseRequest): string {
  return dataset ?? suite.dataset ?? ''
}

/** Reports a case as not tested when it needs more devices than there are; null when there are enough. */
export function checkDeviceCount(key: CaseKey, gpuCount: number, devices: readonly Device[]): NotTested | null {
  if (gpuCount <= devices.length) return null
  return { key, reason: `needs ${gpuCount} devices, this runner has ${devices.length}` }
}
