import type { BenchmarkReading } from '../../domain/trial/benchmark-reading.ts'
import { emptyReading } from '../../domain/trial/tool-reading.ts'
import { toAxes } from './axes.ts'
import {
  readAmount,
  getField,
  isAbsent,
  readName,
  readNumbers,
  readOptional,
  parseJsonNode,
  readSomeItems,
  createValueError,
  type JsonNode,
} from '../json-node.ts'
import { createTextReader } from '../output-reader.ts'
import { rejectZeroTime, createSampledReading, time, failDuplicates } from '../readings.ts'

const axes = ['sub_label', 'description', 'env', 'num_threads'] as const

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
    const version = readOptional(getField(root, 'torch_version'), readName)
    return {
      ...emptyReading,
      tool: version === null ? 'torch.utils.benchmark' : `torch.utils.benchmark ${version}`,
      benchmarks: failDuplicates(items.map(readMeasurement)),
    }
  },
})

/** Reads one measurement. Each of `raw_times` is the time in seconds of `number_per_run` executions. */
function readMeasurement(node: JsonNode): BenchmarkReading {
  const name = readName(isAbsent(getField(node, 'label')) ? getField(node, 'stmt') : getField(node, 'label'))
  const named = axes.map((axis) => [axis, getField(node, axis)] as const).filter(([, value]) => !isAbsent(value))
  const key = { name, axes: toAxes(named) }
  const iterations = readAmount(getField(node, 'number_per_run'))
  if (iterations < 1) throw createValueError(getField(node, 'number_per_run'), 'a count from 1')
  const samples = readNumbers(getField(node, 'raw_times')).map((seconds) => seconds / iterations)
  return rejectZeroTime(createSampledReading(key, time, samples, { iterations }))
}
