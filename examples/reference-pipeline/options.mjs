import { parseArgs } from 'node:util'
import { PipelineError } from './errors.mjs'

// Below this Node cannot start a thread at all and aborts the whole process.
const smallestWorkerMegabytes = 8

export const helpText = `Usage: node pipeline.mjs predict INPUT... --output-dir DIR [options]

Classifies every chunk of the sequences in the FASTA files INPUT.

  -o, --output-dir DIR       where to write; must not exist, or be empty
      --gpus IDS             comma-separated ids, one worker thread each (default: 0)
      --parallel             spread the work over all ids; without it the first id does everything
  -e, --expected-length N    longest chunk in base pairs (default: that of the model)
  -b, --batch-size N         sequences in one matrix product (default: 32)
      --persistent-models    keep the models in each worker instead of loading them for every file
      --model FILE           model description (default: model.json beside this program)
      --worker-memory-mb N   heap limit of one worker, at least 8
  -h, --help                 this text

Exit codes: 0 success, 1 failure, 2 some inputs failed or wrong usage, 4 out of memory.
`

const definitions = {
  'output-dir': { type: 'string', short: 'o' },
  gpus: { type: 'string', default: '0' },
  parallel: { type: 'boolean', default: false },
  'expected-length': { type: 'string', short: 'e' },
  'batch-size': { type: 'string', short: 'b', default: '32' },
  'persistent-models': { type: 'boolean', default: false },
  model: { type: 'string' },
  'worker-memory-mb': { type: 'string' },
  help: { type: 'boolean', short: 'h', default: false },
}

/** The command line as one object. Wrong usage is a PipelineError with exit code 2. */
export function readOptions(argv) {
  const { values, positionals } = parse(argv)
  if (values.help) return { isHelp: true }
  const [command, ...inputs] = positionals
  if (command !== 'predict') throw usageError(`unknown command ${command ?? '(none)'}: only predict is known`)
  if (inputs.length === 0) throw usageError('predict needs at least one INPUT')
  if (!values['output-dir']) throw usageError('--output-dir is missing')
  return {
    isHelp: false,
    inputs,
    outputDirectory: values['output-dir'],
    gpus: deviceIds(values.gpus),
    isParallel: values.parallel,
    expectedLength: count('--expected-length', values['expected-length']),
    batchSize: count('--batch-size', values['batch-size']),
    isPersistent: values['persistent-models'],
    modelPath: values.model ?? null,
    workerMemoryMegabytes: count('--worker-memory-mb', values['worker-memory-mb'], smallestWorkerMegabytes),
  }
}

function parse(argv) {
  try {
    return parseArgs({ args: argv, options: definitions, allowPositionals: true })
  } catch (error) {
    throw usageError(error.message)
  }
}

function deviceIds(text) {
  const ids = text.split(',')
  if (ids.every((id) => /^\d+$/.test(id)) && new Set(ids).size === ids.length) return ids.map(Number)
  throw usageError(`--gpus ${text}: give different whole numbers, separated by commas`)
}

function count(option, text, smallest = 1) {
  if (text === undefined) return null
  if (/^\d{1,9}$/.test(text) && Number(text) >= smallest) return Number(text)
  throw usageError(`${option} ${text}: give a whole number, at least ${smallest}`)
}

function usageError(message) {
  return new PipelineError(`${message}\nSee: node pipeline.mjs --help`, 2)
}
