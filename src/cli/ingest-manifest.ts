import { dirname, resolve } from 'node:path'
import { parseManifest } from '../config/records/manifest-schema.ts'
import { UserError } from '../domain/core/errors.ts'
import { createFileInspector } from '../io/files/disk-file-inspector.ts'
import { diskFileStore } from '../io/files/disk-file-store.ts'
import { createRunId, systemClock } from '../io/machine/system-clock.ts'
import { ingestRun } from '../steps/ingest/ingest-run.ts'
import { toolVersion } from '../wiring/tool-version.ts'
import { readLocalRules, refuseUsedFolder } from './local-inputs.ts'
import { say, shortenPath } from './terminal.ts'

const maxManifestBytes = 4 * 2 ** 20

/** Builds a run folder from the outputs that a manifest lists. */
export async function ingestManifest(file: string, { out }: { readonly out: string }): Promise<void> {
  const [path, runFolder] = [resolve(file), resolve(out)]
  refuseUsedFolder(runFolder, 'Name another directory with --out.')
  const text = await diskFileStore.readText(path, maxManifestBytes)
  if (text === null) throw new UserError(`there is no manifest at ${path}`, 'Write one; docs/ingest.md has an example.')
  const manifest = parseManifest(text, path)
  const folder = dirname(path)
  // Only the suites for which the manifest has outputs.
  const suites = [...new Set(manifest.cases.map(({ suite }) => suite))]
  const hint = 'Its path starts in the folder of the manifest.'
  const rules = await readLocalRules(resolve(folder, manifest.config), { suites, hint })
  const { trials } = await ingestRun(
    { manifest, folder, runFolder, runId: createRunId(), toolVersion, rules },
    { files: diskFileStore, inspector: createFileInspector(null), clock: systemClock },
  )
  const failed = trials.filter(({ failure }) => failure !== null)
  say(`Run folder: ${shortenPath(runFolder)} (${trials.length} runs from files, ${failed.length} failed)`)
  for (const { caseId, failure } of failed) say(`  ${caseId}: ${failure?.kind}: ${failure?.detail}`)
  say(`  report: warpgauge report ${shortenPath(runFolder)}`)
}
