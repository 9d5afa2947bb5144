import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import {
  addResult,
  markShared,
  formatEntry,
  isAwaited,
  isBlocking,
  joinEntries,
  parseEntry,
  type CheckEntry,
  type CheckResult,
  type EntryClaim,
  type EntrySubject,
} from '../../../../src/domain/check/check-entry.ts'

/** `PULL/BASE RESULT RUN` */
const claim = (text: string): EntryClaim => {
  const [about = '', result = '', run = ''] = text.split(' ')
  const [pull = '', base = ''] = about.split('/')
  const pullRequest = pull === 'none' || pull === 'unknown' ? pull : Number(pull)
  return { pullRequest, base: base === '' ? null : base, result: result as CheckResult, run: `${run}.1` }
}
const addTo = (known: CheckEntry | null, one: EntryClaim) =>
  addResult(known === null ? null : parseEntry(formatEntry(known)), one)
/** What a check stores when these results arrive one after the other. */
const after = (...texts: string[]): CheckEntry => texts.map(claim).reduce(addTo, null as CheckEntry | null)!
const outcome = (...texts: string[]): string =>
  formatEntry(after(...texts))
    .replaceAll('.1', '')
    .replace('warpgauge:3 ', '')

describe('a check', () => {
  it.each([
    // One base
    [['7/main open 1'], '7/main open 1'],
    [['7/main open 1', '7/main success 1'], '7/main success 1'],
    [['7/main failure 1', '7/main open 2'], '7/main failure 1 next=2'],
    [['7/main failure 1', '7/ open 2'], '7/main failure 1 next=2'],
    [['7/main failure 1', '7/main open 2', '7/main success 2'], '7/main success 2'],
    [['7/main failure 1', '7/main open 2', '7/main open 3', '7/main success 2'], '7/main success 2 next=3'],
    [['7/main success 1', '7/main open 2', '7/main failure 2'], '7/main failure 2'],
    [['7/main failure 1', '7/main open 2', '7/main cancelled 2'], '7/main failure 1'],
    [['7/main success 1', '7/main open 2', '7/main timed_out 2'], '7/main success 1'],
    [['7/main failure 1', '7/main open 2', '7/main unmeasured 2'], '7/main failure 1'],
    [['7/main failure 1', '7/main unrelated 2'], '7/main failure 1'],
    [['7/main neutral 1', '7/main unrelated 2'], '7/main neutral 1'],
    [['7/main error 1', '7/main open 2', '7/main unrelated 2'], '7/main unrelated 2'],
    [['7/main unrelated 1', '7/main open 2'], '7/main open 2'],
    [['7/main failure 1', '7/main open 2', '7/main error 2'], '7/main failure 1'],
    [['7/main success 1', '7/main open 2', '7/main error 2'], '7/main error 2'],
    [['7/main cancelled 1', '7/main open 2'], '7/main open 2'],
    [['7/main shared 1', '7/main cancelled 2'], '7/main shared 1'],
    [['7/main shared 1', '7/main open 2'], '7/main open 2'],
    [['7/main failure 1', '7/ success 2'], '7/main success 2'],
    [['7/main failure 1', '8/main success 2'], '8/main success 2'],
    [['7/main failure 1', '8/main unrelated 2'], '7/main failure 1'],
    // Two bases: the newer one counts, and the check keeps the name of the other one
    [['7/main failure 1', '8/old success 2'], '8/old success 2 other=7/main'],
    [['7/main success 1', '8/old open 2'], '8/old open 2 other=7/main'],
    [['7/main success 1', '8/old open 2', '8/old success 2'], '8/old success 2 other=7/main'],
    [['7/main success 1', '8/old open 2', '7/main success 3'], '7/main success 3 other=8/old'],
    [['7/main success 1', '7/old success 2'], '7/old success 2 other=7/main'],
    // A run without a pull request never changes the check of one
    [['7/main success 1', 'none/ failure 2'], '7/main success 1'],
    [['7/main failure 1', 'none/main success 2'], '7/main failure 1'],
    [['none/ failure 1', '7/main open 2'], '7/main open 2'],
    [['none/ success 1', 'unknown/ open 2'], 'unknown/ open 2'],
    [['none/ failure 1', 'none/ unjudged 2'], 'none/ failure 1'],
    // A run whose pull request nobody knows yet only makes it worse
    [['unknown/ open 1', '7/main success 1'], '7/main success 1'],
    [['7/main failure 1', 'unknown/ open 2'], '7/main failure 1 next=2'],
    [['7/main failure 1', 'unknown/ success 2'], '7/main failure 1'],
    [['7/main success 1', 'unknown/ open 2', 'unknown/ cancelled 2'], '7/main success 1'],
    [['7/main success 1', 'unknown/ open 2', 'unknown/ error 2'], 'unknown/ error 2 other=7/main'],
    [['7/main success 1', 'unknown/ error 2', '7/main success 3'], '7/main success 3'],
    [['unknown/ error 1', 'none/ success 2'], 'unknown/ error 1'],
  ])('after %j stores: %s', (results, expected) => {
    expect(outcome(...results)).toBe(expected)
  })

  it('expects a result of the run that opened it, until another run takes it over', () => {
    const taken = after('7/main open 1', '7/main open 2')
    expect(isAwaited(taken, claim('7/main success 1'), true)).toBe(false)
    expect(isAwaited(taken, claim('7/main success 2'), false)).toBe(true)
    expect(isAwaited(taken, claim('8/old success 1'), true)).toBe(true)
    expect(isAwaited(after('7/main failure 1', '7/ open 2'), claim('7/ cancelled 2'), false)).toBe(true)
    expect(isAwaited(null, claim('7/main success 1'), true)).toBe(true)
    expect(isAwaited(null, claim('7/main success 1'), false)).toBe(false)
  })

  it('that two runs created at once comes to the worse result, and names the other base', () => {
    const both = [after('8/old success 2'), after('7/main failure 1')]
    expect(formatEntry(joinEntries(both)!)).toBe('warpgauge:3 7/main failure 1.1 other=8/old')
    expect(joinEntries([])).toBeNull()
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
  'open',
]
const subject = fc.record({
  pullRequest: fc.constantFrom(7, 8, 'none' as const, 'unknown' as const),
  base: fc.constantFrom('main', 'release/1.0 ö', null),
})
const anyClaim = fc
  .tuple(subject, fc.constantFrom(...results), fc.integer({ min: 1, max: 9 }))
  .map(([about, result, run]) => ({ ...about, result, run: `${run}.1` }))
const pull = fc.record({ pullRequest: fc.constantFrom(7, 8), base: fc.constantFrom('main', 'old') })
/** What a check stores, with the pull requests known at every write or never. */
const written = (claims: readonly EntryClaim[], pulls: readonly EntrySubject[] | null): CheckEntry =>
  claims.reduce<CheckEntry | null>((known, one) => {
    const entry = addTo(known, one)
    return entry.pullRequest === 'none' ? entry : markShared(entry, pulls && pulls.filter((p) => p.base !== entry.base))
  }, null)!
const some = fc.array(anyClaim, { minLength: 1, maxLength: 9 })

describe('whatever arrives in whatever order', () => {
  it('never passes a pull request while another base has its head', () => {
    fc.assert(
      fc.property(some, fc.array(pull, { minLength: 1, maxLength: 3 }), (claims, pulls) => {
        const { pullRequest, base, result } = written(claims, pulls)
        const isShared = pulls.some((one) => one.base !== base)
        return pullRequest === 'none' || !isShared || isBlocking(result)
      }),
    )
  })

  it('never passes after results for two bases, where the pull requests cannot be looked up', () => {
    const numbered = some.map((claims) => claims.filter(({ pullRequest }) => typeof pullRequest === 'number'))
    fc.assert(
      fc.property(numbered, (claims) => {
        fc.pre(claims.length > 0)
        const bases = new Set(claims.map(({ base }) => base).filter((base) => base !== null))
        return bases.size < 2 || isBlocking(written(claims, null).result)
      }),
    )
  })

  it('saying it again changes nothing, so that two runs do not correct each other for ever', () => {
    fc.assert(
      fc.property(some, (claims) => {
        expect(formatEntry(written([...claims, claims.at(-1)!], null))).toBe(formatEntry(written(claims, null)))
      }),
    )
  })
})

it.each(['', '0c5e-job', 'warpgauge:77', 'warpgauge:3 7/main toString 1.1', 'warpgauge:3 x/main success 1.1'])(
  'takes %j for the text of another program',
  (text) => {
    expect(parseEntry(text)).toBeNull()
  },
)
