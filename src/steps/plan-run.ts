import type { Config, SuiteName } from '../config/schema.ts'
import type { Plan } from '../domain/plan.ts'
import type { ResolvedRevision } from '../domain/revision.ts'
import type { Device } from '../domain/testbed.ts'
import { suiteNames, suites } from '../suites/index.ts'
import type { Suite } from '../suites/suite.ts'

/** What the config asks for on this machine. Pure: the same answer when a run is judged again elsewhere. */
export function planRun(config: Config, devices: readonly Device[], revisions: readonly ResolvedRevision[]): Plan {
  const plans = configuredSuites(config).map(({ suite, settings }) =>
    suite.plan({ config, suite: settings, devices, revisions }),
  )
  return { cases: plans.flatMap((plan) => plan.cases), notTested: plans.flatMap((plan) => plan.notTested) }
}

export type ConfiguredSuite = {
  readonly name: SuiteName
  readonly suite: Suite<unknown>
  readonly settings: unknown
}

/** The suites that the config switches on, with their settings. */
export function configuredSuites(config: Config): ConfiguredSuite[] {
  return suiteNames.flatMap((name) => {
    const settings = config.suites[name]
    // Each suite gets the settings of its own name; the table cannot say so in types.
    return settings ? [{ name, settings, suite: suites[name] }] : []
  })
}
