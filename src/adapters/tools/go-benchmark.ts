import type { BenchmarkReading } from '../../domain/trial/benchmark-reading.ts'
import { UserError } from '../../domain/core/errors.ts'
import type { Metric } from '../../domain/core/metric.ts'
import { emptyReading } from '../../domain/trial/tool-reading.ts'
import { splitBoundedLines } from '../bounded-lines.ts'
import { createTextReader } from '../output-reader.ts'
import { createFailedReading, createSampledReading, failDuplicates, rejectZeroTime, time } from '../readings.ts'

/** The units of the testing package. Units of ReportMetric have no known direction and are left out. */
const metrics: Readonly<Record<string, { readonly metric: Metric; readonly factor: number } | undefined>> = {
  'ns/op': { metric: time, factor: 1e-9 },
  'MB/s': { metric: { name: 'bytes_per_second', unit: 'B/s', betterWhen: 'higher' }, factor: 1e6 },
  'B/op': { metric: { name: 'allocated_bytes', unit: 'B', betterWhen: 'lower' }, factor: 1 },
  'allocs/op': { metric: { name: 'allocations', unit: '', betterWhen: 'lower' }, factor: 1 },
}

type Line = { readonly name: string; readonly figures: ReadonlyMap<string, number> }
type Package = { name: string; readonly lines: Line[]; readonly failed: string[]; hasEnded: boolean }

/** The text that `go test -bench` prints, of one or more packages. Repetitions (`-count`) are samples. */
export const goBenchmark = createTextReader({
  wants: 'the output of go test -bench',
  canRead: (head) => /^(?:goos|pkg): \S/m.test(head) && /^(?:goarch|cpu|Benchmark|---|PASS|ok)\b/m.test(head),
  parse: (text, path) => {
    const packages = readPackages(text)
    const open = packages.find(({ hasEnded }) => !hasEnded)
    if (open || packages.length === 0)
      throw new UserError(`${path} ends before the result of package ${open?.name ?? '?'}`, 'Pass the complete output')
    const benchmarks = failDuplicates(packages.flatMap((one) => readPackage(one, packages.length > 1)))
    if (benchmarks.length === 0)
      throw new UserError(`${path} contains no benchmark`, 'Check the pattern of -bench and the package')
    return { ...emptyReading, tool: 'go test', benchmarks }
  },
})

function readPackages(text: string): Package[] {
  const packages: Package[] = []
  for (const line of splitBoundedLines(text)) {
    const named = /^pkg: (\S+)/.exec(line)
    if (named || packages.length === 0)
      packages.push({ name: named?.[1] ?? '', lines: [], failed: [], hasEnded: false })
    const last = packages.at(-1)
    if (last) readLine(line, last)
  }
  return packages.filter(({ name, lines, failed }) => name !== '' || lines.length > 0 || failed.length > 0)
}

function readLine(line: string, into: Package): void {
  const failed = /^\s*--- FAIL: (Benchmark\S*)/.exec(line)
  if (failed?.[1]) into.failed.push(failed[1])
  if (/^(?:PASS|FAIL|ok)\b/.test(line)) into.hasEnded = true
  const [, name, rest] = /^(Benchmark\S*)\s+\d+\s+(.*)$/.exec(line) ?? []
  if (name === undefined || rest === undefined) return
  const pairs = [...rest.matchAll(/([\d.e+-]+) (\S+)/g)].map(([, value, unit = '']) => [unit, Number(value)] as const)
  into.lines.push({ name, figures: new Map(pairs.filter(([, value]) => Number.isFinite(value))) })
}

function readPackage({ name, lines, failed }: Package, isOneOfMany: boolean): BenchmarkReading[] {
  const prefix = isOneOfMany ? `${name.slice(0, 80)}.` : ''
  const suffix = findProcessorSuffix(lines)
  const groups = Map.groupBy(lines, (line) => `${prefix}${line.name.slice(0, line.name.length - suffix.length)}`)
  return [
    ...[...groups].flatMap(([title, group]) => readGroup(title.slice(0, 200), group)),
    ...[...new Set(failed)].map((title) => createFailedReading({ name: `${prefix}${title}` }, 'the benchmark failed')),
  ]
}

/** Go appends the number of processors, `-8`, to every name unless it is 1. */
function findProcessorSuffix(lines: readonly Line[]): string {
  const suffixes = new Set(lines.map(({ name }) => /-\d+$/.exec(name)?.[0] ?? ''))
  const [only = ''] = suffixes
  return suffixes.size === 1 ? only : ''
}

function readGroup(name: string, group: readonly Line[]): BenchmarkReading[] {
  return Object.entries(metrics).flatMap(([unit, known]) => {
    const samples = group.flatMap(({ figures }) => figures.get(unit) ?? [])
    if (!known || samples.length < group.length) return []
    const scaled = samples.map((value) => value * known.factor)
    return rejectZeroTime(createSampledReading({ name }, known.metric, scaled))
  })
}
