import type { z } from 'zod'
import { formatShortJson, UserError } from '../../domain/core/errors.ts'
import type { Metric } from '../../domain/core/metric.ts'
import * as field from '../fields.ts'
import { createTextReader } from '../reader.ts'
import { type Row, time } from '../readings.ts'

/** The units of the testing package. Units of ReportMetric have no known direction. */
const metrics = new Map<string, { readonly metric: Metric; readonly factor?: number }>([
  ['ns/op', { metric: time, factor: 1e-9 }],
  ['MB/s', { metric: { name: 'bytes_per_second', unit: 'B/s', betterWhen: 'higher' }, factor: 1e6 }],
  ['B/op', { metric: { name: 'allocated_bytes', unit: 'B', betterWhen: 'lower' } }],
  ['allocs/op', { metric: { name: 'allocations', unit: '', betterWhen: 'lower' } }],
])

type Figures = ReadonlyMap<string, number>
/** One section of the output. All names begin with the package. */
type Package = {
  readonly name: string
  readonly lines: { readonly name: string; readonly figures: Figures }[]
  /** Each failed benchmark and why. */
  readonly failed: Map<string, string>
  readonly skipped: string[]
  /** The benchmark whose name was printed and whose figures were not. */
  open: string | null
  hasEnded: boolean
}

/**
 * The text that `go test -bench` prints, of one or more packages, or its events with `-json`. Repetitions (`-count`, or
 * several runs in one file) are samples. A name keeps its package and the number of processors (`-8`): that number may
 * also be its own end.
 */
export const goBenchmark = createTextReader({
  wants: 'the output of go test -bench, also with -json',
  detect: (head) =>
    (/^(?:goos|pkg): \S/m.test(head) && /^(?:goarch|cpu|Benchmark|---|PASS|ok)\b/m.test(head)) ||
    /^Benchmark\S*\s+\d+\s+[\d.]+ ns\/op/.test(head) ||
    eventLine.test(head),
  toReadings: (text, path) => {
    const { outputs, problems } = eventLine.test(text) ? joinEvents(text, path) : { outputs: [text], problems: [] }
    const packages = outputs.flatMap(readPackages)
    const open = packages.find(({ hasEnded }) => !hasEnded)
    if (open || packages.length === 0)
      throw new UserError(`${path} ends before the result of package ${open?.name || '?'}`, 'Pass the complete output')
    const rows = [
      ...packages.flatMap(({ lines }) => lines.flatMap(readFigures)),
      ...packages.flatMap(({ failed }) => [...failed].map(([name, problem]) => ({ name, failed: problem }))),
      ...packages.flatMap(({ skipped }) => skipped.map((name) => ({ name, skipped: 'skipped' }))),
    ]
    if (rows.length === 0)
      throw new UserError(`${path} contains no benchmark`, 'Check the pattern of -bench and the package')
    // Outside of a module the package is named only at its end.
    const ends = outputs.flatMap((output) => [...output.matchAll(lastLine)].flatMap(([, name]) => name ?? []))
    const isJoined = [packages.map(({ name }) => name), ends].some((names) => new Set(names).size < names.length)
    return { tool: 'go test', problems, rows, joins: 'samples', isJoined }
  },
})

/** The first lines of `go test -json`; others may stand before it. */
const eventLine = /^\{(?:"Time":"[^"]*",|"ImportPath":"[^"]*",)?"Action":"[a-z-]+"/m

/**
 * Joins what each package printed. Packages run at the same time, so their events alternate. The last event of a
 * package states its result; without it the file is cut off.
 */
function joinEvents(text: string, path: string): { outputs: string[]; problems: string[] } {
  const outputs = new Map<string, string>()
  const open = new Set<string>()
  const foreign: string[] = []
  for (const [line] of text.matchAll(/[^\r\n]+/g)) {
    if (!line.startsWith('{')) foreign.push(line)
    else readEvent(field.read(goEvent, field.parseJson(line, path), path), outputs, open)
  }
  const [first] = open
  if (first !== undefined)
    throw new UserError(`${path} ends before the result of package ${first}`, 'Pass the complete output')
  const problems =
    foreign.length > 0 ? [`${foreign.length} lines are not events, such as ${formatShortJson(foreign[0])}`] : []
  return { outputs: [...outputs.values()], problems }
}

const goEvent = field.group({
  Package: field.maybeText,
  ...field.repeat(field.anything, 'ImportPath', 'Test', 'Action', 'Output'),
})

function readEvent(event: z.output<typeof goEvent>, outputs: Map<string, string>, open: Set<string>): void {
  // Events of a build name the import path. `go tool test2json` names no package without its option -p.
  const { ImportPath, Package, Test, Action: action, Output: output } = event
  if (ImportPath !== undefined && ImportPath !== null) return
  const key = Package ?? ''
  const isLast = (Test === undefined || Test === null) && ['pass', 'fail', 'skip'].includes(String(action))
  if (isLast) open.delete(key)
  else open.add(key)
  const printed = typeof output === 'string' ? output : isLast && action === 'fail' ? '\nFAIL\n' : ''
  outputs.set(key, (outputs.get(key) ?? '') + printed)
}

function readPackages(text: string): Package[] {
  const packages: Package[] = []
  for (const [line] of text.matchAll(/[^\r\n]+/g)) {
    const named = /^pkg: (\S+)/.exec(line)
    if (named || packages.length === 0)
      packages.push({ name: named?.[1] ?? '', lines: [], failed: new Map(), skipped: [], open: null, hasEnded: false })
    const last = packages.at(-1)
    if (last && !readResult(line, last, packages)) readLine(line, last)
  }
  return packages.filter(({ name, lines, failed }) => name !== '' || lines.length > 0 || failed.size > 0)
}

/** The last lines of a package; the very last names it. */
const lastLine = /^(?:PASS|FAIL|(?:ok|FAIL)[ \t]+(\S+)[ \t]+(?:[\d.]+s|[[(]).*)\s*$/gm

/** Reads the last lines of a package; false for other lines. */
function readResult(line: string, into: Package, packages: readonly Package[]): boolean {
  const found = [...line.matchAll(lastLine)][0]
  if (!found) return false
  const [, failed] = found
  closeBenchmark(into)
  into.hasEnded = true
  // A package that does not build, or has no benchmark, prints no name before its end.
  const isOwn = [failed, ''].includes(into.name) && !line.includes(' failed]')
  const isKnown = failed === undefined ? packages.some((one) => one.failed.size > 0) : isOwn && into.failed.size > 0
  if (line.startsWith('FAIL') && !isKnown) into.failed.set(failed ?? into.name, 'go test reports FAIL; see its output')
  return true
}

function readLine(line: string, into: Package): void {
  const [, outcome, subject = ''] = /(?:^|\s)--- (FAIL|SKIP): (\S+)/.exec(line) ?? []
  if (outcome === 'FAIL') into.failed.set(formatName(into, subject), 'the benchmark failed')
  if (outcome === 'SKIP' && subject.startsWith('Benchmark')) into.skipped.push(formatName(into, subject))
  const name = /^Benchmark(?![a-z])\S*(?=\s)/.exec(line)?.[0] ?? ''
  const figures = findFigures(line.slice(name.length), name !== '')
  // The testing package prints a tab after a name, and figures after the lines that the benchmark prints. A line that
  // another program aligned has figures only: without a readable one, such as 1,223 ns/op, the benchmark has failed.
  if (name !== '' && (figures || /^ *\t|^\s.* ns\/op\b/.test(line.slice(name.length)))) {
    closeBenchmark(into)
    into.open = formatName(into, name)
  }
  if (figures) addFigures(into, figures, line)
}

function addFigures(into: Package, figures: Figures, line: string): void {
  if (into.open === null)
    into.failed.set(formatName(into, formatShortJson(line.trim())), 'the line has figures and no name')
  else into.lines.push({ name: into.open, figures })
  // After its end, they are of a further run, which needs an end of its own.
  into.hasEnded = false
  into.open = null
}

function formatName({ name }: Package, title: string): string {
  return name === '' ? title : `${name}.${title}`
}

function closeBenchmark(into: Package): void {
  const { open, failed } = into
  if (open !== null && !failed.has(open)) failed.set(open, 'has a name and no figure')
  into.open = null
}

/**
 * Finds the iterations and figures at the end of a line. Text before them, or no name, makes other numbers possible;
 * then only `ns/op` shows that they are figures. A line such as `    a_test.go:7: text` is a log of the benchmark.
 */
function findFigures(text: string, hasName: boolean): Figures | null {
  const words = /^\s+\S+\.go:\d+: /.test(text) ? [] : text.trim().split(/\s+/)
  const figures = new Map<string, number>()
  let at = words.length
  for (; at >= 3 && isFigure(words.slice(at - 2, at)); at -= 2) {
    const [value = '', unit = ''] = words.slice(at - 2, at)
    figures.set(unit, Number(value.replace('Inf', 'Infinity')))
  }
  if (figures.size === 0 || !/^\d+$/.test(words[at - 1] ?? '')) return null
  return (hasName && at === 1) || figures.has('ns/op') ? figures : null
}

function isFigure([value = '', unit = '']: readonly string[]): boolean {
  const number = /^(?:[+-]?(?:\d[\d.]*(?:e[+-]?\d+)?|Inf)|NaN)$/
  return number.test(value) && !number.test(unit)
}

function readFigures({ name, figures }: Package['lines'][number]): Row[] {
  return [...figures].map(([unit, value]) => {
    const known = metrics.get(unit)
    return known
      ? { name, ...known, samples: [value] }
      : { name, skipped: `${unit} is not judged: its direction is unknown` }
  })
}
