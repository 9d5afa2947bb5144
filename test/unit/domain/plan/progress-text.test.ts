import { expect, it } from 'vitest'
import { formatFailure } from '../../../../src/domain/plan/progress.ts'
import { aTrial } from '../../a-run.ts'

const failed = (detail: string) => formatFailure(aTrial({ failure: { kind: 'no-proof', detail } }))

it('says in one line why a trial does not count', () => {
  expect(failed('4 result rows instead of 8\nlast output: …')).toBe(
    '│ scaling/predict gpus=1: no-proof: 4 result rows instead of 8',
  )
  expect(failed('exit code 1; last output:\nTraceback\nNameError: x')).toMatch(
    /exit code 1; last output: NameError: x$/,
  )
  expect(formatFailure(aTrial())).toBeNull()
})

it.each(['out/x\r::set-output name=verdict::pass', 'out/x\n::error::no', 'out/##[error]x', 'out/\u001b[2Jx'])(
  'lets no workflow command or escape sequence out of a file name: %j',
  (detail) => {
    const text = failed(detail) ?? ''
    expect(text).toMatch(/^│ /)
    for (const trace of ['\r', '\n', '\u001b', '##[']) expect(text).not.toContain(trace)
  },
)
