import * as fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import type { Report } from '../../../../src/domain/verdict/report.ts'
import { collectToolReadings } from '../../../../src/judging/ingest/ingest.ts'
import { planRun } from '../../../../src/judging/plan/plan-run.ts'
import { judgeRun } from '../../../../src/judging/verdict/judge-run.ts'
import { readOutput, type ReaderName } from '../../../../src/programs/index.ts'
import { aConfig } from '../../a-config.ts'
import { aRecord, aTestbed, aTrial, headCommit, otherCommit, someDevices } from '../../a-run.ts'
import { aFile } from '../../adapters/an-output.ts'

/** One benchmark of a tool: its time in ms, and the unit of its row where the format has one. */
type Row = { readonly name: string; readonly ms: number; readonly unit?: 'us' | 'ns' }
/** Prints the files of one process; `foreign` rows are of another kind than measurements. */
type Format = { readonly name: ReaderName; print(rows: readonly Row[], foreign: number): string }

const inUnit = ({ ms, unit }: Row): number => (unit === 'ns' ? ms * 1e6 : unit === 'us' ? ms * 1e3 : ms)

const formats: readonly Format[] = [
  {
    name: 'plain',
    print: (rows) =>
      JSON.stringify(
        rows.map((row) => ({ name: row.name, metric: 'time', unit: row.unit ?? 'ms', samples: [inUnit(row)] })),
      ),
  },
  {
    name: 'google-benchmark',
    print: (rows, foreign) =>
      JSON.stringify({
        context: { library_build_type: 'release', mhz_per_cpu: 3000 },
        benchmarks: [
          ...rows.map((row) => ({
            name: row.name,
            run_name: row.name,
            run_type: 'iteration',
            iterations: 10,
            real_time: inUnit(row),
            cpu_time: inUnit(row),
            time_unit: row.unit ?? 'ms',
          })),
          ...Array.from({ length: foreign }, (_, index) => ({
            name: `fit${index}_BigO`,
            run_name: `fit${index}`,
            run_type: 'aggregate',
            aggregate_name: 'BigO',
            real_coefficient: 1.5,
            big_o: 'N',
          })),
        ],
      }),
  },
  {
    name: 'go-benchmark',
    print: (rows, foreign) =>
      [
        'goos: linux',
        'pkg: example.org/x',
        ...rows.flatMap(({ name, ms }, index) => [
          `Benchmark${name}-2 \t 100\t ${ms * 1e6} ns/op`,
          ...(index < foreign ? [`2026/01/01 a line of a log, 3 of 10`] : []),
        ]),
        'PASS',
        'ok  \texample.org/x\t1.2s',
        '',
      ].join('\n'),
  },
  {
    name: 'hyperfine',
    print: (rows) =>
      JSON.stringify({
        results: rows.map(({ name, ms }) => {
          const seconds = ms / 1000
          return { command: name, times: [seconds], user: seconds, system: 0, exit_codes: [0], median: seconds }
        }),
      }),
  },
  {
    name: 'pytest-benchmark',
    print: (rows) =>
      JSON.stringify({
        machine_info: { node: 'n', processor: 'x86_64', python_version: '3.12' },
        commit_info: { id: 'a', dirty: false },
        version: '5.1.0',
        benchmarks: rows.map(({ name, ms }) => ({
          name,
          fullname: `test_x.py::${name}`,
          params: null,
          stats: { data: [ms / 1000], rounds: 1, iterations: 1, median: ms / 1000, stddev: 0, min: 0, max: 0 },
        })),
      }),
  },
]

const names = ['Alpha', 'Beta', 'Gamma', 'Delta', 'Epsilon']
const wobble = [1, 1.004, 0.996, 1.002, 0.998, 1]
const config = aConfig({
  suites: {
    command: {
      benchmarks: [
        {
          name: 'b',
          command: ['b', '{output}/o'],
          adapter: 'auto',
          files: ['{output}/o'],
          run: { repeats: 6, warmups: 0 },
        },
      ],
    },
  },
  comparison: { gate: ['bench:*'], minEffect: 0.05 },
})

type Side = (value: number) => readonly string[]

/** Judges a head beside its merge base, each process with the files that its side prints. */
async function judge(name: ReaderName, base: Side, head: Side): Promise<Report['verdict']> {
  const revisions = [
    { label: 'head', ref: 'HEAD', commit: headCommit, problem: null },
    { label: 'merge-base', ref: 'merge-base', commit: otherCommit, problem: null },
  ]
  const testbed = aTestbed({ devices: someDevices(1) })
  const plan = planRun(config, testbed.devices, revisions)
  const trials = await Promise.all(
    plan.cases.flatMap(({ id, revision }) =>
      wobble.map(async (value, index) => {
        const [commit, print] = revision === 'head' ? [headCommit, head] : [otherCommit, base]
        const files = print(value).map((text, place) => aFile(`out-${place}`, text))
        const result = files.length === 1 ? await readOutput(name, files) : await readOutput('auto', files)
        return aTrial({ caseId: id, index: index + 1, commit, ...collected(result) })
      }),
    ),
  )
  const record = aRecord({ testbed, revisions, plan, trials, status: 'finished' })
  return judgeRun({ record, config, baselines: [], obstacles: [] }).verdict
}

function collected(result: Awaited<ReturnType<typeof readOutput>>): object {
  const { readings, failure } = collectToolReadings(result)
  return { failure, ...(readings && { readings }) }
}

const rowsOf = (value: number, slow: string | null): Row[] =>
  names.map((name, index) => ({ name, ms: (10 + index) * value * (name === slow ? 3 : 1) }))

/** How the files of the head differ from those of the base, apart from times. */
const change = fc.record({
  order: fc.shuffledSubarray(names, { minLength: names.length }),
  renamed: fc.option(fc.constantFrom(...names)),
  lost: fc.option(fc.constantFrom(...names)),
  unit: fc.constantFrom(undefined, 'us', 'ns'),
  foreign: fc.nat(3),
  parts: fc.integer({ min: 1, max: 3 }),
})
type Change = typeof change extends fc.Arbitrary<infer Value> ? Value : never

function alter(rows: readonly Row[], { order, renamed, lost, unit }: Change): Row[] {
  return order.flatMap((name) => {
    const row = rows.find((one) => one.name === name)
    if (!row || name === lost) return []
    return [{ ...row, name: name === renamed ? `${name}_v2` : name, ...(unit && { unit }) }]
  })
}

function printFiles(
  format: Format,
  rows: readonly Row[],
  { foreign, parts }: Pick<Change, 'foreign' | 'parts'>,
): string[] {
  const size = Math.ceil(rows.length / parts)
  return Array.from({ length: parts }, (_, part) => rows.slice(part * size, (part + 1) * size))
    .filter((part) => part.length > 0)
    .map((part) => format.print(part, foreign))
}

const plainly = { foreign: 0, parts: 1 }

describe.each(formats)('output of $name', (format) => {
  const base: Side = (value) => printFiles(format, rowsOf(value, null), plainly)

  it('never hides a slower benchmark by its order, names, units, files, lost or foreign rows', async () => {
    await fc.assert(
      fc.asyncProperty(change, fc.constantFrom(...names), async (altered, slow) => {
        const head: Side = (value) => printFiles(format, alter(rowsOf(value, slow), altered), altered)
        expect(await judge(format.name, base, head)).not.toBe('pass')
      }),
      { numRuns: 40, seed: 42 },
    )
  })

  it('passes an equal head in another order, unit and number of files, with rows of other kinds', async () => {
    await fc.assert(
      fc.asyncProperty(change, async (altered) => {
        const same = { ...altered, renamed: null, lost: null }
        const head: Side = (value) => printFiles(format, alter(rowsOf(value, null), same), same)
        expect(await judge(format.name, base, head)).toBe('pass')
      }),
      { numRuns: 15, seed: 42 },
    )
  })

  it('passes no head that lost or renamed a benchmark', async () => {
    await fc.assert(
      fc.asyncProperty(change, fc.constantFrom(...names), fc.boolean(), async (altered, name, isLost) => {
        const less = { ...altered, renamed: isLost ? null : name, lost: isLost ? name : null }
        const head: Side = (value) => printFiles(format, alter(rowsOf(value, null), less), less)
        expect(await judge(format.name, base, head)).not.toBe('pass')
      }),
      { numRuns: 15, seed: 42 },
    )
  })
})
