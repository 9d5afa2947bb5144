import { describe, expect, it } from 'vitest'
import { k6 } from '../../../../src/adapters/tools/k6.ts'
import { changed, figures, measured, readFixture, readText, refusal } from '../an-output.ts'

describe('k6', () => {
  it('gives times in seconds and rates, in each form of the summary', async () => {
    const data = figures(await readFixture(k6, 'k6/handle-summary.json'))
    expect(data).toMatchObject({
      'http_req_duration: time_p95 s': [0.0642295269],
      'http_req_duration{expected_response:true}: time_med s': [0.046867835999999996],
      'render_time: time_max s': [0.038027228],
      'http_reqs: rate 1/s': [37.53292559477146],
    })
    expect(figures(await readFixture(k6, 'k6/summary-export.json'))).toMatchObject({
      'http_req_duration: time_p95 s': [0.05211754075],
      'iterations: rate 1/s': [43.746948923731],
    })
    expect(figures(await readFixture(k6, 'k6/machine-readable.json'))).toMatchObject({
      'http_req_duration: time_p95 s': [0.0636296616],
      'http_reqs: rate 1/s': [20 / 0.467702654],
    })
  })

  it('knows which value is better, and names what has no direction or is no time', async () => {
    const { benchmarks, problems } = await readFixture(k6, 'k6/summary-export.json')
    expect(new Set(measured(benchmarks).map(({ metric }) => `${metric.unit} ${metric.betterWhen}`))).toEqual(
      new Set(['s lower', '1/s higher']),
    )
    expect(problems.join('\n')).toMatch(/data_received, orders, answer_size, data_sent, render_time: not judged/)
    expect(problems.join('\n')).toContain('http_req_tls_handshaking time_avg')
    expect(problems.join('\n')).toContain('a value of 0 is not a measurement')
  })

  it('fails a run with a failed threshold, check or request', async () => {
    const { benchmarks } = await readFixture(k6, 'k6/failed.json')
    expect(benchmarks.flatMap((one) => (one.status === 'failed' ? [`${one.name}: ${one.problem}`] : []))).toEqual([
      'checks: 4 checks failed',
      'http_req_duration: the threshold p(95)<0.001 failed',
      '::shop::status is 200: the check failed 4 of 4 times',
    ])
    const text = changed('k6/handle-summary.json', ({ metrics }) => {
      metrics.http_req_failed.values.rate = 0.05
      metrics.http_req_duration.thresholds['p(95)<500'].ok = false
      metrics.dropped_iterations = { type: 'counter', contains: 'default', values: { count: 3, rate: 1 } }
    })
    const reading = await readText(k6, text)
    expect(reading.problems).toContain('dropped_iterations: 3 iterations did not start: the load was lower than asked')
    const failed = reading.benchmarks.filter(({ status }) => status === 'failed')
    expect(failed.map(({ name }) => name)).toEqual(['http_req_failed', 'http_req_duration'])
  })

  it('fails what does not say that it passed', async () => {
    const text = changed('k6/handle-summary.json', ({ metrics, root_group: root }) => {
      metrics.checks.values = { rate: 0, passes: 0, fails: 0 }
      metrics.http_req_duration.thresholds = { a: { ok: true }, b: false, c: { ok: 'false' }, d: null, e: {} }
      root.checks = [{ name: 'idle', path: '::idle', id: '1', passes: 0, fails: 0 }]
    })
    const { benchmarks } = await readText(k6, text)
    const failed = benchmarks.flatMap((one) => (one.status === 'failed' ? [`${one.name}: ${one.problem}`] : []))
    expect(failed.join('\n')).toMatch(/checks: no check ran/)
    expect(failed.join('\n')).toMatch(/http_req_duration: the threshold c failed/)
    expect(failed.join('\n')).toMatch(/::idle: the check never ran/)
    expect(failed.join('\n')).not.toMatch(/threshold [ab] failed/)
  })

  it('refuses a value that is no number', async () => {
    const text = changed(
      'k6/handle-summary.json',
      ({ metrics }) => void (metrics.http_req_duration.values.avg = 'fast'),
    )
    expect((await refusal(k6, text)).message).toContain('metrics.http_req_duration.values.avg')
  })
})
