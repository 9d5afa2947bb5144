import { goBenchmark } from '../adapters/tools/go-benchmark.ts'
import { catch2 } from '../adapters/tools/catch2.ts'
import { mitata, vitest } from '../adapters/tools/javascript.ts'
import { benchmarkDotNet, jmh } from '../adapters/tools/jvm-dotnet.ts'
import { cargoBench, criterion } from '../adapters/tools/rust.ts'
import { asv, pyperf, pytestBenchmark, torchBenchmark } from '../adapters/tools/python.ts'
import {
  bencher,
  customBiggerIsBetter,
  customSmallerIsBetter,
  hyperfine,
  plainBenchmark,
} from '../adapters/tools/commands.ts'
import { googleBenchmark } from '../adapters/tools/google-benchmark.ts'
import { k6 } from '../adapters/tools/k6.ts'
import { mlperf } from '../adapters/tools/mlperf.ts'
import { nvbench } from '../adapters/tools/nvbench.ts'
import { otava } from '../adapters/tools/otava.ts'
import { perfStat } from '../adapters/tools/perf-stat.ts'
import { aiperf, benchServe } from '../adapters/tools/serving.ts'
import { type OutputFile, type OutputReader, readHead, readTail } from '../adapters/reader.ts'
import { events, eventsReader } from '../adapters/pipeline/events.ts'
import type { TelemetryAdapter } from '../adapters/pipeline/stages.ts'
import { failDuplicates } from '../adapters/readings.ts'
import { gpuMetrics } from '../adapters/smi/gpu-metrics-log.ts'
import { dcgm, nvidiaSmi } from '../adapters/smi/monitor-logs.ts'
import { chromeTrace } from '../adapters/trace/chrome-trace.ts'
import { nsys } from '../adapters/trace/nsys.ts'
import { rocprof } from '../adapters/trace/rocprof.ts'
import { lightning, lightningReader, transformers, transformersReader } from '../adapters/training.ts'
import type { DatasetFormat } from '../datasets/prepare-dataset.ts'
import { UserError } from '../domain/core/errors.ts'
import { mergeToolReadings, type ToolReading } from '../domain/trial/tool-reading.ts'
import { prepareFasta } from './fasta/fasta.ts'
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
  criterion,
  'cargo-bench': cargoBench,
  jmh,
  benchmarkdotnet: benchmarkDotNet,
  catch2,
  pyperf,
  vitest,
  mitata,
  bencher,
  'chrome-trace': chromeTrace,
  nsys,
  rocprof,
  'nvidia-smi': nvidiaSmi,
  dcgm,
  'bench-serve': benchServe,
  aiperf,
  k6,
  mlperf,
  'perf-stat': perfStat,
  otava,
  lightning: lightningReader,
  transformers: transformersReader,
  customSmallerIsBetter,
  customBiggerIsBetter,
  plain: plainBenchmark,
} satisfies Record<string, OutputReader>

/** Figures, progress and failed parts that known programs print, and other names of their stages. */
export const { readBatches, readLogs, readProgress, listFailedParts, stageAliases } = virnucpro

/** Formats of datasets whose content is known. */
export const datasetFormats: readonly DatasetFormat[] = [prepareFasta]

/** Name of a telemetry format. */
export type AdapterName = keyof typeof adapters

/** Name of a reader; `auto` detects the format from the content of each file. */
export type ReaderName = keyof typeof readers | 'auto'

const headCharacters = 64 * 1024

/** Whether an adapter has this name. */
export function isReaderName(name: string): name is ReaderName {
  return name === 'auto' || Object.hasOwn(readers, name)
}

/**
 * Reads the output files of a tool. With `auto`, the beginning of each file decides on its format, files of one run are
 * read together, and all readings are merged.
 *
 * @throws UserError when a file is damaged, has another format, or has an unknown format
 */
export async function readOutput(name: ReaderName, files: readonly OutputFile[]): Promise<ToolReading> {
  try {
    const { reading } = await readFormats(name, files)
    return reading
  } catch (error) {
    if (!(error instanceof UserError)) throw error
    const hint = `${error.hint.replace(/\.$/, '')}; \`warpgauge read FILE\` prints what is understood of a file`
    throw new UserError(error.message, hint, { cause: error })
  }
}

/**
 * Reads files like `readOutput`, and also returns the format of each.
 *
 * @throws UserError like `readOutput`
 */
export async function readFormats(name: ReaderName, files: readonly OutputFile[]) {
  if (files.length === 0) throw new UserError(`the adapter ${name} got no file`, 'Pass the output of the tool')
  if (name !== 'auto') return { formats: [{ format: name, files }], reading: await readers[name].read(files) }
  const formats = await groupByReader(files)
  const readings: ToolReading[] = []
  for (const { reader, files: own } of formats) readings.push(await reader.read(own))
  const merged = mergeToolReadings(readings)
  return { formats, reading: { ...merged, benchmarks: failDuplicates(merged.benchmarks) } }
}

type ReaderFiles = { readonly format: string; readonly reader: OutputReader; readonly files: OutputFile[] }

/**
 * Groups files by reader: one group per file, or per run where a reader takes several files. Sidecars join the group of
 * the reader that knows them.
 */
async function groupByReader(files: readonly OutputFile[]): Promise<ReaderFiles[]> {
  const groups: ReaderFiles[] = []
  const sidecars = files.filter((file) => isSidecar(file))
  for (const file of files) {
    if (sidecars.includes(file)) continue
    const [format, reader] = await findReader(file)
    const open = reader.takes === 'files of one run' ? groups.find((group) => group.reader === reader) : undefined
    if (open) open.files.push(file)
    else groups.push({ format, reader, files: [file] })
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

/** A program can print a lot before the tool does. */
async function findLogReaders(file: OutputFile): Promise<[format: string, reader: OutputReader][]> {
  const tail = await readTail(file, headCharacters)
  return Object.entries<OutputReader>(readers).filter(
    ([, reader]) => reader.isLog === true && (reader.detect?.(tail) ?? false),
  )
}

async function findReader(file: OutputFile): Promise<[format: string, reader: OutputReader]> {
  const head = await readHead(file, headCharacters)
  if (head.trim() === '') throw new UserError(`${file.path} is empty`, 'The tool wrote nothing; check its log')
  const known = Object.entries<OutputReader>(readers).filter(([, reader]) => reader.detect?.(head) ?? false)
  const found = known.length > 0 ? known : await findLogReaders(file)
  const [first] = found
  if (first && found.length === 1) return first
  const names = (found.length > 0 ? found.map(([name]) => name) : Object.keys(readers)).join(', ')
  const isKnown = found.length > 0
  const what = isKnown ? 'matches several formats' : 'has no known format'
  const hint = isKnown ? 'Set' : 'Write its figures as {"name", "unit", "value", "betterWhen"} (format plain), or set'
  throw new UserError(`${file.path} ${what}`, `${hint} one of ${names} instead of auto`)
}
