import type { Config } from '../config/schema/schema.ts'
import { autoGates } from '../domain/verdict/gate.ts'

/** The metrics of a suite whose regression fails the check, as patterns of `isGateMetric`. */
export function chooseGate({ comparison, pipeline, suites }: Config, suite: string): readonly string[] {
  const named = (suite === 'command' ? suites.command?.gate : undefined) ?? comparison.gate
  return named === 'auto' ? [autoGates[pipeline.devices]] : named
}
