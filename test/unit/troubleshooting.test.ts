import { describe, expect, it } from 'vitest'
import type { ExitCode } from '../../src/cli/exit-code.ts'
import type { TrialFailure } from '../../src/domain/trial/trial.ts'
import { pageOf } from '../fakes/documentation.ts'
import { fixedLetters, patternOf, saidInCode } from './said-in-code.ts'

const { text, blocks } = pageOf('docs/troubleshooting.md')
const { texts, messages } = saidInCode()
/** A text with fewer letters of its own is put together from others. */
const fewestLetters = 3

/** Items `- \`message\`: advice`; a failed run has its kind in front: `- \`kind\` \`message\`: advice`. */
const items = [...text.matchAll(/^- (?:`([\w-]+)` )?`([^`]+)`: \S/gm)].map(([, kind, message = '']) => ({
  kind,
  message,
}))
/** Errors that explain themselves are the lines of the blocks. */
const listed = blocks.filter(({ language }) => language === 'log').flatMap((block) => block.text.trimEnd().split('\n'))
const quoted = [...items.map(({ message }) => message), ...listed]
const exitCodes = [...text.matchAll(/^\| `(\d)` \| \S/gm)].map(([, code]) => code)

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

  it('lists every error that the code explains to people', () => {
    const unexplained = messages
      .filter((said) => fixedLetters(said) >= fewestLetters)
      .filter((said) => !quoted.some((words) => patternOf(said).test(words)))
    expect(unexplained.map(({ file, parts }) => `${file}: ${parts.join('…')}`)).toEqual([])
  })

  it('has no item without a message and advice', () => {
    const bullets = text.split('\n').filter((line) => line.startsWith('- '))
    expect(items).toHaveLength(bullets.length)
  })

  it('explains every kind of failed run and every exit code', () => {
    expect(new Set(items.flatMap(({ kind }) => kind ?? []))).toEqual(new Set(Object.keys(kinds)))
    expect(exitCodes).toEqual(Object.keys(codes))
  })
})
