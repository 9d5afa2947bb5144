import { globSync, readFileSync } from 'node:fs'
import { UserError } from '../../../src/domain/core/errors.ts'
import type { ToolReading, BenchmarkReading, MeasuredReading } from '../../../src/domain/trial/tool-reading.ts'
import type { OutputReader, OutputFile } from '../../../src/adapters/reader.ts'
import { readDatabaseRows } from '../../../src/io/files/disk-file-inspector.ts'

const fixtures = new URL('../../fixtures/adapters/', import.meta.url)

export function aFile(path: string, content: string | Uint8Array, chunkBytes = 64 * 1024): OutputFile {
  const bytes = Buffer.from(content)
  async function* readBytes() {
    for (let from = 0; from < bytes.length; from += chunkBytes) yield bytes.subarray(from, from + chunkBytes)
  }
  return { path, readBytes, readTables: (selections) => readDatabaseRows(path, readBytes(), selections) }
}

export function fixtureText(path: string): string {
  return readFileSync(new URL(path, fixtures), 'utf8')
}

export function fixtureFile(path: string): OutputFile {
  return aFile(path, readFileSync(new URL(path, fixtures)))
}

export async function readFixture(reader: OutputReader, ...paths: string[]): Promise<ToolReading> {
  return reader.read(paths.map((path) => fixtureFile(path)))
}

export async function readText(reader: OutputReader, text: string): Promise<ToolReading> {
  return reader.read([aFile('out.json', text)])
}

/** Every captured output with its name; samples of nvbench beside their file. */
export function listCapturedFiles(): [name: string, files: OutputFile[]][] {
  const cwd = new URL('..', fixtures).pathname
  const paths = globSync('{adapters,telemetry,gpu-metrics}/**/*.{json,jsonl,log,txt,sqlite,gz,md,csv,xml}', { cwd })
  return paths
    .filter((path) => !path.endsWith('README.md'))
    .toSorted()
    .map((path) => {
      const beside = globSync(`${path}-bin/*`, { cwd }).map((name) => fixtureFile(`../${name}`))
      return [path, [fixtureFile(`../${path}`), ...beside]]
    })
}

/** The error that a reader answers a text with; fails the test when there is none, or when it is a bug of ours. */
export async function refusal(reader: OutputReader, text: string): Promise<UserError> {
  const answer = await readText(reader, text).catch((error: unknown) => error)
  if (answer instanceof UserError) return answer
  throw new Error(`expected a UserError, got ${JSON.stringify(answer) ?? String(answer)}`, { cause: answer })
}

/** Parsed JSON that a test takes apart as it likes. */
export type Loose = ReturnType<typeof JSON.parse>

/** A change to a fixture's JSON, as text. */
export function changed(path: string, change: (root: Loose) => void): string {
  const root: Loose = JSON.parse(fixtureText(path))
  change(root)
  return JSON.stringify(root)
}

export function measured(readings: readonly BenchmarkReading[]): MeasuredReading[] {
  return readings.filter((reading) => reading.status === 'measured')
}

/** `name axes metric` → samples, the shortest way to see all figures of a file. */
export function figures({ benchmarks }: ToolReading): Record<string, readonly number[] | string> {
  const entries = benchmarks.map((reading) => {
    const axes = Object.entries(reading.axes).map(([name, value]) => ` ${name}=${value}`)
    const key = `${reading.name}${axes.join('')}`
    return reading.status === 'measured'
      ? [`${key}: ${reading.metric.name} ${reading.metric.unit}`, reading.samples]
      : [key, reading.problem]
  })
  return Object.fromEntries(entries) as Record<string, readonly number[] | string>
}
