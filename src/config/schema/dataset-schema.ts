import { z } from 'zod'
import { refine } from '../validation/problem.ts'
import { share, wholeShare } from './suite-common.ts'

const mostBases = 2 ** 21 - 1
const mostSeed = 2 ** 32 - 1
const seed = z.int().min(0).max(mostSeed).default(1)
const fileCount = z.int().min(1).max(1000).default(1)
const baseCount = z.int().min(1).max(mostBases)
const sha256 = z.string().regex(/^[0-9a-f]{64}$/)

/** One entry of `datasets`: a synthetic dataset, an existing file, files of any type, or a command that writes them. */
export const dataset = z.union([
  z
    .strictObject({
      preset: z
        .enum(['tiny', 'small', 'medium', 'large', 'typical', 'long'])
        .describe('Size of a synthetic dataset: 10, 100, 1000, 10 000, 5000 (long tail) or 1000 (long) sequences'),
      seed: seed.describe('Seed of the random bases'),
      sequences: z.int().positive().optional().describe('Number of sequences, instead of that of the preset'),
      minLength: baseCount.optional().describe('Shortest length in bases, instead of that of the preset'),
      maxLength: baseCount.optional().describe('Longest length; equal to minLength for sequences of one length'),
      files: fileCount.describe('Number of files that share the sequences'),
      gc: share.default(0.5).describe('Share of G and C'),
      orfShare: wholeShare
        .optional()
        .describe('Share of the sequences with an open reading frame (no stop codon) on a random strand'),
      orfLength: z
        .int()
        .min(3)
        .max(mostBases)
        .optional()
        .describe('Length of these frames in bases; without it, the complete sequence'),
    })
    .check(
      refine(({ orfLength, orfShare }, report) => {
        if (orfLength !== undefined && orfShare === undefined)
          report(['orfLength'], 'has no effect without orfShare', 'key')
      }),
    ),
  z.strictObject({
    path: z.string().describe('FASTA file in the repository, or an absolute path on the runner; plain or .gz'),
    sha256: sha256.optional().describe('Expected SHA-256; another file is refused'),
    sample: z
      .strictObject({
        sequences: z.int().positive().describe('Number of sequences to draw; the distribution of lengths is kept'),
        seed: seed.describe('Seed of the draw'),
        files: fileCount.describe('Number of files that share the sample'),
      })
      .optional()
      .describe('Use a random sample of the file'),
  }),
  z.strictObject({
    paths: z
      .array(z.string().min(1))
      .min(1)
      .max(100)
      .describe('Files and directories of any type, in the repository or absolute; one argument each for {dataset}'),
    sha256: sha256.optional().describe('Expected SHA-256 of the content; other content is refused'),
  }),
  z.strictObject({
    command: z
      .array(z.string())
      .min(1)
      .describe(
        'Argument list that writes the input into {output}, an empty directory; runs in checkouts of base and head. {dataset} becomes the written file, or the directory',
      ),
    version: z
      .string()
      .max(100)
      .default('1')
      .describe('The input is cached by command, the content of files named in it, and this version'),
  }),
])
