import { describe, expect, it } from 'vitest'
import { createGpmRequest } from '../../../../../src/io/gpu/nvml/nvml-gpm.ts'
import { nvmlReturn } from '../../../../../src/io/gpu/nvml/nvml-library.ts'
import { connectGpm, device } from './a-gpm-driver.ts'

const { notSupported } = nvmlReturn

describe('a GPM request', () => {
  it.each([
    ['both samples', {}, [501, 502], []],
    ['no support', { isSupported: 0 }, null, []],
    ['no answer about it', { codes: { support: notSupported } }, null, []],
    ['room for one sample', { room: 1 }, null, [['free', 501]]],
    ['room for none', { room: 0 }, null, []],
    ...['gpmSupport', 'gpmSampleGet', 'gpmMetricsGet', 'gpmSampleFree'].map(
      (missing) => [`no ${missing}`, { missing }, null, []] as const,
    ),
  ] as const)('allocates once with %s', (_name, answers, pair, expected) => {
    const { functions, memory, calls } = connectGpm(answers)
    const request = createGpmRequest(functions, memory, [1])
    expect([request.getPair(device), request.getPair(device)]).toEqual([pair, pair])
    expect(calls).toEqual(expected)
  })

  it.each([
    [50, 0.5, 50 * 2 ** 20],
    [0, 0, 0],
    [100.5, 1, 100.5 * 2 ** 20],
    [101, 1, 101 * 2 ** 20],
    [102, 1.02, 102 * 2 ** 20],
    [-1, null, null],
    [Number.NaN, null, null],
  ])('reads %d percent as the share %j, and as the rate %j', (value, share, rate) => {
    const { functions, memory } = connectGpm({ values: [7, value] })
    const request = createGpmRequest(functions, memory, [1, 2])
    expect(request.compare(501, 502)).toBe(true)
    expect([request.readMetric(1, 'share'), request.readMetric(1, 'rate')]).toEqual([share, rate])
  })

  it('reads no metric that the driver refused', () => {
    const { functions, memory } = connectGpm({ values: [50], codes: { metric: notSupported } })
    const request = createGpmRequest(functions, memory, [1])
    request.compare(501, 502)
    expect([request.readMetric(0, 'share'), request.readMetric(0, 'rate')]).toEqual([null, null])
  })
})
