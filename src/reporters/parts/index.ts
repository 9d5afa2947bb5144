import type { Report } from '../../domain/verdict/report.ts'
import type { Part } from '../part.ts'
import type { Whereabouts } from '../whereabouts.ts'
import { allComparisons, comparedGates, undecidedGates } from './changes.ts'
import { cases, derivedFigures, howItWasReached } from './details.ts'
import { findings, nextSteps } from './findings.ts'
import { headline } from './headline.ts'
import { pastRuns } from './past-runs.ts'
import { provenance } from './provenance.ts'
import { requirements } from './requirements.ts'
import { scalingCurves } from './scaling-curve.ts'
import { sections } from './sections.ts'
import { whereTheTimeGoes } from './stages.ts'

/** A report in the order in which it is read: the verdict, what it rests on, what to do, and then the evidence. */
export function partsOf(report: Report, whereabouts: Whereabouts): Part[] {
  const limits = requirements(report)
  const tables = sections(report)
  const past = pastRuns(report)
  return [
    headline(report),
    ...comparedGates(report),
    ...undecidedGates(report),
    ...limits.filter(isOpen),
    ...whereTheTimeGoes(report),
    ...scalingCurves(report),
    ...tables.filter(isOpen),
    ...past.filter(isOpen),
    provenance(report, whereabouts),
    ...findings(report),
    ...nextSteps(report),
    howItWasReached(report),
    ...limits.filter((item) => item.isFolded),
    ...past.filter((item) => item.isFolded),
    ...tables.filter((item) => item.isFolded),
    ...cases(report),
    ...derivedFigures(report),
    ...allComparisons(report),
  ]
}

function isOpen({ isFolded }: Part): boolean {
  return !isFolded
}
