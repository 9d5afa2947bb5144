import type { HistoryReport } from '../../domain/history/observe.ts'
import { createText, type Block, type Page, type PageDownload } from '../../domain/report/block.ts'
import { say, toCode } from '../../domain/report/content.ts'
import type { RunRecord } from '../../record/run.ts'
import type { Trial } from '../../domain/trial/trial.ts'
import type { Report } from '../../domain/verdict/report.ts'
import type { Baseline } from '../../record/baseline.ts'
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
import { buildKernelView } from './kernels.ts'
import { buildMemoryBlocks } from './memory.ts'
import { buildTimelineBlock, type PackedLog } from './timeline.ts'

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
  /** Testbeds of which no record of the history can be read; absent: none. */
  readonly unreadable?: readonly string[]
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
    views: listViews(input)
      .map(([id, title, blocks]) => ({ id, title, blocks }))
      .filter(({ blocks }) => blocks.length > 0),
    downloads: input.downloads,
  }
}

function listViews(input: ReportPageInput): [id: string, title: string, blocks: Block[]][] {
  const { report, record, baselines, histories, unreadable = [], packed } = input
  const source = createSampleSource(record, baselines)
  const { kernels = [], others = [] } = Object.groupBy(report.sections, ({ id }) =>
    id.startsWith('kernels-') ? 'kernels' : 'others',
  )
  const pick = createSectionPicker({ ...report, sections: others })
  const findKey = (id: string) => record.plan.cases.find((planned) => planned.id === id)?.key
  const samples = buildSampleCharts(report.comparisons, source)
  const timeline = buildTimelineBlock(record, packed)
  const stages = report.testbed.deviceKind === 'gpu' ? 'Stages and GPUs' : 'Stages'
  const memory = buildMemoryBlocks(record, report, findKey)
  const history = histories.flatMap((one) => buildHistoryView(one, baselines))
  const unread = unreadable.map((id) => createText({ lead: [say`No record of testbed ${toCode(id)} can be read.`] }))
  return [
    ['overview', 'Overview', buildOverview(report)],
    ['comparisons', 'Comparisons', [...samples, ...buildAllComparisons(report)]],
    ['scaling', 'Scaling', pick('scaling', 'stage-scaling')],
    ['timeline', stages, [...timeline, ...pick('stages', 'bottlenecks', 'throughput', 'gpu')]],
    ['kernels', 'Kernels', buildKernelView(kernels, record, baselines)],
    ['memory', 'Memory', [...memory, ...pick('memory', 'out-of-memory')]],
    ['sweep', 'Settings', pick('sweep')],
    ['equivalence', 'Equivalence', pick('equivalence')],
    ['history', 'History', [...buildPastRuns(report), ...history, ...unread]],
    ['environment', 'Environment', [...buildEnvironmentBlocks(record, baselines), ...pick('machine')]],
    [
      'details',
      'Details',
      [...pick(''), buildVerdictDetails(report), ...buildCases(report), ...buildDerivedFigures(report)],
    ],
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
    buildProvenance(report, null),
    ...buildTelemetrySummary(report),
    ...limits.filter(({ isFolded }) => isFolded),
  ]
}

/** Picks the charts and tables of sections by the start of their id, each once; an empty start picks the rest. */
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
