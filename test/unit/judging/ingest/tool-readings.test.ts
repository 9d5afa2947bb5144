import { describe, expect, it } from 'vitest'
import { readers } from '../../../../src/programs/index.ts'
import { buildIngestedTrial, collectToolReadings } from '../../../../src/judging/ingest/ingest.ts'
import { emptyReading } from '../../../../src/domain/trial/tool-reading.ts'
import { aReading } from '../../a-reading.ts'
import { aCase, headCommit } from '../../a-run.ts'
import { changed, readFixture, readText } from '../../adapters/an-output.ts'

describe('the run time of an ingested run', () => {
  const time = (name: string, unit: string) =>
    aReading([60], { name, axes: {}, metric: { name: 'wall_time', unit, betterWhen: 'lower' } })

  it.each([
    ['one in seconds', [time('a', 's')], 60, undefined],
    ['several', [time('a', 's'), time('b', 's')], null, 'its files report no single run time in s: a in s, b in s'],
    ['one in minutes', [time('a', 'min')], null, 'its files report no single run time in s: a in min'],
    ['none', [], null, 'none of its files reports the run time, for example in a closing line of the pipeline'],
  ])('is read from %s', (_, benchmarks, seconds, detail) => {
    const trial = buildIngestedTrial({
      planned: aCase(),
      index: 0,
      commit: headCommit,
      adapter: 'json',
      reading: { ...emptyReading, benchmarks },
      countedRows: null,
      expectedRows: null,
      differences: [],
      files: [],
      stageAliases: {},
      startedAt: '2026-11-20T12:00:00.000Z',
      sourcesPath: 'sources',
    })
    expect([trial.wallSeconds, trial.failure?.detail]).toEqual([seconds, detail])
  })
})

describe('the figures of a tool', () => {
  it('succeed next to a skipped benchmark, and name it', async () => {
    const reading = await readFixture(readers.nvbench, 'nvbench/run.json')
    const { readings, failure } = collectToolReadings(reading)
    expect(failure).toBeNull()
    expect(readings?.problems.join()).toContain('skipped: Not enough memory')
  })

  it('fail where every benchmark was skipped', async () => {
    const text = changed('nvbench/run.json', ({ benchmarks: [one] }) => {
      one.states = one.states.filter((state: { is_skipped: boolean }) => state.is_skipped)
    })
    const { failure } = collectToolReadings(await readText(readers.nvbench, text))
    expect(failure).toMatchObject({ kind: 'no-proof', detail: expect.stringContaining('skipped: Not enough memory') })
  })

  it('fail where the file has stage times only, and say who judges these', async () => {
    const { failure } = collectToolReadings(await readFixture(readers.lightning, 'lightning/fit-simple.txt'))
    expect(failure?.detail).toContain('the suite command does not judge stage times')
  })
})
