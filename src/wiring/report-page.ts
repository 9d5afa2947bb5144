import type { Baseline } from '../record/baseline.ts'
import { hash } from 'node:crypto'
import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import type { Report } from '../domain/verdict/report.ts'
import type { RunRecord } from '../record/run.ts'
import type { HistoryReport } from '../domain/history/observe.ts'
import type { Trial } from '../domain/trial/trial.ts'
import { createFileInspector } from '../io/files/disk-file-inspector.ts'
import { diskFileStore } from '../io/files/disk-file-store.ts'
import { promisify } from 'node:util'
import { gzip } from 'node:zlib'
import { type PagePart, renderPage } from '../reporters/html/page.ts'
import { buildReportPage } from '../reporters/html/report-page.ts'
import { selectTimelineTrials, type PackedLog } from '../reporters/html/timeline.ts'
import { reportFiles } from '../reporters/index.ts'
import { readGpuLogs } from '../steps/measure/read-gpu-logs.ts'
import { configCopy } from '../steps/measure/run-folder.ts'
import { toolVersion } from './tool-version.ts'
import type { HistoryRecord } from '../record/history.ts'
import { buildHistoryPage } from '../reporters/html/history.ts'
import type { Page, PageDownload } from '../domain/report/block.ts'

/** A judged run folder, what it was judged by, and histories to show; empty: none. */
export type ReportPageRequest = {
  readonly folder: string
  readonly report: Report
  readonly record: RunRecord
  readonly baselines: readonly Baseline[]
  readonly histories: readonly HistoryReport[]
  /** Testbeds of which no record of the history can be read; absent: none. */
  readonly unreadable?: readonly string[]
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
  const { record, report, folder } = request
  const { packed, parts } = await packSamples(record, folder)
  const config = await diskFileStore.readForeignText(folder, configCopy, mostConfigBytes)
  const raw = await packRawFiles([
    { name: 'run.json', mediaType: 'application/json', text: `${JSON.stringify(record, null, 1)}\n` },
    { name: 'report.json', mediaType: 'application/json', text: reportFiles['report.json'](report) },
    { name: 'report.md', mediaType: 'text/markdown', text: reportFiles['report.md'](report) },
    ...(config === null ? [] : [{ name: configCopy, mediaType: 'application/yaml', text: config }]),
  ])
  const page = buildReportPage({ ...request, packed, downloads: raw.downloads, madeBy: `warpgauge ${toolVersion}` })
  return { page, parts: [...parts, ...raw.parts] }
}

const mostConfigBytes = 1024 * 1024

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

/**
 * Writes the history of testbeds as one HTML file; returns its size in bytes. `unreadable`: the testbeds without a readable
 * record.
 */
export async function writeHistoryPage(
  path: string,
  histories: readonly {
    readonly testbedId: string
    readonly records: readonly HistoryRecord[]
    readonly report: HistoryReport
    readonly baselines: readonly Baseline[]
  }[],
  unreadable: readonly string[] = [],
): Promise<number> {
  const files = histories.map(({ testbedId, records }) => ({
    name: `${testbedId}.jsonl`,
    mediaType: 'application/jsonl',
    text: records.map((record) => `${JSON.stringify(record)}\n`).join(''),
  }))
  const { downloads, parts } = await packRawFiles(files)
  const page = buildHistoryPage({ histories, unreadable, downloads, madeBy: `warpgauge ${toolVersion}` })
  return await writePage(path, { page, parts })
}

const mostBytes = 1024 ** 3

type PageWithParts = { readonly page: Page; readonly parts: readonly PagePart[] }

/** Writes a page as one file; returns its size in bytes. */
async function writePage(path: string, content: PageWithParts): Promise<number> {
  let bytes = 0
  async function* countBytes(): AsyncGenerator<Uint8Array> {
    for await (const text of renderPieces(content)) {
      const piece = Buffer.from(text)
      bytes += piece.length
      yield piece
    }
  }
  await diskFileStore.writeBytes(path, countBytes(), mostBytes)
  return bytes
}

/** Packs raw files as downloads of a page. */
async function packRawFiles(
  files: readonly { readonly name: string; readonly mediaType: string; readonly text: string }[],
) {
  const packed = await Promise.all(
    files.map(async ({ name, mediaType, text }, index) => {
      const [content, part] = [Buffer.from(text), `raw-${index}`]
      const download: PageDownload = { name, mediaType, part, bytes: content.length }
      return { download, part: { id: part, base64: await compressToBase64(content) } }
    }),
  )
  return { downloads: packed.map(({ download }) => download), parts: packed.map(({ part }) => part) }
}

/** Asset directories, relative to the bundle and to the source. */
const directories = [join(import.meta.dirname, '..', 'page'), join(import.meta.dirname, '..', '..', 'dist', 'page')]

/** Yields the text of a page with the built script and style, in pieces. */
async function* renderPieces({ page, parts }: PageWithParts): AsyncGenerator<string> {
  const [script, style] = await Promise.all([readAsset('report.js'), readAsset('report.css')])
  const hashes = { scriptSha256: hash('sha256', script, 'base64'), styleSha256: hash('sha256', style, 'base64') }
  yield* renderPage(page, parts, { script, style, ...hashes })
}

async function readAsset(name: string): Promise<string> {
  for (const directory of directories) {
    const text = await readFile(join(directory, name), 'utf8').catch(() => null)
    if (text !== null) return text
  }
  throw new Error(`${name} of the page is not in ${directories[0]}: the bundle is incomplete`)
}

const compress = promisify(gzip)

async function compressToBase64(bytes: Uint8Array): Promise<string> {
  return (await compress(bytes, { level: 6 })).toString('base64')
}
