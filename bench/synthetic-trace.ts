import { createWriteStream } from 'node:fs'
import { once } from 'node:events'

/** Writes a trace of the given size with the fields that torch writes: one kernel, its launch and an operator in turn. */
export async function writeSyntheticTrace(path: string, megabytes: number): Promise<void> {
  const file = createWriteStream(path)
  file.write(
    '{\n  "schemaVersion": 1,\n  "deviceProperties": [{"id": 0, "name": "NVIDIA H200"}],\n  "traceEvents": [\n',
  )
  let [written, index] = [0, 0]
  while (written < megabytes * 1e6) {
    const text = Array.from({ length: 1000 }, (_, offset) => eventsOf(index + offset)).join('')
    index += 1000
    written += text.length
    if (!file.write(text)) await once(file, 'drain')
  }
  file.end('  {"ph": "M", "name": "process_name", "ts": 0, "pid": 1, "tid": 0, "args": {"name": "python"}}\n  ]\n}\n')
  await once(file, 'finish')
}

function eventsOf(index: number): string {
  const startMicros = 4_345_368_811_199.983 + index * 20
  const name = `void at::native::vectorized_elementwise_kernel<4, at::native::CUDAFunctor_add<float>, ${index % 50}>`
  const stream = 7 + (index % 2)
  const ids = `"External id": ${index}, "correlation": ${index}`
  const shape = '"registers per thread": 32, "grid": [58, 1, 1], "block": [128, 1, 1], "est. achieved occupancy %": 3'
  const kernel = `"args": {"device": 0, "context": 1, "stream": ${stream}, ${ids}, ${shape}}`
  return `  {
    "ph": "X", "cat": "kernel", "name": "${name}", "pid": 0, "tid": ${stream},
    "ts": ${startMicros.toFixed(3)}, "dur": ${(5 + (index % 997) / 100).toFixed(3)}, ${kernel}
  },
  {
    "ph": "X", "cat": "cuda_runtime", "name": "cudaLaunchKernel", "pid": 4242, "tid": 4242,
    "ts": ${(startMicros - 10).toFixed(3)}, "dur": 4.5, "args": {"cbid": 211, ${ids}}
  },
  {
    "ph": "X", "cat": "cpu_op", "name": "aten::add", "pid": 4242, "tid": 4242,
    "ts": ${(startMicros - 12).toFixed(3)}, "dur": 9.5,
    "args": {"External id": ${index}, "Fwd thread id": 0, "Input Dims": [[32, 64], [64, 64], [64]], "Ev Idx": ${index}}
  },
`
}
