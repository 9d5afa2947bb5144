import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { parseComment } from '../../../../src/domain/commands/parse-comment.ts'

const commandOf = (body: string) => {
  const parsed = parseComment(body)
  return parsed.kind === 'command' ? parsed.command : parsed.kind
}

describe('parseComment', () => {
  it.each([
    ['/warpgauge help', { name: 'help' }],
    ['/warpgauge run', { name: 'run', suite: null }],
    ['/warpgauge run end-to-end', { name: 'run', suite: 'end-to-end' }],
    ['/warpgauge compare v1.0', { name: 'compare', revision: 'v1.0' }],
    ['/warpgauge compare feature/a_b', { name: 'compare', revision: 'feature/a_b' }],
    ['/warpgauge accept "larger model"', { name: 'accept', reason: 'larger model', until: null }],
    ['/warpgauge accept “by telephone”', { name: 'accept', reason: 'by telephone', until: null }],
    ['/warpgauge accept until 2026-12-24 "xmas"', { name: 'accept', reason: 'xmas', until: '2026-12-24' }],
    ['/warpgauge refresh', { name: 'refresh', reason: null }],
    ['/warpgauge refresh "new driver"', { name: 'refresh', reason: 'new driver' }],
    ['/warpgauge bisect', { name: 'bisect', suite: null }],
    ['/warpgauge bisect scaling', { name: 'bisect', suite: 'scaling' }],
    ['/warpgauge cancel  ', { name: 'cancel' }],
    ['Looks slow to me.\r\n\r\n/warpgauge run\r\nThanks!', { name: 'run', suite: null }],
  ])('reads %j', (body, command) => {
    expect(commandOf(body)).toEqual(command)
  })

  it.each([
    'please /warpgauge run',
    ' /warpgauge run',
    '> /warpgauge run',
    '/warpgauges run',
    '/warpgauge-run',
    '```\n/warpgauge run\n```',
    '~~~~\n/warpgauge run\n~~~\n/warpgauge run\n~~~~',
    '',
  ])('finds nothing asked for in %j', (body) => {
    expect(parseComment(body)).toEqual({ kind: 'none' })
  })

  it.each([
    '/warpgauge',
    '/warpgauge constructor',
    '/warpgauge __proto__',
    '/warpgauge run scaling now',
    '/warpgauge run ../etc',
    '/warpgauge run $(id)',
    '/warpgauge compare --upload-pack=evil',
    '/warpgauge compare a..b',
    '/warpgauge compare v1.lock',
    '/warpgauge compare a/.git',
    '/warpgauge compare',
    '/warpgauge accept',
    '/warpgauge accept larger model',
    '/warpgauge accept "a" "b"',
    '/warpgauge accept "no"',
    `/warpgauge accept "${'x'.repeat(201)}"`,
    `/warpgauge run ${'x'.repeat(500)}`,
    '/warpgauge accept until 2026-02-30 "no such day"',
    '/warpgauge accept until tomorrow "day by name"',
    '/warpgauge accept "back\u202Eward"',
    '/warpgauge accept "hidden\u200B"',
    '/warpgauge cancel everything',
    '/warpgauge help\n/warpgauge run',
    '/warpgauge@HEAD run',
    '/warpgauge@ run',
    '/warpgauge\trun',
  ])('refuses %j and says how it is written', (body) => {
    const parsed = parseComment(body)
    expect(parsed).toMatchObject({ kind: 'malformed', problem: expect.any(String), hint: expect.any(String) })
  })

  it('takes the commit that the writer names', () => {
    expect(parseComment('/warpgauge@1a2b3c4 run')).toMatchObject({ kind: 'command', pinnedHead: '1a2b3c4' })
  })

  it('never throws and never lets a control character or an option through', () => {
    const line = fc.string({ unit: 'binary', maxLength: 60 })
    fc.assert(
      fc.property(fc.constantFrom('run', 'compare', 'accept', 'refresh', '@', ''), line, (name, rest) => {
        const command = commandOf(`/warpgauge ${name} ${rest}`)
        const revision = typeof command === 'object' && command.name === 'compare' ? command.revision : 'v1.0'
        return !/[\p{Cc}\p{Cf}]/u.test(JSON.stringify(command)) && !/^-|\.\.|\s/u.test(revision)
      }),
    )
  })

  it('reads a comment of a million lines in no time', () => {
    const started = performance.now()
    parseComment('/warpgaug\n```\n'.repeat(500_000))
    expect(performance.now() - started).toBeLessThan(2000)
  })
})
