import * as fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { formatCodeSpan, escapeText, formatLink } from '../../../../src/reporters/markdown/escape.ts'
import { renderMarkdownBlocks } from '../../../../src/reporters/markdown/render.ts'
import { createTable } from '../../../../src/domain/report/block.ts'
import { toOwnText } from '../../../../src/domain/report/content.ts'
import { attacks } from '../hostile.ts'

/** Strings of the characters that mean something to somebody, mixed with ordinary ones. */
const sharp = fc.string({
  unit: fc.oneof(
    fc.constantFrom(...'|`<>&[]!*_~@#\\:/-+=.()$\n\r\t 0aAf1', '\u202E', '\u200B', '<!--', '-->', '::', '##[', '://'),
    fc.string({ minLength: 1, maxLength: 1, unit: 'binary' }),
  ),
  maxLength: 200,
})
const anyText = fc.oneof(sharp, fc.constantFrom(...attacks))

describe('T-12: any name in a table cell', () => {
  it.each([
    ['escaped', escapeText],
    ['as code', formatCodeSpan],
  ])('keeps the shape of the table: %s', (_, write) => {
    fc.assert(
      fc.property(anyText, (name) => {
        const columns = [1, 2, 3].map(() => ({ title: toOwnText(write(name)), isNumeric: false }))
        const table = createTable({ columns, rows: [['left', write(name), 'right'].map(toOwnText)] }, {})
        const lines = renderMarkdownBlocks([table], 60_000, 'report.json').split('\n')
        expect(lines).toHaveLength(3)
        for (const line of lines) expect(line.split('|')).toHaveLength(5)
      }),
      { numRuns: 300, seed: 1 },
    )
  })

  it.each([
    ['escaped', escapeText],
    ['as code', formatCodeSpan],
  ])('never formats, mentions or opens a tag: %s', (_, write) => {
    fc.assert(
      fc.property(anyText, (name) => {
        expect(troubles(write(name))).toEqual([])
      }),
      { numRuns: 300, seed: 1 },
    )
  })

  it('shows at most 120 characters', () => {
    expect(escapeText('n'.repeat(200_000))).toBe(`${'n'.repeat(119)}…`)
    expect(formatCodeSpan('n'.repeat(121))).toBe(`\`${'n'.repeat(119)}…\``)
    expect(escapeText('n'.repeat(120))).toBe('n'.repeat(120))
  })
})

describe('ordinary names stay readable', () => {
  it.each([
    ['wall_time', '`wall_time`'],
    ['scaling/virnucpro gpus=2', '`scaling/virnucpro gpus=2`'],
    ['test_speed.py::test_esm2[8]', '`test_speed.py::test_esm2[8]`'],
    ['perf-03@1', '`perf-03@1`'],
    ['', '(empty)'],
  ])('%s as code', (name, expected) => {
    expect(formatCodeSpan(name)).toBe(expected)
  })

  it.each([
    ['over by 33.75 min (-1.3 % to +9.7 %)', 'over by 33.75 min (-1.3 % to +9.7 %)'],
    ['-1.3 % to +9.7 %', '-1.3 % to +9.7 %'],
    ['AMD EPYC 7443P', 'AMD EPYC 7443P'],
    ['a & b < c', 'a &amp; b &lt; c'],
    ['a\nb', 'a b'],
  ])('%s as text', (text, expected) => {
    expect(escapeText(text)).toBe(expected)
  })
})

it('breaks what GitHub would link: addresses, mentions, references, commits', () => {
  const z = '&#8203;'
  expect(escapeText('@a #1 GH-2')).toBe(`@${z}a #${z}1 GH-${z}2`)
  expect(escapeText('https://x.example www.x.example')).toBe(`https:${z}//x.example www${z}.x.example`)
  expect(escapeText('1a2b3c4')).toBe(`1a2b3c${z}4`)
})

it('links only ordinary web addresses', () => {
  expect(formatLink('run', 'https://ghe.example:8443/a/b/actions/runs/1')).toBe(
    '[run](https://ghe.example:8443/a/b/actions/runs/1)',
  )
  for (const url of ['javascript:alert(1)', 'https://x.example/) [a](b', 'https://x.example/<!--', 'ftp://x.example'])
    expect(formatLink('run', url)).toBe('run')
})

/** What in a piece of Markdown would do something. */
function troubles(markdown: string): string[] {
  const outside = markdown.replaceAll(/`[^`]*`/g, '')
  const found = [
    /[`<>|]/.test(outside) && 'breaks out',
    /@\w/.test(outside) && 'mentions',
    /(?<!\\)[*_~[\]!]/.test(outside) && 'formats',
    /(?<!&)#\d|:\/\/|www\.|gh-\d|[0-9a-f]{7}/i.test(outside) && 'refers',
    /<!--|##\[|(^|\s)::/.test(markdown) && 'commands',
    /[\r\n]|[\p{Cc}\p{Cf}\p{Cs}]/u.test(markdown) && 'hides',
    /^([-+*>=#]|\d+[.)])(\s|$)/.test(markdown) && 'starts a block',
  ]
  return found.filter((trouble) => trouble !== false)
}
