import type { Baseline } from '../../domain/baselines/baseline.ts'
import type { Page, PageBlock, PageDownload, PageTone, PageView } from '../../domain/page/page.ts'
import type { OverallVerdict, Report } from '../../domain/verdict/report.ts'
import type { RunRecord } from '../../domain/trial/run-record.ts'
import type { HistoryReport } from '../../domain/tracking/history-report.ts'
import type { Trial } from '../../domain/trial/trial.ts'
import { buildAllComparisons } from '../parts/all-comparisons.ts'
import { buildComparedGates, buildUndecidedGates } from '../parts/changes.ts'
import { buildCases, buildDerivedFigures, buildVerdictDetails } from '../parts/verdict-details.ts'
import { buildFindings, buildNextSteps } from '../parts/findings.ts'
import { buildHeadline, formatVerdictTitle } from '../parts/headline.ts'
import { buildPastRuns } from '../parts/past-runs.ts'
import { buildProvenance, buildTelemetrySummary } from '../parts/provenance.ts'
import { buildRequirements } from '../parts/requirements.ts'
import { buildSections } from '../parts/sections.ts'
import { buildStageTimes } from '../parts/stages.ts'
import { toVisibleText } from '../visible-text.ts'
import { buildComparisonStrips, buildEffectIntervals } from './comparison-blocks.ts'
import { buildEnvironmentBlocks } from './environment-blocks.ts'
import { buildEquivalenceBlocks } from './equivalence-blocks.ts'
import { buildHistoryBlocks } from './history-blocks.ts'
import { buildMemoryBlocks } from './memory-blocks.ts'
import { toPageText, toPageBlocks } from './part-blocks.ts'
import { createSampleSource } from './comparison-samples.ts'
import { buildScalingBlocks } from './scaling-blocks.ts'
import { buildSweepBlocks } from './sweep-blocks.ts'
import { buildTimelineBlock, selectTimelineTrials, type PackedLog } from './timeline-block.ts'

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

const tones: Readonly<Record<OverallVerdict, PageTone>> = {
  pass: 'good',
  fail: 'bad',
  inconclusive: 'unsure',
  error: 'bad',
}

/** Builds the report page: the verdict first, then the evidence. */
export function buildReportPage(input: ReportPageInput): Page {
  const { report, record } = input
  return {
    title: toVisibleText(`${report.title}: ${report.verdict}`),
    madeBy: `${input.madeBy} from run ${toVisibleText(record.runId)}`,
    headline: toPageText(formatVerdictTitle(report)),
    tone: tones[report.verdict],
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
      ...buildComparisonStrips(report.comparisons, source),
      ...buildAllComparisons(report).flatMap(toPageBlocks),
    ]),
    createView('scaling', 'Scaling', [
      ...buildScalingBlocks(report, source),
      ...pickSections('scaling', 'stage-scaling'),
    ]),
    createView('timeline', report.testbed.deviceKind === 'gpu' ? 'Stages and GPUs' : 'Stages', [
      ...buildTimelineBlock(selectTimelineTrials(record), input.packed),
      ...pickSections('stages', 'bottlenecks', 'throughput', 'gpu'),
    ]),
    createView('memory', 'Memory', [
      ...buildMemoryBlocks(record, report, findKey),
      ...pickSections('memory', 'out-of-memory'),
    ]),
    createView('sweep', 'Settings', [...buildSweepBlocks(report), ...pickSections('sweep')]),
    createView('equivalence', 'Equivalence', [...buildEquivalenceBlocks(report), ...pickSections('equivalence')]),
    createView('history', 'History', [
      ...buildPastRuns(report).flatMap(toPageBlocks),
      ...input.histories.flatMap((history) => buildHistoryBlocks(history, baselines)),
    ]),
    createView('environment', 'Environment', [
      ...buildEnvironmentBlocks(record, baselines),
      ...pickSections('machine'),
    ]),
    createView('details', 'Details', [
      ...pickSections(''),
      ...[buildVerdictDetails(report), ...buildCases(report), ...buildDerivedFigures(report)].flatMap(toPageBlocks),
    ]),
  ]
}

function buildOverview(report: Report): PageBlock[] {
  const limits = buildRequirements(report)
  return [
    ...toPageBlocks({ ...buildHeadline(report), title: null }),
    ...buildComparedGates(report).flatMap(toPageBlocks),
    ...buildEffectIntervals(report.comparisons),
    ...buildUndecidedGates(report).flatMap(toPageBlocks),
    ...limits.filter(({ isFolded }) => !isFolded).flatMap(toPageBlocks),
    ...buildStageTimes(report).flatMap(toPageBlocks),
    ...buildFindings(report).flatMap(toPageBlocks),
    ...buildNextSteps(report).flatMap(toPageBlocks),
    ...[buildProvenance(report, noLocation), ...buildTelemetrySummary(report)].flatMap(toPageBlocks),
    ...limits.filter(({ isFolded }) => isFolded).flatMap(toPageBlocks),
  ]
}

function createView(id: string, title: string, blocks: readonly PageBlock[]): PageView {
  return { id, title, blocks }
}

/** Picks sections by the start of their id, each once; the empty start picks all remaining ones. */
function createSectionPicker(report: Report): (...starts: readonly string[]) => PageBlock[] {
  const left = new Map(buildSections(report).map((part, index) => [`${report.sections[index]?.id} ${index}`, part]))
  return (...starts) =>
    starts.flatMap((start) =>
      [...left].flatMap(([id, part]) => {
        if (start !== '' && !/^[- ]/.test(id.startsWith(start) ? id.slice(start.length) : '?')) return []
        left.delete(id)
        return toPageBlocks(part)
      }),
    )
}
