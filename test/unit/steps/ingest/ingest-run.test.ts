import { existsSync, readFileSync, symlinkSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, it } from 'vitest'
import { buildBaselines } from '../../../../src/judging/baselines/baselines.ts'
import { parseConfig } from '../../../../src/config/load.ts'
import { refuseContradictions } from '../../../../src/judging/plan/refuse-run.ts'
import { aFolder, ingestFolder } from '../../ingested.ts'

const config = `version: 1
pipeline:
  name: predict
  command: [python, -m, virnucpro, predict, "{dataset}", --gpus, "{gpus}", --output-dir, "{output}"]
  proof: { results: { path: "{output}/results.csv" } }
datasets: { real: { path: /data/real.fa } }
run: { warmups: 0, repeats: 3 }
suites:
  end-to-end: { run: { dataset: real }, gpus: 2 }
  command:
    benchmarks:
      - { name: sort, command: [bench, "{output}"], files: ["{output}/b.json"] }
`
const log = (seconds: number, rest = '') => `2026-02-08 12:00:00 - virnucpro.pipeline.telemetry - INFO -   Model: a.pth
2026-02-08 12:00:00 - virnucpro.pipeline.telemetry - INFO - === Stage 1: Sequence Chunking ===
2026-02-08 12:00:00 - virnucpro.pipeline.telemetry - INFO -   Sequence Chunking completed in ${seconds}s [sequences: 5,000]
${rest}2026-02-08 12:00:00 - virnucpro.pipeline.telemetry - INFO - Total wall time: 00:00:10 (${seconds}s)
`
const plain = JSON.stringify([{ name: 'sort', unit: 's', betterWhen: 'lower', samples: [1, 2, 4] }])
const whole = { suite: 'end-to-end', axes: { gpus: 2 }, adapter: 'pipeline-log', files: ['run.log'] }
const manifest = (...cases: object[]) => ({ config: 'warpgauge.yml', cases })

function files(more: Readonly<Record<string, string>> = {}) {
  return aFolder({ 'warpgauge.yml': config, 'run.log': log(10), 'b.json': plain, ...more })
}

async function ingest(folder: string, given: object) {
  return await ingestFolder(folder, given, join(folder, 'out'))
}

async function refusal(folder: string, given: object): Promise<Error> {
  return await ingest(folder, given).then(
    () => new Error('nothing was refused'),
    (error: unknown) => error as Error,
  )
}

describe('reports of a benchmark suite', () => {
  const reports = aReportConfig()
  const persistent = (seconds: number, gigabytes: number) =>
    JSON.stringify({
      test_name: 'persistent_models_memory',
      standard_mode: { duration_seconds: 129, peak_memory_gb: 5.6 },
      persistent_mode: { duration_seconds: seconds, peak_memory_gb: gigabytes },
      recommendation: 'not taken over',
    })

  function aReportConfig() {
    return config
      .replace('gpus: 2 }', 'gpus: 4, goal: { sequences: 45000, gpus: 4, hours: 10 } }')
      .replace(
        '  command:\n',
        `  variants:
    run: { dataset: real }
    gpus: 4
    base: standard
    options: { standard: [--no-persistent-models], persistent: [--persistent-models] }
    tradeOff: [persistent]
  command:
`,
      )
      .replace('- { name: sort,', '- { name: memory, gpus: 4,')
  }

  it('give the number of sequences, so that the time is projected to the goal', async () => {
    const report = new URL('../../../fixtures/adapters/virnucpro/typical_sample_performance.json', import.meta.url)
    using folder = files({ 'warpgauge.yml': reports, 'typical.json': readFileSync(report, 'utf8') })
    const entry = { suite: 'end-to-end', axes: { gpus: 4 }, files: ['typical.json'] }
    const { record, report: judged } = await ingest(folder.path, manifest(entry))
    expect(record.datasets).toMatchObject([{ name: 'real', sequences: 5000 }])
    expect(record.testbed.devices[0]?.model).toBe('NVIDIA GeForce RTX 4090')
    expect(judged.derived.find(({ name }) => name === 'projected_hours')?.value).toBeCloseTo(13.5, 9)
    expect(judged.requirements.find(({ id }) => id === 'PERF-01')?.status).toBe('fail')
  })

  it.each([
    ['recommended (single runs)', 100, 6.2],
    ['acceptable (single runs)', 100, 9],
    ['inefficient (single runs)', 120, 9],
    ['no advice (single runs)', 120, 6.2],
  ])('advise on persistent models as the suite variants: %s', async (advice, seconds, gigabytes) => {
    using folder = files({ 'warpgauge.yml': reports, 'memory.json': persistent(seconds, gigabytes) })
    const variant = (name: string) => ({ suite: 'variants', axes: { gpus: 4, variant: name }, files: ['memory.json'] })
    const cases = [
      variant('standard'),
      variant('persistent'),
      { suite: 'command', benchmark: 'memory', axes: { gpus: 4 }, files: ['memory.json'] },
    ]
    const { report } = await ingest(folder.path, manifest(...cases))
    const tables = report.sections.filter(({ id }) => id.startsWith('trade-off'))
    expect(tables.map(({ title }) => title)).toEqual([
      'Memory for speed',
      'Memory for speed: persistent_models_memory, against standard',
    ])
    for (const { rows, notes } of tables) {
      expect(rows.map((row) => row.at(-1))).toEqual([advice])
      expect(notes.join(' ')).toContain('Single runs have no interval')
    }
    for (const suite of ['variants', 'command']) {
      const figures = report.derived.filter((item) => item.suite === suite && item.axes['variant'] === 'persistent')
      expect(figures.find(({ name }) => name === 'speedup')?.value).toBeCloseTo(129 / seconds, 9)
      expect(figures.find(({ name }) => name === 'memory_overhead')?.value).toBeCloseTo(gigabytes / 5.6 - 1, 9)
    }
  })

  it('give no advice where the memory of a variant was not measured', async () => {
    using folder = files({ 'warpgauge.yml': reports, 'memory.json': persistent(100, 0) })
    const { report, record } = await ingest(
      folder.path,
      manifest({ suite: 'command', benchmark: 'memory', axes: { gpus: 4 }, files: ['memory.json'] }),
    )
    expect(record.trials[0]?.failure?.detail).toContain('gpu_memory_peak is 0 in the report')
    const tables = report.sections.filter(({ id }) => id.startsWith('trade-off'))
    expect(tables.map(({ rows }) => rows.map((row) => row.at(-1)))).toEqual([
      [expect.stringMatching(/^not evaluated:/)],
    ])
  })
})

describe('a run folder from outputs that exist already', () => {
  it('says of each run that no process of it was seen, and where its figures come from', async () => {
    using folder = files()
    const { record } = await ingest(folder.path, manifest(whole))
    const [trial] = record.trials
    expect(trial).toMatchObject({ wallSeconds: 10, argv: [], exitCode: null, signal: null, host: null, failure: null })
    expect(trial?.origin).toMatchObject({
      kind: 'ingested',
      adapter: 'pipeline-log',
      files: [{ path: 'run.log', sha256: expect.stringMatching(/^[0-9a-f]{64}$/) as unknown }],
      notes: ['wall time from the closing line of the pipeline'],
    })
  })

  it('keeps copies of what was read, and a list of it', async () => {
    using folder = files()
    const { record, runFolder } = await ingest(folder.path, manifest(whole))
    const list = join(runFolder, record.trials[0]?.stdoutPath ?? '')
    expect(JSON.parse(readFileSync(list, 'utf8'))).toMatchObject([{ path: 'run.log' }])
    expect(readFileSync(join(list, '..', '000-run.log'), 'utf8')).toBe(log(10))
  })

  it('takes the same case named again as one more run, and asks for no more than there are', async () => {
    using folder = files({ 'again.log': log(10.2) })
    const { record, report } = await ingest(folder.path, manifest(whole, { ...whole, files: ['again.log'] }))
    expect(record.trials.map(({ index, wallSeconds }) => [index, wallSeconds])).toEqual([
      [0, 10],
      [1, 10.2],
    ])
    expect(report.derived.find(({ name }) => name === 'wall_time')?.value).toBeCloseTo(10.1, 9)
    expect(report.sentence).not.toContain('planned runs were recorded')
  })

  it('gives the figures of a tool one value per process', async () => {
    using folder = files()
    const { report } = await ingest(folder.path, manifest({ suite: 'command', benchmark: 'sort', files: ['b.json'] }))
    // The file states no wall time.
    expect(report.cases).toMatchObject([{ runs: 1, wallSeconds: null }])
    expect(report.derived.find(({ name }) => name === 'bench:sort value')).toMatchObject({
      value: 2,
      axes: { gpus: 1 },
    })
  })

  it('counts no file of several runs, and names the commit of one of another commit', async () => {
    const head = '1'.repeat(40)
    const go = 'goos: x\npkg: a\nBenchmarkA-2 \t 100\t 5 ns/op\nPASS\nok  \ta\t0.1s\n'
    const otava = (commit: string) => `time,commit,a_ms\n2026-01-01,${commit},5\n`
    using folder = files({ 'a.txt': go, 'b.txt': go + go, 'c.csv': otava('1111111'), 'd.csv': otava('2222222') })
    const cases = ['a.txt', 'b.txt', 'c.csv', 'd.csv'].map((name) => ({ suite: 'command', files: [name] }))
    const { record, report } = await ingest(folder.path, { ...manifest(...cases), commit: head })
    expect(record.trials.map(({ failure }) => failure)).toEqual([
      null,
      {
        kind: 'partial',
        detail: expect.stringContaining('a file holds several runs, which may be of several commits'),
      },
      null,
      null,
    ])
    const notes = record.trials.map(({ origin }) => origin?.notes)
    expect(notes).toEqual([[], [], [], [`its file is of commit 2222222, and the manifest names ${head}`]])
    expect(report.verdict).not.toBe('passed')
  })

  it('names the figures of other GPU counts where a case has none', async () => {
    using folder = files({ 'b.json': JSON.stringify([{ ...JSON.parse(plain)[0], axes: { gpus: 7 } }]) })
    const { record } = await ingest(folder.path, manifest({ suite: 'command', files: ['b.json'] }))
    const detail = 'the output contains no benchmark figure; not judged: values of other cases (sort gpus=7)'
    expect(record.trials[0]?.failure).toEqual({ kind: 'no-proof', detail })
  })

  it('counts no run whose result table lacks the rows that the config asks for', async () => {
    const asked = config.replace('results.csv" }', 'results.csv", rows: 3 }')
    const table = (rows: number) => `id,label\n${Array.from({ length: rows }, (_, row) => `r${row},virus\n`).join('')}`
    using folder = files({ 'warpgauge.yml': asked, 'empty.csv': table(0), 'two.csv': table(2), 'three.csv': table(3) })
    const failureWith = async (path: string, out: string) => {
      const { record } = await ingestFolder(
        folder.path,
        manifest({ ...whole, results: [path] }),
        join(folder.path, out),
      )
      return record.trials[0]?.failure?.detail ?? null
    }
    expect(await failureWith('empty.csv', 'a')).toBe('the result table has no rows')
    expect(await failureWith('two.csv', 'b')).toBe('2 result rows instead of 3')
    expect(await failureWith('three.csv', 'c')).toBeNull()
  })

  it('counts result tables where the manifest names them (W26)', async () => {
    using folder = files({ 'table.csv': 'id,label\na,1\nb,2\n' })
    const { record } = await ingest(folder.path, manifest({ ...whole, results: ['table.csv'] }))
    expect(record.trials[0]?.resultRows).toBe(2)
  })

  it('takes the size of the data from the log, or from the manifest, and never makes it up', async () => {
    using folder = files({ 'silent.log': log(10).replace(' [sequences: 5,000]', '') })
    const bySize = async (given: object, out: string) =>
      (await ingestFolder(folder.path, given, join(folder.path, out))).record.datasets.map(({ sequences }) => sequences)
    const silent = { ...whole, files: ['silent.log'] }
    expect(await bySize(manifest(whole), 'a')).toEqual([5000])
    expect(await bySize({ ...manifest(silent), datasets: { real: { sequences: 7 } } }, 'b')).toEqual([7])
    expect(await bySize(manifest(silent), 'c')).toEqual([])
  })

  it('keeps the hash of data of unknown size, so that other data are not comparable', async () => {
    using folder = files({ 'silent.log': log(10).replace(' [sequences: 5,000]', '') })
    const given = { ...manifest({ ...whole, files: ['silent.log'] }), datasets: { real: { sha256: 'a'.repeat(64) } } }
    const { record } = await ingest(folder.path, given)
    expect(record.datasets).toMatchObject([{ name: 'real', sequences: null, sha256: 'a'.repeat(64) }])
  })

  it('says what is not known of the machine, and takes what the manifest tells', async () => {
    using folder = files()
    const unknown = await ingestFolder(folder.path, manifest(whole), join(folder.path, 'a'))
    expect(unknown.record.testbed).toMatchObject({ id: '2x-unknown', driverVersion: null, cpuModel: 'unknown' })
    expect(unknown.report.findings.map(({ reason }) => reason)).toContain(
      'unknown machine facts: device model, driver, CPU',
    )
    const testbed = { model: 'NVIDIA H200', driver: '580.65', devices: 4, cpuModel: 'Xeon' }
    const told = await ingestFolder(folder.path, { ...manifest(whole), testbed }, join(folder.path, 'b'))
    expect(told.record.testbed).toMatchObject({ id: '4x-nvidia-h200', driverVersion: '580.65' })
  })

  it('fails a case whose run was resumed, crashed, or tells no time (T8, W49)', async () => {
    const skipped =
      '2026-02-08 12:00:00 - virnucpro.pipeline.telemetry - INFO -   Two completed in 0.0s [skipped (checkpoint), reason: checkpoint]\n'
    using folder = files({
      'resumed.log': log(10, skipped),
      'crashed.log': log(10).split('2026-02-08 12:00:00 - virnucpro.pipeline.telemetry - INFO - Total')[0] ?? '',
    })
    const readOutcome = async (file: string) => {
      const { record, report } = await ingestFolder(
        folder.path,
        manifest({ ...whole, files: [file] }),
        join(folder.path, `out-${file}`),
      )
      return [record.trials[0]?.failure?.kind, report.exitCode]
    }
    expect(await readOutcome('resumed.log')).toEqual(['resumed', 2])
    expect(await readOutcome('crashed.log')).toEqual(['no-proof', 2])
  })

  it('without a commit has none, and with one can become a baseline', async () => {
    using folder = files()
    const without = await ingestFolder(folder.path, manifest(whole), join(folder.path, 'a'))
    expect(without.report.head.commit).toBeNull()
    const commit = 'c'.repeat(40)
    const { record } = await ingestFolder(folder.path, { ...manifest(whole), commit }, join(folder.path, 'b'))
    const [baseline] = buildBaselines(record, parseConfig(config, 'warpgauge.yml'), 'first')
    expect(baseline).toMatchObject({ suite: 'end-to-end', provenance: { commit } })
    expect(baseline?.cases).toHaveLength(1)
  })

  it('is never published as if it had been measured', async () => {
    using folder = files()
    const { record } = await ingest(folder.path, manifest(whole))
    expect(() => refuseContradictions(record, parseConfig(config, 'warpgauge.yml'))).toThrow(
      'read from files instead of measured',
    )
  })
})

describe('what a manifest may not do', () => {
  it('name a case that the config does not plan, or that fits several', async () => {
    using folder = files()
    const other = await refusal(folder.path, manifest({ ...whole, axes: { gpus: 3 } }))
    expect(other.message).toBe('case end-to-end gpus=3 is not a case of the config')
    expect(other).toMatchObject({ hint: expect.stringContaining('end-to-end/predict dataset=real gpus=2') as unknown })
    expect(existsSync(join(folder.path, 'out', 'run.json'))).toBe(false)
  })

  it.each([
    ['../secret.json', 'lies outside the folder of the manifest'],
    ['sub/../../secret.json', 'lies outside the folder of the manifest'],
    ['missing.json', 'no file matches missing.json'],
    ['link.json', 'is a symbolic link'],
    ['out/secret.json', 'lies outside the folder of the manifest'],
    ['.', 'lies outside the folder of the manifest'],
  ])('read %s', async (path, problem) => {
    using secret = aFolder({ 'secret.json': plain })
    using folder = files()
    symlinkSync(join(secret.path, 'secret.json'), join(folder.path, 'link.json'))
    symlinkSync(secret.path, join(folder.path, 'out'))
    const given = manifest({ suite: 'command', benchmark: 'sort', files: [path] })
    const error = await ingestFolder(folder.path, given, join(folder.path, 'run')).catch((reason: unknown) => reason)
    expect((error as Error).message).toContain(problem)
  })

  it('but an absolute path is an explicit wish', async () => {
    using elsewhere = aFolder({ 'b.json': plain })
    using folder = files()
    const given = manifest({ suite: 'command', benchmark: 'sort', files: [join(elsewhere.path, 'b.json')] })
    const { record } = await ingest(folder.path, given)
    expect(record.trials[0]?.failure).toBeNull()
  })

  it('be of an unknown form', async () => {
    using folder = files()
    const misspelt = await refusal(folder.path, { ...manifest(whole), case: [] })
    expect(misspelt.message).toContain('Unrecognized key: "case"')
    const adapter = await refusal(folder.path, manifest({ ...whole, adapter: 'pytest' }))
    expect(adapter.message).toContain('cases[0].adapter')
  })

  it('pass off one output for two runs', async () => {
    using folder = files({ 'same.log': log(10) })
    const error = await refusal(folder.path, manifest(whole, { ...whole, files: ['same.log'] }))
    expect(error.message).toContain('run.log and same.log are the same output')
  })
})

it('an empty file is an error, not a run', async () => {
  using folder = files()
  writeFileSync(join(folder.path, 'run.log'), '')
  expect((await refusal(folder.path, manifest(whole))).message).toContain('is empty')
})
