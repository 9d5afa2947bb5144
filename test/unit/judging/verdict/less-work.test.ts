import { expect, it } from 'vitest'
import { explainLessOutput, explainLessWork } from '../../../../src/judging/verdict/less-work.ts'

/** Runs that end with these lines, after as many others as `lines` says. */
const side = (ends: readonly string[], lines: readonly number[] = [1], counts: readonly number[] = []) => ({
  traces: ends.map((lastLine, run) => ({ files: [], stdoutLines: lines[run % lines.length] ?? 1, lastLine })),
  counts,
})

it.each([
  ['another text', ['throughput: 5 items/s', 'throughput: 6 items/s'], ['warning: no backend', 'warning: no backend']],
  ['no number', ['mean 4', 'mean 4'], ['mean NA', 'mean NA']],
  ['a smaller whole number', ['done 20', 'done 20'], ['done 3', 'done 3']],
  ['a smaller whole number and more words', ['done 20', 'done 20'], ['done 3 in time', 'done 3 in time']],
  ['fewer thousands', ['done 2,100', 'done 2,100'], ['done 1,950', 'done 1,950']],
  ['words that take back the others', ['done', 'done'], ['done with errors', 'done with errors']],
  ['fewer tests', ['3 passed in 0.42s', '3 passed in 0.4s'], ['1 passed in 0.41s', '1 passed in 0.4s']],
  ['tests that were skipped', ['3 passed in 0.42s', '3 passed in 0.4s'], ['1 passed, 2 skipped in 0.41s']],
])('doubts a head that ends with %s', (_, base, head) => {
  const text = `the head ends with "${head[0]}", the reference with "${base[0]}"`
  expect(explainLessWork(side(base), side(head))).toBe(text)
})

it.each([
  ['other numbers', ['loss 0.51', 'loss 0.51'], ['loss 0.49', 'loss 0.49']],
  ['other times', ['took 12 s', 'took 12 s'], ['took 11 s', 'took 11 s']],
  ['another rate', ['100 fps', '100 fps'], ['99 fps', '99 fps']],
  ['another size', ['peak 512 MiB', 'peak 512 MiB'], ['peak 480 MiB', 'peak 480 MiB']],
  ['more thousands', ['done 2,100', 'done 2,100'], ['done 3,050', 'done 3,050']],
  ['a larger count', ['done 20', 'done 20'], ['done 21', 'done 21']],
  ['a count that varies', ['done 20', 'done 19'], ['done 3', 'done 18']],
  ['a test more that is skipped', ['3 passed in 0.4s', '3 passed in 0.4s'], ['3 passed, 1 skipped in 0.4s']],
  ['a longer rule', ['=== 3 passed in 10.01s ===', '=== 3 passed in 10.02s ==='], ['==== 3 passed in 9.99s ===']],
  ['fewer warnings', ['3 passed, 2 warnings in 0.4s', '3 passed, 2 warnings in 0.4s'], ['3 passed in 0.4s']],
  ['more words', ['{"loss": 0.5, "n": 9}', '{"loss": 0.5, "n": 9}'], ['{"loss": 0.5, "n": 9, "lr": 0.1}']],
  ['another unit of time', ['mean 980.5µs', 'mean 990 µs'], ['mean 1.02ms', 'mean 1.03 ms']],
  ['a separator of thousands', ['950 items/s', '960 items/s'], ['1,020 items/s', '1,030 items/s']],
  ['another place', ['Saved to /tmp/base/out.csv', 'Saved to /tmp/base/out.csv'], ['Saved to /tmp/head/out.csv']],
  ['lines that vary in the base', ['rank 1 done', 'saving'], ['bye', 'bye']],
  ['lines without words', ['0.5', '0.6'], ['{}', '{}']],
  ['one run of the base', ['done'], ['bye']],
  ['the line of the base in some runs', ['done', 'done'], ['bye', 'done']],
])('takes a head with %s for the same work', (_, base, head) => {
  expect(explainLessWork(side(base), side(head))).toBeNull()
})

it('takes lines after those of the reference for no less work', () => {
  const base = side(['done', 'done'], [5])
  expect(explainLessWork(base, side(['peak memory 5', 'peak memory 5'], [6]))).toBeNull()
  expect(explainLessWork(base, side(['peak memory 5', 'peak memory 5'], [5]))).toContain('ends with')
})

it('doubts no line less with the same end, and names it where the reference always prints the same number', () => {
  const done = ['done', 'done']
  const name = (base: readonly number[], head: readonly number[]) =>
    explainLessOutput(side(done, base).traces, side(done, head).traces)
  expect(explainLessWork(side(done, [9]), side(done, [8]))).toBeNull()
  expect(name([9], [8])).toBe('the head printed 8 lines, the reference 9')
  expect([name([9], [8, 9]), name([9, 10], [8])]).toEqual([null, null])
  expect(explainLessWork(side(done, [9, 10]), side(done, [4]))).toBe('the head printed 4 lines, the reference 9.5')
})

it('doubts lines that every run prints less often, numbers apart, but not those that are gone', () => {
  const printForm =
    (form: string) =>
    (...counts: readonly number[]) => {
      const trace = { files: [], stdoutLines: 20, lastLine: 'done' }
      const traces = counts.map((count) => ({ ...trace, forms: count === 0 ? [] : [{ form, count }] }))
      return { traces, counts: [] }
    }
  const [aSide, ruled, numbers] = [printForm('rank # done'), printForm('-----'), printForm('#')] as const
  const warnings = printForm('a.py:#: UserWarning: slow')
  const text = 'the head printed 7 lines as "rank # done", the reference 8'
  expect(explainLessWork(aSide(8, 8), aSide(7, 7))).toBe(text)
  expect(explainLessWork(aSide(2, 2), aSide(1, 1))).toContain('printed 1 line as')
  expect(explainLessWork(numbers(8, 8), numbers(7, 7))).toContain('printed 7 lines as')
  expect(explainLessWork(ruled(8, 8), ruled(7, 7))).toBeNull()
  expect(explainLessWork(warnings(8, 8), warnings(7, 7))).toBeNull()
  for (const [base, head] of [
    [aSide(8, 8), aSide(0, 0)],
    [aSide(8, 8), aSide(7, 8)],
    [aSide(8, 7), aSide(6, 6)],
    [aSide(8), aSide(7)],
    [aSide(8, 8), aSide(9, 9)],
  ] as const)
    expect(explainLessWork(base, head)).toBeNull()
})

it('counts files beyond those that a record names', () => {
  const aSide = (moreFiles: number) => {
    const files = Array.from({ length: 20 }, (_, at) => ({ path: `${at}.bin`, bytes: 9, rows: null }))
    return { traces: [{ files, moreFiles, stdoutLines: 1, lastLine: 'done' }], counts: [] }
  }
  expect(explainLessWork(aSide(80), aSide(30))).toBe('the head wrote 50 files, the reference 100')
  expect(explainLessWork(aSide(80), aSide(80))).toBeNull()
})

it('compares counts with the smallest of the reference', () => {
  const count = (base: readonly number[], head: readonly number[]) =>
    explainLessWork(side([], [1], base), side([], [1], head))
  expect(count([500, 480], [490])).toBeNull()
  expect(count([500, 480], [470])).toBe('the head counted 470 units of work, the reference 490')
})

it('quotes no commands of a workflow and no long lines', () => {
  const text = explainLessWork(side(['done', 'done']), side([`::error::${'x'.repeat(200)}`]))
  expect(text).toMatch(/^the head ends with "(?!::).{1,90}", the reference with "done"$/)
})
