import { describe, expect, it } from 'vitest'
import { virnucproCompare } from '../../../../src/programs/virnucpro/commands.ts'
import { figures, fixtureText, readFixture, readText, refusal } from '../an-output.ts'

const [perFrame, consensus] = ['virnucpro/compare_per_frame.txt', 'virnucpro/compare_consensus.txt'] as const

describe('the output of the comparison tool', () => {
  it('gives the share of equal rows and the differences of the scores (F-23)', async () => {
    expect(figures(await readFixture(virnucproCompare, perFrame))).toEqual({
      'per-frame: agreement share': [0.75],
      'per-frame: score_difference_mean score': [3.616212e-6],
      'per-frame: score_difference_median score': [8.16e-7],
      'per-frame: score_difference_max score': [1.359e-5],
    })
  })

  it('fails a difference that is no number', async () => {
    const text = fixtureText(perFrame).replace('Mean: 3.616212e-06', 'Mean: nan')
    const problem = 'score_difference_mean is NaN, not a finite number'
    expect(figures(await readText(virnucproCompare, text))).toHaveProperty('per-frame', problem)
  })

  it('counts what only one side has as different, and says so', async () => {
    const reading = await readFixture(virnucproCompare, consensus)
    expect(figures(reading)).toEqual({ 'consensus: agreement share': [990 / 1002] })
    expect(reading.problems).toEqual(['2 sequences are in only one table and count as different'])
  })

  it('tells whether labels alone were compared (W42)', async () => {
    expect((await readFixture(virnucproCompare, consensus)).context).toEqual({ compared: 'labels alone' })
    expect((await readFixture(virnucproCompare, perFrame)).context).toEqual({
      compared: 'labels, and scores within 1e-05',
    })
  })

  it('takes the share from the counts, whatever percentage is printed', async () => {
    const text = fixtureText(perFrame).replace('75.00%', '99.87%')
    expect(figures(await readText(virnucproCompare, text))['per-frame: agreement share']).toEqual([0.75])
  })

  it.each(['Matching', 'Mismatching', 'Missing in vanilla', 'Missing in refactored'])(
    'refuses an output without the count %s',
    async (name) => {
      const cut = fixtureText(perFrame).replace(name, '')
      expect((await refusal(virnucproCompare, cut)).message).toBe('out.json has no count of predictions')
    },
  )

  it('reads counts with thousands separators whole', async () => {
    const text = fixtureText(consensus).replace('predictions: 990 (', 'predictions: 1,990 (')
    expect(figures(await readText(virnucproCompare, text))).toEqual({ 'consensus: agreement share': [1990 / 2002] })
  })

  it('reads every comparison of a file, and fails two of one mode', async () => {
    const both = fixtureText(perFrame) + fixtureText(consensus)
    const reading = await readText(virnucproCompare, both)
    expect(figures(reading)).toMatchObject({
      'per-frame: agreement share': [0.75],
      'consensus: agreement share': [990 / 1002],
    })
    expect(reading.context).toEqual({ compared: 'labels, and scores within 1e-05; labels alone' })
    const twice = figures(await readText(virnucproCompare, both + fixtureText(consensus)))
    expect(twice['consensus']).toContain('agreement appears 2 times')
    const cut = both.slice(0, both.lastIndexOf('Matching'))
    expect((await refusal(virnucproCompare, cut)).message).toBe('out.json has no count of predictions')
  })
})
