import type { Report } from '../../domain/verdict/report.ts'
import type { Part } from '../part.ts'
import type { ReportLocation } from '../report-location.ts'
import { buildAllComparisons } from './all-comparisons.ts'
import { buildComparedGates, buildUndecidedGates } from './changes.ts'
import { buildCases, buildDerivedFigures, buildVerdictDetails } from './verdict-details.ts'
import { buildFindings, buildNextSteps } from './findings.ts'
import { buildHeadline } from './headline.ts'
import { buildPastRuns } from './past-runs.ts'
import { buildProvenance, buildTelemetrySummary } from './provenance.ts'
import { buildRequirements } from './requirements.ts'
import { buildScalingCurves } from './scaling-curve.ts'
import { buildSections } from './sections.ts'
import { buildStageTimes } from './stages.ts'

/**
 * Builds all parts of a report in reading order. The first screen has verdict, comparisons, limits, findings, hardware
 * and next steps; the folded parts have the evidence.
 */
export function buildParts(report: Report, location: ReportLocation): Part[] {
  const limits = buildRequirements(report)
  const tables = buildSections(report)
  const findings = buildFindings(report)
  return [
    buildHeadline(report),
    ...buildComparedGates(report),
    ...buildUndecidedGates(report),
    ...limits.filter(isOpen),
    ...tables.filter(isOpen),
    ...findings.filter(isOpen),
    buildProvenance(report, location),
    ...buildNextSteps(report),
    buildVerdictDetails(report),
    ...findings.filter(isFolded),
    ...buildAllComparisons(report),
    ...buildStageTimes(report),
    ...buildScalingCurves(report),
    ...tables.filter(isFolded),
    ...limits.filter(isFolded),
    ...buildPastRuns(report),
    ...buildTelemetrySummary(report),
    ...buildCases(report),
    ...buildDerivedFigures(report),
  ]
}

function isFolded(part: Part): boolean {
  return part.isFolded
}

function isOpen(part: Part): boolean {
  return !part.isFolded
}
