import type { Config } from '../../config/schema/schema.ts'
import { tracking, type TrackingConfig } from '../../config/schema/tracking-schema.ts'
import type { TrackingRules } from '../../domain/tracking/observe.ts'

/** The settings of a config that says nothing of tracking. */
export function getTracking(config: Config): TrackingConfig {
  return config.tracking ?? tracking.parse({})
}

/** What decides whether a change is worth telling. */
export function buildTrackingRules(config: Config): TrackingRules {
  const { metrics, minEffect, openWhen, settledAfter } = getTracking(config)
  return { metrics, minEffect: minEffect ?? config.comparison.minEffect, openWhen, settledAfter }
}
