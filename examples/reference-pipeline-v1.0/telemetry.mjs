import { log } from './log.mjs'

const names = {
  NUCLEOTIDE_FEATURES: 'Nucleotide Feature Extraction (DNABERT-S)',
  PROTEIN_FEATURES: 'Protein Feature Extraction',
}

/** Version 1.0 says which stage begins and nothing else: how long it took stands in pipeline_state.json alone. */
export function createTelemetry() {
  let count = 0
  return {
    stageStarted(stage) {
      count += 1
      log('pipeline.prediction', `=== Stage ${count}: ${names[stage.key] ?? stage.name} ===`)
    },
    stageCompleted() {},
    summary() {},
  }
}
