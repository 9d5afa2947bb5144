import * as fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { renderCheckRun, renderComment } from '../../../src/reporters/deliveries.ts'
import { renderTerminal, reportFormats } from '../../../src/reporters/index.ts'
import { attacks, aReportSaying } from './hostile.ts'

const marker = '<!-- warpgauge report mine -->'
const nowhere = { runUrl: null, runFolderHint: null }
const formats = {
  ...reportFormats,
  comment: (report) => renderComment(report, { ...nowhere, marker }).replace(marker, ''),
  checkTitle: (report) => renderCheckRun(report, nowhere).title,
  checkSummary: (report) => renderCheckRun(report, nowhere).summary,
} satisfies Record<string, (report: ReturnType<typeof aReportSaying>) => string>

describe.each(Object.entries(formats))(
  'a hostile run folder cannot act through %s (threats 7, 12, 13)',
  (_format, render) => {
    // Numbered, not quoted: the log of this test is read by a runner, too.
    it.each(attacks.map((attack, index) => [index, () => attack] as const))('attack %i', (_, attackOf) => {
      const attack = attackOf()
      const text = render(aReportSaying(attack))
      expect(text.length).toBeLessThan(600_000)
      expect(text).not.toContain('<!--')
      expect(text).not.toMatch(/(?<!\w)@\w/)
      expect(text).not.toContain('##[')
      expect(text).not.toMatch(/(^|[\s"])::/m)
      expect(text).not.toMatch(/<(script|img|h1)/)
      expect(text).not.toContain('n'.repeat(4097))
      // oxlint-disable-next-line no-control-regex -- these are what must not come through
      expect(text).not.toMatch(/[\u0000-\u0009\u000B-\u001F\u007F-\u009F\u200B-\u200F\u202A-\u202E\u2066-\u2069\uFEFF]/)
      expect(text.isWellFormed()).toBe(true)
    })
  },
)

it('any text leaves the comment with the same tables as a tame one', () => {
  const tame = tableShape('tame')
  fc.assert(
    fc.property(fc.string({ unit: 'binary', minLength: 1, maxLength: 60 }), (text) => {
      expect(tableShape(text)).toEqual(tame)
    }),
    { numRuns: 40, seed: 1 },
  )
})

describe('a terminal', () => {
  it.each([40, 80, 120])('of %i columns is never overrun', (columns) => {
    // Breaking lines of thousands of wide letters takes a second: in one width.
    const shown = columns === 40 ? attacks : attacks.filter(({ length }) => length < 1000)
    for (const attack of [...shown, 'wide 漢字かな한글'.repeat(10)]) {
      const lines = renderTerminal(aReportSaying(attack), { columns, color: false }).split('\n')
      // A command to copy has a line of its own.
      const others = lines.filter((line) => !line.startsWith('    '))
      for (const line of others) expect([...line].length).toBeLessThanOrEqual(Math.max(columns, 64))
    }
  })

  it('is coloured only when asked', () => {
    expect(renderTerminal(aReportSaying('x'), { columns: 100, color: true })).toContain('\u001B[31m')
    expect(renderTerminal(aReportSaying('x'), { columns: 100, color: false })).not.toContain('\u001B')
  })
})

/** Pipes in each line of each table. */
function tableShape(text: string): number[] {
  const lines = renderComment(aReportSaying(text), { ...nowhere, marker }).split('\n')
  return lines.filter((line) => line.startsWith('|')).map((line) => line.split('|').length)
}
