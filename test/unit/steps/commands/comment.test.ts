import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { EnvironmentError } from '../../../../src/domain/core/errors.ts'
import { answerCommand, readComment } from '../../../../src/steps/commands/comment.ts'
import { measureProcessorMs } from '../../../fakes/processor-time.ts'

const commandOf = (body: string) => {
  const parsed = readComment(body)
  return parsed.kind === 'command' ? parsed.command : parsed.kind
}

describe('readComment', () => {
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
    '    /warpgauge run',
    '> /warpgauge run',
    '/warpgauges run',
    '/warpgauge-run',
    '```\n/warpgauge run\n```',
    '~~~~\n/warpgauge run\n~~~\n/warpgauge run\n~~~~',
    '',
  ])('finds nothing asked for in %j', (body) => {
    expect(readComment(body)).toEqual({ kind: 'none' })
  })

  it.each([
    ['an HTML comment', '<!--\n/warpgauge run\n-->'],
    ['an HTML comment with an empty line', '<!-- a\n\n/warpgauge run\n\n-->'],
    ['an HTML comment inside of a sentence', 'Fine <!-- a\n/warpgauge run\n-->'],
    ['an HTML comment that does not end', '<!--\n\n/warpgauge run'],
    ['details', '<details>\n\n/warpgauge run\n\n</details>'],
    ['details inside of details', '<details>\n<details>\n</details>\n\n/warpgauge run'],
    ['details with a wrong end', '</details><details></b>\n\n/warpgauge run'],
    ['details in a list', '- <details>\n\n/warpgauge run'],
    ['another element', '<div align="x">\n\n/warpgauge run\n\n</div>'],
    ['an attribute that does not end', '<div title="\n\n/warpgauge run\n\n">'],
    ['an element that opens inside of a sentence', 'Fine <sub>a\n/warpgauge run\n</sub>'],
    ['a comment inside of an element', '<div><!--\n\n/warpgauge run\n\n--></div>'],
    ['a declaration', '<!X\n\n/warpgauge run\n\n>'],
    ['a quote', '> a\n/warpgauge run'],
    ['a list', '- a\n/warpgauge run'],
    ['code', '    /warpgauge run'],
    ['code of several backquotes', '````\n```\n/warpgauge run\n````'],
    ['code in a sentence', 'see `a\n/warpgauge run\n`'],
    ['fenced code in a list', '- ```\n  /warpgauge run\n  ```'],
    ['the title of a link', '[a]: /b "c\n/warpgauge run"'],
    ['the text of a link', '[a\n/warpgauge run\nb](https://github.com)'],
    ['a footnote that nothing refers to', '[^1]: a\n/warpgauge run'],
    ['a formula', '$$\n/warpgauge run\n$$'],
  ])('T-41: obeys nothing in %s', (_where, body) => {
    expect(readComment(body)).toEqual({ kind: 'none' })
    expect(readComment(`Looks good.\n\n${body}`)).toEqual({ kind: 'none' })
  })

  it.each([
    'See <!-- a note --> below.\n\n/warpgauge run',
    '<details>\n<summary>Log</summary>\n\nfast\n\n</details>\n\n/warpgauge run',
    '> Is it slow?\n\n/warpgauge run',
    '```\nlog\n```\n/warpgauge run',
    '<img src="https://github.com/a.png">\n\n/warpgauge run',
    'Thanks.<br>\n/warpgauge run\n',
    '/warpgauge run\n--',
    '  /warpgauge run',
    '- a\n\n/warpgauge run',
  ])('obeys what stands for everybody to read: %j', (body) => {
    expect(commandOf(body)).toEqual({ name: 'run', suite: null })
  })

  it.each(['[', '<a ', '<!--', '*a_', '> ', '`', '<a "', '- '])(
    'T-41: is not held up by 60,000 characters of %j',
    (piece) => {
      const comment = `${piece.repeat(60_000 / piece.length)}\n\n/warpgauge run`
      expect(measureProcessorMs(() => readComment(comment))).toBeLessThan(5000)
    },
  )

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
    const parsed = readComment(body)
    expect(parsed).toMatchObject({ kind: 'malformed', problem: expect.any(String), hint: expect.any(String) })
  })

  it('takes the commit that the writer names', () => {
    expect(readComment('/warpgauge@1a2b3c4 run')).toMatchObject({ kind: 'command', pinnedHead: '1a2b3c4' })
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
    const comment = '/warpgaug\n```\n'.repeat(500_000)
    expect(measureProcessorMs(() => readComment(comment))).toBeLessThan(2000)
  })
})

describe('answerCommand', () => {
  const text = { marker: '<!-- m -->', line: 'Passed' }
  const commanded = { comment: 5, suite: null, compare: null }
  const asker = { comment: 6, issue: 8 }

  /** What was written, and what the log warns of. */
  async function answer(context: object, gitHub: 'works' | 'refuses' | 'breaks' | null = 'works') {
    const [written, warnings]: [unknown[], string[]] = [[], []]
    const writeAnswer = async (...given: unknown[]) => {
      if (gitHub === 'refuses') throw new EnvironmentError('no permission', 'Grant issues: write.')
      if (gitHub === 'breaks') throw new TypeError('broken')
      written.push(given)
    }
    const logger = { warning: (said: string) => warnings.push(said) }
    const given = { commanded: null, pullRequest: null, ...context }
    await answerCommand(given as never, text, gitHub && ({ writeAnswer } as never), logger as never)
    return { written, warnings }
  }

  it.each([
    ['the comment of the command', { commanded, pullRequest: 7 }, [[7, text.marker, { id: 5, line: text.line }]]],
    ['the comment of the asker', { asker }, [[8, text.marker, { id: 6, line: text.line }]]],
    ['nothing without a comment', { pullRequest: 7 }, []],
    ['nothing without an issue', { commanded }, []],
  ])('answers %s', async (_what, context, written) => {
    expect(await answer(context)).toEqual({ written, warnings: [] })
    expect(await answer(context, null)).toEqual({ written: [], warnings: [] })
  })

  it('warns of a refusal, and hides no fault of its own', async () => {
    const { warnings } = await answer({ asker }, 'refuses')
    expect(warnings).toEqual(['The command was not answered: no permission Grant issues: write.'])
    await expect(answer({ asker }, 'breaks')).rejects.toThrow('broken')
  })
})
