import { createHash } from 'node:crypto'
import { isAbsolute, join, resolve } from 'node:path'
import { fillPlaceholders, type CommandValues } from '../../domain/core/command.ts'
import { handleUserError } from '../../domain/core/errors.ts'
import { isCounted } from '../../domain/plan/interleaved-runs.ts'
import type { Trial } from '../../domain/trial/trial.ts'
import type { MeasurePorts } from '../measure/environment.ts'
import type { FileInspector } from '../../ports/file-inspector.ts'
import { findTree, type TrialRequest } from './trial-request.ts'
import type { TableComparison, TableOrigin, TrialTables, TableRule } from '../../record/tables.ts'

/** Directory in the run folder for the tables of the first trial of each case, until all other cases were compared. */
export const keptTables = 'tables'

/** The trial that just ended. */
type TableRequest = Pick<TrialRequest, 'next' | 'prepared' | 'workplace' | 'runFolder' | 'earlier'> & {
  readonly values: CommandValues
  /** Allowed locations of this trial's tables, as for `FileInspector.restrictTo`. */
  readonly roots: readonly string[]
}

type TablePorts = Pick<MeasurePorts, 'inspector' | 'tables' | 'files'>

/** One version of a table: its files, and their digest at the end of the trial. */
type TableVersion = {
  readonly origin: TableOrigin
  readonly files: readonly string[]
  readonly sha256: string
  /** Why there are no files although some were written; null: no problem. */
  readonly problem: string | null
}

/**
 * Compares the result tables of a successful trial and returns a record of bounded size. The tables of the first trial
 * of each case stay in the run folder until all comparisons are done, so that an interrupted run can resume. Null: the
 * case has no tables.
 */
export async function compareTables(request: TableRequest, ports: TablePorts): Promise<TrialTables | null> {
  const { planned, index } = request.next
  const { tables } = planned
  if (!tables) return null
  const written: TrialTables['written'][number][] = []
  const comparisons: TableComparison[] = []
  for (const rule of tables.rules) {
    const own = await keepOwnTable(rule, request, ports)
    written.push({ table: rule.name, sha256: own.sha256 })
    for (const pair of await listPairs(own, rule, request, ports)) {
      comparisons.push(await compareOne(rule, pair, request, ports))
    }
    const isFirst = findFirstTrial(planned.id, request.earlier) === undefined
    if (!isFirst) await ports.files.remove(buildTablePath(request, planned.id, index, rule))
  }
  return { written, comparisons }
}

/** Copies each table before reading it, so that the digest matches the compared content. */
async function keepOwnTable(rule: TableRule, request: TableRequest, ports: TablePorts): Promise<TableVersion> {
  const { values, roots } = request
  const { planned, index } = request.next
  const place = buildTablePath(request, planned.id, index, rule)
  const origin = { caseId: planned.id, index }
  const pattern = resolve(findTree(request), fillPlaceholders(rule.path, values))
  const found = await findPlainFiles(pattern, ports.inspector.restrictTo(roots))
  if (typeof found === 'string') return { origin, files: [], sha256: hashOfNothing, problem: found }
  const kept = await ports.tables.keep(found, place, roots)
  const files = kept.problem === null ? await ports.inspector.find(join(place, '*')) : []
  return { origin, files, sha256: kept.sha256 ?? hashOfNothing, problem: kept.problem }
}

/** Digest of a table that was not written or not kept. */
const hashOfNothing = createHash('sha256').digest('hex')

/** Empty when one of them is a pipe or device; a string explains why reading is refused. */
async function findPlainFiles(pattern: string, inspector: FileInspector): Promise<string[] | string> {
  const find = async () => {
    const found = await inspector.find(pattern)
    const stats = await Promise.all(found.map((path) => inspector.readStat(path)))
    return stats.includes(null) ? [] : found
  }
  return await find().catch(handleUserError(({ message }) => message))
}

type VersionPair = { readonly subject: TableVersion; readonly reference: TableVersion }

/**
 * Pairs the table with the first trial of its case, with reference cases in both directions, and with stored answers.
 */
async function listPairs(
  own: TableVersion,
  rule: TableRule,
  request: TableRequest,
  ports: TablePorts,
): Promise<VersionPair[]> {
  const { planned } = request.next
  const { against = [], standsFor = [], stored = [] } = planned.tables ?? {}
  // Relative paths to stored answers are those of the head.
  const headTree = request.prepared.trees.get('head') ?? findTree(request)
  const find = (caseId: string) => findFirstVersion(caseId, rule, request, ports)
  const answers = await Promise.all([planned.id, ...against].map(find))
  const subjects = await Promise.all(standsFor.map(find))
  const files = stored
    .filter(({ table }) => table === rule.name)
    .map(({ name, path, sha256 }): TableVersion => {
      const file = isAbsolute(path) ? path : join(headTree, path)
      return { origin: { stored: name, sha256 }, files: [file], sha256, problem: null }
    })
  return [
    ...[...answers, ...files].flatMap((reference) => (reference ? [{ subject: own, reference }] : [])),
    ...subjects.flatMap((subject) => (subject ? [{ subject, reference: own }] : [])),
  ]
}

async function findFirstVersion(
  caseId: string,
  rule: TableRule,
  request: TableRequest,
  ports: TablePorts,
): Promise<TableVersion | null> {
  const trial = findFirstTrial(caseId, request.earlier)
  const written = trial?.resultTables?.written.find(({ table }) => table === rule.name)
  if (!trial || !written) return null
  const place = buildTablePath(request, caseId, trial.index, rule)
  const files = await ports.inspector.find(join(place, '*'))
  return { origin: { caseId, index: trial.index }, files, sha256: written.sha256, problem: null }
}

function findFirstTrial(caseId: string, earlier: readonly Trial[]): Trial | undefined {
  return earlier.find(
    // Tables of a reused sample were in the folder of another run.
    (trial) => trial.caseId === caseId && isCounted(trial) && trial.resultTables && trial.cachedFromRun === null,
  )
}

/** Rejects a table whose digest differs from the record. */
async function compareOne(
  rule: TableRule,
  { subject, reference }: VersionPair,
  request: TableRequest,
  { tables }: TablePorts,
): Promise<TableComparison> {
  const common = { table: rule.name, subject: subject.origin, reference: reference.origin }
  const unread = subject.problem ?? reference.problem
  if (unread !== null) return { ...common, findings: null, problem: unread }
  const scratchDirectory = join(request.workplace.workDirectory, 'table-join')
  const answer = await tables.compare({ rule, subject: subject.files, reference: reference.files, scratchDirectory })
  const problem =
    answer.findings &&
    (describeChange('the table', subject, answer.findings.subject.sha256) ??
      describeChange('the reference', reference, answer.findings.reference.sha256))
  return problem ? { ...common, findings: null, problem } : { ...common, ...answer }
}

function describeChange(side: string, { sha256 }: TableVersion, found: string): string | null {
  return sha256 === found ? null : `${side} has SHA-256 ${found.slice(0, 12)} instead of ${sha256.slice(0, 12)}`
}

/** Hashes the case id, which is too long for a file name and not unique after escaping. */
function buildTablePath({ runFolder }: TableRequest, caseId: string, index: number, rule: TableRule): string {
  const id = createHash('sha256').update(caseId).digest('hex').slice(0, 16)
  return join(runFolder, keptTables, `${id}-${index}`, rule.name)
}
