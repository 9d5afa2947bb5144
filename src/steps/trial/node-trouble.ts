import { findLauncherTrouble } from '../../adapters/launcher/launcher-messages.ts'
import type { Config } from '../../config/schema/schema.ts'
import { findContamination, notObserved } from '../../domain/trial/contamination.ts'
import type { FileInspector } from '../../ports/file-inspector.ts'
import { findOutsideReason } from './isolation.ts'
import type { TrialRequest } from './trial-request.ts'
import type { NodeTelemetry, TrialHost } from '../../record/telemetry.ts'
import type { TrialFailure } from '../../record/plan.ts'

type NodeTrial = {
  readonly nodes: readonly NodeTelemetry[]
  readonly failure: TrialFailure | null
  readonly stderrPath: string
}

const maxStderrBytes = 64 * 1024 * 1024

/** Lists why the nodes or the batch system were not fit during a trial, as sentences; empty without a launcher. */
export async function findNodeTrouble(
  { next: { planned }, prepared }: TrialRequest,
  { nodes, failure, stderrPath }: NodeTrial,
  { inspector }: { readonly inspector: Pick<FileInspector, 'readStat' | 'readText'> },
): Promise<string[]> {
  if (!prepared.config.pipeline.launcher || planned.tool) return []
  const bytes = (await inspector.readStat(stderrPath))?.bytes ?? 0
  const stderr = bytes > maxStderrBytes ? '' : ((await inspector.readText(stderrPath, maxStderrBytes)) ?? '')
  const gpus = prepared.physicalGpus(planned.gpus)
  const hasFailed = failure !== null
  const ofNodes = nodes.flatMap(({ node, telemetry, problem }) => {
    if (!telemetry) return hasFailed || gpus.length === 0 ? [] : [`${notObserved}${node}: ${problem}`]
    if (telemetry.gpus.length === 0 && gpus.length === 0) return []
    return findContamination({ telemetry, gpus, failure, usual: null }).map((text) => `${node}: ${text}`)
  })
  return [...findLauncherTrouble({ stderr, hasFailed }), ...ofNodes].slice(0, 20)
}

/**
 * Keeps the values of the machine. A service outside the process tree starts the pipeline, so values of the tree
 * would be those of its client.
 */
export function selectHostValues(config: Config, host: TrialHost | null): TrialHost | null {
  if (host === null || findOutsideReason(config) === null) return host
  return {
    ...host,
    userCpuSeconds: null,
    systemCpuSeconds: null,
    otherCpuSeconds: null,
    majorPageFaults: null,
    voluntaryContextSwitches: null,
    involuntaryContextSwitches: null,
  }
}
