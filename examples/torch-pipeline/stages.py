"""The nine stages in order: their key in pipeline_state.json and their name in the log."""

STAGES = {
    "CHUNKING": "Sequence Chunking",
    "TRANSLATION": "Six-Frame Translation",
    "NUCLEOTIDE_SPLITTING": "Nucleotide File Splitting",
    "PROTEIN_SPLITTING": "Protein File Splitting",
    "NUCLEOTIDE_FEATURES": "DNABERT-S Feature Extraction",
    "PROTEIN_FEATURES": "ESM-2 Feature Extraction",
    "FEATURE_MERGING": "Feature Merging",
    "PREDICTION": "Model Prediction",
    "CONSENSUS": "Consensus Scoring",
}
