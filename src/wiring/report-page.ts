import type { Baseline } from '../domain/baselines/baseline.ts'
import type { Report } from '../domain/verdict/report.ts'
import type { RunRecord } from '../domain/trial/run-record.ts'
import type { HistoryReport } from '../domain/tracking/history-report.ts'
import type { Trial } from '../domain/trial/trial.ts'
import { createFileInspector } from '../io/files/disk-file-inspector.ts'
import { diskFileStore } from '../io/files/disk-file-store.ts'
import { compressToBase64 } from '../io/files/gzip-base64.ts'
import type { PagePart } from '../reporters/html/render-page.ts'
import { buildReportPage } from '../reporters/html/report-page.ts'
import { selectTimelineTrials, type PackedLog } from '../reporters/html/timeline-block.ts'
import { reportFiles } from '../reporters/report-files.ts'
import { readGpuLogs } from '../steps/measure/read-gpu-logs.ts'
import { configCopy } from '../steps/measure/run-folder.ts'
import { toolVersion } from './tool-version.ts'
import { renderPieces, packRawFiles, writePage, type RawFile, type PageWithParts } from './write-page.ts'

/** The run of a page. */
export type ReportPageRequest = {
  readonly folder: string
  readonly report: Report
  readonly record: RunRecord
  readonly baselines: readonly Baseline[]
  readonly histories: readonly HistoryReport[]
}

/** Writes the report of a run folder as one HTML file; returns its size in bytes. */
export async function writeReportPage(path: string, request: ReportPageRequest): Promise<number> {
  return await writePage(path, await buildPage(request))
}

/** Yields the same page as text, in pieces. */
export async function* renderReportPage(request: ReportPageRequest): AsyncGenerator<string> {
  yield* renderPieces(await buildPage(request))
}

async function buildPage(request: ReportPageRequest): Promise<PageWithParts> {
  const { record, folder } = request
  const samples = await packSamples(record, folder)
  const raw = await packRawFiles(await listRawFiles(request))
  const page = buildReportPage({
    ...request,
    packed: samples.packed,
    downloads: raw.downloads,
    madeBy: `warpgauge ${toolVersion}`,
  })
  return { page, parts: [...samples.parts, ...raw.parts] }
}

async function packSamples(record: RunRecord, folder: string) {
  const packed = new Map<Trial, PackedLog>()
  const parts: PagePart[] = []
  const logs = readGpuLogs(selectTimelineTrials(record), folder, createFileInspector(null))
  for await (const { trial, telemetry, notes } of logs) {
    const id = `samples-${packed.size}`
    if (telemetry) parts.push({ id, base64: await compressToBase64(Buffer.from(JSON.stringify(telemetry))) })
    packed.set(trial, { part: telemetry ? id : null, notes })
  }
  return { packed, parts }
}

const mostConfigBytes = 1024 * 1024

async function listRawFiles({ folder, report, record }: ReportPageRequest): Promise<RawFile[]> {
  const config = await diskFileStore.readForeignText(folder, configCopy, mostConfigBytes)
  return [
    { name: 'run.json', mediaType: 'application/json', text: `${JSON.stringify(record, null, 1)}\n` },
    { name: 'report.json', mediaType: 'application/json', text: reportFiles['report.json'](report) },
    { name: 'report.md', mediaType: 'text/markdown', text: reportFiles['report.md'](report) },
    ...(config === null ? [] : [{ name: configCopy, mediaType: 'application/yaml', text: config }]),
  ]
}
