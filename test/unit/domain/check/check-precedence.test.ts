import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import {
  formatEntries,
  isBlocking,
  parseEntries,
  rankResult,
  shortenBase,
  type CheckEntries,
  type CheckResult,
} from '../../../../src/domain/check/check-entry.ts'
import { addResult, isAwaited, type EntryClaim } from '../../../../src/domain/check/check-precedence.ts'

const nothing: CheckEntries = { entries: [], isOverfull: false }
const claim = (text: string): EntryClaim => {
  const [, pull = '', base = '', result = '', run = ''] = /^(\S+?)\/(\S*) (\S+) (\S+)$/u.exec(text) ?? []
  const pullRequest = pull === '-' ? 'none' : pull === '?' ? 'unknown' : Number(pull)
  return { pullRequest, base: base === '' ? null : base, result: result as CheckResult, run: `${run}.1` }
}
/** What a check comes to when these results arrive one after the other. */
const after = (...texts: string[]) => {
  let state: CheckEntries = nothing
  let last = addResult(state, claim(texts[0] ?? ''))
  for (const text of texts) state = last = addResult(parseEntries(formatEntries(state)), claim(text))
  return last
}
const outcome = (...texts: string[]): string => {
  const { decisive, entries } = after(...texts)
  const shown = entries.find(({ isShown }) => isShown)
  return `${decisive?.result} of ${decisive?.pullRequest}, shows ${shown?.pullRequest}`
}

describe('one pull request', () => {
  it.each([
    [['7/main open 1'], 'open of 7, shows 7'],
    [['7/main open 1', '7/main success 1'], 'success of 7, shows 7'],
    [['7/main failure 1', '7/main open 2'], 'failure of 7, shows 7'],
    [['7/main failure 1', '7/main open 2', '7/main success 2'], 'success of 7, shows 7'],
    [['7/main success 1', '7/main open 2', '7/main failure 2'], 'failure of 7, shows 7'],
    [['7/main failure 1', '7/main open 2', '7/main cancelled 2'], 'failure of 7, shows 7'],
    [['7/main success 1', '7/main open 2', '7/main timed_out 2'], 'success of 7, shows 7'],
    [['7/main failure 1', '7/main open 2', '7/main unmeasured 2'], 'failure of 7, shows 7'],
    [['7/main open 1', '7/main unrelated 1'], 'unrelated of 7, shows 7'],
    [['7/main failure 1', '7/main open 2', '7/main unrelated 2'], 'failure of 7, shows 7'],
    [['7/main neutral 1', '7/main unrelated 2'], 'neutral of 7, shows 7'],
    [['7/main error 1', '7/main open 2', '7/main unrelated 2'], 'unrelated of 7, shows 7'],
    [['7/main unrelated 1', '7/main open 2'], 'open of 7, shows 7'],
    [['7/main unrelated 1', '7/main open 2', '7/main cancelled 2'], 'cancelled of 7, shows 7'],
    [['7/main unrelated 1', '7/main open 2', '7/main failure 2'], 'failure of 7, shows 7'],
    [['7/main failure 1', '7/main open 2', '7/main error 2'], 'failure of 7, shows 7'],
    [['7/main success 1', '7/main open 2', '7/main error 2'], 'error of 7, shows 7'],
    [['7/main open 1', '7/main cancelled 1'], 'cancelled of 7, shows 7'],
    [['7/main cancelled 1', '7/main open 2'], 'open of 7, shows 7'],
    [['7/main cancelled 1', '7/main success 2'], 'success of 7, shows 7'],
    [['7/main timed_out 1', '7/main neutral 2'], 'neutral of 7, shows 7'],
    [['7/main failure 1', '7/ success 2'], 'success of 7, shows 7'],
    [['7/main open 1', '7/main open 2', '7/main success 2'], 'success of 7, shows 7'],
  ])('%j comes to: %s', (results, expected) => {
    expect(outcome(...results)).toBe(expected)
  })

  it('against another base never improves what it was against the first', () => {
    expect(outcome('7/main failure 1', '7/old success 2')).toBe('failure of 7, shows 7')
    expect(after('7/main failure 1', '7/old success 2').decisive?.base).toBe('main')
    expect(after('7/old success 1', '7/main failure 2').decisive?.base).toBe('main')
  })
})

describe('two pull requests with one head', () => {
  it.each([
    [['7/main failure 1', '8/old success 2'], 'failure of 7, shows 7'],
    [['7/main failure 1', '8/old open 2', '8/old success 2'], 'failure of 7, shows 7'],
    [['7/main neutral 1', '8/old success 2'], 'neutral of 7, shows 7'],
    [['8/old success 1', '7/main failure 2'], 'failure of 7, shows 7'],
    [['8/old success 1', '7/main open 2'], 'open of 7, shows 7'],
    [['8/old success 1', '7/main open 2', '7/main cancelled 2'], 'cancelled of 7, shows 7'],
    [['7/main failure 1', '8/old success 2', '7/main success 3'], 'success of 7, shows 7'],
    [['7/main failure 1', '8/main success 2'], 'failure of 7, shows 7'],
    [['7/main failure 1', '8/old unrelated 2'], 'failure of 7, shows 7'],
    [['7/main neutral 1', '8/old open 2', '8/old success 2'], 'neutral of 7, shows 8'],
    [['7/main failure 1', '-/ success 2'], 'failure of 7, shows 7'],
    [['7/main failure 1', '-/main success 2'], 'failure of 7, shows 7'],
  ])('%j comes to: %s', (results, expected) => {
    expect(outcome(...results)).toBe(expected)
  })
})

describe('a run without a pull request that judged nothing', () => {
  it.each([
    [['-/ unjudged 1', '7/main success 2'], 'success of 7, shows 7'],
    [['-/ unjudged_strict 1', '7/main success 2'], 'success of 7, shows 7'],
    [['7/main success 1', '-/ unjudged_strict 2'], 'success of 7, shows 7'],
    [['-/ cancelled 1', '7/main open 2', '7/main success 2'], 'success of 7, shows 7'],
    [['-/ unmeasured 1', '7/main failure 2'], 'failure of 7, shows 7'],
    [['-/ unjudged_strict 1'], 'unjudged_strict of none, shows none'],
    [['-/ failure 1', '-/ unjudged 2'], 'failure of none, shows none'],
    [['-/ failure 1', '7/main success 2'], 'failure of none, shows none'],
    [['-/ neutral 1', '7/main success 2'], 'neutral of none, shows none'],
  ])('%j comes to: %s', (results, expected) => {
    expect(outcome(...results)).toBe(expected)
  })
})

describe('a run whose pull request nobody knows yet', () => {
  it.each([
    [['?/ open 1'], 'waiting of unknown, shows unknown'],
    [['?/ open 1', '7/main success 1'], 'success of 7, shows 7'],
    [['7/main failure 1', '?/ open 2'], 'failure of 7, shows 7'],
    [['7/main success 1', '?/ open 2', '?/ cancelled 2'], 'success of 7, shows 7'],
    [['7/main success 1', '?/ open 2', '?/ error 2'], 'error of unknown, shows unknown'],
    [['?/ error 1', '7/main success 2'], 'success of 7, shows 7'],
    [['?/ open 1', '?/ cancelled 1'], 'cancelled of unknown, shows unknown'],
  ])('%j comes to: %s', (results, expected) => {
    expect(outcome(...results)).toBe(expected)
  })
})

const results: CheckResult[] = [
  'success',
  'neutral',
  'failure',
  'error',
  'unmeasured',
  'unrelated',
  'cancelled',
  'timed_out',
  'open',
]
const anyClaim = fc.record({
  pullRequest: fc.constantFrom(7, 8, 9, 'none' as const, 'unknown' as const),
  base: fc.constantFrom('main', 'old', null),
  result: fc.constantFrom(...results),
  run: fc.integer({ min: 1, max: 9 }).map((run) => `${run}.1`),
})

describe('whatever arrives in whatever order', () => {
  it('a result of another pull request never improves the check', () => {
    fc.assert(
      fc.property(fc.array(anyClaim, { maxLength: 12 }), anyClaim, (claims, last) => {
        const before = claims.reduce<CheckEntries>((known, one) => addResult(known, one), nothing)
        const others = before.entries.filter(
          ({ pullRequest, result }) =>
            pullRequest !== last.pullRequest &&
            pullRequest !== 'unknown' &&
            result !== 'open' &&
            (pullRequest !== 'none' || !['unmeasured', 'cancelled', 'timed_out'].includes(result)),
        )
        const worst = Math.max(-1, ...others.map(({ result }) => rankResult(result)))
        const { decisive } = addResult(before, last)
        return rankResult(decisive?.result ?? 'success') >= worst
      }),
    )
  })

  it('saying it again changes nothing, so that two runs do not correct each other for ever', () => {
    fc.assert(
      fc.property(fc.array(anyClaim, { maxLength: 8 }), anyClaim, (claims, last) => {
        const known = [...claims, last].reduce<CheckEntries>((state, one) => addResult(state, one), nothing)
        expect(formatEntries(addResult(known, last))).toBe(formatEntries(known))
      }),
    )
  })

  it('is read back from the external id as it was written, which stays short and never forgets that it blocks', () => {
    const many = fc.array(fc.record({ pull: fc.integer({ min: 1, max: 99_999 }), claim: anyClaim }), { maxLength: 40 })
    fc.assert(
      fc.property(many, (claims) => {
        const state = claims.reduce<CheckEntries>(
          (known, { pull, claim: one }) => addResult(known, { ...one, pullRequest: pull }),
          nothing,
        )
        const text = formatEntries(state)
        const back = parseEntries(text)
        expect(text.length).toBeLessThanOrEqual(250)
        expect(formatEntries(back)).toBe(text)
        const isHeld = back.isOverfull || back.entries.some(({ result }) => isBlocking(result))
        expect(isHeld).toBe(state.entries.some(({ result }) => isBlocking(result)))
      }),
    )
  })
})

it('tells long names of branches apart and writes every other as it is', () => {
  expect(shortenBase('release/1.0+x')).toBe('release/1.0+x')
  const long = `feature/${'ä'.repeat(60)}`
  expect(shortenBase(long)).not.toBe(shortenBase(`${long}b`))
  expect(encodeURIComponent(shortenBase(long)).length).toBeLessThan(80)
})

it('a run that was taken over by another one has nothing to say any more', () => {
  const taken = after('7/main open 1', '7/main open 2')
  expect(isAwaited(taken, claim('7/main success 1'), true)).toBe(false)
  expect(isAwaited(taken, claim('7/main success 2'), false)).toBe(true)
  expect(isAwaited(nothing, claim('7/main success 1'), true)).toBe(true)
  expect(isAwaited(nothing, claim('7/main success 1'), false)).toBe(false)
})
