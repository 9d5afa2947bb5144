import type { BenchmarkReading } from '../../domain/trial/benchmark-reading.ts'
import { emptyReading } from '../../domain/trial/tool-reading.ts'
import { toAxes } from './axes.ts'
import {
  readAmount,
  getField,
  isAbsent,
  readName,
  readNumbers,
  readOptionalText,
  parseJsonNode,
  readSomeItems,
  createValueError,
  type JsonNode,
} from '../json-node.ts'
import { createTextReader } from '../output-reader.ts'
import { rejectZeroTime, createSampledReading, time, failDuplicates } from '../readings.ts'

const axes = ['description', 'env', 'num_threads'] as const

/**
 * `torch.utils.benchmark`. It can only pickle its measurements, and reading a pickle runs code, so pickles are not
 * read. Three lines of Python write the measurements as JSON:
 *
 *     keys = "label sub_label description stmt env num_threads number_per_run raw_times".split()
 *     values = [{key: getattr(m, key) for key in keys} for m in measurements]
 *     json.dump({"torch_version": torch.__version__, "measurements": values}, open("torch-benchmark.json", "w"))
 */
export const torchBenchmark = createTextReader({
  wants: 'the JSON that three lines of Python write of torch.utils.benchmark measurements',
  canRead: (head) => head.includes('"raw_times"') && head.includes('"number_per_run"'),
  parse: (text, path) => {
    const root = parseJsonNode(text, path)
    const items = readSomeItems(getField(root, 'measurements'), 'No measurement was taken')
    const version = readOptionalText(getField(root, 'torch_version'))
    return {
      ...emptyReading,
      tool: version === null ? 'torch.utils.benchmark' : `torch.utils.benchmark ${version}`,
      benchmarks: failDuplicates(items.map(readMeasurement)),
    }
  },
})

/** Reads one measurement. Each of `raw_times` is the time in seconds of `number_per_run` executions. */
function readMeasurement(node: JsonNode): BenchmarkReading {
  const isLabelled = !isAbsent(getField(node, 'label'))
  const name = readName(getField(node, isLabelled ? 'label' : 'stmt'))
  // Compare of torch names a row by its sub_label, or by its statement without one.
  const row = isLabelled && isAbsent(getField(node, 'sub_label')) ? 'stmt' : 'sub_label'
  const named = [row, ...axes]
    .map((axis) => [axis, getField(node, axis)] as const)
    .filter(([, value]) => !isAbsent(value))
  const key = { name, axes: toAxes(named) }
  const iterations = readAmount(getField(node, 'number_per_run'))
  if (iterations < 1) throw createValueError(getField(node, 'number_per_run'), 'a count from 1')
  const samples = readNumbers(getField(node, 'raw_times')).map((seconds) => seconds / iterations)
  return rejectZeroTime(createSampledReading(key, time, samples, { iterations }))
}
