import { join, basename, dirname, isAbsolute, relative, resolve } from 'node:path'
import type { Manifest, IngestedCase } from '../../config/records/manifest-schema.ts'
import { unknownCommit } from '../../domain/core/revision.ts'
import type { DatasetIdentity, ResolvedRevision, RunRecord } from '../../record/run.ts'
import type { Trial } from '../../domain/trial/trial.ts'
import type { Clock } from '../../io/machine/system-clock.ts'
import type { FileInspector } from '../../ports/file-inspector.ts'
import type { FileStore } from '../../io/files/disk-file-store.ts'
import { buildIngestedTestbed, buildIngestedTrial } from '../../judging/ingest/ingest.ts'
import type { Rules } from '../baselines/load-committed.ts'
import { planRun } from '../../judging/plan/plan-run.ts'
import { configCopy, openRunFolder } from '../measure/run-folder.ts'
import { runRecordVersion } from '../../record/limits.ts'
import { readOutput, stageAliases } from '../../programs/index.ts'
import type { OutputFile } from '../../adapters/reader.ts'
import { formatAxes, formatCaseId, hasAxes } from '../../domain/core/case.ts'
import { UserError } from '../../domain/core/errors.ts'
import type { PlannedCase } from '../../domain/plan/plan.ts'
import { createInspectedFile } from '../trial/read-telemetry.ts'
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

type IngestPorts = { readonly files: FileStore; readonly inspector: FileInspector; readonly clock: Clock }

/** Larger files are read but not copied. */
const maxCopiedBytes = 256 * 2 ** 20

/**
 * Builds a run folder from existing outputs, without running anything.
 *
 * @throws UserError for an unreadable file and for a case that the config does not plan
 */
export async function ingestRun(request: IngestRequest, ports: IngestPorts): Promise<RunRecord> {
  const { manifest, rules, runId, runFolder, folder, toolVersion } = request
  const { config } = rules
  const read: ReadCase[] = []
  for (const entry of manifest.cases) read.push(await readCase(entry, folder, ports.inspector))
  const readings = read.map(({ reading }) => reading)
  const testbed = buildIngestedTestbed(manifest, readings, config)
  const revisions = listRevisions(request)
  const plan = planRun(config, testbed.devices, revisions)
  const target = await openRunFolder(runFolder, ports.files)
  await ports.files.writeText(join(runFolder, configCopy), rules.text)
  const placed = matchCases(read, plan.cases)
  const trials: Trial[] = []
  for (const one of placed) trials.push(await toTrial(one, revisions, request, ports))
  const now = ports.clock.now().toISOString()
  const record: RunRecord = {
    schemaVersion: runRecordVersion,
    tool: { name: 'warpgauge', version: toolVersion },
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
    commands: Object.fromEntries(
      revisions.map(({ label }) => [label, config.revisions[label]?.command ?? config.pipeline.command]),
    ),
    plan,
    trials,
  }
  await target.save(record)
  return record
}

function listRevisions({ manifest, rules }: IngestRequest): ResolvedRevision[] {
  const head = manifest.commit ?? manifest.revisions['head'] ?? null
  const others = Object.entries(rules.config.revisions).map(
    ([label, { ref }]) => [label, ref, manifest.revisions[label] ?? null] as const,
  )
  return [['head', manifest.source ?? 'ingested', head] as const, ...others].map(([label, ref, commit]) => {
    const problem = commit === null ? 'the manifest does not name its commit' : null
    return { label, ref, commit, problem }
  })
}

async function toTrial(
  one: MatchedCase,
  revisions: readonly ResolvedRevision[],
  { runFolder, rules }: IngestRequest,
  { files, clock }: IngestPorts,
): Promise<Trial> {
  const { planned, index, entry, reading, countedRows, differences } = one
  const directory = join('trials', `${toReadable(planned.id).slice(0, 100)}-${index}`)
  for (const [place, { identity, output }] of one.files.entries()) {
    if (identity.bytes > maxCopiedBytes) continue
    const name = `${String(place).padStart(3, '0')}-${toReadable(identity.path).slice(-100)}`
    await files.writeBytes(join(runFolder, directory, name), output.readBytes(), maxCopiedBytes)
  }
  const sourcesPath = join(directory, 'sources.json')
  const sources = one.files.map(({ identity }) => identity)
  await files.writeText(join(runFolder, sourcesPath), `${JSON.stringify(sources, null, 1)}\n`)
  return buildIngestedTrial({
    planned,
    index,
    commit: revisions.find(({ label }) => label === planned.revision)?.commit ?? unknownCommit,
    adapter: entry.adapter,
    reading,
    countedRows,
    differences,
    files: sources,
    stageAliases,
    expectedRows: rules.config.pipeline.proof?.results ?? null,
    startedAt: entry.startedAt ?? clock.now().toISOString(),
    sourcesPath,
  })
}

function toReadable(text: string): string {
  return text.replaceAll(/[^A-Za-z0-9._-]+/g, '-')
}

/** Placeholder for data without a known hash; never equals a real one. */
const unknownSha256 = '0'.repeat(64)

/** The size from the manifest, or else from the pipeline; omits data of unknown size and content. */
function listDatasets(placed: readonly MatchedCase[], { manifest, rules }: IngestRequest): DatasetIdentity[] {
  const groups = Map.groupBy(placed, ({ planned }) => planned.dataset)
  return [...groups].flatMap(([name, own]): DatasetIdentity[] => {
    const { sha256 = unknownSha256, bytes = 0, sequences: declared } = manifest.datasets[name] ?? {}
    const [reported] = own.flatMap(({ reading }) => reading.pipeline?.counts.sequences ?? [])
    const sequences = declared ?? reported ?? null
    if (name === '' || (sequences === null && sha256 === unknownSha256)) return []
    const kind = 'preset' in (rules.config.datasets[name] ?? {}) ? 'synthetic' : 'real'
    const size = describeSize(declared, sequences)
    const lengths = readLengths(own)
    return [{ name, kind, sha256, sequences, ...(lengths && { lengths }), bytes, parameters: { size } }]
  })
}

function describeSize(declared: number | undefined, known: number | null): string {
  if (declared !== undefined) return 'by the manifest'
  return known === null ? 'unknown' : 'reported by the log of the pipeline'
}

/** Reads `200 to 2000 bp`. */
function readLengths(own: readonly MatchedCase[]): readonly [number, number] | null {
  const [range = ''] = own.flatMap(({ reading }) => reading.context['sequenceLengths'] ?? [])
  const [, min, max] = /^(\d{1,9}) to (\d{1,9}) bp$/.exec(range) ?? []
  return min === undefined || max === undefined ? null : [Number(min), Number(max)]
}

/** A manifest entry with the content of its files. */
type ReadCase = Awaited<ReturnType<typeof readCase>>

async function readCase(entry: IngestedCase, folder: string, inspector: FileInspector) {
  const files = await findIngested(entry.files, folder, inspector)
  const reading = await readOutput(entry.adapter, listOutputs(files))
  const tables = await findIngested(entry.results, folder, inspector)
  let rows = 0
  for (const { absolutePath } of tables) rows += Math.max(0, (await inspector.countLines(absolutePath)) - 1)
  const others = await findIngested(entry.reference, folder, inspector)
  const reference = others.length === 0 ? null : (await readOutput('auto', listOutputs(others))).context
  const differences = decisive.flatMap((name) => {
    const [own, other] = [reading.context[name], reference?.[name]]
    return reference === null || own === other ? [] : [`${name}: ${other ?? 'unknown'} → ${own ?? 'unknown'}`]
  })
  return { entry, files: [...files, ...tables], reading, countedRows: tables.length === 0 ? null : rows, differences }
}

function listOutputs(found: readonly ManifestFile[]): OutputFile[] {
  return found.map(({ output }) => output)
}

/** Facts that affect the results of the pipeline. */
const decisive = ['model', 'model_path', 'expectedLength', 'expected_length', 'config_hash'] as const

type MatchedCase = ReadCase & { readonly planned: PlannedCase; readonly index: number }

/**
 * Finds the planned case of each entry; throws when none or several match. Rejects equal outputs named as two runs: they
 * would hide the spread between runs.
 */
function matchCases(read: readonly ReadCase[], cases: readonly PlannedCase[]): MatchedCase[] {
  const placed: MatchedCase[] = []
  const joinHashes = ({ files }: ReadCase): string => files.map(({ identity }) => identity.sha256).join(' ')
  for (const one of read) {
    const planned = findPlannedCase(one.entry, cases)
    const earlier = placed.filter((other) => other.planned === planned)
    const twin = earlier.find((other) => joinHashes(other) === joinHashes(one))
    if (twin) {
      const paths = [twin, one].map(({ files }) => files.map(({ identity }) => identity.path).join(', '))
      throw new UserError(
        `${paths.join(' and ')} are the same output, named as two runs of ${planned.id}`,
        'Name each run once.',
      )
    }
    placed.push({ ...one, planned, index: earlier.length })
  }
  return placed
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

type ManifestFile = { readonly absolutePath: string; readonly output: OutputFile; readonly identity: IngestedFile }

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
    const pattern = resolve(folder, entry)
    if (!isAbsolute(entry)) refuseOutside(pattern, folder, entry)
    const paths = await inspector.find(pattern)
    if (paths.length === 0)
      throw new UserError(`no file matches ${entry} in ${folder}`, 'Paths in a manifest are relative to its folder.')
    for (const path of paths) if (!found.has(path)) found.set(path, await inspectFile(path, entry, folder, inspector))
  }
  if (found.size <= maxFiles) return [...found.values()]
  throw new UserError(`${entries.join(', ')} match ${found.size} files`, `Name at most ${maxFiles} files of one run.`)
}

function refuseOutside(path: string, folder: string, entry: string): void {
  const inside = relative(folder, path)
  if (inside !== '' && inside !== '..' && !inside.startsWith('../')) return
  throw new UserError(
    `${entry} lies outside the folder of the manifest, ${folder}`,
    'Put the file there, or write its absolute path.',
  )
}

async function inspectFile(
  path: string,
  entry: string,
  folder: string,
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
