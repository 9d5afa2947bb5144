import type { Report } from '../../domain/verdict/report.ts'
import { joinContents, toLink, say } from '../content.ts'
import { buildParts } from '../parts/index.ts'
import type { ReportLocation } from '../report-location.ts'
import { toBlock, toMarkdown } from './blocks.ts'
import { fitBlocks } from './budget.ts'

type Limits = {
  /** UTF-8 bytes. */
  readonly maxBytes: number
  /** What holds more of this run than this text. */
  readonly fullVersion: 'the summary' | 'the artifacts'
}

/** Renders the report as GitHub Markdown within the byte limit. */
export function renderMarkdown(report: Report, location: ReportLocation, { maxBytes, fullVersion }: Limits): string {
  return fitBlocks(buildParts(report, location).map(toBlock), maxBytes, locateFullReport(location, fullVersion))
}

/** Names the location of the full report, to end a sentence with. */
function locateFullReport({ runUrl, runFolderHint }: ReportLocation, fullVersion: Limits['fullVersion']): string {
  const places = [
    ...(runUrl === null ? [] : [toLink(`${fullVersion} of this run`, runUrl)]),
    ...(runFolderHint === null ? [] : [say`the run folder (${runFolderHint})`]),
  ]
  return toMarkdown(places.length > 0 ? joinContents(places, ' and in ') : say`the JSON report of this run`)
}
