import { describe, expect, it } from 'vitest'
import { mlperf } from '../../../../src/adapters/tools/mlperf.ts'
import { readOutput } from '../../../../src/programs/index.ts'
import { aFile, figures, fixtureText, readFixture, readText, refusal } from '../an-output.ts'

const stream = 'PySUT scenario=SingleStream'

describe('the summary of MLPerf LoadGen', () => {
  it('gives latencies in seconds and rates, each once', async () => {
    const reading = await readFixture(mlperf, 'mlperf/single-stream.txt')
    expect(figures(reading)).toMatchObject({
      [`${stream}: 90.0th_percentile_latency s`]: [0.006253915],
      [`${stream}: early_stopping_90.0th_percentile_estimate s`]: [0.011334251],
      [`${stream}: qps_w_o_loadgen_overhead 1/s`]: [256.7],
      [`${stream}: 99.90_percentile_latency s`]: [0.060442413],
    })
    expect(reading.benchmarks).toHaveLength(13)
    expect(reading.context).toMatchObject({ target_qps: '500' })
  })

  it('fails an invalid run, and one with errors', async () => {
    expect(figures(await readFixture(mlperf, 'mlperf/server-invalid.txt'))).toEqual({
      'PySUT scenario=Server':
        'the result is INVALID; not satisfied: Performance constraints satisfied; not satisfied: Early stopping satisfied',
    })
    const text = fixtureText('mlperf/single-stream.txt').replace('No errors', '3 ERRORS')
    expect(figures(await readText(mlperf, text))).toEqual({ [stream]: '3 errors, see the detailed log' })
  })

  it('skips a run that measured the accuracy, and the load that was offered', async () => {
    const text = fixtureText('mlperf/single-stream.txt')
    const accuracy = await readText(mlperf, text.replace('PerformanceOnly', 'AccuracyOnly'))
    expect([accuracy.benchmarks, accuracy.problems]).toEqual([
      [],
      [`${stream}: the mode AccuracyOnly measures no performance`],
    ])
    const offered = await readText(mlperf, text.replace('QPS w/ loadgen overhead ', 'Scheduled samples per second '))
    expect(offered.problems.join()).toContain('scheduled_samples_per_second: not judged')
  })

  it('reads the rates of tokens', async () => {
    const text = fixtureText('mlperf/single-stream.txt').replace('QPS w/o loadgen', 'TPS w/o loadgen')
    expect(figures(await readText(mlperf, text))).toHaveProperty([`${stream}: tps_w_o_loadgen_overhead 1/s`])
  })

  it('reads a rate that stands in two sections once', async () => {
    const line = 'Completed tokens per second: 32027.57'
    const twice = fixtureText('mlperf/single-stream.txt')
      .replace('QPS w/ ', `${line}\nQPS w/ `)
      .replace('QPS w/o ', `${line}\nQPS w/o `)
    expect(figures(await readText(mlperf, twice))[`${stream}: completed_tokens_per_second 1/s`]).toEqual([32027.57])
  })

  it('tells the figures of two lists apart', async () => {
    const list = 'TTFT Early Stopping Result:\n * Early stopping 90.0th percentile estimate: 1397965104\n'
    const text = fixtureText('mlperf/single-stream.txt').replace('Early Stopping Result:', `${list}TPOT $&`)
    expect(figures(await readText(mlperf, text))).toMatchObject({
      [`${stream}: ttft_early_stopping_result_early_stopping_90.0th_percentile_estimate s`]: [1.397965104],
      [`${stream}: tpot_early_stopping_result_early_stopping_90.0th_percentile_estimate s`]: [0.011334251],
    })
  })

  it('fails a figure that is no number', async () => {
    const text = fixtureText('mlperf/single-stream.txt').replace(
      /(QPS w\/ loadgen overhead.*: )(\d+)\.(\d+)/,
      '$1$2,$3',
    )
    expect(figures(await readText(mlperf, text))[stream]).toMatch(/^qps_w_loadgen_overhead is "\d+,\d+", not a number$/)
  })

  it('refuses a summary without its end', async () => {
    const text = fixtureText('mlperf/single-stream.txt')
    expect((await refusal(mlperf, text.slice(0, text.indexOf('No warnings')))).message).toContain('number of errors')
  })

  it('refuses the summaries of two runs', async () => {
    const text = fixtureText('mlperf/single-stream.txt')
    expect((await refusal(mlperf, text + text)).message).toContain('holds the summaries of several runs')
  })

  it('reads the lines of training 0.6', async () => {
    const line = (seconds: number, key: string, value: unknown, more: object = {}) =>
      `:::MLL ${seconds} ${key}: ${JSON.stringify({ value, metadata: { lineno: 1, file: 'a', ...more } })}\n`
    const start = `pulling the image\n${line(0, 'submission_benchmark', 'gnmt')}${line(1560229129.003, 'run_start', null)}`
    const run = `${start}${line(1560229258.503, 'run_stop', null, { status: 'success' })}`
    const reading = await readOutput('auto', [aFile('result_0.txt', run)])
    expect(figures(reading)).toEqual({ 'gnmt: run_time s': [expect.closeTo(129.5)] })
    expect(figures(await readText(mlperf, run.replace('success', 'aborted')))['gnmt']).toContain('aborted')
    expect(figures(await readText(mlperf, start))['gnmt']).toContain('do not alternate')
  })

  it('reads the results in the detailed log', async () => {
    const reading = await readFixture(mlperf, 'mlperf/offline-detail.txt')
    expect(figures(reading)).toMatchObject({
      'PySUT scenario=Offline: samples_per_second 1/s': [117.92],
      'PySUT scenario=Offline: 99.90_percentile_latency s': [3.731340216],
    })
    const text = fixtureText('mlperf/offline-detail.txt')
    expect(figures(await readText(mlperf, text.replace('"VALID"', '"INVALID"')))).toEqual({
      'PySUT scenario=Offline': 'the result is INVALID, with 0 errors',
    })
    const cut = text.slice(0, text.indexOf(':::MLLOG {"key": "result_validity"'))
    expect((await refusal(mlperf, cut)).message).toContain('no complete result of LoadGen')
  })
})

describe('the log of MLPerf training', () => {
  it('gives the time of the run and of its intervals, and throughputs as samples', async () => {
    const reading = await readFixture(mlperf, 'mlperf/training.log')
    expect(figures(reading)).toEqual({
      'resnet: init_time s': [0.05],
      'resnet: run_time s': [0.474],
      'resnet: epoch_time s': [0.101, 0.124, 0.153],
      'resnet: eval_time s': [0.034, 0.03, 0.031],
      'resnet: throughput samples/s': [2048.5, 2049.5, 2050.5],
    })
    expect(reading.problems).toEqual(['eval_accuracy: not judged: its direction depends on the benchmark'])
    const text = fixtureText('mlperf/training.log')
    expect(await readText(mlperf, text + text)).toMatchObject({ isJoined: true })
  })

  it('fails a run that was aborted, and one that never ended', async () => {
    expect((await readFixture(mlperf, 'mlperf/training-aborted.log')).benchmarks[0]).toMatchObject({
      problem: 'the run ended with the status aborted',
    })
    const lines = fixtureText('mlperf/training.log').trimEnd().split('\n').slice(0, -1)
    expect(figures(await readText(mlperf, lines.join('\n')))['resnet']).toContain(
      'run_start and run_stop do not alternate',
    )
  })

  it('does not pair the events of several processes, and counts damaged lines', async () => {
    const lines = fixtureText('mlperf/training.log').trimEnd().split('\n')
    const init = lines.findIndex((line) => line.includes('init_start'))
    const ranks = [...lines.slice(0, init), lines[init], `0: ${lines[init]}`, ...lines.slice(init + 1)]
    const reading = await readText(mlperf, ranks.join('\n'))
    expect(figures(reading)).not.toHaveProperty(['resnet: init_time s'])
    expect(reading.problems.join()).toContain('init_time is not known')
    const twice = lines.flatMap((line) => (/run_st(?:art|op)/.test(line) ? [line, `0: ${line}`] : [line]))
    const ofRanks = await readText(mlperf, twice.join('\n'))
    expect(figures(ofRanks)['resnet']).toContain('of several processes')
    expect(ofRanks).not.toHaveProperty('isJoined')
    const damaged = fixtureText('mlperf/training.log').replace('"submission_division", "value"', '"submission_div')
    expect((await readText(mlperf, damaged)).problems[0]).toBe('1 lines of the log are damaged and do not count')
  })

  it('refuses a log that ends inside a line', async () => {
    const text = fixtureText('mlperf/training.log')
    expect((await refusal(mlperf, text.slice(0, -40))).message).toContain('is not JSON')
  })
})
