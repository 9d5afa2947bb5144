import { describe, expect, it } from 'vitest'
import { hasAnswer, keepAnswers, withAnswer } from '../../../../src/domain/commands/comment-answers.ts'

const marker = '<!-- warpgauge:warpgauge -->'

describe('answers in the one comment', () => {
  it('puts an answer between the report and the marker, and replaces an answer to the same comment', () => {
    const first = withAnswer(`report\n\n${marker}`, marker, { id: 1, line: 'on its way' })
    const second = withAnswer(first, marker, { id: 1, line: 'done' })
    expect(second).toBe(`report\n\n<!-- warpgauge-answers -->\n- done <!-- answer:1 -->\n\n${marker}`)
    expect([
      hasAnswer(second, marker, { id: 1, line: 'done' }),
      hasAnswer(first, marker, { id: 1, line: 'done' }),
    ]).toEqual([true, false])
  })

  it('keeps the answers when a new report is written', () => {
    const answered = withAnswer(`old\n\n${marker}`, marker, { id: 3, line: 'help' })
    expect(keepAnswers(answered, `new\n\n${marker}\n`, marker)).toBe(answered.replace('old', 'new'))
    expect(keepAnswers(`old\r\n\r\n${marker}`, `new\n\n${marker}\n`, marker)).toBe(`new\n\n${marker}\n`)
  })

  it('keeps the newest five and lets the oldest go where there is no room', () => {
    let body = `report\n\n${marker}`
    for (let id = 1; id <= 7; id++) body = withAnswer(body, marker, { id, line: `answer ${id}` })
    expect([...body.matchAll(/answer (\d)/gu)].map(([, id]) => id)).toEqual(['3', '4', '5', '6', '7'])
    const full = withAnswer(`${'ä'.repeat(32_600)}\n\n${marker}`, marker, { id: 8, line: 'x'.repeat(400) })
    expect(full).not.toContain('answer:8')
    expect(Buffer.byteLength(full)).toBeLessThan(65_500)
  })

  it('starts with an answer alone where there is no report yet', () => {
    expect(withAnswer('', marker, { id: 1, line: 'hello\nworld' })).toBe(
      `<!-- warpgauge-answers -->\n- hello world <!-- answer:1 -->\n\n${marker}`,
    )
  })
})
