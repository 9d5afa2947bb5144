import { describe, expect, it } from 'vitest'
import {
  collectMarks,
  isSavedTrusted,
  summarizeBisect,
  type BisectState,
  type BisectStep,
  findQuestion,
} from '../../../../src/domain/bisect/bisect-result.ts'
import { aHistory, commitAt, someRules } from '../../a-history.ts'
import { wallTime } from '../../../../src/domain/core/metric.ts'
import { renderBisectMarkdown, renderBisectTerminal } from '../../../../src/reporters/bisect.ts'

const idOf = (index: number): string => String(index).repeat(40)
const good = 'f'.repeat(40)
const answer = (base: string, head: string, effect = 0.3) => ({
  base,
  head,
  verdict: 'regression' as const,
  effect,
  interval: [effect - 0.1, effect + 0.1] as const,
  runs: [5, 5] as const,
  reason: 'slower',
})
const step = (commit: string, mark: BisectStep['mark'], more: Partial<BisectStep> = {}): BisectStep => ({
  kind: 'commit',
  commit,
  mark,
  reason: `said ${mark}`,
  isSaved: false,
  isBetween: false,
  answers: [],
  runFolder: null,
  ...more,
})
const range = [1, 2, 3, 4].map((index) => ({
  commit: idOf(index),
  parents: [index === 1 ? good : idOf(index - 1)],
  subject: `Change | <b>${index}</b> @someone \u001B[31m`,
  author: '](https://evil)',
  committedAt: '2026-11-20T12:00:00Z',
}))
const known = (steps: readonly BisectStep[]): BisectState => ({
  question: {
    good,
    bad: idOf(4),
    suite: 'scaling',
    cases: [],
    metric: null,
    isFirstParent: false,
    configPath: 'w.yml',
    configSha256: 'a'.repeat(64),
  },
  range,
  testbedId: '1x-nvidia-h200',
  target: {
    caseId: 'scaling/predict gpus=1',
    suite: 'scaling',
    benchmark: 'predict',
    axes: { gpus: 1 },
    metric: wallTime,
    minEffect: 0.1,
  },
  steps,
})
const ends = step(idOf(4), 'bad', { kind: 'ends', answers: [answer(good, idOf(4))] })
const culprit = (commit: string, mark: BisectStep['mark']): BisectStep =>
  step(commit, mark, { kind: 'culprit', answers: [answer(idOf(2), commit, 0.25)] })

describe('how a search ends', () => {
  it('is found when the one commit left is confirmed beside the one before it, with that effect', () => {
    const result = summarizeBisect(known([ends, step(idOf(2), 'good'), step(idOf(3), 'bad'), culprit(idOf(3), 'bad')]))
    expect(result).toMatchObject({ ending: 'found', culprit: { commit: idOf(3) }, answer: { effect: 0.25 } })
    expect(result.sentence).toBe(
      '333333333333 made wall_time of scaling/predict gpus=1 worse (+25 %, 95 % interval +15 % to +35 %)',
    )
  })

  it.each(['good', 'undecided', 'skipped'] as const)('is not confirmed when those runs are %s', (mark) => {
    const result = summarizeBisect(known([ends, step(idOf(2), 'good'), step(idOf(3), 'bad'), culprit(idOf(3), mark)]))
    expect(result).toMatchObject({ ending: 'unconfirmed', culprit: null, suspects: [{ commit: idOf(3) }] })
  })

  it('needs no further runs when the range is that one commit: its ends are the two', () => {
    const one = { ...known([{ ...ends, commit: idOf(1) }]), range: range.slice(0, 1) }
    const result = summarizeBisect({ ...one, question: { ...one.question, bad: idOf(1) } })
    expect(result).toMatchObject({ ending: 'found', culprit: { commit: idOf(1) } })
  })

  it('is a range, with why, when the commits in it gave no answer', () => {
    const result = summarizeBisect(
      known([ends, step(idOf(2), 'skipped'), step(idOf(1), 'undecided'), step(idOf(3), 'bad')]),
    )
    expect(result).toMatchObject({ ending: 'range', culprit: null })
    expect(result.suspects.map(({ commit, mark }) => [commit, mark])).toEqual([
      [idOf(1), 'undecided'],
      [idOf(2), 'skipped'],
      [idOf(3), 'bad'],
    ])
    expect(result.sentence).toContain('1 could not be run, 1 inconclusive')
  })

  it('is no step when the ends do not differ', () => {
    const result = summarizeBisect(known([step(idOf(4), 'good', { kind: 'ends' })]))
    expect(result).toMatchObject({ ending: 'no-step', suspects: [], culprit: null })
  })
})

describe('what was only read from records', () => {
  const saved = step(idOf(3), 'bad', { isSaved: true })
  it('counts until runs deny where it led, and never again', () => {
    const before = [ends, saved, step(idOf(2), 'good')]
    expect(collectMarks(before).get(idOf(3))).toBe('bad')
    const after = [...before, culprit(idOf(3), 'good')]
    expect(isSavedTrusted(after)).toBe(false)
    expect(collectMarks(after).has(idOf(3))).toBe(false)
    expect(collectMarks(after).get(idOf(2))).toBe('good')
    expect(summarizeBisect(known(after)).suspects.map(({ commit }) => commit)).toEqual([idOf(3), idOf(4)])
  })
})

describe('told to people', () => {
  const result = summarizeBisect(known([ends, step(idOf(2), 'good'), step(idOf(3), 'bad'), culprit(idOf(3), 'bad')]))
  it('what an author wrote stays text', () => {
    const text = renderBisectMarkdown(result)
    expect(text).not.toMatch(/<b>|@someone|(?<!\\)\]\(https:/)
    expect(text).not.toContain('\u001B')
    expect(renderBisectTerminal(result, { columns: 80, color: false })).not.toContain('\u001B')
    expect(text).toContain('333333333333')
  })

  it('within the bytes that a comment has room for, however many steps there were', () => {
    const many = {
      ...result,
      steps: Array.from({ length: 900 }, () => step(idOf(2), 'good', { reason: 'é'.repeat(400) })),
    }
    const text = renderBisectMarkdown(many, 20_000)
    expect(Buffer.byteLength(text)).toBeLessThanOrEqual(20_000)
    expect(text).toContain('not shown')
  })
})

describe('the newest regression of a history', () => {
  it('is asked about from its last good run to its first bad one, by its clearest figure', () => {
    const asked = findQuestion(aHistory([30, 100], [20, 110], [25, 140]), someRules, null)
    expect(asked).toMatchObject({ good: commitAt(50), bad: commitAt(51), suite: 'scaling' })
    expect(asked).toMatchObject({
      cases: ['scaling/predict gpus=1'],
      metric: expect.stringMatching(/wall_time|throughput/),
    })
  })

  it('is none where nothing got worse, in the suite that was asked for, or at all', () => {
    expect(findQuestion(aHistory([60, 100]), someRules, null)).toBeNull()
    expect(findQuestion(aHistory([30, 110], [30, 100]), someRules, null)).toBeNull()
    expect(findQuestion(aHistory([30, 100], [30, 120]), someRules, 'stages')).toBeNull()
    expect(findQuestion([], someRules, null)).toBeNull()
  })
})
