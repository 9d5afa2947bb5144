import type { Baseline } from '../../record/baseline.ts'
import type { Block } from '../../domain/report/block.ts'
import type { PageDownload, PageView } from '../../domain/report/page.ts'
import type { HistoryReport } from '../../domain/history/observe.ts'
import type { RunRecord } from '../../domain/trial/run-record.ts'
import type { Page } from '../../domain/report/page.ts'
import type { Report } from '../../domain/verdict/report.ts'
import type { Trial } from '../../domain/trial/trial.ts'
import { buildAllComparisons, buildComparedGates, buildUndecidedGates } from '../report/comparisons.ts'
import { buildCases, buildDerivedFigures, buildVerdictDetails } from '../report/details.ts'
import { getOverallTone } from '../report/labels.ts'
import {
  buildFindings,
  buildHeadline,
  buildNextSteps,
  buildProvenance,
  buildTelemetrySummary,
  formatVerdict,
} from '../report/overview.ts'
import { buildPastRuns, buildRequirements, buildSections, buildStageTimes } from '../report/tables.ts'
import { buildEffectIntervals, buildSampleCharts, createSampleSource } from './comparisons.ts'
import { buildEnvironmentBlocks } from './environment.ts'
import { buildHistoryView } from './history.ts'
import { buildMemoryBlocks } from './memory.ts'
import { buildTimelineBlock, selectTimelineTrials, type PackedLog } from './timeline.ts'

/** Input of the report page. */
export type ReportPageInput = {
  readonly report: Report
  readonly record: RunRecord
  /** Baselines that the run was compared with. */
  readonly baselines: readonly Baseline[]
  /** Packed telemetry logs by trial. */
  readonly packed: ReadonlyMap<Trial, PackedLog>
  /** Histories of the default branch; empty when none was given. */
  readonly histories: readonly HistoryReport[]
  readonly downloads: readonly PageDownload[]
  /** Name and version of this tool. */
  readonly madeBy: string
}

/** Builds the report page: the verdict first, then the evidence. */
export function buildReportPage(input: ReportPageInput): Page {
  const { report, record } = input
  return {
    title: `${report.title}: ${report.verdict}`,
    madeBy: `${input.madeBy} from run ${record.runId}`,
    headline: formatVerdict(report).title,
    tone: getOverallTone(report.verdict),
    views: buildViews(input).filter(({ blocks }) => blocks.length > 0),
    downloads: input.downloads,
  }
}

const noLocation = { runUrl: null, runFolderHint: null }

function buildViews(input: ReportPageInput): PageView[] {
  const { report, record, baselines } = input
  const source = createSampleSource(record, baselines)
  const pickSections = createSectionPicker(report)
  const findKey = (id: string) => record.plan.cases.find((planned) => planned.id === id)?.key
  return [
    createView('overview', 'Overview', buildOverview(report)),
    createView('comparisons', 'Comparisons', [
      ...buildSampleCharts(report.comparisons, source),
      ...buildAllComparisons(report),
    ]),
    createView('scaling', 'Scaling', pickSections('scaling', 'stage-scaling')),
    createView('timeline', report.testbed.deviceKind === 'gpu' ? 'Stages and GPUs' : 'Stages', [
      ...buildTimelineBlock(selectTimelineTrials(record), input.packed),
      ...pickSections('stages', 'bottlenecks', 'throughput', 'gpu'),
    ]),
    createView('memory', 'Memory', [
      ...buildMemoryBlocks(record, report, findKey),
      ...pickSections('memory', 'out-of-memory'),
    ]),
    createView('sweep', 'Settings', pickSections('sweep')),
    createView('equivalence', 'Equivalence', pickSections('equivalence')),
    createView('history', 'History', [
      ...buildPastRuns(report),
      ...input.histories.flatMap((history) => buildHistoryView(history, baselines)),
    ]),
    createView('environment', 'Environment', [
      ...buildEnvironmentBlocks(record, baselines),
      ...pickSections('machine'),
    ]),
    createView('details', 'Details', [
      ...pickSections(''),
      buildVerdictDetails(report),
      ...buildCases(report),
      ...buildDerivedFigures(report),
    ]),
  ]
}

function buildOverview(report: Report): Block[] {
  const limits = buildRequirements(report)
  return [
    { ...buildHeadline(report), title: null },
    ...buildComparedGates(report),
    ...buildEffectIntervals(report.comparisons),
    ...buildUndecidedGates(report),
    ...limits.filter(({ isFolded }) => !isFolded),
    ...buildStageTimes(report),
    ...buildFindings(report),
    ...buildNextSteps(report),
    buildProvenance(report, noLocation),
    ...buildTelemetrySummary(report),
    ...limits.filter(({ isFolded }) => isFolded),
  ]
}

function createView(id: string, title: string, blocks: readonly Block[]): PageView {
  return { id, title, blocks }
}

/**
 * Picks the charts and tables of sections by the start of their id, each once; the empty start picks all remaining
 * ones.
 */
function createSectionPicker(report: Report): (...starts: readonly string[]) => Block[] {
  const tables = buildSections(report)
  const left = new Set(report.sections)
  return (...starts) =>
    starts.flatMap((start) =>
      [...left].flatMap((section) => {
        if (start !== '' && section.id !== start && !section.id.startsWith(`${start}-`)) return []
        left.delete(section)
        const table = tables[report.sections.indexOf(section)]
        return [...(section.charts ?? []), ...(table ? [table] : [])]
      }),
    )
}
