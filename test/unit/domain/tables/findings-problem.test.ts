import { describe, expect, it } from 'vitest'
import { checkFindings } from '../../../../src/domain/tables/findings-problem.ts'
import { aRule, aSide, otherLabels, referenceDigest, someFindings } from '../../a-table.ts'
import type { TableFindings } from '../../../../src/record/tables.ts'

const [score] = someFindings().scores
if (!score) throw new Error('the findings have a score')

describe('findings in a record that a stranger may have written', () => {
  it('are believed where their numbers go together', () => {
    expect([checkFindings(someFindings(), aRule()), checkFindings(otherLabels(), aRule())]).toEqual([null, null])
  })

  it.each<[string, Partial<TableFindings>, string]>([
    ['more joined rows than rows', { joined: 1001 }, '1001 rows are joined, the tables have 1000'],
    ['rows that are nowhere', { joined: 10 }, '990 rows are neither joined nor unmatched'],
    ['mismatches that no column has', { labelMismatches: 3 }, '3 rows with other labels do not follow from 0'],
    [
      'a column that differs and rows that do not',
      { ...otherLabels(), labelMismatches: 0 },
      '0 rows with other labels',
    ],
    ['labels counted without a column', { labels: [] }, 'labels are counted without a column'],
    ['another tolerance', { scores: [{ ...score, rtol: 1 }] }, 'score1 was compared with rtol 1'],
    [
      'a worst row within the tolerance of nothing',
      { scores: [{ ...score, worstRatio: 2 }] },
      'the worst row of score1',
    ],
    [
      'identical files that differ',
      { ...otherLabels(), subject: aSide({ sha256: referenceDigest }) },
      'two identical files are reported as different',
    ],
  ])('are refused with %s', (_, overrides, problem) => {
    expect(checkFindings(someFindings(overrides), aRule())).toContain(problem)
  })

  it('are refused when a column that the config names was left out', () => {
    expect(checkFindings(someFindings(), aRule({ scores: ['score1', 'score2'] }))).toBe('score2 is not in both tables')
  })
})
