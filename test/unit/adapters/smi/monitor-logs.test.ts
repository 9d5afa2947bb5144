import { describe, expect, it } from 'vitest'
import { dcgm, nvidiaSmi } from '../../../../src/adapters/smi/monitor-logs.ts'
import { fixtureText, readFixture, readText, refusal } from '../an-output.ts'

const log = fixtureText('nvidia-smi/two-gpus.csv')

describe('nvidia-smi CSV', () => {
  it('gives readings by GPU and time, and null where the driver has no answer', async () => {
    const { gpuReadings, problems } = await readFixture(nvidiaSmi, 'nvidia-smi/two-gpus.csv')
    expect(gpuReadings).toMatchObject([
      { gpu: 0, timeMs: Date.UTC(2026, 0, 31, 14, 0, 0, 101), utilizationPercent: 97, powerWatts: 612.41 },
      { gpu: 1, memoryUsedBytes: 4 * 2 ** 20, powerWatts: null, smClockMhz: 345 },
      { gpu: 0, utilizationPercent: 98, temperatureCelsius: 62 },
      { gpu: 1, utilizationPercent: null, powerWatts: 71.2 },
    ])
    expect(problems).toEqual(['columns without a quantity that is read: name, pstate'])
  })

  it('reads values without units and a second header alike', async () => {
    const plain = log.replaceAll(/(\d) (?:%|MiB|W|MHz)/g, '$1')
    const [header = ''] = log.split('\n')
    const { gpuReadings } = await readText(nvidiaSmi, `${plain}${header}\n`)
    expect(gpuReadings).toEqual((await readText(nvidiaSmi, log)).gpuReadings)
  })

  it('does not guess columns without a header, nor times', async () => {
    const rows = log.split('\n').slice(1).join('\n')
    expect((await refusal(nvidiaSmi, rows)).message).toContain('has no header')
    expect((await refusal(nvidiaSmi, 'index, power.draw [W]\n0, 71.2 W\n')).message).toContain('no column timestamp')
  })

  it('numbers GPUs by another identity, and takes rows of one GPU only without any', async () => {
    const byName = await readText(
      nvidiaSmi,
      log.replaceAll(', index,', ', uuid,').replaceAll(/, ([01]), /g, ', GPU-a$1, '),
    )
    expect(byName.gpuReadings.map(({ gpu }) => gpu)).toEqual([0, 1, 0, 1])
    expect(byName.problems.at(-1)).toBe('GPUs are numbered as they appear: 0 is GPU-a0, 1 is GPU-a1')
    const nameless = log.replaceAll(', index,', ',').replaceAll(/, [01], /g, ', ')
    expect((await refusal(nvidiaSmi, nameless)).message).toContain('several rows per sample')
    const lines = nameless.split('\n')
    const one = await readText(nvidiaSmi, [0, 1, 3, 5].map((index) => lines[index]).join('\n'))
    expect(one.problems.at(-1)).toBe('no column tells GPUs apart; the rows are read as GPU 0')
  })

  it('names a row whose time is not that of nvidia-smi', async () => {
    const text = 'timestamp, utilization.gpu [%], memory.used [MiB]\n03-11-2026 15:13:16, 99, 26133\n'
    expect((await refusal(nvidiaSmi, text)).message).toContain('no complete row, such as "03-11-2026 15:13:16, 99,')
  })

  it('reads a log that begins with a warning, and names that line', async () => {
    const warning = 'WARNING: infoROM is corrupted at gpu 0000:65:00.0'
    expect(nvidiaSmi.detect?.(`${warning}\n${log}`)).toBe(true)
    const { gpuReadings, problems } = await readText(nvidiaSmi, `${warning}\n${log}`)
    expect(gpuReadings).toEqual((await readText(nvidiaSmi, log)).gpuReadings)
    expect(problems[0]).toBe(`lines that are no complete rows: 1, such as "${warning}"`)
  })

  it('takes no quantity of another unit', async () => {
    for (const [from, to] of [
      ['[MiB]', '[GiB]'],
      ['[W]', '[mW]'],
    ] as const)
      expect((await refusal(nvidiaSmi, log.replace(from, to))).message).toContain(`is in ${to.slice(1, -1)}, not in`)
  })

  it('names a clock that was set back', async () => {
    const header = 'timestamp, index, utilization.gpu [%], power.draw [W]\n'
    const rows = ['2026/10/25 02:59:59.000, 0, ERR!, 71.2 W', '2026/10/25 02:00:00.000, 0, [N/A], [N/A]', '']
    expect((await readText(nvidiaSmi, header + rows.join('\n'))).problems).toEqual([
      'the times of the log go back by 3599 s after row 1: a clock was set, or it holds several runs',
    ])
  })

  it('reads a log of days', async () => {
    const rows = Array.from({ length: 130_000 }, () => '2026/01/31 14:00:00.000, 0, 71.2 W\n')
    const { gpuReadings } = await readText(nvidiaSmi, `timestamp, index, power.draw [W]\n${rows.join('')}`)
    expect(gpuReadings).toHaveLength(130_000)
  })

  it('counts half a last line and foreign lines, and leaves out what no GPU can have', async () => {
    const text = log.replace('97 %', '480 %').replace('2026/01/31 14:00:00.103, 1', 'Unable to determine the device')
    const { gpuReadings, problems } = await readText(nvidiaSmi, text.slice(0, -12))
    expect(gpuReadings).toHaveLength(2)
    expect(gpuReadings[0]?.utilizationPercent).toBeNull()
    expect(problems).toEqual([
      expect.stringMatching(/^lines that are no complete rows: 2, such as "Unable to determine the device/),
      'columns without a quantity that is read: name, pstate',
      'GPU 0: impossible values of utilization_percent do not count (1, the first is 480)',
    ])
  })
})

describe('dcgmi dmon', () => {
  it('gives readings a second apart, and says so', async () => {
    const { gpuReadings, problems } = await readFixture(dcgm, 'dcgm/dmon.txt')
    expect(gpuReadings).toMatchObject([
      { gpu: 0, timeMs: 0, utilizationPercent: 97, memoryUsedBytes: 40213 * 2 ** 20, smUtilization: 0.912 },
      { gpu: 1, timeMs: 0, utilizationPercent: 0, powerWatts: 71.204 },
      { gpu: 0, timeMs: 1000, dramBandwidthUtilization: 0.461 },
      { gpu: 1, timeMs: 1000, utilizationPercent: null },
    ])
    expect(problems).toEqual([
      'the log has no times: its samples count as one second apart',
      'columns without a quantity that is read: TOTEC',
    ])
  })

  it('takes the units below the names for no row', async () => {
    const text = '#Entity   GPUTL  POWER  TMPTR\nID               W      C\nGPU 0     75     185.3  68\n'
    const { gpuReadings, problems } = await readText(dcgm, text)
    expect(gpuReadings).toMatchObject([{ gpu: 0, utilizationPercent: 75, powerWatts: 185.3, temperatureCelsius: 68 }])
    expect(problems).toEqual(['the log has no times: its samples count as one second apart'])
  })

  it('reads commas and the names of older versions; slices of a GPU are no GPU', async () => {
    const text = '# Entity,SMACT,GPUTL\n  Id\nGPU 0,0.5,50\nGPU-I 0,0.7,N/A\nGPU 0,0.5,1e9\nGPU 0,0.5'
    const { gpuReadings, problems } = await readText(dcgm, text)
    expect(gpuReadings).toMatchObject([
      { gpu: 0, smUtilization: 0.5, utilizationPercent: 50 },
      { gpu: 0, utilizationPercent: null },
    ])
    expect(problems).toContain('1 rows of slices of a GPU (MIG) are not read')
    expect(problems).toContainEqual(expect.stringContaining('lines that are no complete rows: 1, such as'))
  })
})
