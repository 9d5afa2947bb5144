import { formatCounted } from '../domain/core/numbers.ts'
import { resolve } from 'node:path'
import { writeDirectory } from '../programs/fasta/fasta-directory.ts'
import { adjustPreset, presets, type PresetName } from '../programs/fasta/presets.ts'
import { sampleFasta } from '../programs/fasta/sample-fasta.ts'
import type { OpenFrames } from '../programs/fasta/synthesizer.ts'
import { writeSynthetic } from '../programs/fasta/synthetic-fasta.ts'
import { listSuitesNeedingMore, type PreparedDataset } from '../domain/core/dataset.ts'
import { UserError } from '../domain/core/errors.ts'
import { parseShare, parseWholeNumber } from './option-numbers.ts'
import { print, say } from './terminal.ts'

/** Options of `warpgauge dataset`. */
export type DatasetOptions = {
  readonly preset?: PresetName
  readonly from?: string
  readonly seed: string
  readonly out: string
  readonly files: string
  readonly gc?: string
  readonly orfShare?: string
  readonly orfLength?: string
  readonly sequences?: string
  readonly minLength?: string
  readonly maxLength?: string
}

const mostSequences = 1e9
const longestBases = 2 ** 21 - 1

/** Writes a dataset and prints its identity. */
export async function writeDataset(options: DatasetOptions): Promise<void> {
  const { identity, files } = await chooseSource(options)
  print(JSON.stringify({ ...identity, files }, null, 2))
  say(`${formatCounted(identity.sequences ?? 0, 'sequence')}, ${identity.bytes} bytes in ${resolve(options.out)}`)
  const suites = listSuitesNeedingMore(identity.sequences ?? 0)
  if (suites.length > 0) say(`warning: too few sequences for the suites ${suites.join(', ')} (docs/datasets.md)`)
}

function chooseSource(options: DatasetOptions): Promise<PreparedDataset> {
  if (options.from !== undefined) return writeSample(options, options.from)
  if (options.preset !== undefined) return writePreset(options, options.preset)
  const hint = `Give --preset ${Object.keys(presets).join('|')}, or --from FASTA --sequences N`
  throw new UserError('Neither --preset nor --from is given', hint)
}

async function writePreset(options: DatasetOptions, preset: PresetName): Promise<PreparedDataset> {
  const changes = {
    sequences: parseOptionalInteger('--sequences', options.sequences, mostSequences),
    minLength: parseOptionalInteger('--min-length', options.minLength, longestBases),
    maxLength: parseOptionalInteger('--max-length', options.maxLength, longestBases),
  }
  const gc = parseShare('--gc', options.gc ?? '0.5')
  const frames = readOpenFrames(options)
  const { directory, ...common } = readCommonOptions(options)
  const spec = { preset, ...adjustPreset(preset, changes), gc, ...frames, ...common }
  const { dataset } = await writeDirectory(directory, (draft) => writeSynthetic(draft, spec))
  return dataset
}

function readOpenFrames({ orfShare, orfLength }: DatasetOptions): { openFrames?: OpenFrames } {
  const length = parseOptionalInteger('--orf-length', orfLength, longestBases) ?? null
  if (orfShare !== undefined) return { openFrames: { share: parseShare('--orf-share', orfShare, true), length } }
  if (length === null) return {}
  throw new UserError('--orf-length has no effect without --orf-share', 'Add --orf-share, such as 0.6')
}

async function writeSample(options: DatasetOptions, from: string): Promise<PreparedDataset> {
  const sequences = parseOptionalInteger('--sequences', options.sequences, mostSequences)
  if (sequences === undefined)
    throw new UserError('--from needs the number of sequences to sample', 'Add --sequences N')
  const source = { setting: '--from', path: resolve(from) }
  const { directory, ...common } = readCommonOptions(options)
  const spec = { name: 'sample', source, sequences, ...common }
  const { dataset, metadata } = await writeDirectory(directory, (draft) => sampleFasta(draft, spec))
  for (const { share: part, source: whole, sample } of metadata.lengths.quantiles)
    say(`length at ${(100 * part).toFixed(0).padStart(3)} %: ${whole} in the file, ${sample} in the sample`)
  if (metadata.source.nameless > 0) say(`warning: ${metadata.source.nameless} records of the file have no name`)
  return dataset
}

function readCommonOptions({ seed, files, out }: DatasetOptions): { seed: number; files: number; directory: string } {
  return {
    seed: parseWholeNumber('--seed', seed, 0, 2 ** 32 - 1),
    files: parseWholeNumber('--files', files, 1, 1000),
    directory: resolve(out),
  }
}

function parseOptionalInteger(option: string, text: string | undefined, max: number): number | undefined {
  return text === undefined ? undefined : parseWholeNumber(option, text, 1, max)
}
