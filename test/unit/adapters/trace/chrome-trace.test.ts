import { gzipSync } from 'node:zlib'
import { assert, asyncProperty, integer, shuffledSubarray } from 'fast-check'
import { describe, expect, it } from 'vitest'
import { chromeTrace } from '../../../../src/adapters/trace/chrome-trace.ts'
import {
  aFile,
  changed,
  figures,
  fixtureText,
  measured,
  readFixture,
  readText,
  refusal,
  type Loose,
} from '../an-output.ts'

const shaped = 'chrome-trace/gpu-shaped.json'
const read = async () => readFixture(chromeTrace, shaped)
const kernel = (fields: object, args: object = {}) =>
  JSON.stringify({
    traceEvents: [
      {
        ph: 'X',
        cat: 'kernel',
        name: 'k',
        pid: 0,
        tid: 7,
        ts: 1,
        dur: 1,
        args: { device: 0, stream: 7, ...args },
        ...fields,
      },
    ],
  })

describe('a trace of torch.profiler (F-30)', () => {
  it('gives the regions of a real CPU trace, and says that no GPU is in it', async () => {
    const reading = await readFixture(chromeTrace, 'chrome-trace/cpu.json')
    const [region] = measured(reading.benchmarks)
    expect(region?.name).toBe('model_forward')
    expect(region?.samples.map((value) => Math.round(value * 1e9))).toEqual([493295, 29805, 14772])
    expect(reading.trace).toMatchObject({ gpus: [], kernelSeconds: null, copySeconds: null })
    expect(reading.problems.join()).toContain('ProfilerActivity.CUDA')
  })

  it('gives the regions of a real GPU trace as stages, when they ran', async () => {
    const { pipeline, trace } = await readFixture(chromeTrace, 'chrome-trace/h100.json.gz')
    const [infer, ...others] = pipeline?.stages ?? []
    expect(others).toEqual([])
    expect(infer?.stage).toBe('infer')
    expect(infer?.seconds).toBeCloseTo(0.009412814 + 0.006976365 + 0.006960784, 6)
    expect(new Date(infer?.startedMs ?? 0).toISOString()).toMatch(/^2026-11-22T/)
    expect(trace?.gpus).toMatchObject([{ gpu: 0 }])
  })

  it('gives busy share and host-bound share of each GPU (I-225)', async () => {
    const { trace, context } = await read()
    expect(trace?.windowSeconds).toBeCloseTo(1200e-6, 12)
    const [zero, one] = trace?.gpus ?? []
    expect(zero?.busyShare).toBeCloseTo(548 / 1200, 12)
    expect(zero?.hostBoundShare).toBeCloseTo(150 / 1200, 12)
    expect(one).toMatchObject({ gpu: 1, hostBoundShare: 0, idleSeconds: 0 })
    expect(one?.busyShare).toBeCloseTo(600 / 1200, 12)
    expect(context).toEqual({ 'gpu 0': 'NVIDIA H200', 'gpu 1': 'NVIDIA H200' })
  })

  it('ranks kernels by their time, apart from copies', async () => {
    const { trace } = await read()
    expect(
      trace?.topKernels.map(({ calls, seconds, share }) => [calls, Math.round(seconds * 1e6), share.toFixed(3)]),
    ).toEqual([
      [3, 800, '0.729'],
      [3, 298, '0.271'],
    ])
    expect(trace?.copySeconds).toBeCloseTo(50e-6, 12)
  })

  it('takes steps of the profiler as samples of one region', async () => {
    const steps = measured((await read()).benchmarks).find(({ name }) => name === 'ProfilerStep')
    expect(steps?.samples).toEqual([600 / 1e6, 600 / 1e6])
  })

  it('reads the same packed, as a bare list, and cut into pieces of any size', async () => {
    const plain = await read()
    expect(await readFixture(chromeTrace, `${shaped}.gz`)).toEqual(plain)
    const list = JSON.stringify(JSON.parse(fixtureText(shaped)).traceEvents)
    expect(await readText(chromeTrace, list)).toEqual({ ...plain, context: {} })
    await assert(
      asyncProperty(integer({ min: 1, max: 400 }), async (chunkBytes) => {
        expect(await chromeTrace.read([aFile(shaped, fixtureText(shaped), chunkBytes)])).toEqual(plain)
      }),
      { numRuns: 20 },
    )
  })

  it('does not depend on the order of events', async () => {
    const { trace } = await read()
    const { traceEvents: events, ...rest } = JSON.parse(fixtureText(shaped)) as { traceEvents: unknown[] }
    await assert(
      asyncProperty(shuffledSubarray(events, { minLength: events.length }), async (traceEvents) => {
        const shuffled = (await readText(chromeTrace, JSON.stringify({ ...rest, traceEvents }))).trace
        expect(rounded(shuffled)).toEqual(rounded(trace))
      }),
      { numRuns: 20 },
    )
  })

  it('counts two kernels that overlap on two streams once', async () => {
    const text = changed(shaped, (root) => {
      root.traceEvents = root.traceEvents.filter((event: Loose) => event.args?.stream === 7 && event.pid === 1)
      root.traceEvents.push({ ...root.traceEvents[0], tid: 9, args: { ...root.traceEvents[0].args, stream: 9 } })
    })
    expect((await readText(chromeTrace, text)).trace?.gpus[0]?.busyShare).toBe(1)
  })

  it.each([-5, 7.2e14, null, 'long', undefined])(
    'leaves out events with a duration of %s, and says so',
    async (dur) => {
      const add = (fields: object) =>
        readText(
          chromeTrace,
          changed(shaped, (root) =>
            root.traceEvents.push({ ph: 'X', name: 'n', pid: 1, tid: 1, ts: 5, dur, ...fields }),
          ),
        )
      const other = await add({ cat: 'python_function' })
      expect(other.problems).toContain('1 events without a usable time were skipped')
      expect(rounded(other.trace).gpus).toEqual(rounded((await read()).trace).gpus)
      const work = await add({ cat: 'kernel', args: { device: 0, stream: 7 } })
      expect(work).toMatchObject({ trace: { gpus: [], topKernels: [], kernelSeconds: null } })
      expect(work.problems.join()).toContain('no figures of the GPUs: 1 kernels and copies have no usable time')
      const region = await add({ cat: 'user_annotation', name: 'ProfilerStep#9' })
      expect(region.pipeline?.stages.find(({ stage }) => stage === 'ProfilerStep')?.seconds).toBeNull()
    },
  )

  it.each(['cuda_sync', 'cuda_event', 'xpu_sync'])(
    'knows the records of kineto that are no GPU work: %s',
    async (cat) => {
      const text = changed(shaped, ({ traceEvents: all }) => all.push({ ...all[find(all, 'kernel')], cat }))
      const [{ trace, problems }, known] = [await readText(chromeTrace, text), await read()]
      expect([trace?.gpus, problems]).toEqual([known.trace?.gpus, known.problems])
    },
  )

  it.each<[what: string, change: (events: Loose[]) => void, problem: string]>([
    ['a kernel was lost', (all) => all.splice(find(all, 'kernel'), 1), '1 launches have no kernel'],
    ['launches of another process', (all) => all.push({ ...all[find(all, 'cuda_runtime')], pid: 7 }), '2 processes'],
    ['an id of two launches', (all) => all.push({ ...all[find(all, 'cuda_runtime')] }), 'correlation of another one'],
    [
      'a kernel without a duration',
      (all) => all.push({ ...all[find(all, 'kernel')], ph: 'B' }),
      '1 kernels and copies',
    ],
    ['a GPU of two hosts', (all) => all.push({ ...all[find(all, 'kernel')], pid: '[7] 0' }), '1 GPUs belong to'],
    [
      'GPU work of an unknown category',
      (all) => all.push({ ...all[find(all, 'kernel')], cat: 'gpu_graph' }),
      '1 categories of GPU events are not known (gpu_graph)',
    ],
  ])('gives no figure of a GPU and says so when the trace has %s', async (_what, change, problem) => {
    const reading = await readText(
      chromeTrace,
      changed(shaped, (root) => change(root.traceEvents)),
    )
    expect(reading.trace).toMatchObject({ gpus: [], kernelSeconds: null, copySeconds: null })
    expect(Object.keys(figures(reading)).filter((key) => /trace|kernel/.test(key))).toEqual([])
    expect(reading.problems.join()).toContain(problem)
  })

  it('expects no kernel of a launch that only records a graph', async () => {
    const text = changed(shaped, (root) => {
      const call = root.traceEvents[find(root.traceEvents, 'cuda_runtime')]
      for (const [ts, name, correlation] of [
        [1, 'cudaStreamBeginCapture', 901],
        [2, 'cudaLaunchKernel', 902],
        [3, 'cudaStreamEndCapture', 903],
      ])
        root.traceEvents.push({ ...call, ts: call.ts + Number(ts) / 10, name, args: { correlation } })
    })
    expect((await readText(chromeTrace, text)).trace?.gpus).toHaveLength(2)
  })

  it.each(['Runtime', 'cuda_driver', 'xpu_runtime', 'privateuse1_driver'])('knows launches of %s', async (cat) => {
    const text = fixtureText(shaped).replaceAll('cuda_runtime', cat)
    expect((await readText(chromeTrace, text)).trace).toEqual((await read()).trace)
  })

  it('gives a figure of every kernel: a short one of the base can be the longest of the head', async () => {
    const text = changed(shaped, (root) => {
      const call = root.traceEvents[find(root.traceEvents, 'cuda_runtime')]
      const work = root.traceEvents[find(root.traceEvents, 'kernel')]
      for (let index = 0; index < 60; index += 1) {
        const args = { ...work.args, correlation: 5000 + index }
        root.traceEvents.push({ ...call, args: { correlation: args.correlation } })
        root.traceEvents.push({ ...work, name: `short ${index}`, dur: 1, args })
      }
    })
    const { benchmarks } = await readText(chromeTrace, text)
    expect(benchmarks.filter(({ name }) => name.startsWith('short '))).toHaveLength(60)
  })

  it('names a category that may hold launches, and gives no share that needs them', async () => {
    const { trace, problems } = await readText(chromeTrace, fixtureText(shaped).replaceAll('cuda_runtime', 'calls'))
    expect(trace?.gpus[0]?.hostBoundShare).toBeNull()
    expect(problems).toContain('the categories calls are not known; their events may be launches')
  })

  it('keeps kernels apart that differ only at the end of a long name', async () => {
    const text = changed(shaped, (root) => {
      for (const [index, event] of root.traceEvents.filter((e: Loose) => e.cat === 'kernel').entries())
        event.name = `${'k'.repeat(3000)}${index % 2}`
    })
    const { trace } = await readText(chromeTrace, text)
    expect(new Set(trace?.topKernels.map(({ name }) => name)).size).toBe(2)
  })

  it('reads a byte order mark, and NaN and Infinity in fields that no figure needs', async () => {
    const text = fixtureText(shaped).replaceAll(
      '"correlation"',
      '"a: NaN": NaN, "b": -Infinity, "c": inf, "correlation"',
    )
    expect((await readText(chromeTrace, `\uFEFF${text}`)).trace).toEqual((await read()).trace)
  })

  it('gives no host-bound share when pauses have no launch', async () => {
    const text = changed(
      shaped,
      (root) => void (root.traceEvents = root.traceEvents.filter((e: Loose) => e.cat !== 'cuda_runtime')),
    )
    const { trace, problems } = await readText(chromeTrace, text)
    expect(trace?.gpus[0]).toMatchObject({ hostBoundShare: null, withoutLaunch: 4 })
    expect(problems.join()).toContain('has no launch for 4 gaps')
  })

  it.each([
    ['only events without a usable time', kernel({ ts: 'now' }), 'has no event with a duration'],
    ['the trace of another program', kernel({ cat: undefined }), 'has no event of torch.profiler'],
    ['a trace without a figure', kernel({ cat: 'cpu_op' }), 'has no figure: the trace has no GPU'],
    [
      'times years apart',
      kernel({}).replace('[', '[{"ph": "X", "ts": 1e15, "dur": 1},'),
      'has events 11574 days apart',
    ],
    ['a negative GPU', kernel({}, { device: -1 }), 'traceEvents[0].args.device is -1'],
    ['a name that is none', kernel({ name: 7 }), 'traceEvents[0].name is 7'],
    ['a trace without an event', '{"traceEvents": []}', 'has no event of torch.profiler'],
  ])('refuses %s', async (_what, text, message) => {
    expect((await refusal(chromeTrace, text)).message).toContain(message)
  })

  it('refuses a trace that is cut off anywhere, plain or packed', async () => {
    const text = fixtureText(shaped)
    for (const share of [0.01, 0.2, 0.5, 0.9, 0.999]) {
      const cut = text.slice(0, Math.floor(text.trimEnd().length * share))
      expect((await refusal(chromeTrace, cut)).message).toMatch(/cannot be read near byte \d+/)
    }
    const packed = gzipSync(text)
    await expect(chromeTrace.read([aFile('t.json.gz', packed.subarray(0, packed.length - 20))])).rejects.toThrow(
      'damaged gzip',
    )
  })

  it('gives figures of each GPU and kernel that can be compared', async () => {
    const all = figures(await read())
    expect(all['trace gpu=0: host_bound_share share']).toEqual([150 / 1200])
    expect(Object.keys(all).filter((key) => key.endsWith('kernel_time s'))).toHaveLength(2)
  })
})

function find(events: readonly Loose[], cat: string): number {
  return events.findIndex((event) => event.cat === cat && event.args.device !== 1)
}

function rounded(value: unknown): Loose {
  return JSON.parse(
    JSON.stringify(value, (_key, item: unknown) => (typeof item === 'number' ? Number(item.toPrecision(10)) : item)),
  )
}
