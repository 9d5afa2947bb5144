import type { Report } from '../../domain/verdict/report.ts'
import type { Part } from '../part.ts'
import type { ReportLocation } from '../report-location.ts'
import { buildAllComparisons, buildComparedGates, buildUndecidedGates } from './changes.ts'
import { buildCases, buildDerivedFigures, buildVerdictDetails } from './verdict-details.ts'
import { buildFindings, buildNextSteps } from './findings.ts'
import { buildHeadline } from './headline.ts'
import { buildPastRuns } from './past-runs.ts'
import { buildProvenance } from './provenance.ts'
import { buildRequirements } from './requirements.ts'
import { buildScalingCurves } from './scaling-curve.ts'
import { buildSections } from './sections.ts'
import { buildStageTimes } from './stages.ts'

/** Builds all parts of a report in reading order: verdict, comparisons, limits, next steps, evidence. */
export function buildParts(report: Report, location: ReportLocation): Part[] {
  const limits = buildRequirements(report)
  const tables = buildSections(report)
  const past = buildPastRuns(report)
  return [
    buildHeadline(report),
    ...buildComparedGates(report),
    ...buildUndecidedGates(report),
    ...limits.filter(isOpen),
    ...buildStageTimes(report),
    ...buildScalingCurves(report),
    ...tables.filter(isOpen),
    ...past.filter(isOpen),
    buildProvenance(report, location),
    ...buildFindings(report),
    ...buildNextSteps(report),
    buildVerdictDetails(report),
    ...limits.filter((item) => item.isFolded),
    ...past.filter((item) => item.isFolded),
    ...tables.filter((item) => item.isFolded),
    ...buildCases(report),
    ...buildDerivedFigures(report),
    ...buildAllComparisons(report),
  ]
}

function isOpen({ isFolded }: Part): boolean {
  return !isFolded
}
