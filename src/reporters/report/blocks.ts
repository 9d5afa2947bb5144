import type { Block } from '../../domain/report/block.ts'
import type { Report } from '../../domain/verdict/report.ts'
import { buildAllComparisons, buildComparedGates, buildUndecidedGates } from './comparisons.ts'
import { buildCases, buildDerivedFigures, buildVerdictDetails } from './details.ts'
import { buildFindings, buildHeadline, buildNextSteps, buildProvenance, buildTelemetrySummary } from './overview.ts'
import { buildPastRuns, buildRequirements, buildSections, buildStageTimes, selectSectionCurves } from './tables.ts'

/**
 * Builds all blocks of a report in reading order. The first screen has verdict, comparisons, limits, findings, hardware
 * and next steps; the folded blocks have the evidence. `runUrl` is null outside of GitHub.
 */
export function buildReportBlocks(report: Report, runUrl: string | null): Block[] {
  const limits = Object.groupBy(buildRequirements(report), formatState)
  const tables = Object.groupBy(buildSections(report), formatState)
  const findings = Object.groupBy(buildFindings(report), formatState)
  return [
    buildHeadline(report),
    ...buildComparedGates(report),
    ...buildUndecidedGates(report),
    ...(limits.open ?? []),
    ...(tables.open ?? []),
    ...(findings.open ?? []),
    buildProvenance(report, runUrl),
    ...buildNextSteps(report),
    buildVerdictDetails(report),
    ...(findings.folded ?? []),
    ...buildAllComparisons(report),
    ...buildStageTimes(report),
    ...selectSectionCurves(report),
    ...(tables.folded ?? []),
    ...(limits.folded ?? []),
    ...buildPastRuns(report),
    ...buildTelemetrySummary(report),
    ...buildCases(report),
    ...buildDerivedFigures(report),
  ]
}

function formatState({ isFolded }: Block): 'folded' | 'open' {
  return isFolded ? 'folded' : 'open'
}
