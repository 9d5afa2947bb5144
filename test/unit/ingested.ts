import { mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { parseManifest } from '../../src/config/records/manifest-schema.ts'
import type { Report } from '../../src/domain/verdict/report.ts'
import type { RunRecord } from '../../src/record/run.ts'
import { createFileInspector } from '../../src/io/files/disk-file-inspector.ts'
import { diskFileStore } from '../../src/io/files/disk-file-store.ts'
import { systemClock } from '../../src/io/machine/system-clock.ts'
import { ingestRun } from '../../src/steps/ingest/ingest-run.ts'
import { judgeRun } from '../../src/judging/verdict/judge-run.ts'
import { parseRules } from '../../src/steps/baselines/load-committed.ts'
import { readRunRecord } from '../../src/steps/measure/run-folder.ts'

export type Ingested = {
  readonly record: RunRecord
  readonly report: Report
  readonly runFolder: string
}

/** A folder of files that goes away with its test. */
export function aFolder(files: Readonly<Record<string, string>> = {}) {
  const path = mkdtempSync(join(tmpdir(), 'warpgauge-ingest-'))
  for (const [name, text] of Object.entries(files)) {
    mkdirSync(dirname(join(path, name)), { recursive: true })
    writeFileSync(join(path, name), text)
  }
  return { path, [Symbol.dispose]: () => rmSync(path, { recursive: true, force: true }) }
}

/** Ingests the manifest of a folder and judges what lies on the disk afterwards, as `report` does. */
export async function ingestFolder(folder: string, manifest: unknown, runFolder: string): Promise<Ingested> {
  const parsed = parseManifest(JSON.stringify(manifest), join(folder, 'manifest.json'))
  const text = readFileSync(join(folder, parsed.config), 'utf8')
  const rules = parseRules(text, parsed.config, { origin: 'local', commit: null })
  await ingestRun(
    { manifest: parsed, folder, rules, runFolder, runId: 'run-1', toolVersion: '0.1.0' },
    { files: diskFileStore, inspector: createFileInspector(null), clock: systemClock },
  )
  const record = await readRunRecord(runFolder, diskFileStore)
  return { record, runFolder, report: judgeRun({ record, config: rules.config, baselines: [], obstacles: [] }) }
}

/** `id: status` of every requirement, in the order of the rules. */
export function verdicts({ requirements }: Report): string[] {
  return requirements.map(({ id, status }) => `${id}: ${status}`)
}
