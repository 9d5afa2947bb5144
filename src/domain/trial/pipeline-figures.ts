import type { PipelineFigures } from '../../record/pipeline.ts'

/** No report from the pipeline. */
export const silentFigures: PipelineFigures = {
  counts: { sequences: null, predictions: null, consensus: null },
  workers: [],
  packing: null,
  dataLoader: null,
  warnings: null,
  shards: [],
  allocator: [],
  outOfMemory: null,
}
