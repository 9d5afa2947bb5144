import { existsSync } from 'node:fs'
import { dirname, relative, resolve } from 'node:path'
import { parseManifest, type Manifest } from '../config/records/manifest-schema.ts'
import { UserError } from '../domain/core/errors.ts'
import { createFileInspector } from '../io/files/disk-file-inspector.ts'
import { diskFileStore } from '../io/files/disk-file-store.ts'
import { createRunId, systemClock } from '../io/machine/system-clock.ts'
import { ingestRun } from '../steps/ingest/ingest-run.ts'
import { parseRules, type Rules } from '../steps/baselines/load-committed.ts'
import { runRecordFile } from '../steps/measure/run-folder.ts'
import { toolVersion } from '../wiring/tool-version.ts'
import { restrictSuites } from '../judging/plan/restrict-config.ts'
import { shortenPath } from './short-path.ts'
import { say } from './terminal.ts'

const maxManifestBytes = 4 * 2 ** 20
const maxConfigBytes = 256 * 1024

/** Builds a run folder from the outputs that a manifest lists. */
export async function ingestManifest(path: string, runFolder: string): Promise<void> {
  if (existsSync(resolve(runFolder, runRecordFile)))
    throw new UserError(`${runFolder} holds a run already`, 'Name another directory with --out.')
  const text = await diskFileStore.readText(path, maxManifestBytes)
  if (text === null) throw new UserError(`there is no manifest at ${path}`, 'Write one; docs/ingest.md has an example.')
  const manifest = parseManifest(text, path)
  const folder = dirname(path)
  const request = {
    manifest,
    folder,
    runFolder,
    runId: createRunId(),
    toolVersion,
    rules: await readRules(manifest, folder),
  }
  const ports = { files: diskFileStore, inspector: createFileInspector(null), clock: systemClock }
  const { trials } = await ingestRun(request, ports)
  const failed = trials.filter(({ failure }) => failure !== null)
  say(`Run folder: ${shortenPath(runFolder)} (${trials.length} runs from files, ${failed.length} failed)`)
  for (const { caseId, failure } of failed) say(`  ${caseId}: ${failure?.kind}: ${failure?.detail}`)
  say(`  report: warpgauge report ${shortenPath(runFolder)}`)
}

/** Reads the config and keeps only the suites for which the manifest has outputs. */
async function readRules({ config, cases }: Manifest, folder: string): Promise<Rules> {
  const path = resolve(folder, config)
  const text = await diskFileStore.readText(path, maxConfigBytes)
  if (text === null)
    throw new UserError(`there is no config at ${path}`, 'Its path starts in the folder of the manifest.')
  const rules = parseRules(text, relative(process.cwd(), path), { origin: 'local', commit: null })
  return { ...rules, config: restrictSuites(rules.config, [...new Set(cases.map(({ suite }) => suite))]) }
}
