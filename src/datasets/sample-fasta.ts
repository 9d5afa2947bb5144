import { formatCount, formatCounted } from '../domain/core/numbers.ts'
import type { PreparedDataset } from '../domain/core/dataset.ts'
import { UserError } from '../domain/core/errors.ts'
import type { Candidates } from './candidate-pool.ts'
import { openCandidateSpool } from './candidate-spool.ts'
import { chooseRecords } from './choose-records.ts'
import { buildCommonChecks, refuseFailed } from './dataset-files.ts'
import { toPreparedDataset, metadataFile, writeMetadata, type SampleMetadata } from './dataset-metadata.ts'
import { describeSample } from './describe-sample.ts'
import { fillDirectory } from './fill-directory.ts'
import { countLengths } from './length-counts.ts'
import { planStrata } from './length-strata.ts'
import { createSampler, type Sampler } from './sampler.ts'
import { describeFile, openFasta, refuseChanged, scanFasta, type FastaFile, type FastaScan } from './scan-fasta.ts'
import { writeSample } from './write-sample.ts'

/** Increment this when the same source and parameters give other bytes. */
const samplerVersion = 1

/** Parameters of a sample besides its source. */
export type SampleSettings = {
  readonly sequences: number
  /** 0 to 2³² − 1. */
  readonly seed: number
  /** Number of files that share the sequences, in order. */
  readonly files: number
}

/** A sample to draw, with its source and target directory. */
export type SampleSpec = SampleSettings & {
  readonly source: FastaFile
  /** Name in the config. */
  readonly name: string
  /** Created when missing; files of the same names are replaced. */
  readonly directory: string
  /** Checks the source by its SHA-256 before anything is written. */
  readonly check?: (sourceSha256: string) => void
}

/**
 * Draws a length-stratified sample from a FASTA file, plain or gzip: the share of sequences up to any length differs by
 * at most max(1 %, 1/n) + 1/(2n) from the source. Reads the file once, in about 80 bytes of memory per sampled
 * sequence. Copies records unchanged and in order to `file_001.fa` …, and writes `metadata.json`. The same source,
 * number and seed give the same bytes on every machine.
 *
 * @throws UserError when the file is no valid FASTA, or has fewer sequences than requested
 */
export async function sampleFasta(spec: SampleSpec): Promise<{ dataset: PreparedDataset; metadata: SampleMetadata }> {
  refuseFailed(`dataset ${spec.name}`, buildCommonChecks(spec))
  await using file = await openFasta(spec.source)
  const metadata = await fillDirectory(spec.directory, metadataFile, async (directory) => {
    await using stack = new AsyncDisposableStack()
    const spool = file.isGzip ? await openCandidateSpool(directory) : null
    if (spool) stack.use(spool.handle)
    const sampler = createSampler(spec, spool)
    const scan = await scanFasta(file, sampler.audience)
    spec.check?.(scan.sha256)
    const candidates = sampler.pool.getCandidates()
    const chosen = choose(spec, scan, sampler, candidates)
    const text = spool?.handle ?? file.handle
    const written = await writeSample(directory, { candidates, indices: chosen.indices, text }, spec.files)
    await refuseChanged(file)
    const { name, source } = spec
    const parameters = { source: scan.sha256, ...listSampleParameters(spec) }
    const described = describeSample({ name, path: source.path, parameters, scan, ...chosen, ...written })
    await writeMetadata(directory, described)
    return described
  })
  return { dataset: toPreparedDataset(spec.directory, metadata), metadata }
}

/** Lists all parameters of a sample besides its source. */
export function listSampleParameters({ sequences, seed, files }: SampleSettings): Record<string, number> {
  return { sequences, seed, files, sampler: samplerVersion }
}

function choose(spec: SampleSpec, scan: FastaScan, sampler: Sampler, candidates: Candidates) {
  if (scan.sequences < spec.sequences) throw createTooManyError(spec, scan.sequences)
  const source = sampler.counter.listCounts()
  const strata = planStrata(source, countLengths(candidates.lengths.subarray(0, candidates.size)), spec.sequences)
  const indices = chooseRecords(candidates, strata)
  const sample = countLengths(indices.map((index) => candidates.lengths[index] as number))
  return { source, strata, indices, sample }
}

function createTooManyError({ source, sequences }: SampleSpec, available: number): UserError {
  const what = `has ${formatCounted(available, 'sequence')}, the sample needs ${formatCount(sequences)}`
  return new UserError(
    `${describeFile(source)} ${what}`,
    `Sample at most ${available} sequences, or use the complete file`,
  )
}
