import type { Config } from '../config/schema.ts'

/** The metrics of a suite whose regression fails the check. */
export function gateOf({ comparison, suites }: Config, suite: string): readonly string[] {
  return (suite === 'command' ? suites.command?.gate : undefined) ?? comparison.gate
}
