import type { PublishedFigures } from './published-logs.ts'

/**
 * The published runs on a subset of a million sequences (broadinstitute/virnucpro-broad, phase 10 summaries 10-02 and 10-03,
 * February 2026), as they were given. Equal rows per frame follow from the published percentage.
 */
export const publishedFigures: PublishedFigures = {
  tokenBudget: 16_384,
  printedPacking: 358,
  runs: {
    '1-gpu': {
      model: '500_model.pth',
      stages: [7.1, 8.4, 3.3, 3.1, 501.9, 2591.1, 34.7, 37.4, 13.6],
      sequences: 1_000_000,
      predictions: 794_577,
      consensus: 601_257,
      workers: [{ sequences: 794_577, sequencesPerSecond: 321, tokensPerSecond: 16_474 }],
      batches: 2780,
      waitMeanMs: 0.1,
      waitMaxMs: 0.3,
      warnings: 54,
      utilization: [60, 80],
    },
    '2-gpus': {
      model: '300_model.pth',
      stages: [7.3, 8.5, 4.3, 4, 523.5, 1383.2, 41.5, 39.1, 13.6],
      sequences: 1_000_000,
      predictions: 794_577,
      consensus: 601_257,
      workers: [
        { sequences: 397_289, sequencesPerSecond: 315.7, tokensPerSecond: 16_199 },
        { sequences: 397_288, sequencesPerSecond: 313.5, tokensPerSecond: 16_085 },
      ],
      batches: 2760,
      waitMeanMs: 0.1,
      waitMaxMs: 0.6,
      warnings: 41,
      utilization: [65, 80],
    },
  },
  comparisons: {
    '2-gpus': { mode: 'consensus', equal: 601_257 - 762, different: 762 },
    first: { mode: 'consensus', equal: 559_703, different: 41_554 },
    again: { mode: 'consensus', equal: 590_555, different: 10_702 },
    'per-frame': { mode: 'per-frame', equal: 793_147, different: 1430, scores: [0.0014, 0.0005] },
  },
}
