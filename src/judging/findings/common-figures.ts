import type { Config } from '../../config/schema/schema.ts'
import type { CaseOutcome } from '../../domain/trial/outcome.ts'
import type { RunRecord } from '../../domain/trial/run-record.ts'
import type { DerivedValue } from '../../domain/verdict/requirement.ts'
import { deriveCaseFigures } from './case-figures.ts'
import { deriveLogFigures, deriveLogSpeedups, deriveMonitoredShare } from './log-figures.ts'
import { deriveMissingFigures } from './missing-figures.ts'
import { deriveTelemetryFigures } from './telemetry-figures.ts'

/** Derives the figures that all suites share. */
export function deriveCommonFigures(
  own: readonly CaseOutcome[],
  { testbed }: RunRecord,
  { requirements }: Config,
): DerivedValue[] {
  return [
    ...own.flatMap(deriveCaseFigures),
    ...deriveMissingFigures(own, requirements),
    ...own.flatMap((outcome) => deriveLogFigures(outcome, testbed.devices)),
    ...deriveLogSpeedups(own),
    ...deriveMonitoredShare(own, testbed),
    ...own.flatMap((outcome) => deriveTelemetryFigures(outcome, testbed.devices)),
  ]
}
