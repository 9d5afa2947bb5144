import { computeMedian, computeQuantile } from '../src/domain/core/statistics.ts'
import { readers } from '../src/programs/index.ts'
import type { Figure, Row } from './row.ts'

const figures = 20_000
const rounds = 5

/** A file of the most figures that one process may have, each with ten samples; formats with and without a schema. */
const files = {
  'pytest-benchmark': JSON.stringify({
    machine_info: {},
    commit_info: {},
    benchmarks: Array.from({ length: figures }, (_, index) => ({
      fullname: `test_${index}.py::test_sum[${index}]`,
      params: { size: index },
      stats: { rounds: 10, iterations: 1, data: Array.from({ length: 10 }, (_one, at) => 0.001 + at * 1e-6) },
    })),
  }),
  hyperfine: JSON.stringify({
    results: Array.from({ length: figures / 2 }, (_, index) => ({
      command: `sort ${index}`,
      user: 0.1,
      system: 0.01,
      times: Array.from({ length: 10 }, (_one, at) => 0.1 + at * 1e-4),
      exit_codes: Array.from({ length: 10 }, () => 0),
    })),
  }),
} as const

/** Rounds alternate, so that drift of the machine affects both sides equally. */
export const readingFigures: Row = {
  name: 'reading-figures',
  question: 'How long does a file of 20,000 figures take?',
  async run() {
    const measured: Figure[] = []
    for (const name of ['pytest-benchmark', 'hyperfine'] as const) measured.push(await measure(name, files[name]))
    return { figures: measured, notMeasured: [] }
  },
}

async function measure(name: keyof typeof files, text: string): Promise<Figure> {
  const bytes = Buffer.from(text)
  const file = {
    path: `${name}.json`,
    readBytes: async function* () {
      yield bytes
    },
  }
  const [read, parsed]: [number[], number[]] = [[], []]
  for (let round = 0; round < rounds; round += 1) {
    const startedMs = performance.now()
    await readers[name].read([file])
    const readMs = performance.now()
    JSON.parse(bytes.toString('utf8'))
    read.push(readMs - startedMs)
    parsed.push(performance.now() - readMs)
  }
  const sorted = read.toSorted((one, other) => one - other)
  const spread = [computeQuantile(sorted, 0.25), computeQuantile(sorted, 0.75)] as const
  const against = `JSON.parse of the same ${(bytes.length / 1e6).toFixed(1)} MB: ${computeMedian(parsed).toFixed(1)} ms`
  return { what: `${name}: time`, value: computeMedian(read), unit: 'ms', spread, count: rounds, against }
}
