import { existsSync, readdirSync, readFileSync, statSync } from 'node:fs'
import { join } from 'node:path'
import { assert, asyncProperty, constantFrom, integer, string } from 'fast-check'
import { describe, expect, it, test } from 'vitest'
import { readers } from '../../../src/programs/index.ts'
import type { OutputReader } from '../../../src/adapters/reader.ts'
import { readOutput } from '../../../src/programs/index.ts'
import { UserError } from '../../../src/domain/core/errors.ts'
import { aFile, fixtureFile, fixtureText } from './an-output.ts'

const root = new URL('../../fixtures', import.meta.url).pathname
const telemetry = (name: string) => aFile(name, readFileSync(join(root, 'telemetry', name)))

/** One whole file of each format, and where it was captured. */
const examples: Readonly<Record<keyof typeof readers, string>> = {
  'pipeline-log': 'telemetry/stage-lines.log',
  'pipeline-state': 'telemetry/pipeline-state-completed.json',
  events: 'adapters/events/batches.jsonl',
  'worker-logs': 'adapters/virnucpro/worker_0.log',
  'shard-manifest': 'adapters/virnucpro/manifest.json',
  'gpu-metrics': 'gpu-metrics/nvitop.log',
  'batch-size-profile': 'adapters/virnucpro/profile.json',
  'virnucpro-compare': 'adapters/virnucpro/compare_consensus.txt',
  'virnucpro-report': 'adapters/virnucpro/benchmark_20260209_170200.json',
  'pytest-benchmark': 'adapters/pytest-benchmark/rounds.json',
  'google-benchmark': 'adapters/google-benchmark/repetitions.json',
  'go-benchmark': 'adapters/go-benchmark/packages.txt',
  asv: 'adapters/asv/samples.json',
  hyperfine: 'adapters/hyperfine/plain.json',
  nvbench: 'adapters/nvbench/run.json',
  'torch-benchmark': 'adapters/torch-benchmark/measurements.json',
  criterion: 'adapters/criterion/group/count_all/64/new/sample.json',
  'cargo-bench': 'adapters/cargo-bench/libtest.txt',
  jmh: 'adapters/jmh/modes.json',
  benchmarkdotnet: 'adapters/benchmarkdotnet/full.json',
  catch2: 'adapters/catch2/run.xml',
  pyperf: 'adapters/pyperf/suite.json',
  vitest: 'adapters/vitest/median.json',
  mitata: 'adapters/mitata/samples.json',
  bencher: 'adapters/bencher/measures.json',
  'chrome-trace': 'adapters/chrome-trace/gpu-shaped.json',
  nsys: 'adapters/nsys/ranges.sqlite',
  rocprof: 'adapters/rocprof/kernel_trace.csv',
  'nvidia-smi': 'adapters/nvidia-smi/two-gpus.csv',
  dcgm: 'adapters/dcgm/dmon.txt',
  'bench-serve': 'adapters/bench-serve/vllm.json',
  aiperf: 'adapters/aiperf/streaming.json',
  k6: 'adapters/k6/handle-summary.json',
  mlperf: 'adapters/mlperf/single-stream.txt',
  'perf-stat': 'adapters/perf-stat/plain.jsonl',
  otava: 'adapters/otava/latency.csv',
  lightning: 'adapters/lightning/fit-simple.txt',
  transformers: 'adapters/transformers/stdout.log',
  customSmallerIsBetter: 'adapters/github-action-benchmark/smaller.json',
  customBiggerIsBetter: 'adapters/github-action-benchmark/bigger.json',
  plain: 'adapters/plain/list.json',
}
const all = (Object.entries(readers) as [keyof typeof readers, OutputReader][]).map(([name, reader]) => {
  const example = examples[name]
  return { name, reader, example, bytes: readFileSync(join(root, example)) }
})
const withoutContent = ['customSmallerIsBetter', 'customBiggerIsBetter']

describe('auto', () => {
  it.each(['perf-stat/repeated.csv', 'lightning/stderr.log', 'transformers/stdout.log', 'mlperf/offline-detail.txt'])(
    'finds %s below what a program prints',
    async (path) => {
      const text = `${'a line of the program\n'.repeat(10_000)}${fixtureText(path)}`
      const late = await readOutput('auto', [aFile('stderr.log', text)])
      const early = await readOutput('auto', [fixtureFile(path)])
      expect([late.tool, late.benchmarks, late.pipeline?.stages]).toEqual([
        early.tool,
        early.benchmarks,
        early.pipeline?.stages,
      ])
    },
  )

  it('looks for the end of no file that is larger than a text may be', async () => {
    const chunk = Buffer.from('a line of the program\n'.repeat(50_000))
    let read = 0
    const endless = {
      path: 'stdout.log',
      readBytes: async function* () {
        for (let index = 0; index < 300; index += 1) {
          read += chunk.length
          yield await Promise.resolve(chunk)
        }
      },
    }
    await expect(readOutput('auto', [endless])).rejects.toThrow('has no known format')
    expect(read).toBeLessThan(70 * 2 ** 20)
  })

  const byContent = all.filter(({ name }) => !withoutContent.includes(name))
  test.each(byContent)('knows $name by its content, and nothing else claims it', async ({ reader, example, bytes }) => {
    expect(await readOutput('auto', [aFile(example, bytes)])).toEqual(await reader.read([aFile(example, bytes)]))
  })

  test.each(withoutContent)('never chooses %s, whose content has no known direction', (name) => {
    expect(all.find((one) => one.name === name)?.reader).not.toHaveProperty('detect')
  })

  test('every captured file is known or needs its direction named', async () => {
    const files = readdirSync(join(root, 'adapters'), { recursive: true, encoding: 'utf8' })
    const paths = files.filter(
      (path) => statSync(join(root, 'adapters', path)).isFile() && !/README|\.bin$|github-action/.test(path),
    )
    expect(paths.length).toBeGreaterThan(20)
    for (const path of paths) await expect(readOutput('auto', [fixtureFile(path)])).resolves.toBeDefined()
  })

  it('reads the files of one run together', async () => {
    const { pipeline, tool } = await readOutput('auto', [
      telemetry('stage-lines.log'),
      fixtureFile('virnucpro/worker_1.log'),
      fixtureFile('virnucpro/worker_0.log'),
    ])
    expect(pipeline?.stages).toHaveLength(9)
    expect(pipeline?.workers.map(({ worker }) => worker)).toEqual([0, 1])
    expect(pipeline).toMatchObject({ invalid: [], counts: { sequences: 1_000_000 } })
    expect(tool).toBe('pipeline log, worker logs')
  })

  it('lets one failed shard invalidate all that the other files say (F-28)', async () => {
    const { pipeline } = await readOutput('auto', [
      telemetry('stage-lines.log'),
      fixtureFile('virnucpro/manifest.json'),
    ])
    expect(pipeline?.invalid).toEqual(['shard 1 failed: cuda_oom'])
  })

  it('gives samples beside their JSON to the same reader', async () => {
    const { benchmarks } = await readOutput('auto', [
      fixtureFile('nvbench/run.json-bin/0.bin'),
      fixtureFile('nvbench/run.json'),
    ])
    expect(benchmarks[0]).toMatchObject({ source: 'samples', name: 'copy_sweep' })
    await expect(readOutput('auto', [fixtureFile('nvbench/run.json-bin/0.bin')])).rejects.toThrow(
      'belongs to none of the other files',
    )
  })

  it('gives up one benchmark that two files name', async () => {
    const file = fixtureFile('hyperfine/plain.json')
    const { benchmarks } = await readOutput('auto', [file, file])
    expect(benchmarks.every(({ status }) => status === 'failed')).toBe(true)
  })

  it.each(['hello', '{"a": 1}', '[]', '%PDF-1.7'])('refuses %s and names the adapters', async (text) => {
    const error = await readOutput('auto', [aFile('a.txt', text)]).catch((reason: unknown) => reason)
    expect(error).toBeInstanceOf(UserError)
    expect((error as UserError).hint).toContain('hyperfine')
  })

  it('reads a log that ends inside a character, and no other text', async () => {
    const cut = (path: string) =>
      aFile(path, Buffer.concat([readFileSync(join(root, path)), Buffer.from([0xe2, 0x96])]))
    const { pipeline } = await readOutput('auto', [cut(examples['pipeline-log'])])
    expect(pipeline?.stages).toHaveLength(9)
    await expect(readOutput('auto', [cut(examples.hyperfine)])).rejects.toThrow('is not UTF-8 text')
  })

  it('gives no figure of one trace for several', async () => {
    const { trace, problems } = await readOutput(
      'auto',
      [1, 2].map(() => fixtureFile('chrome-trace/gpu-shaped.json')),
    )
    expect(trace).toBeNull()
    expect(problems[0]).toContain('2 traces do not state ranks of their own')
  })

  it('keeps the figures of several ranks apart', async () => {
    const text = fixtureText('chrome-trace/gpu-shaped.json')
    const ranks = [0, 1].map((rank) => {
      const distributedInfo = { backend: 'nccl', rank, world_size: 2 }
      return aFile(`rank${rank}.json`, JSON.stringify({ ...(JSON.parse(text) as object), distributedInfo }))
    })
    const { benchmarks, problems } = await readOutput('auto', ranks)
    const [one = [], other = []] = [0, 1].map((rank) => benchmarks.filter(({ axes }) => axes['rank'] === rank))
    expect([one.length, other.length, benchmarks.length]).toEqual([12, 12, 24])
    expect(problems.join()).not.toContain('ranks')
  })

  it('takes the stage times of the slowest rank', async () => {
    const ranks = [1, 3].map((seconds) => {
      const event = { ph: 'X', cat: 'user_annotation', name: 'infer', pid: 0, tid: 1, ts: 0, dur: seconds * 1e6 }
      return aFile(`rank${seconds}.json`, JSON.stringify({ traceEvents: [event] }))
    })
    const { pipeline } = await readOutput('auto', ranks)
    expect(pipeline?.stages).toMatchObject([{ stage: 'infer', seconds: 3 }])
  })

  it('refuses no file at all', async () => {
    await expect(readOutput('auto', [])).rejects.toThrow('got no file')
  })
})

describe('every reader', () => {
  test.each(all)('$name has a captured file with its tool and version beside it', ({ example }) => {
    expect(existsSync(join(root, example.replace(/^((?:adapters\/)?[^/]+\/).*$/, '$1README.md')))).toBe(true)
  })

  test.each(all)('$name refuses an empty file, blanks and bytes that are no text', async ({ reader }) => {
    for (const content of ['', ' \n', new Uint8Array([0xff, 0xfe, 0x00])])
      await expect(reader.read([aFile('a', content)])).rejects.toThrow(UserError)
  })

  test.each(all.filter(({ example }) => example.endsWith('.json')))(
    '$name refuses its own file cut off anywhere',
    async ({ reader, bytes }) => {
      const whole = bytes.toString('utf8').trimEnd().length
      await assert(
        asyncProperty(integer({ min: 1, max: whole - 1 }), async (length) => {
          await expect(reader.read([aFile('a.json', bytes.subarray(0, length))])).rejects.toThrow(UserError)
        }),
        { numRuns: 30 },
      )
    },
  )

  test.each(all)(
    '$name gives finite figures or a UserError, whatever stands in its file',
    async ({ reader, bytes }) => {
      const text = bytes.toString('utf8')
      const splinter = constantFrom(
        '-1',
        '1e999',
        'NaN',
        '-Infinity',
        'null',
        '"x"',
        '{}',
        '[]',
        '0',
        '"__proto__"',
        '999999999999999999999',
      )
      const tokens = [...text.matchAll(/-?\d+(?:\.\d+)?(?:e[+-]?\d+)?|"[^"\n]*"|null|true|false/g)]
      await assert(
        asyncProperty(integer({ min: 0, max: tokens.length - 1 }), splinter, string(), async (place, value, tail) => {
          const { index, 0: token } = tokens[place]!
          const broken = text.slice(0, index) + value + text.slice(index + token.length) + (place % 5 === 0 ? tail : '')
          const reading = await reader.read([aFile('a', broken)]).catch((error: unknown) => error)
          if (reading instanceof UserError) return
          if (reading instanceof Error) throw reading
          expect(hasOddNumber(reading)).toBe(false)
        }),
        { numRuns: 60 },
      )
    },
  )

  // SQLite needs random access to the file.
  const streamed = all.filter(({ name }) => name !== 'nsys')
  test.each(streamed)('$name reads its file packed as well', async ({ reader, example, bytes }) => {
    const { gzipSync } = await import('node:zlib')
    expect(await reader.read([aFile(example, gzipSync(bytes))])).toEqual(await reader.read([aFile(example, bytes)]))
  })

  // A log holds carriage returns that overwrite a line.
  const texts = streamed.filter(({ bytes }) => !bytes.includes('\r'))
  test.each(texts)(
    '$name reads its file with the line ends and the encoding of Windows',
    async ({ name, reader, ...one }) => {
      const text = one.bytes.toString('utf8')
      const expected = await reader.read([aFile(one.example, text)])
      const windows = text.replaceAll('\n', '\r\n')
      const marked = () => Buffer.from(`\uFEFF${windows}`, 'utf16le')
      for (const content of [windows, `\uFEFF${text}`, marked(), marked().swap16()]) {
        const file = aFile(one.example, content)
        expect(await readOutput(reader.detect ? 'auto' : name, [file])).toEqual(expected)
      }
    },
  )

  it('reads a gzip file of two members, and refuses bytes after its end', async () => {
    const { gzipSync } = await import('node:zlib')
    const text = fixtureText('hyperfine/plain.json')
    const parts = [gzipSync(text.slice(0, 99)), gzipSync(text.slice(99))]
    const read = (packed: Buffer[]) => readers.hyperfine.read([aFile('a.gz', Buffer.concat(packed), 90)])
    expect(await read(parts)).toEqual(await readers.hyperfine.read([aFile('a', text)]))
    for (const tail of ['junk', '\0\0'])
      await expect(read([gzipSync(text), Buffer.from(tail), ...parts])).rejects.toThrow('a.gz is damaged gzip')
  })

  it('T-25: refuses a file that unpacks to more than it may', async () => {
    const { gzipSync } = await import('node:zlib')
    const bomb = gzipSync(Buffer.alloc(80 * 2 ** 20, ' '))
    await expect(readers.plain.read([aFile('a.gz', bomb)])).rejects.toThrow('larger than 67108864 bytes')
  })

  it('T-25: refuses a nest of lists without running out of stack', async () => {
    const nest = `${'['.repeat(3_000_000)}${']'.repeat(3_000_000)}`
    await expect(readers.plain.read([aFile('a', nest)])).rejects.toThrow('more than 2000000 lists')
    await expect(readers.plain.read([aFile('a', nest.slice(2_900_000, 3_100_000))])).rejects.toThrow(UserError)
  })

  it('keeps no figure under a key that changes objects', async () => {
    const text = fixtureText('pytest-benchmark/rounds.json').replace('"num_gpus": 1', '"__proto__": 1')
    const { benchmarks } = await readers['pytest-benchmark'].read([aFile('a', text)])
    expect(Object.keys(benchmarks[0]?.axes ?? {})).not.toContain('__proto__')
  })
})

/** A number that is not finite anywhere below; JSON would hide it. */
function hasOddNumber(value: unknown): boolean {
  if (typeof value === 'number') return !Number.isFinite(value)
  return typeof value === 'object' && value !== null && Object.values(value).some((item) => hasOddNumber(item))
}
