import type { BenchmarkReading } from '../../domain/trial/benchmark-reading.ts'
import { emptyReading } from '../../domain/trial/tool-reading.ts'
import { axesOf } from './axes-of.ts'
import {
  amountOf,
  at,
  isAbsent,
  nameOf,
  numbersOf,
  optional,
  parsePlace,
  someItemsOf,
  wrong,
  type Place,
} from '../json-place.ts'
import { textReader } from '../output-reader.ts'
import { orNoTime, sampled, time, withoutTwins } from '../readings.ts'

const axes = ['sub_label', 'description', 'env', 'num_threads'] as const

/**
 * `torch.utils.benchmark`, which can only pickle its measurements; a pickle runs code when it is read, so none is read
 * here. Three lines of Python write them as JSON:
 *
 *     keys = "label sub_label description stmt env num_threads number_per_run raw_times".split()
 *     values = [{key: getattr(m, key) for key in keys} for m in measurements]
 *     json.dump({"torch_version": torch.__version__, "measurements": values}, open("torch-benchmark.json", "w"))
 */
export const torchBenchmark = textReader({
  wants: 'the JSON that three lines of Python write of torch.utils.benchmark measurements',
  recognises: (head) => head.includes('"raw_times"') && head.includes('"number_per_run"'),
  parse: (text, path) => {
    const root = parsePlace(text, path)
    const items = someItemsOf(at(root, 'measurements'), 'No measurement was taken')
    const version = optional(at(root, 'torch_version'), nameOf)
    return {
      ...emptyReading,
      tool: version === null ? 'torch.utils.benchmark' : `torch.utils.benchmark ${version}`,
      benchmarks: withoutTwins(items.map(readMeasurement)),
    }
  },
})

/** `raw_times` are the seconds of `number_per_run` executions each. */
function readMeasurement(place: Place): BenchmarkReading {
  const name = nameOf(isAbsent(at(place, 'label')) ? at(place, 'stmt') : at(place, 'label'))
  const named = axes.map((axis) => [axis, at(place, axis)] as const).filter(([, value]) => !isAbsent(value))
  const key = { name, axes: axesOf(named) }
  const iterations = amountOf(at(place, 'number_per_run'))
  if (iterations < 1) throw wrong(at(place, 'number_per_run'), 'a count from 1')
  const samples = numbersOf(at(place, 'raw_times')).map((seconds) => seconds / iterations)
  return orNoTime(sampled(key, time, samples, { iterations }))
}
