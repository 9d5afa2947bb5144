/** Keys of `pipeline_state.json` and the stage names in the log, in order. */
export const virnucproStages: ReadonlyMap<string, string> = new Map([
  ['CHUNKING', 'Sequence Chunking'],
  ['TRANSLATION', 'Six-Frame Translation'],
  ['NUCLEOTIDE_SPLITTING', 'Nucleotide File Splitting'],
  ['PROTEIN_SPLITTING', 'Protein File Splitting'],
  ['NUCLEOTIDE_FEATURES', 'DNABERT-S Feature Extraction'],
  ['PROTEIN_FEATURES', 'ESM-2 Feature Extraction'],
  ['FEATURE_MERGING', 'Feature Merging'],
  ['PREDICTION', 'Model Prediction'],
  ['CONSENSUS', 'Consensus Scoring'],
])
