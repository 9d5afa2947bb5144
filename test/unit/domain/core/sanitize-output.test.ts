import * as fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { measureProcessorMs } from '../../../fakes/processor-time.ts'
import {
  maxLineCharacters,
  sanitizeOutput,
  sanitizeLine,
  sanitizeMessage,
} from '../../../../src/domain/core/sanitize-output.ts'

/** Command names that a GitHub runner would obey: V2 at the start of a line after white space, V1 anywhere in it. */
function obeyedCommands(log: string): string[] {
  return log.split(/\r\n|\n|\r/).flatMap((line) => {
    const atStart = /^[\s\u0085\u00a0]*::([^\s:]+)/.exec(line)
    const anywhere = /##\[([^\]]+)\]/.exec(line.replaceAll(/\p{Cf}/gu, ''))
    return [atStart?.[1], anywhere?.[1]].filter((name) => name !== undefined)
  })
}

const attacks: Record<string, string> = {
  'a plain command': '::error::planted',
  'leading spaces and tabs': '  \t::error::planted',
  'a leading NBSP': '\u00a0::set-output name=verdict::pass',
  'a leading NEL': '\u0085::error::planted',
  'an ideographic space': '\u3000::error::planted',
  'a byte order mark': '\ufeff::error::planted',
  'upper case': '::ERROR::planted',
  'a progress bar': '10 %\r::add-mask::1\r20 %',
  'a line separator': 'text\u2028::error::planted',
  'the old form inside a line': 'text ##[error]planted',
  'the old form split by a NUL': 'text #\0#[error]planted',
  'the old form split by a zero-width space': 'text ##\u200b[error]planted',
  'the old form split by an escape sequence': 'text #\u001b[31m#\u001b[0m[error]planted',
  'more hashes': '####[group]planted',
  'an escape sequence in front': '\u001b[2K\u001b[1G::error::planted',
  'an operating system command in front': '\u001b]0;title\u0007::error::planted',
  'an unfinished escape sequence': '\u001b[::error::planted',
  'invalid UTF-8': Buffer.from([0xff, 0xfe, 0x3a, 0x3a, 0x65, 0x3a, 0x3a]).toString('utf8'),
  'a line of 1 MB': `${'x'.repeat(1_000_000)}##[error]planted`,
  'introducers alone, 1 MB': '\u001b]'.repeat(500_000),
  'split over two reads': ['##', '[error]planted\n:', ':error::planted'].join(''),
}

describe('output made safe for a log that obeys commands', () => {
  it.each(Object.entries(attacks))('holds no command after %s', (_, text) => {
    let safe = ''
    const ms = measureProcessorMs(() => {
      safe = sanitizeOutput(text)
    })
    expect(ms).toBeLessThan(1000)
    expect(obeyedCommands(safe)).toEqual([])
    expect(safe).not.toMatch(/(?![\n\t])[\p{Cc}\p{Cf}]/u)
    for (const line of safe.split('\n')) expect(line.length).toBeLessThanOrEqual(maxLineCharacters)
  })

  it('would find these commands in the raw text, so the corpus can fail', () => {
    const found = Object.values(attacks).filter((text) => obeyedCommands(text).length > 0)
    expect(found.length).toBeGreaterThan(10)
  })

  it('holds no command, no control character and changes nothing the second time, whatever the text', () => {
    const piece = fc.constantFrom(
      '::',
      '##',
      '[',
      ']',
      'error',
      '\r',
      '\n',
      '\u001b',
      '\u001b[',
      '\0',
      '\u00a0',
      '│',
      ' ',
    )
    const text = fc.array(fc.oneof(piece, fc.string({ unit: 'binary' }))).map((pieces) => pieces.join(''))
    fc.assert(
      fc.property(text, (value) => {
        const safe = sanitizeOutput(value, { maxLines: 5, maxCharacters: 200 })
        expect(obeyedCommands(safe)).toEqual([])
        expect(safe.isWellFormed()).toBe(true)
        expect(safe.length).toBeLessThanOrEqual(200)
        expect(sanitizeOutput(safe, { maxLines: 5, maxCharacters: 200 })).toBe(safe)
      }),
    )
  })

  it('keeps what people read: tabs, letters of every script, empty lines', () => {
    expect(sanitizeOutput('a\tb\r\n\nÄ 蛋白 🧬\n')).toBe('│ a\tb\n│\n│ Ä 蛋白 🧬')
  })

  it('ends a line at CRLF, LF and CR', () => {
    expect(sanitizeOutput('a\r\nb\nc\rd')).toBe('│ a\n│ b\n│ c\n│ d')
  })

  it('is empty for an empty text', () => {
    expect(sanitizeOutput('')).toBe('')
  })

  it('cuts a long line with a mark that tells its length', () => {
    const line = sanitizeLine('y'.repeat(5000))
    expect(line).toHaveLength(maxLineCharacters)
    expect(line).toMatch(/y … cut, 5002 characters$/)
  })

  it('keeps the last lines and says that there were more', () => {
    expect(sanitizeOutput('1\n2\n3\n4', { maxLines: 3 })).toBe('│ … earlier lines left out\n│ 3\n│ 4')
    expect(sanitizeOutput('1\n2\n3\n4', { maxLines: 1 })).toBe('│ … earlier lines left out')
    expect(sanitizeOutput('1\n2\n3\n4', { maxLines: 4 })).toBe('│ 1\n│ 2\n│ 3\n│ 4')
  })

  it('keeps the last lines that fit into the total', () => {
    const text = Array.from({ length: 1000 }, (_, index) => `line ${index}`).join('\n')
    const safe = sanitizeOutput(text, { maxCharacters: 120 })
    expect(safe.length).toBeLessThanOrEqual(120)
    expect(safe.startsWith('│ … earlier lines left out\n│ line ')).toBe(true)
    expect(safe.endsWith('│ line 999')).toBe(true)
  })
})

describe('a message of our own that quotes somebody', () => {
  it.each(Object.entries(attacks))('holds no command after %s', (_, text) => {
    const message = sanitizeMessage(`it says:\n${text}`)
    expect(obeyedCommands(message)).toEqual([])
    expect(message).not.toMatch(/(?![\n\t])[\p{Cc}\p{Cf}]/u)
    expect(message.length).toBeLessThan(4100)
  })

  it('stays as it is when there is nothing to fear', () => {
    const message = 'run.json cannot be used:\n  trials[0]: 5 %, see a::b\n'
    expect(sanitizeMessage(message)).toBe(message.trimEnd())
  })

  it('keeps its beginning and says that there was more', () => {
    expect(sanitizeMessage('abcdef', 3)).toBe('abc…')
  })
})
