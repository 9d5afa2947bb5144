import { parentPort, workerData, type MessagePort } from 'node:worker_threads'
import type { TimeBuckets } from '../../../domain/telemetry/time-buckets.ts'
import type { DriverThreadData } from '../nvml/driver-thread.ts'
import { SamplingSession, type Recording, type SamplingRequest, type SourceChoice } from './sampling-session.ts'
import type { SamplingCommand, SamplingReport } from './sampling-window.ts'
import type { GpuSource } from '../gpu-source.ts'

// The program of two threads: that of the driver (`shared` in its data) and that of a sampling window (`source`).
// oxlint-disable-next-line typescript/no-unsafe-type-assertion -- started by our own code alone
const request = workerData as SamplingRequest | DriverThreadData
if (parentPort && 'shared' in request) await answer(request, parentPort)
else if (parentPort && 'source' in request) await sample(request, parentPort)

async function answer(data: DriverThreadData, port: MessagePort): Promise<void> {
  const { answerCalls } = await import('../nvml/driver-thread.ts')
  answerCalls(data, port)
}

/** Commands that arrive while the source is opening wait in the port. */
async function sample(data: SamplingRequest, port: MessagePort): Promise<void> {
  const source = await openGpuSource(data.source)
  const session = new SamplingSession(data, source)
  for (const sentence of source?.listForbidden?.() ?? []) session.problems.add(sentence)
  port.on('message', (command: SamplingCommand) => {
    // A failure while closing must reach the window, which treats the end of this thread as a crash.
    if (command === null) void finish(session, port)
    // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- the values are those of the method
    else (session[command.method] as (...values: readonly unknown[]) => void).apply(session, [...command.values])
  })
  report(port, { type: 'opened', startedMs: session.startedMs })
}

async function finish(session: SamplingSession, port: MessagePort): Promise<void> {
  const recording = await session.close()
  report(port, { type: 'closed', recording }, listBuffers(recording))
  port.close()
}

function report(port: MessagePort, message: SamplingReport, transfer: ArrayBuffer[] = []): void {
  port.postMessage(message, transfer)
}

/** The buffers are transferred, not copied. */
function listBuffers({ tracks, host }: Recording): ArrayBuffer[] {
  const busy = tracks.flatMap(({ work }) => (work?.busy ? [work.busy.series.timesMs, work.busy.series.busyMs] : []))
  const columns = [...tracks, ...(host ? [host] : [])].flatMap(({ buckets }) => listArrays(buckets))
  return [...busy, ...columns].flatMap(({ buffer }) => (buffer instanceof ArrayBuffer ? [buffer] : []))
}

function listArrays({ firstMs, lastMs, counts, columns, tallies }: TimeBuckets): readonly ArrayBufferView[] {
  const present = columns.flatMap((column) => (column ? Object.values(column) : []))
  return [firstMs, lastMs, counts, ...present, ...tallies.filter((tally) => tally !== null)]
}

/** Opens a source by name; null when readings are pushed from outside. Rejects when it cannot be opened. */
async function openGpuSource(choice: SourceChoice): Promise<GpuSource | null> {
  switch (choice.kind) {
    case 'nvml': {
      const { openDriver } = await import('../nvml/driver-thread.ts')
      return await openDriver(choice.libraryPath)
    }
    case 'module': {
      // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- the module was named by our own caller
      const { openSource } = (await import(choice.url)) as { openSource: (options: unknown) => GpuSource }
      return openSource(choice.options)
    }
    case 'pushed':
      return null
    default:
      return choice satisfies never
  }
}
