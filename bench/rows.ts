import { bundleSize } from './bundle-size.ts'
import { coldStart } from './cold-start.ts'
import { gpuSampleCost } from './gpu-sample-cost.ts'
import { harnessOverhead } from './harness-overhead.ts'
import type { Row } from './row.ts'
import { runnerOverhead } from './runner-overhead.ts'
import { sampling } from './sampling.ts'

/** All rows, in the order they are shown. */
export const rows: readonly Row[] = [runnerOverhead, harnessOverhead, coldStart, bundleSize, gpuSampleCost, sampling]
