import { describe, expect, it } from 'vitest'
import { rocprof } from '../../../../src/adapters/trace/rocprof.ts'
import { changed, figures, fixtureText, readFixture, readText, refusal } from '../an-output.ts'

const kernel = 'void addition_kernel<float>(float*, float const*, float const*, int, int)'
const csv = fixtureText('rocprof/kernel_trace.csv')

describe('the kernel trace of rocprofv3', () => {
  it('gives kernels and busy time to the nanosecond, also of times beyond 2^53', async () => {
    const { trace, benchmarks, problems } = await readFixture(rocprof, 'rocprof/kernel_trace.csv')
    expect(trace).toMatchObject({
      windowSeconds: expect.closeTo(152_009e-9, 12),
      copySeconds: null,
      gpus: [
        { gpu: 4, busyShare: expect.closeTo(149_639 / 152_009, 9), hostBoundShare: null },
        { gpu: 5, busyShare: expect.closeTo(20_000 / 152_009, 9), hostBoundShare: null },
      ],
    })
    expect(figures({ benchmarks } as never)).toMatchObject({
      [`${kernel}: kernel_time s`]: [expect.closeTo(149_639e-9, 12)],
    })
    expect(problems).toEqual(['the trace has no launch of a kernel, so host_bound_share is not known'])
  })

  it.each([
    ['a time of 0', csv.replace('1763021218530103933', '0')],
    ['an end before its start', csv.replace('1763021218530180000', '1763021218530150000')],
  ])('has no figure of the GPUs with %s', async (_what, text) => {
    const { trace, problems } = await readText(rocprof, text)
    expect(trace?.gpus).toEqual([])
    expect(problems.join()).toContain('1 kernels and copies have no usable time')
  })

  it('gives a figure of every kernel', async () => {
    const [header, row = ''] = csv.split('\n')
    const rows = Array.from({ length: 12 }, (_, index) => row.replace('addition_kernel', `kernel${index}`))
    const { benchmarks } = await readText(rocprof, [header, ...rows, ''].join('\n'))
    expect(benchmarks.filter(({ name }) => name.includes('kernel'))).toHaveLength(12)
  })

  it('refuses half a line, and a file without a kernel', async () => {
    expect((await refusal(rocprof, csv.slice(0, -30))).message).toContain('line 4 is not complete')
    expect((await refusal(rocprof, csv.split('\n')[0] ?? '')).message).toContain('no kernel with a duration')
  })

  it('does not add up the kernels of two runs', async () => {
    expect((await refusal(rocprof, csv + csv)).message).toContain('holds the tables of several runs')
  })

  it('reads kernels and copies of the JSON', async () => {
    const { trace } = await readFixture(rocprof, 'rocprof/results.json')
    expect(trace).toMatchObject({
      kernelSeconds: expect.closeTo(149_639e-9, 12),
      copySeconds: expect.closeTo(50e-6, 12),
      gpus: [{ gpu: 4 }],
    })
    const text = changed('rocprof/results.json', (root) => {
      root['rocprofiler-sdk-tool'][0].buffer_records.kernel_dispatch[0].dispatch_info.kernel_id = 99
    })
    expect((await refusal(rocprof, text)).message).toContain('kernel_dispatch[0].dispatch_info.kernel_id')
  })

  it('keeps the nanoseconds of times in JSON beyond 2^53', async () => {
    const json = fixtureText('rocprof/results.json').replaceAll('88193302', '17630212185')
    const { trace } = await readText(rocprof, json)
    expect(trace).toMatchObject({
      kernelSeconds: expect.closeTo(149_639e-9, 12),
      copySeconds: expect.closeTo(50e-6, 12),
    })
  })
})

describe('the statistics of rocprofv3', () => {
  it('gives the total time of each kernel with its calls', async () => {
    const { benchmarks } = await readFixture(rocprof, 'rocprof/kernel_stats.csv')
    expect(benchmarks).toHaveLength(3)
    expect(benchmarks[2]).toMatchObject({ name: '__amd_rocclr_fillBufferAligned', samples: [48160e-9], launches: 4 })
  })

  it('refuses a file whose rows are not all of the time', async () => {
    const [header, first] = fixtureText('rocprof/kernel_stats.csv').split('\n')
    const { message } = await refusal(rocprof, `${header}\n${first}\n`)
    expect(message).toContain('has 56.5 % of the time')
  })

  it('gives a kernel with a very long name its figure', async () => {
    const text = fixtureText('rocprof/kernel_stats.csv')
    const [one, other] = ['1', '2'].map((end) => text.replace('NormKernel1', `Norm${'x'.repeat(5000)}${end}`))
    const names = await Promise.all(
      [one, other].map(async (each) => (await readText(rocprof, each ?? '')).benchmarks[1]?.name),
    )
    expect(names.map((name) => name?.length)).toEqual([3499, 3499])
    expect(new Set(names).size).toBe(2)
  })

  it('takes no API call for a kernel', async () => {
    const [header] = fixtureText('rocprof/kernel_stats.csv').split('\n')
    const pop = '"__hipPopCallConfiguration",1,2000,2000,0,1,1,1'
    const rows = [pop, '"hipMemcpy",2,583182462,1,60,1,1,1', '"KERNEL_DISPATCH",2,5,1,40,1,1,1', '"copy",1,0,0,0,0,0,0']
    const reading = await readText(rocprof, [header, ...rows, ''].join('\n'))
    expect(figures(reading)).toEqual({ copy: 'a kernel_time of 0 s is not a measurement' })
    const names = '__hipPopCallConfiguration, hipMemcpy, KERNEL_DISPATCH'
    expect(reading.problems).toEqual([`${names}: not judged: calls and whole domains are no kernels`])
  })
})
