import { describe, expect, it } from 'vitest'
import { perfStat } from '../../../../src/adapters/tools/perf-stat.ts'
import { readOutput } from '../../../../src/programs/index.ts'
import { aFile, figures, fixtureText, readFixture, readText, refusal } from '../an-output.ts'

describe('perf stat', () => {
  it('reads times in seconds and the events that cost time, and skips what was not counted', async () => {
    const reading = await readFixture(perfStat, 'perf-stat/plain.jsonl')
    expect(figures(reading)).toEqual({
      'task-clock: duration s': [0.000778589],
      'context-switches: count ': [1],
      'cpu-migrations: count ': [0],
      'page-faults: count ': [76],
    })
    expect(reading.problems).toEqual(['cycles, instructions, branches, branch-misses: not supported'])
  })

  it('reads columns with the error of repetitions', async () => {
    const { benchmarks } = await readFixture(perfStat, 'perf-stat/repeated.csv')
    expect(benchmarks[0]).toMatchObject({ name: 'task-clock', samples: [0.67e-3] })
  })

  it('takes no time of 0 for a measurement, with or without its unit', async () => {
    const reading = await readText(perfStat, '0,,duration_time,1,100.00,,\n7000,,user_time,1,100.00,,\n')
    expect(figures(reading)).toEqual({ 'user_time: duration s': [expect.closeTo(7e-6)] })
    expect(reading.problems).toEqual(['duration_time duration: a value of 0 is not a measurement'])
  })

  it('takes no energy and no cycles of 0 for a measurement, as in a virtual machine, and counts other events', async () => {
    const energy = '0.00,Joules,power/energy-pkg/,1,100.00,,\n'
    const reading = await readText(perfStat, `${energy}0,,cycles,1,100.00,,\n0,,context-switches,1,100.00,,\n`)
    expect(figures(reading)).toEqual({ 'context-switches: count ': [0] })
    expect(reading.problems).toEqual(['power/energy-pkg/ energy, cycles count: a value of 0 is not a measurement'])
  })

  it('does not take a table of another program for its own', async () => {
    const table = 'SambaNova SN40L,1,vLLM,meta-llama/Llama-2-7b-hf,1024,1,16,2.27\n'
    await expect(readOutput('auto', [aFile('latency.csv', table)])).rejects.toThrow('has no known format')
    const { problems } = await readText(perfStat, '5,,cpu/event=0x3c,umask=0x0/,12,50.00,,\n')
    expect(problems).toEqual(['cpu/event=0x3c,umask=0x0/: not judged: its direction is unknown'])
  })

  it('refuses the text for people, whose numbers depend on the locale', async () => {
    const text =
      " Performance counter stats for 'sleep 0.1':\n\n     0.82 msec task-clock     #    0.008 CPUs utilized\n"
    await expect(readOutput('auto', [aFile('perf.txt', text)])).rejects.toMatchObject({
      message: 'perf.txt has no row of perf stat -j or -x',
      hint: expect.stringContaining('Run perf stat with -j'),
    })
  })

  it('tells several runs from an event that several metrics of one run share', async () => {
    const run = ['90,,cycles,1,50.00,,', '80,,instructions,1,50.00,,', '91,,cycles,1,50.00,,', ''].join('\n')
    const one = await readText(perfStat, run)
    expect(one).not.toHaveProperty('isJoined')
    expect(figures(one)).toMatchObject({ 'cycles: count ': [90, 91], 'instructions: count ': [80] })
    expect(await readText(perfStat, run + run)).toMatchObject({ isJoined: true })
    const [started, other] = ['# started on Mon\n\n', '7,,context-switches,1,100.00,,\n']
    expect(await readText(perfStat, `${started}${run}${started}90,,cycles,1,50.00,,\n`)).toMatchObject({
      isJoined: true,
    })
    // Two passes of one measurement, with other events.
    expect(await readText(perfStat, `${started}80,,cycles,1,50.00,,\n${started}${other}`)).not.toHaveProperty(
      'isJoined',
    )
  })

  it('keeps processors and sockets apart', async () => {
    expect(figures(await readFixture(perfStat, 'perf-stat/processors.jsonl'))).toMatchObject({
      'cs cpu=0: count ': [71],
      'cs cpu=1: count ': [257],
    })
    expect(figures(await readFixture(perfStat, 'perf-stat/sockets.csv'))).toMatchObject({
      'page-faults place=S0: count ': [7078],
    })
  })

  it('sums intervals, unless one of them was not counted', async () => {
    const { benchmarks } = await readFixture(perfStat, 'perf-stat/intervals.csv')
    expect(benchmarks).toMatchObject([{ name: 'task-clock' }, { name: 'page-faults', samples: [9334] }])
    const other = await readFixture(perfStat, 'perf-stat/intervals.jsonl')
    expect(other.benchmarks).toEqual([])
    expect(other.problems).toEqual(['task-clock, page-faults: not counted in 1 of 3 rows'])
  })

  it('fails a sum of intervals that is cut off, at a line end as well', async () => {
    const lines = fixtureText('perf-stat/intervals.csv').split('\n')
    const last = lines.findLastIndex((line) => line.includes('page-faults'))
    expect(figures(await readText(perfStat, [...lines.slice(0, last), ''].join('\n')))).toMatchObject({
      'page-faults': 'has 6 of 7 intervals: the output is cut off',
    })
    const inside = lines
      .slice(0, last + 1)
      .join('\n')
      .slice(0, -8)
    expect((await refusal(perfStat, inside)).message).toContain('ends inside line')
  })

  it.each(['intervals.csv', 'intervals.jsonl'])('does not add up the intervals of two runs, %s', async (name) => {
    const text = fixtureText(`perf-stat/${name}`)
    expect((await refusal(perfStat, text + text)).message).toContain('holds the intervals of several runs')
  })

  it('knows its rows below those of the program', async () => {
    const text = `starting\n${fixtureText('perf-stat/repeated.csv')}`
    const reading = await readOutput('auto', [aFile('stderr.log', text)])
    expect(reading.benchmarks).toEqual((await readFixture(perfStat, 'perf-stat/repeated.csv')).benchmarks)
    expect(reading.problems).toContain('1 lines are not rows of perf stat, the first is "starting"')
  })

  it('does not guess the direction of an event', async () => {
    const text = [
      '2283945061;;instructions:u;1234000000;74.50;1.85;insn per cycle',
      '456;;branches:u;1234000000;74.50;;',
      '12.5;Joules;power/energy-pkg/;1234000000;100.00;;',
      '7;;cpu/event=0x3c,umask=0x1,name=l3_lookups/;1234;100.00;;',
      ';;;;;0.50;stalled cycles per insn',
      '',
    ].join('\n')
    const reading = await readText(perfStat, text)
    expect(figures(reading)).toEqual({
      'instructions:u: count ': [2283945061],
      'power/energy-pkg/: energy J': [12.5],
    })
    expect(reading.problems).toEqual([
      'branches:u, cpu/event=0x3c,umask=0x1,name=l3_lookups/: not judged: its direction is unknown',
    ])
  })

  it('joins the runs of --append, and names lines of the program itself', async () => {
    const text = fixtureText('perf-stat/plain.jsonl')
    const reading = await readText(perfStat, `hello\n${text}${text.replace('0.778589', '0.9')}`)
    expect(figures(reading)['task-clock: duration s']).toEqual([0.000778589, expect.closeTo(0.0009)])
    expect(reading.problems[0]).toContain('1 lines are not rows of perf stat')
  })

  it.each(['perf-stat/plain.jsonl', 'perf-stat/repeated.csv'])('refuses %s cut off inside a row', async (path) => {
    const text = fixtureText(path)
    const end = text.indexOf('context-switches') + 5
    expect((await refusal(perfStat, text.slice(0, end))).message).toMatch(/ends inside line|is not JSON/)
  })
})
