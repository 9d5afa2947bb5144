import { join } from 'node:path'
import { pathToFileURL } from 'node:url'
import { inject } from 'vitest'

declare module 'vitest' {
  interface ProvidedContext {
    /** Directory of the files that `scripts/build-sampling-thread.ts` builds. */
    samplingThread: string
  }
}

/** Used in tests instead of that of `sampling-worker-url.ts`, see `vitest.config.ts`. */
export function getSamplingWorkerUrl(): URL {
  return getBuiltUrl('sampling-worker.js')
}

/** The module of `ReplayGpuSource`, for the sampling thread. */
export function getReplaySourceUrl(): string {
  return getBuiltUrl('replay-gpu-source.js').href
}

function getBuiltUrl(name: string): URL {
  return pathToFileURL(join(inject('samplingThread'), name))
}
