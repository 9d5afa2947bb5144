import type { Report } from '../../domain/verdict/report.ts'
import { joined, link, say } from '../content.ts'
import { partsOf } from '../parts/index.ts'
import type { Whereabouts } from '../whereabouts.ts'
import { blockOf, toMarkdown } from './blocks.ts'
import { fitBlocks } from './budget.ts'

type Limits = {
  /** UTF-8 bytes. */
  readonly maxBytes: number
  /** What of the run holds more than this text: `the summary`, `the artifacts`. */
  readonly fuller: 'the summary' | 'the artifacts'
}

/** The whole report as GitHub Markdown within its limits. */
export function markdownDocument(report: Report, whereabouts: Whereabouts, { maxBytes, fuller }: Limits): string {
  return fitBlocks(partsOf(report, whereabouts).map(blockOf), maxBytes, placeOf(whereabouts, fuller))
}

/** Where the full report is, as the end of a sentence. */
function placeOf({ runUrl, runFolderHint }: Whereabouts, fuller: Limits['fuller']): string {
  const places = [
    ...(runUrl === null ? [] : [link(`${fuller} of this run`, runUrl)]),
    ...(runFolderHint === null ? [] : [say`the run folder (${runFolderHint})`]),
  ]
  return toMarkdown(places.length > 0 ? joined(places, ' and in ') : say`the JSON report of this run`)
}
