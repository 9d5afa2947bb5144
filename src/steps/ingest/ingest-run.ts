import { join } from 'node:path'
import type { Manifest } from '../../config/records/manifest-schema.ts'
import { unknownCommit } from '../../domain/core/revision.ts'
import type { RunRecord } from '../../domain/trial/run-record.ts'
import type { Trial } from '../../domain/trial/trial.ts'
import type { Clock } from '../../io/machine/system-clock.ts'
import type { FileInspector } from '../../ports/file-inspector.ts'
import type { FileStore } from '../../io/files/disk-file-store.ts'
import { matchCases, readCase, type MatchedCase, type ReadCase } from './ingest-cases.ts'
import { buildCopyPath } from './ingest-files.ts'
import { buildIngestedTestbed, buildIngestedTrial } from '../../judging/ingest/ingest.ts'
import type { Rules } from '../baselines/load-rules.ts'
import { planRun } from '../../judging/plan/plan-run.ts'
import { configCopy, openRunFolder } from '../measure/run-folder.ts'
import type { DatasetIdentity, ResolvedRevision } from '../../record/run.ts'
import { runRecordVersion } from '../../record/limits.ts'

export type IngestRequest = {
  readonly manifest: Manifest
  /** Absolute; base of relative entries. */
  readonly folder: string
  readonly rules: Rules
  readonly runFolder: string
  readonly runId: string
  readonly toolVersion: string
}

export type IngestPorts = {
  readonly files: FileStore
  readonly inspector: FileInspector
  readonly clock: Clock
}

/** Larger files are read but not copied. */
const maxCopiedBytes = 256 * 2 ** 20

/**
 * Builds a run folder from existing outputs, without running anything.
 *
 * @throws UserError for an unreadable file and for a case that the config does not plan
 */
export async function ingestRun(request: IngestRequest, ports: IngestPorts): Promise<RunRecord> {
  const { manifest, rules, runId } = request
  const read: ReadCase[] = []
  for (const entry of manifest.cases) read.push(await readCase(entry, request.folder, ports.inspector))
  const readings = read.map(({ reading }) => reading)
  const testbed = buildIngestedTestbed(manifest, readings, rules.config)
  const revisions = listRevisions(request)
  const plan = planRun(rules.config, testbed.devices, revisions)
  const folder = await openRunFolder(request.runFolder, ports.files)
  await ports.files.writeText(join(request.runFolder, configCopy), rules.text)
  const placed = matchCases(read, plan.cases)
  const trials: Trial[] = []
  for (const one of placed) trials.push(await toTrial(one, revisions, request, ports))
  const now = ports.clock.now().toISOString()
  const record: RunRecord = {
    schemaVersion: runRecordVersion,
    tool: { name: 'warpgauge', version: request.toolVersion },
    runId,
    startedAt: now,
    finishedAt: now,
    status: 'finished',
    statusDetail: null,
    repository: null,
    event: 'ingest',
    pullRequest: null,
    yardstick: rules.yardstick,
    testbed,
    revisions,
    datasets: listDatasets(placed, request),
    identity: {},
    commands: listCommands(request, revisions),
    plan,
    trials,
  }
  await folder.save(record)
  return record
}

function listRevisions({ manifest, rules }: IngestRequest): ResolvedRevision[] {
  const problem = 'the manifest does not name its commit'
  const toResolvedRevision = (label: string, ref: string, commit: string | null): ResolvedRevision => ({
    label,
    ref,
    commit,
    problem: commit === null ? problem : null,
  })
  const others = Object.entries(rules.config.revisions).map(([label, { ref }]) =>
    toResolvedRevision(label, ref, manifest.revisions[label] ?? null),
  )
  return [
    toResolvedRevision('head', manifest.source ?? 'ingested', manifest.commit ?? manifest.revisions['head'] ?? null),
    ...others,
  ]
}

async function toTrial(
  one: MatchedCase,
  revisions: readonly ResolvedRevision[],
  { runFolder, rules }: IngestRequest,
  { files, clock }: IngestPorts,
): Promise<Trial> {
  const { planned, index, entry, reading, countedRows } = one
  const directory = join('trials', `${planned.id.replaceAll(/[^A-Za-z0-9._-]+/g, '-').slice(0, 100)}-${index}`)
  for (const [place, { identity, output }] of one.files.entries()) {
    if (identity.bytes > maxCopiedBytes) continue
    await files.writeBytes(
      join(runFolder, buildCopyPath(directory, place, identity.path)),
      output.readBytes(),
      maxCopiedBytes,
    )
  }
  const sourcesPath = join(directory, 'sources.json')
  const sources = one.files.map(({ identity }) => identity)
  await files.writeText(join(runFolder, sourcesPath), `${JSON.stringify(sources, null, 1)}\n`)
  const commit = revisions.find(({ label }) => label === planned.revision)?.commit ?? unknownCommit
  const startedAt = entry.startedAt ?? clock.now().toISOString()
  const { adapter } = entry
  const { differences: differs } = one
  const run = { planned, index, commit, adapter, reading, countedRows, differences: differs, files: sources }
  const expectedRows = rules.config.pipeline.proof?.results ?? null
  return buildIngestedTrial({ ...run, expectedRows, startedAt, sourcesPath })
}

/** Placeholder for data without a known hash; never equals a real one. */
const unknownSha256 = '0'.repeat(64)

/** The size from the manifest, or else from the pipeline; omits data of unknown size. */
function listDatasets(placed: readonly MatchedCase[], { manifest, rules }: IngestRequest): DatasetIdentity[] {
  const names = [...new Set(placed.map(({ planned }) => planned.dataset))].filter((name) => name !== '')
  return names.flatMap((name) => {
    const declared = manifest.datasets[name]
    const reported = placed.flatMap(({ planned, reading }) =>
      planned.dataset === name ? (reading.pipeline?.counts.sequences ?? []) : [],
    )
    const sequences = declared?.sequences ?? reported[0]
    if (sequences === undefined) return []
    const settings = rules.config.datasets[name]
    const kind = settings && 'preset' in settings ? ('synthetic' as const) : ('real' as const)
    const { sha256 = unknownSha256, bytes = 0 } = declared ?? {}
    const parameters = {
      size: declared?.sequences === undefined ? 'reported by the log of the pipeline' : 'by the manifest',
    }
    return [{ name, kind, sha256, sequences, bytes, parameters }]
  })
}

function listCommands({ rules }: IngestRequest, revisions: readonly ResolvedRevision[]): RunRecord['commands'] {
  const { pipeline, revisions: configured } = rules.config
  return Object.fromEntries(revisions.map(({ label }) => [label, configured[label]?.command ?? pipeline.command]))
}
