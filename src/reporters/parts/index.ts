import type { Report } from '../../domain/report.ts'
import type { Part } from '../part.ts'
import type { Whereabouts } from '../whereabouts.ts'
import { allComparisons, changes, undecidedGates } from './changes.ts'
import { cases, derivedFigures, howItWasReached } from './details.ts'
import { findings, nextSteps } from './findings.ts'
import { headline } from './headline.ts'
import { provenance } from './provenance.ts'
import { requirements } from './requirements.ts'
import { sections } from './sections.ts'

/** A report in the order in which it is read: the verdict, what it rests on, what to do, and then the evidence. */
export function partsOf(report: Report, whereabouts: Whereabouts): Part[] {
  return [
    headline(report),
    ...changes(report),
    ...undecidedGates(report),
    ...requirements(report),
    ...sections(report),
    provenance(report, whereabouts),
    ...findings(report),
    ...nextSteps(report),
    howItWasReached(report),
    ...cases(report),
    ...derivedFigures(report),
    ...allComparisons(report),
  ]
}
