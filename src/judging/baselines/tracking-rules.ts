import type { Config } from '../../config/schema/schema.ts'
import { tracking, type TrackingConfig } from '../../config/schema/tracking-schema.ts'
import type { TrackingRules } from '../../domain/tracking/observe.ts'

/** Tracking settings of the config; the schema defaults when it has no `tracking` section. */
export function getTracking(config: Config): TrackingConfig {
  return config.tracking ?? tracking.parse({})
}

/** Rules that decide whether a change in the history is reported. */
export function buildTrackingRules(config: Config): TrackingRules {
  const { metrics, minEffect, openWhen, settledAfter } = getTracking(config)
  return { metrics, minEffect: minEffect ?? config.comparison.minEffect, openWhen, settledAfter }
}
