/** The nine stages in order: their key in pipeline_state.json and their name in the log. */
export const stages = [
  { key: 'CHUNKING', name: 'Sequence Chunking' },
  { key: 'TRANSLATION', name: 'Six-Frame Translation' },
  { key: 'NUCLEOTIDE_SPLITTING', name: 'Nucleotide File Splitting' },
  { key: 'PROTEIN_SPLITTING', name: 'Protein File Splitting' },
  { key: 'NUCLEOTIDE_FEATURES', name: 'DNABERT-S Feature Extraction' },
  { key: 'PROTEIN_FEATURES', name: 'ESM-2 Feature Extraction' },
  { key: 'FEATURE_MERGING', name: 'Feature Merging' },
  { key: 'PREDICTION', name: 'Model Prediction' },
  { key: 'CONSENSUS', name: 'Consensus Scoring' },
]
