import { describe, expect, it } from 'vitest'
import type { ExitCode } from '../../src/cli/exit-code.ts'
import type { TrialFailure } from '../../src/domain/trial/trial.ts'
import { pageOf } from '../fakes/documentation.ts'
import { fixedLetters, patternOf, saidInCode } from './said-in-code.ts'

const { text } = pageOf('docs/troubleshooting.md')
const { texts, messages } = saidInCode()
/** A text with fewer letters of its own is put together from others. */
const fewestLetters = 3

/** Cells of every row of the tables that have this column, without their backquotes; an empty cell is left out. */
function column(name: string): string[] {
  return text.split('\n\n').flatMap((part) => {
    const rows = part.split('\n').filter((line) => line.startsWith('|'))
    const cells = rows.map((row) => row.slice(2, -2).split(' | '))
    const place = cells[0]?.indexOf(name) ?? -1
    const own = place < 0 ? [] : cells.slice(2).map((row) => row[place] ?? '')
    return own.map((cell) => cell.replace(/^`(.*)`$/, '$1').trim()).filter((cell) => cell !== '')
  })
}

const quoted = [...column('message'), ...column('seen')]

const kinds = {
  'not-started': true,
  'exit-code': true,
  partial: true,
  'out-of-memory': true,
  signal: true,
  'timed-out': true,
  cancelled: true,
  'no-proof': true,
  resumed: true,
  stopped: true,
  'failed-benchmark': true,
} satisfies Record<TrialFailure['kind'], true>
const codes = { 0: true, 1: true, 2: true } satisfies Record<ExitCode, true>

describe('the page on troubleshooting', () => {
  it('quotes only what the code says', () => {
    expect(quoted.length).toBeGreaterThan(200)
    const patterns = texts.filter((said) => fixedLetters(said) >= fewestLetters).map(patternOf)
    expect(quoted.filter((words) => !patterns.some((pattern) => pattern.test(words)))).toEqual([])
  })

  it('has a row for every error that the code explains to people', () => {
    const unexplained = messages
      .filter((said) => fixedLetters(said) >= fewestLetters)
      .filter((said) => !quoted.some((words) => patternOf(said).test(words)))
    expect(unexplained.map(({ file, parts }) => `${file}: ${parts.join('…')}`)).toEqual([])
  })

  it('explains every kind of failed run and every exit code', () => {
    expect(new Set(column('kind'))).toEqual(new Set(Object.keys(kinds)))
    expect(column('code')).toEqual(Object.keys(codes))
  })
})
