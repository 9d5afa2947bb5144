import { expect, it } from 'vitest'
import { addOutput, shortenFailure } from '../../../../src/domain/trial/outcome.ts'

it.each([
  ['bash: line 1: ./simulate: not found', 'bash: line 1: ./simulate: not found'],
  ['│ Traceback:\n│   File x\n│ NameError: no time\n', 'NameError: no time'],
  ['    ^\nTypeError [ERR_X]: bad\n    at join\n\nNode.js v24', 'TypeError [ERR_X]: bad'],
])('names the line of the output that states the error: %j', (output, line) => {
  expect(shortenFailure(`exit-code: ${addOutput('exit code 1', output)}`)).toBe(
    `exit-code: exit code 1; last output: ${line}`,
  )
})

it('keeps the end of long output, and a failure without output', () => {
  expect(addOutput('exit code 1', `${'x\n'.repeat(50)}${'y'.repeat(2000)} end`)).toMatch(/output:\ny+ end$/)
  expect(addOutput('killed by SIGSEGV', ' \n')).toBe('killed by SIGSEGV')
  expect(shortenFailure('no-proof: no table\nmatches')).toBe('no-proof: no table\nmatches')
})

it('keeps the last ten lines, and 200 characters of the line that states the error', () => {
  const output = Array.from({ length: 12 }, (_, index) => `line ${index}`).join('\n')
  expect(addOutput('killed', output)).toBe(`killed; last output:\n${output.split('\n').slice(2).join('\n')}`)
  expect(shortenFailure(addOutput('killed', 'x'.repeat(201)))).toBe(`killed; last output: ${'x'.repeat(200)}`)
  expect(addOutput('killed', 'x'.repeat(1501))).toBe(`killed; last output:\n${'x'.repeat(1500)}`)
})
