import { goBenchmark } from '../adapters/tools/go-benchmark.ts'
import { asv, pytestBenchmark, torchBenchmark } from '../adapters/tools/python.ts'
import { customBiggerIsBetter, customSmallerIsBetter, hyperfine, plainBenchmark } from '../adapters/tools/commands.ts'
import { googleBenchmark } from '../adapters/tools/google-benchmark.ts'
import { nvbench } from '../adapters/tools/nvbench.ts'
import { type OutputFile, type OutputReader, readHead } from '../adapters/output-reader.ts'
import { events, eventsReader } from '../adapters/pipeline/events.ts'
import type { TelemetryAdapter } from '../adapters/pipeline/stages.ts'
import { failDuplicates } from '../adapters/readings.ts'
import { gpuMetrics } from '../adapters/smi/gpu-metrics-log.ts'
import { chromeTrace } from '../adapters/trace/chrome-trace.ts'
import { nsys } from '../adapters/trace/nsys.ts'
import { lightning, lightningReader, transformers, transformersReader } from '../adapters/training.ts'
import { UserError } from '../domain/core/errors.ts'
import { mergeToolReadings, type ToolReading } from '../domain/trial/tool-reading.ts'
import { virnucpro } from './virnucpro/virnucpro.ts'

/** Telemetry formats of pipelines, by their name in the config. */
export const adapters = {
  ...virnucpro.adapters,
  events,
  lightning,
  transformers,
} satisfies Record<string, TelemetryAdapter>

/** Output formats of tools, by their name in a manifest or in the suite `command`. */
export const readers = {
  ...virnucpro.readers,
  events: eventsReader,
  'gpu-metrics': gpuMetrics,
  'pytest-benchmark': pytestBenchmark,
  'google-benchmark': googleBenchmark,
  'go-benchmark': goBenchmark,
  asv,
  hyperfine,
  nvbench,
  'torch-benchmark': torchBenchmark,
  'chrome-trace': chromeTrace,
  nsys,
  lightning: lightningReader,
  transformers: transformersReader,
  customSmallerIsBetter,
  customBiggerIsBetter,
  plain: plainBenchmark,
} satisfies Record<string, OutputReader>

/** Figures, progress and failed parts that known programs print. */
export const { readLogs, readProgress, listFailedParts } = virnucpro

/** Name of a telemetry format. */
export type AdapterName = keyof typeof adapters

/** Name of a reader; `auto` detects the format from the content of each file. */
export type ReaderName = keyof typeof readers | 'auto'

const headCharacters = 64 * 1024

/**
 * Reads the output files of a tool. With `auto`, the beginning of each file decides on its format, files of one run are
 * read together, and all readings are merged.
 *
 * @throws UserError when a file is damaged, has another format, or has an unknown format
 */
export async function readOutput(name: ReaderName, files: readonly OutputFile[]): Promise<ToolReading> {
  if (files.length === 0) throw new UserError(`the adapter ${name} got no file`, 'Pass the output of the tool')
  if (name !== 'auto') return readers[name].read(files)
  const readings: ToolReading[] = []
  for (const { reader, files: own } of await groupByReader(files)) readings.push(await reader.read(own))
  const merged = mergeToolReadings(readings)
  return { ...merged, benchmarks: failDuplicates(merged.benchmarks) }
}

type ReaderFiles = { readonly reader: OutputReader; readonly files: OutputFile[] }

/**
 * Groups files by reader: one group per file, or per run where a reader takes several files. Sidecars join the group of
 * the reader that knows them.
 */
async function groupByReader(files: readonly OutputFile[]): Promise<ReaderFiles[]> {
  const groups: ReaderFiles[] = []
  const sidecars = files.filter((file) => isSidecar(file))
  for (const file of files) {
    if (sidecars.includes(file)) continue
    const reader = await findReader(file)
    const open = reader.takes === 'files of one run' ? groups.find((group) => group.reader === reader) : undefined
    if (open) open.files.push(file)
    else groups.push({ reader, files: [file] })
  }
  for (const file of sidecars) {
    const group = groups.find(({ reader }) => reader.isSidecar?.(file.path) ?? false)
    if (!group)
      throw new UserError(`${file.path} belongs to none of the other files`, 'Also pass the file that names it')
    group.files.push(file)
  }
  return groups
}

function isSidecar({ path }: OutputFile): boolean {
  return Object.values<OutputReader>(readers).some((reader) => reader.isSidecar?.(path) ?? false)
}

async function findReader(file: OutputFile): Promise<OutputReader> {
  const head = await readHead(file, headCharacters)
  if (head.trim() === '') throw new UserError(`${file.path} is empty`, 'The tool wrote nothing; check its log')
  const found = Object.entries<OutputReader>(readers).filter(([, reader]) => reader.canRead?.(head) ?? false)
  const [first] = found
  if (first && found.length === 1) return first[1]
  const names = (found.length > 0 ? found.map(([name]) => name) : Object.keys(readers)).join(', ')
  const what = found.length > 0 ? 'matches several formats' : 'has no known format'
  throw new UserError(`${file.path} ${what}`, `Set one of ${names} instead of auto`)
}
