import { basename } from 'node:path'
import type { SampleMetadata } from './dataset-metadata.ts'
import { computeLargestDifference, computeLengthQuantile, sumCounts, type LengthCounts } from './length-counts.ts'
import type { FastaScan } from './scan-fasta.ts'

const shownShares = [0, 0.01, 0.05, 0.25, 0.5, 0.75, 0.95, 0.99, 1]

/** Facts of a sample that its metadata are computed from. */
export type SampleFacts = Pick<SampleMetadata, 'name' | 'parameters' | 'files' | 'sha256' | 'strata'> & {
  /** Path of the source. */
  readonly path: string
  readonly scan: FastaScan
  /** Length counts of the source and of the sample. */
  readonly source: LengthCounts
  readonly sample: LengthCounts
}

/** Describes a sample for its metadata: the source, and how closely its lengths match those of the source. */
export function describeSample(facts: SampleFacts): SampleMetadata {
  const { name, parameters, files, sha256, strata, source, sample } = facts
  return {
    schemaVersion: 1,
    kind: 'sample',
    name,
    parameters,
    sequences: sumCounts(sample),
    bases: sample.reduce((sum, [length, count]) => sum + length * count, 0),
    bytes: files.reduce((sum, { bytes }) => sum + bytes, 0),
    sha256,
    files,
    source: { file: basename(facts.path), ...facts.scan },
    lengths: {
      largestDifference: computeLargestDifference(source, sample),
      quantiles: shownShares.map((share) => {
        return { share, source: computeLengthQuantile(source, share), sample: computeLengthQuantile(sample, share) }
      }),
    },
    strata,
  }
}
