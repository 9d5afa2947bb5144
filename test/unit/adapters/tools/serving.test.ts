import { describe, expect, it } from 'vitest'
import { aiperf, benchServe } from '../../../../src/adapters/tools/serving.ts'
import { changed, figures, fixtureText, measured, readFixture, readText, refusal } from '../an-output.ts'

const vllm = 'mock-model backend=openai-chat request_rate=inf burstiness=1 num_prompts=8'

describe('the result of vllm bench serve', () => {
  it('gives times in seconds, rates, and the times to first token as samples', async () => {
    const reading = await readFixture(benchServe, 'bench-serve/vllm.json')
    const found = figures(reading)
    expect(found).toMatchObject({
      [`${vllm}: duration s`]: [0.10503539199999068],
      [`${vllm}: request_throughput requests/s`]: [76.16480357402493],
      [`${vllm}: total_token_throughput tokens/s`]: [5721.880868498623],
      [`${vllm}: ttft_p99 s`]: [0.04409176544021193],
      [`${vllm}: itl s`]: [0.0059202874999755295],
    })
    expect(found[`${vllm}: ttft s`]).toHaveLength(8)
    expect(
      measured(reading.benchmarks)
        .map(({ metric }) => metric.betterWhen)
        .filter((one) => one === 'higher'),
    ).toHaveLength(3)
  })

  it.each(['vllm-failed.json', 'sglang-failed.jsonl'])('fails a run with failed requests: %s', async (name) => {
    const { benchmarks } = await readFixture(benchServe, `bench-serve/${name}`)
    expect(benchmarks).toMatchObject([
      { problem: expect.stringContaining('1 of 8 requests failed, the first: Service') },
    ])
  })

  it('fails a run that completed less than it was asked for', async () => {
    const text = changed('bench-serve/vllm.json', (root) => {
      root.errors = undefined
      root.completed = 6
    })
    expect(figures(await readText(benchServe, text))).toEqual({ [vllm]: '2 of 8 requests failed' })
  })

  it('counts the sequences of a pooling model', async () => {
    const text = changed('bench-serve/vllm.json', (root) => (root.input_sequence_throughput = 9))
    expect(figures(await readText(benchServe, text))).toMatchObject({
      [`${vllm}: input_sequence_throughput sequences/s`]: [9],
    })
  })

  it('names a figure whose direction is unknown, and takes no 0 for a time', async () => {
    const text = changed('bench-serve/vllm.json', (root) => {
      root.spec_decode_draft_tokens = 7
      root.mean_tpot_ms = 0
    })
    const { benchmarks, problems } = await readText(benchServe, text)
    expect(problems).toEqual([
      `mock-model backend=openai-chat burstiness=1 num_prompts=8 request_rate=inf tpot_mean: a value of 0 is not a measurement`,
      'spec_decode_draft_tokens: not judged: its direction is unknown',
    ])
    expect(benchmarks).toHaveLength(12)
  })

  it.each([
    ['mean_tpot_ms', 'N/A', 'tpot_mean is "N/A", not a finite number'],
    ['request_throughput', '', 'request_throughput is "", not a finite number'],
    ['duration', true, 'duration is true, not a finite number'],
  ])('fails %s with the value %s', async (name, value, problem) => {
    const text = changed('bench-serve/vllm.json', (root) => (root[name] = value))
    const { benchmarks } = await readText(benchServe, text)
    expect(benchmarks.filter(({ status }) => status === 'failed')).toMatchObject([{ problem }])
  })
})

describe('the lines of SGLang bench_serving', () => {
  it('takes runs with other numbers of results for other loads: the file does not count failed requests', async () => {
    const text = fixtureText('bench-serve/sglang.jsonl')
    const fewer = text.replace('"completed": 8', '"completed": 7')
    for (const [lines, counts] of [
      [text, [8]],
      [fewer, [7, 8]],
    ] as const) {
      const rates = measured((await readText(benchServe, lines)).benchmarks)
      const own = rates.filter(({ metric }) => metric.name === 'request_throughput')
      expect(own.map(({ axes }) => axes['completed'])).toEqual(counts)
    }
  })

  it('reads the same runs in a list, and takes no rate of 0 for a measurement', async () => {
    const lines = fixtureText('bench-serve/sglang.jsonl').trimEnd()
    const { benchmarks } = await readText(benchServe, lines)
    expect((await readText(benchServe, `[${lines.replace('\n', ',\n')}]`)).benchmarks).toEqual(benchmarks)
    const none = lines.replaceAll(/"input_throughput": [\d.]+/g, '"input_throughput": 0')
    expect((await readText(benchServe, none)).problems).toEqual([
      expect.stringMatching(/^vllm backend=.* input_throughput: a value of 0 is not a measurement$/),
      'the file holds several runs: they are read as repetitions of one',
    ])
  })

  it('joins runs of the same load, and keeps others apart', async () => {
    const text = fixtureText('bench-serve/sglang.jsonl')
    const other = text.split('\n')[0]?.replace('"max_concurrency": null', '"max_concurrency": 4')
    const { benchmarks } = await readText(benchServe, `${text}${other}\n`)
    const rates = measured(benchmarks).filter(({ metric }) => metric.name === 'request_throughput')
    expect(rates.map(({ axes, samples }) => [axes['max_concurrency'], samples.length])).toEqual([
      [undefined, 2],
      [4, 1],
    ])
    expect(rates[0]).toMatchObject({ name: 'vllm', axes: { request_rate: 'Infinity' }, source: 'samples' })
  })

  it('keeps runs apart that differ in a text of --metadata', async () => {
    const [line = ''] = fixtureText('bench-serve/sglang.jsonl').split('\n')
    const label = (engine: string) => line.replace('{', `{"date": "${engine}", "engine": "${engine}", `)
    const { benchmarks, isJoined } = await readText(benchServe, [label('a'), label('b')].join('\n'))
    const rates = measured(benchmarks).filter(({ metric }) => metric.name === 'request_throughput')
    expect(rates.map(({ axes, samples }) => [axes['engine'], samples.length])).toEqual([
      ['a', 1],
      ['b', 1],
    ])
    expect(isJoined).toBeUndefined()
  })

  it('reads no figure that one of the runs lacks, and says that there are several', async () => {
    const text = fixtureText('bench-serve/sglang.jsonl').replace(/"mean_ttft_ms": [\d.]+/, '"mean_ttft_ms": 0')
    const reading = await readText(benchServe, text)
    const names = measured(reading.benchmarks).map(({ metric }) => metric.name)
    expect(names).toContain('ttft_p99')
    expect(names).not.toContain('ttft_mean')
    expect(reading.problems.join('\n')).toContain('ttft_mean: some repetitions lack it')
    expect(reading.isJoined).toBe(true)
  })

  it('refuses a line that is cut off', async () => {
    const text = fixtureText('bench-serve/sglang.jsonl')
    expect((await refusal(benchServe, text.slice(0, -60))).message).toContain('is not JSON')
  })
})

describe('AIPerf and GenAI-Perf', () => {
  it('gives each statistic of request times and rates in base units', async () => {
    const reading = await readFixture(aiperf, 'aiperf/streaming.json')
    expect(reading.tool).toBe('AIPerf 0.13.0')
    const root = JSON.parse(fixtureText('aiperf/streaming.json'))
    const key = 'requests model=mock-model concurrency=2'
    expect(figures(reading)).toMatchObject({
      [`${key}: request_latency_p99 s`]: [root.request_latency.p99 / 1e3],
      [`${key}: request_throughput requests/s`]: [root.request_throughput.avg],
      [`${key}: output_token_throughput_per_user_min tokens/sec/user`]: [root.output_token_throughput_per_user.min],
    })
    const latency = measured(reading.benchmarks).find(({ metric }) => metric.name === 'request_latency_avg')
    expect(latency).toMatchObject({
      metric: { betterWhen: 'lower' },
    })
  })

  it('names what describes the load, and times of 0', async () => {
    const { problems } = await readFixture(aiperf, 'aiperf/streaming.json')
    expect(problems.join('\n')).toMatch(/request_count, output_sequence_length, .*: not judged/)
    expect(problems.join('\n')).toContain('a value of 0 is not a measurement')
    expect(problems).toHaveLength(2)
  })

  it('reads the summary of GenAI-Perf', async () => {
    const reading = await readFixture(aiperf, 'aiperf/genai-perf.json')
    expect(reading.tool).toBe('GenAI-Perf')
    expect(figures(reading)).toMatchObject({
      'requests model=gpt2 concurrency=1: time_to_first_token_p50 s': [expect.closeTo(0.1287)],
      'requests model=gpt2 concurrency=1: output_token_throughput tokens/s': [69.52],
    })
  })

  it.each([
    [
      'failed requests',
      (root: Record<string, unknown>) => root,
      'aiperf/failed.json',
      '4 requests failed, the first: {"error":"overloaded"}',
    ],
    [
      'a cancelled run',
      (root: Record<string, unknown>) => (root['was_cancelled'] = true),
      'aiperf/streaming.json',
      'the run was cancelled',
    ],
    [
      'a run that is not complete',
      (root: Record<string, unknown>) => Object.assign(root, { is_complete: false, incomplete_reason: 'stalled' }),
      'aiperf/streaming.json',
      'the run is not complete: stalled',
    ],
  ])('fails %s', async (_what, change, path, problem) => {
    const { benchmarks } = await readText(
      aiperf,
      changed(path, (root) => void change(root)),
    )
    expect(benchmarks).toMatchObject([{ status: 'failed', problem }])
  })
})
