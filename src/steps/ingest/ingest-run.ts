import { join, basename, dirname, isAbsolute, relative, resolve } from 'node:path'
import type { Manifest, IngestedCase } from '../../config/records/manifest-schema.ts'
import { unknownCommit } from '../../domain/core/revision.ts'
import type { RunRecord } from '../../domain/trial/run-record.ts'
import type { Trial } from '../../domain/trial/trial.ts'
import type { Clock } from '../../io/machine/system-clock.ts'
import type { FileInspector } from '../../ports/file-inspector.ts'
import type { FileStore } from '../../io/files/disk-file-store.ts'
import { buildIngestedTestbed, buildIngestedTrial } from '../../judging/ingest/ingest.ts'
import type { Rules } from '../baselines/load-committed.ts'
import { planRun } from '../../judging/plan/plan-run.ts'
import { configCopy, openRunFolder } from '../measure/run-folder.ts'
import type { DatasetIdentity, ResolvedRevision } from '../../record/run.ts'
import { runRecordVersion } from '../../record/limits.ts'
import { readOutput, stageAliases } from '../../programs/index.ts'
import type { OutputFile } from '../../adapters/reader.ts'
import { formatAxes, formatCaseId, hasAxes } from '../../domain/core/case.ts'
import { UserError } from '../../domain/core/errors.ts'
import type { PlannedCase } from '../../domain/plan/plan.ts'
import type { ToolReading } from '../../domain/trial/tool-reading.ts'
import { createInspectedFile } from '../trial/inspected-file.ts'
import type { IngestedFile } from '../../record/readings.ts'

type IngestRequest = {
  readonly manifest: Manifest
  /** Absolute; base of relative entries. */
  readonly folder: string
  readonly rules: Rules
  readonly runFolder: string
  readonly runId: string
  readonly toolVersion: string
}

type IngestPorts = {
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
  const run = {
    planned,
    index,
    commit,
    adapter,
    reading,
    countedRows,
    differences: differs,
    files: sources,
    stageAliases,
  }
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
    const facts = placed.flatMap(({ planned, reading }) =>
      planned.dataset === name ? (reading.context['sequenceLengths'] ?? []) : [],
    )
    const lengths = parseLengths(facts[0])
    return [{ name, kind, sha256, sequences, ...(lengths && { lengths }), bytes, parameters }]
  })
}

/** Reads `200 to 2000 bp`. */
function parseLengths(text = ''): [number, number] | null {
  const [, min, max] = /^(\d{1,9}) to (\d{1,9}) bp$/.exec(text) ?? []
  return min === undefined || max === undefined ? null : [Number(min), Number(max)]
}

function listCommands({ rules }: IngestRequest, revisions: readonly ResolvedRevision[]): RunRecord['commands'] {
  const { pipeline, revisions: configured } = rules.config
  return Object.fromEntries(revisions.map(({ label }) => [label, configured[label]?.command ?? pipeline.command]))
}

/** A manifest entry with the content of its files. */
type ReadCase = {
  readonly entry: IngestedCase
  readonly files: readonly ManifestFile[]
  readonly reading: ToolReading
  readonly countedRows: number | null
  readonly differences: readonly string[]
}

/** Reads one entry of the manifest in a folder. */
async function readCase(entry: IngestedCase, folder: string, inspector: FileInspector): Promise<ReadCase> {
  const files = await findIngested(entry.files, folder, inspector)
  const reading = await readOutput(entry.adapter, listOutputs(files))
  const tables = entry.results.length === 0 ? [] : await findIngested(entry.results, folder, inspector)
  let rows = 0
  for (const { absolutePath } of tables) rows += Math.max(0, (await inspector.countLines(absolutePath)) - 1)
  const others = entry.reference.length === 0 ? [] : await findIngested(entry.reference, folder, inspector)
  const reference = others.length === 0 ? null : await readOutput('auto', listOutputs(others))
  return {
    entry,
    files: [...files, ...tables],
    reading,
    countedRows: tables.length === 0 ? null : rows,
    differences: listDifferences(reading, reference),
  }
}

function listOutputs(found: readonly ManifestFile[]): OutputFile[] {
  return found.map(({ output }) => output)
}

/** Facts that affect the results of the pipeline. */
const decisive = ['model', 'model_path', 'expectedLength', 'expected_length', 'config_hash'] as const

function listDifferences({ context }: ToolReading, reference: ToolReading | null): string[] {
  if (reference === null) return []
  return decisive.flatMap((name) => {
    const [own, other] = [context[name], reference.context[name]]
    return own === other ? [] : [`${name}: ${other ?? 'unknown'} → ${own ?? 'unknown'}`]
  })
}

type MatchedCase = ReadCase & { readonly planned: PlannedCase; readonly index: number }

/** Finds the planned case of each entry; throws when none or several match. */
function matchCases(read: readonly ReadCase[], cases: readonly PlannedCase[]): MatchedCase[] {
  const placed: MatchedCase[] = []
  for (const one of read) {
    const planned = findPlannedCase(one.entry, cases)
    const earlier = placed.filter((other) => other.planned === planned)
    rejectDuplicate(one, earlier)
    placed.push({ ...one, planned, index: earlier.length })
  }
  return placed
}

/** Rejects equal outputs named as two runs: they would hide the spread between runs. */
function rejectDuplicate({ files }: ReadCase, earlier: readonly MatchedCase[]): void {
  const twin = earlier.find((other) => joinHashes(other.files) === joinHashes(files))
  if (!twin) return
  const paths = [twin.files, files].map((found) => found.map(({ identity }) => identity.path).join(', '))
  throw new UserError(
    `${paths.join(' and ')} are the same output, named as two runs of ${twin.planned.id}`,
    'Name each run once.',
  )
}

function joinHashes(found: readonly ManifestFile[]): string {
  return found.map(({ identity }) => identity.sha256).join(' ')
}

function findPlannedCase({ suite, benchmark, axes }: IngestedCase, cases: readonly PlannedCase[]): PlannedCase {
  const fitting = cases.filter(
    ({ key }) => key.suite === suite && (benchmark ?? key.benchmark) === key.benchmark && hasAxes(key.axes, axes),
  )
  const [first] = fitting
  if (first && fitting.length === 1) return first
  const label = `${suite}${benchmark === undefined ? '' : `/${benchmark}`} ${formatAxes(axes)}`.trim()
  const what = fitting.length > 1 ? 'matches several cases of the config' : 'is not a case of the config'
  const names = (fitting.length > 1 ? fitting : cases).slice(0, 20).map(({ key }) => formatCaseId(key))
  throw new UserError(`case ${label} ${what}`, `Name one of: ${names.join('; ') || 'none: the config plans no case'}`)
}

/** A readable file of a manifest. */
type ManifestFile = {
  readonly absolutePath: string
  readonly output: OutputFile
  readonly identity: IngestedFile
}

const maxFiles = 1024
const maxBytes = 4 * 2 ** 30

/**
 * The files named by manifest entries, with `*` as a wildcard. Relative entries must stay inside the folder of the
 * manifest, also through links and `..`; absolute ones may be anywhere.
 *
 * @throws UserError for an entry without a match, outside the folder, or not a regular file of at most 4 GiB
 */
async function findIngested(
  entries: readonly string[],
  folder: string,
  inspector: FileInspector,
): Promise<ManifestFile[]> {
  const found = new Map<string, ManifestFile>()
  for (const entry of entries) {
    for (const path of await findMatches(entry, folder, inspector)) {
      if (!found.has(path)) found.set(path, await describe(path, { entry, folder }, inspector))
    }
  }
  if (found.size <= maxFiles) return [...found.values()]
  throw new UserError(`${entries.join(', ')} match ${found.size} files`, `Name at most ${maxFiles} files of one run.`)
}

async function findMatches(entry: string, folder: string, inspector: FileInspector): Promise<string[]> {
  const pattern = resolve(folder, entry)
  if (!isAbsolute(entry)) refuseOutside(pattern, folder, entry)
  const paths = await inspector.find(pattern)
  if (paths.length > 0) return paths
  throw new UserError(`no file matches ${entry} in ${folder}`, 'Paths in a manifest are relative to its folder.')
}

function refuseOutside(path: string, folder: string, entry: string): void {
  const inside = relative(folder, path)
  if (inside !== '' && inside !== '..' && !inside.startsWith('../')) return
  throw new UserError(
    `${entry} lies outside the folder of the manifest, ${folder}`,
    'Put the file there, or write its absolute path.',
  )
}

type EntryLocation = { readonly entry: string; readonly folder: string }

async function describe(
  path: string,
  { entry, folder }: EntryLocation,
  inspector: FileInspector,
): Promise<ManifestFile> {
  const parent = await inspector.resolveRealPath(dirname(path))
  if (!isAbsolute(entry)) refuseOutside(join(parent, basename(path)), await inspector.resolveRealPath(folder), entry)
  if ((await inspector.resolveRealPath(path)) !== join(parent, basename(path)))
    throw new UserError(`${path} is a symbolic link`, 'Name the file itself.')
  const stat = await inspector.readStat(path)
  if (!stat) throw new UserError(`${path} is not a file`, 'Name regular files.')
  if (stat.bytes > maxBytes)
    throw new UserError(`${path} has ${stat.bytes} bytes; at most ${maxBytes} are read`, 'Give the output of one run.')
  const shown = isAbsolute(entry) ? path : relative(folder, path)
  const sha256 = (await inspector.computeSha256(path)) ?? ''
  return {
    absolutePath: path,
    output: createInspectedFile(path, shown, inspector),
    identity: { path: shown, sha256, bytes: stat.bytes },
  }
}

/** Path of a copied file in the directory of its trial. */
function buildCopyPath(directory: string, index: number, path: string): string {
  const readable = path.replaceAll(/[^A-Za-z0-9._-]+/g, '-').slice(-100)
  return join(directory, `${String(index).padStart(3, '0')}-${readable}`)
}
