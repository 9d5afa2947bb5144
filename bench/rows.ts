import { bundleSize } from './bundle-size.ts'
import { changePointsRow } from './change-points.ts'
import { coldStart } from './cold-start.ts'
import { datasetGeneration } from './dataset-generation.ts'
import { datasetSampling } from './dataset-sampling.ts'
import { eventClients } from './event-clients.ts'
import { gitProcesses } from './git-processes.ts'
import { githubRequests } from './github-requests.ts'
import { gpuSampleCost } from './gpu-sample-cost.ts'
import { harnessOverhead } from './harness-overhead.ts'
import { historyStore } from './history-store.ts'
import { judgeThroughput } from './judge-throughput.ts'
import { readingFigures } from './reading-figures.ts'
import { reportHtml } from './report-html.ts'
import type { Row } from './row.ts'
import { runnerOverhead } from './runner-overhead.ts'
import { sampling } from './sampling.ts'
import { samplingCost } from './sampling-cost.ts'
import { tableJoin } from './table-join.ts'
import { traceStreaming } from './trace-streaming.ts'

/** All rows, in the order they are shown. */
export const rows: readonly Row[] = [
  runnerOverhead,
  eventClients,
  harnessOverhead,
  coldStart,
  bundleSize,
  githubRequests,
  gitProcesses,
  gpuSampleCost,
  sampling,
  samplingCost,
  judgeThroughput,
  changePointsRow,
  historyStore,
  reportHtml,
  datasetGeneration,
  datasetSampling,
  tableJoin,
  traceStreaming,
  readingFigures,
]
