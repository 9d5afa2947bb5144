import { dirname, resolve, relative } from 'node:path'
import type { ProofConfig } from '../../config/schema/schema.ts'
import { fillPlaceholders } from '../../domain/core/command.ts'
import { handleUserError, UserError } from '../../domain/core/errors.ts'
import type { FileInspector, FileTime } from '../../ports/file-inspector.ts'
import type { TrialPlace, TrialRequest } from './trial-request.ts'
import { findRowProblem } from '../../judging/plan/refuse-run.ts'
import type { TrialFailure } from '../../record/plan.ts'
import { maxTracedFiles, maxTracedForms, maxTracedLine } from '../../record/limits.ts'
import { normalizeError } from '../../domain/trial/reported-errors.ts'
import { searchFile } from './search-output.ts'
import type { TracedFile, WorkTrace } from '../../record/run.ts'

type Proof = {
  /** Data rows of the result tables; null when none are configured. */
  readonly resultRows: number | null
  /** What is missing; null when the work is proven. */
  readonly failure: TrialFailure | null
}

/** Names nothing to check; for a config without a proof of work. */
export const noProof: ProofConfig = { files: [], stdout: [] }

type EarlierProof = {
  /** Files, by path, that matched the proof before the trial. */
  readonly files: ReadonlyMap<string, EarlierFile>
  /** The start by the clock of the file system of the output; null: unknown. */
  readonly made: FileTime | null
}

type EarlierFile = {
  readonly bytes: number
  readonly modifiedMs: number
  /** The beginning that a trial keeps if it appends to the file; empty: without a figure; null: too large, or unreadable. */
  readonly kept: Buffer | null
}

/** White space and brackets, which a tool moves when it adds to a list. */
const closing = new Set(Buffer.from(' \t\r\n]})'))
const aFigure = /(?<![\w.])[-+]?\.?\d/
/** Follows a kept beginning only where the trial wrote a longer figure or word. */
const aLongerWord = /[\w.]/
/** Of all files together. */
const maxKeptBytes = 64 * 2 ** 20

export type ProofInput = TrialPlace & {
  readonly proof: ProofConfig
  /** Result of `findEarlierProof` before the start. */
  readonly earlier: EarlierProof
  /** The last lines, also where more than the limit was cut off. */
  readonly stdoutTail: string
  readonly stderrTail: string
  readonly isOutputTruncated: boolean
}

/**
 * Records files that match the proof before a trial starts, such as tables of an earlier trial or of the repository. A
 * trial that is continued may append to those of its earlier executions.
 */
export async function findEarlierProof(
  {
    proof,
    values,
    directory,
    longRun,
  }: Pick<ProofInput, 'proof' | 'values' | 'directory'> & Pick<TrialRequest, 'longRun'>,
  files: FileInspector,
): Promise<EarlierProof> {
  const earlier = new Map<string, EarlierFile>()
  // The directory was made a moment ago.
  const made = await files.readTime(dirname(values.output))
  const paths = [...(proof.results ? [proof.results] : []), ...proof.files].map(({ path }) => path)
  const found = await Promise.all(paths.map((path) => files.find(resolveProofPath(path, { values, directory }))))
  let left = maxKeptBytes
  for (const file of new Set(found.flat())) {
    const { bytes, modifiedMs } = (await files.readStat(file)) ?? { bytes: 0, modifiedMs: 0 }
    if (bytes === 0 || longRun?.isContinued) earlier.set(file, { bytes, modifiedMs, kept: nothing })
    else {
      earlier.set(file, { bytes, modifiedMs, kept: bytes <= left ? await readKept(file, bytes, files) : null })
      left -= Math.min(left, bytes)
    }
  }
  return { files: earlier, made }
}

const nothing = Buffer.alloc(0)

/** Null for a file that cannot be read, which does not end the run: the trial may replace it. */
async function readKept(file: string, bytes: number, files: FileInspector): Promise<Buffer | null> {
  const all = await readBeginning(file, bytes, files).catch(handleUserError(() => null))
  const kept = all?.subarray(0, all.findLastIndex((byte) => !closing.has(byte)) + 1) ?? null
  return kept === null || aFigure.test(kept.toString('latin1')) ? kept : nothing
}

async function readBeginning(file: string, bytes: number, files: FileInspector): Promise<Buffer> {
  const chunks: Uint8Array[] = []
  let read = 0
  for await (const chunk of files.streamBytes(file)) {
    chunks.push(chunk)
    read += chunk.length
    if (read >= bytes) break
  }
  return Buffer.concat(chunks).subarray(0, bytes)
}

/** Explains why a file that became larger may hold results of earlier runs; null: the trial wrote all of it. */
async function explainGrowth(
  file: string,
  shown: string,
  { kept }: EarlierFile,
  files: FileInspector,
): Promise<string | null> {
  const before = `${shown} existed before the trial`
  if (kept === null)
    return `${before} and was too large or not readable then, so that it may hold results of earlier runs: let the command delete it first`
  if (kept.length === 0 || !(await isAppended(file, kept, files))) return null
  return `${before}, which appended to it, so that it holds figures of earlier runs: let the command delete it first`
}

/** Whether a file begins with all that was in it before. */
async function isAppended(file: string, kept: Buffer, files: FileInspector): Promise<boolean> {
  const now = await readBeginning(file, kept.length + 1, files)
  const next = now.toString('latin1', kept.length)
  return now.subarray(0, kept.length).equals(kept) && !aLongerWord.test(next)
}

function resolveProofPath(path: string, { values, directory }: Pick<ProofInput, 'values' | 'directory'>): string {
  return resolve(directory, fillPlaceholders(path, values))
}

/** Limit for all result tables of a trial; counting their lines takes seconds. */
const maxResultBytes = 16 * 2 ** 30

/** Another file system stores times less precisely than the clock, or has a clock of its own. */
const clockSlackMs = 2000
/** The kernel stamps files with the time of its last tick. */
const tickMs = 20

/** Verifies that the configured rows, files and lines exist: exit code 0 does not prove that work was done. */
export async function proveWork(input: ProofInput, files: FileInspector): Promise<Proof> {
  const prove = async (): Promise<Proof> => {
    for (const text of input.proof.stdout) {
      if (input.stdoutTail.includes(text) || (await files.hasText(input.files.stdoutPath, text))) continue
      const cut = input.isOutputTruncated ? '; it was cut off between its first part and its last lines' : ''
      const isElsewhere = input.stderrTail.includes(text) || (await files.hasText(input.files.stderrPath, text))
      const place = isElsewhere ? '; standard error does: redirect it, as by sh -c "… 2>&1"' : ''
      return refuse(`standard output does not contain ${JSON.stringify(text)}${cut}${place}`)
    }
    const absent = await findMissingFile(input, files)
    return absent ? refuse(absent) : await countResults(input, files)
  }
  // An unreadable or too large file proves nothing.
  return await prove().catch(handleUserError(({ message, hint }) => refuse(`${message}. ${hint.replace(/\.$/, '')}`)))
}

function refuse(detail: string, resultRows: number | null = null): Proof {
  return { resultRows, failure: { kind: 'no-proof', detail } }
}

/** Every file that matches must be complete; one of them suffices where `**` searches all directories. */
async function findMissingFile(input: ProofInput, files: FileInspector): Promise<string | null> {
  for (const { path, minBytes } of input.proof.files) {
    const found = await findFiles(path, input, files)
    const problems: string[] = []
    for (const file of found) {
      const problem = await findProblem(file, minBytes, input, files)
      if (problem) problems.push(problem)
    }
    if (found.length === 0) return `no file matches ${path}`
    const isEnough = path.includes('**') ? problems.length < found.length : problems.length === 0
    if (!isEnough) return problems[0] ?? null
  }
  return null
}

/** What matches a path; without the directories that a wildcard matches too. */
async function findFiles(path: string, input: ProofInput, files: FileInspector): Promise<string[]> {
  const found = await files.find(resolveProofPath(path, input))
  if (!path.includes('*')) return found
  const stats = await Promise.all(found.map(async (file) => ((await files.readStat(file)) ? [file] : [])))
  return stats.flat()
}

async function countResults(input: ProofInput, files: FileInspector): Promise<Proof> {
  const expected = input.proof.results
  if (!expected) return { resultRows: null, failure: null }
  const tables = await files.find(resolveProofPath(expected.path, input))
  if (tables.length === 0) return refuse(`no result table matches ${expected.path}`)
  let resultRows = 0
  let bytes = 0
  for (const table of tables) {
    const problem = await findProblem(table, 1, input, files)
    if (problem) return refuse(problem)
    bytes += (await files.readStat(table))?.bytes ?? 0
    if (bytes > maxResultBytes) return refuse(`${expected.path} has more than ${maxResultBytes} bytes`)
    const rows = Math.max(0, (await files.countLines(table)) - 1)
    if (rows > 0 && !(await hasValue(table, files)))
      return refuse(
        `no row of ${shortenPath(table, input)} has a result: all cells after the first are empty, NaN or errors`,
      )
    resultRows += rows
  }
  const problem = findRowProblem(resultRows, expected)
  return problem === null ? { resultRows, failure: null } : refuse(problem, resultRows)
}

/** A cell without a result. */
const emptyCell = /^\s*"?(?:[-+]?(?:nan|inf(?:inity)?)|null|none|undefined|#?n\/?a|error|failed)?"?\s*$/i

/** Whether a row has a value after its first cell, which is an id. A table of one column has ids only. */
async function hasValue(table: string, files: FileInspector): Promise<boolean> {
  let header: string | null = null
  let separator: string | null = null
  let isFound = false
  const add = (line: string): void => {
    if (isFound || line.trim() === '' || line.startsWith('#')) return
    if (header === null) {
      header = line
      return
    }
    const first = header
    separator ??= ['\t', ',', ';', '|'].find((one) => first.includes(one) && line.includes(one)) ?? ''
    isFound = separator === '' || line.split(separator).some((cell, at) => at > 0 && !emptyCell.test(cell))
  }
  await searchFile(table, { add }, files)
  return isFound
}

async function findProblem(
  file: string,
  minBytes: number,
  input: ProofInput,
  files: FileInspector,
): Promise<string | null> {
  const found = await files.readStat(file)
  const shown = shortenPath(file, input)
  if (!found) return `${shown} is not a file`
  if (found.bytes < minBytes) return `${shown} has ${found.bytes} bytes, at least ${minBytes} are required`
  const earlier = input.earlier.files.get(file)
  if (earlier?.modifiedMs === found.modifiedMs) return `${shown} existed before the trial, which did not write it`
  const growth = earlier && found.bytes > earlier.bytes ? await explainGrowth(file, shown, earlier, files) : null
  if (growth !== null) return growth
  return found.modifiedMs < (await findStart(file, input, files)) ? `${shown} is older than the trial` : null
}

/** Shows a path as a config names it: with `{output}`, or relative to the checkout. */
function shortenPath(file: string, { values, directory }: Pick<ProofInput, 'values' | 'directory'>): string {
  if (file === values.output || file.startsWith(`${values.output}/`)) return file.replace(values.output, '{output}')
  return file.startsWith(`${directory}/`) ? relative(directory, file) : file
}

/** The start of the trial by the clock of a file, whose checkout or link can be on another file system. */
async function findStart(file: string, input: ProofInput, files: FileInspector): Promise<number> {
  const { made } = input.earlier
  const isSameClock = made !== null && (await files.readTime(file))?.fileSystem === made.fileSystem
  return isSameClock ? made.modifiedMs : input.startedMs - clockSlackMs
}

/** Larger tables are not counted. */
const maxTableBytes = 2 ** 30
const tableName = /\.[ct]sv$/

/**
 * Records what a trial without a proof of work left: new files in its output and checkout, the number and kinds of its
 * lines on standard output, and the last one.
 */
export async function recordTrace(
  request: TrialPlace & Pick<ProofInput, 'stdoutTail'>,
  inspector: FileInspector,
): Promise<WorkTrace> {
  const { directory, values } = request
  const list = async (root: string, pattern: string, name: string) =>
    await listNewFiles({ root, pattern, name }, request.startedMs, inspector)
  const output = await list(values.output, values.output, '{output}')
  const all = [...output, ...(await list(directory, `${directory}/*`, ''))]
  const files = all.slice(0, maxTracedFiles)
  const stdoutLines = await inspector.countLines(request.files.stdoutPath).catch(handleUserError(() => 0))
  // The tail has a prefix on each line.
  const lines = request.stdoutTail.split('\n').map((line) => line.replace(/^│ ?/, '').trim())
  const lastLine = lines.findLast((line) => line !== '')?.slice(0, maxTracedLine) ?? null
  const forms = await countForms(request.files.stdoutPath, inspector).catch(handleUserError(() => null))
  const moreFiles = all.length - files.length
  return { files, ...(moreFiles > 0 && { moreFiles }), stdoutLines, lastLine, ...(forms && { forms }) }
}

/** Output of more lines is that of a log, whose lines vary. */
const maxFormedLines = 20_000

/** Counts lines by what they are without numbers and paths, such as one of each worker; null: the output has too many. */
async function countForms(path: string, inspector: FileInspector): Promise<WorkTrace['forms'] | null> {
  const forms = new Map<string, number>()
  let lines = 0
  const add = (line: string): void => {
    lines += 1
    if (lines > maxFormedLines) return
    const form = normalizeError(line).slice(0, maxTracedLine)
    forms.set(form, (forms.get(form) ?? 0) + 1)
  }
  await searchFile(path, { add }, inspector)
  if (lines > maxFormedLines) return null
  return [...forms]
    .map(([form, count]) => ({ form, count }))
    .toSorted((one, other) => other.count - one.count)
    .slice(0, maxTracedForms)
}

/**
 * Lists new files that match the pattern or lie up to two folders below it; an unreadable place has none. `name` replaces
 * `root` in their paths.
 */
async function listNewFiles(
  { root, pattern, name }: { readonly root: string; readonly pattern: string; readonly name: string },
  startedMs: number,
  inspector: FileInspector,
): Promise<TracedFile[]> {
  const files: TracedFile[] = []
  try {
    for (const depth of ['', '/*', '/*/*']) {
      for (const path of await inspector.find(`${pattern}${depth}`)) {
        const found = await inspector.readStat(path)
        if (!found || found.modifiedMs < startedMs - tickMs || found.bytes === 0 || path.endsWith('.pyc')) continue
        const shown = [name, relative(root, path)].filter((part) => part !== '').join('/')
        // The rows of later files are not kept.
        const isCounted = files.length < maxTracedFiles && tableName.test(path) && found.bytes <= maxTableBytes
        const rows = isCounted ? Math.max(0, (await inspector.countLines(path)) - 1) : null
        files.push({ path: shown, bytes: found.bytes, rows })
      }
    }
  } catch (error) {
    if (!(error instanceof UserError)) throw error
  }
  return files
}
