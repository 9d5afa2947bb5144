import type { Baseline } from '../../domain/baselines/baseline.ts'
import type { Page, PageBlock, PageDownload, PageTone, PageView } from '../../domain/page/page.ts'
import type { OverallVerdict, Report } from '../../domain/verdict/report.ts'
import type { RunRecord } from '../../domain/trial/run-record.ts'
import type { HistoryReport } from '../../domain/tracking/history-report.ts'
import type { Trial } from '../../domain/trial/trial.ts'
import { allComparisons, comparedGates, undecidedGates } from '../parts/changes.ts'
import { cases, derivedFigures, howItWasReached } from '../parts/details.ts'
import { findings, nextSteps } from '../parts/findings.ts'
import { headline, verdictSentence } from '../parts/headline.ts'
import { pastRuns } from '../parts/past-runs.ts'
import { provenance } from '../parts/provenance.ts'
import { requirements } from '../parts/requirements.ts'
import { sections } from '../parts/sections.ts'
import { whereTheTimeGoes } from '../parts/stages.ts'
import { visibleText } from '../visible-text.ts'
import { comparisonStrips, effectIntervals } from './comparison-blocks.ts'
import { environmentBlocks } from './environment-blocks.ts'
import { equivalenceBlocks } from './equivalence-blocks.ts'
import { historyBlocks } from './history-blocks.ts'
import { memoryBlocks } from './memory-blocks.ts'
import { pageText, partBlocks } from './part-blocks.ts'
import { sampleSource } from './samples-of-comparison.ts'
import { scalingBlocks } from './scaling-blocks.ts'
import { sweepBlocks } from './sweep-blocks.ts'
import { timelineBlock, timelineTrials, type PackedLog } from './timeline-block.ts'

/** What a page of one run is made from. */
export type ReportPageInput = {
  readonly report: Report
  readonly record: RunRecord
  /** What the run was compared with. */
  readonly baselines: readonly Baseline[]
  /** What was packed of the logs of trials. */
  readonly packed: ReadonlyMap<Trial, PackedLog>
  /** What the history of the default branch says; empty where nobody gave one. */
  readonly histories: readonly HistoryReport[]
  readonly downloads: readonly PageDownload[]
  /** Name and version of the tool that makes the page. */
  readonly madeBy: string
}

const tones: Readonly<Record<OverallVerdict, PageTone>> = {
  pass: 'good',
  fail: 'bad',
  inconclusive: 'unsure',
  error: 'bad',
}

/** The whole report as a page: the verdict first, then what it rests on. */
export function reportPage(input: ReportPageInput): Page {
  const { report, record } = input
  return {
    title: visibleText(`${report.title}: ${report.verdict}`),
    madeBy: `${input.madeBy} from run ${visibleText(record.runId)}`,
    headline: pageText(verdictSentence(report)),
    tone: tones[report.verdict],
    views: viewsOf(input).filter(({ blocks }) => blocks.length > 0),
    downloads: input.downloads,
  }
}

const nowhere = { runUrl: null, runFolderHint: null }

function viewsOf(input: ReportPageInput): PageView[] {
  const { report, record, baselines } = input
  const source = sampleSource(record, baselines)
  const ofSection = sectionBlocks(report)
  const keyOf = (id: string) => record.plan.cases.find((planned) => planned.id === id)?.key
  return [
    view('overview', 'Overview', overview(report)),
    view('comparisons', 'Comparisons', [
      ...comparisonStrips(report.comparisons, source),
      ...allComparisons(report).flatMap(partBlocks),
    ]),
    view('scaling', 'Scaling', [...scalingBlocks(report, source), ...ofSection('scaling', 'stage-scaling')]),
    view('timeline', 'Stages and GPUs', [
      ...timelineBlock(timelineTrials(record), input.packed),
      ...ofSection('stages', 'bottlenecks', 'throughput', 'gpu'),
    ]),
    view('memory', 'Memory', [...memoryBlocks(record, report, keyOf), ...ofSection('memory', 'out-of-memory')]),
    view('sweep', 'Settings', [...sweepBlocks(report), ...ofSection('sweep')]),
    view('equivalence', 'Answers', [...equivalenceBlocks(report), ...ofSection('equivalence')]),
    view('history', 'History', [
      ...pastRuns(report).flatMap(partBlocks),
      ...input.histories.flatMap((history) => historyBlocks(history, baselines)),
    ]),
    view('environment', 'Environment', [...environmentBlocks(record, baselines), ...ofSection('machine')]),
    view('details', 'More figures', [
      ...ofSection(''),
      ...[howItWasReached(report), ...cases(report), ...derivedFigures(report)].flatMap(partBlocks),
    ]),
  ]
}

function overview(report: Report): PageBlock[] {
  const limits = requirements(report)
  return [
    ...headline(report).lead.map((text): PageBlock => ({ kind: 'text', text: pageText(text) })),
    ...comparedGates(report).flatMap(partBlocks),
    ...effectIntervals(report.comparisons),
    ...undecidedGates(report).flatMap(partBlocks),
    ...limits.filter(({ isFolded }) => !isFolded).flatMap(partBlocks),
    ...whereTheTimeGoes(report).flatMap(partBlocks),
    ...findings(report).flatMap(partBlocks),
    ...nextSteps(report).flatMap(partBlocks),
    ...partBlocks(provenance(report, nowhere)),
    ...limits.filter(({ isFolded }) => isFolded).flatMap(partBlocks),
  ]
}

function view(id: string, title: string, blocks: readonly PageBlock[]): PageView {
  return { id, title, blocks }
}

/** Sections by the beginning of their id, each only once: the empty beginning gives all that nobody asked for before. */
function sectionBlocks(report: Report): (...starts: readonly string[]) => PageBlock[] {
  const left = new Map(sections(report).map((part, index) => [`${report.sections[index]?.id} ${index}`, part]))
  return (...starts) =>
    starts.flatMap((start) =>
      [...left].flatMap(([id, part]) => {
        if (start !== '' && !/^[- ]/.test(id.startsWith(start) ? id.slice(start.length) : '?')) return []
        left.delete(id)
        return partBlocks(part)
      }),
    )
}
