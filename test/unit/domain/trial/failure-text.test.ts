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

const rule = '-'.repeat(74)

it('states the error of a rank, not the words of the launcher behind it', () => {
  const mpi = `epoch 1
rank 1: no CUDA-capable device is detected
${rule}
Primary job  terminated normally, but 1 process returned
a non-zero exit code. Per user-direction, the job has been aborted.
${rule}
${rule}
mpirun detected that one or more processes exited with non-zero status, thus causing
the job to be terminated. The first process to do so was:

  Process name: [[27901,1],1]
  Exit code:    1
${rule}
`
  expect(addOutput('exit code 1', mpi)).toBe(
    'exit code 1; last output:\nepoch 1\nrank 1: no CUDA-capable device is detected',
  )
  const note =
    'mpirun detected that one or more processes exited with non-zero status, thus causing the job to be terminated. The first process to do so was: Process name: [[27901,1],1] Exit code: 1'
  expect(addOutput('exit code 1', mpi.split('\n').slice(2).join('\n'))).toBe(`exit code 1; last output:\n${note}`)
  const torchrun = `[rank1]: Traceback (most recent call last):
[rank1]:   File "train.py", line 9, in <module>
[rank1]: ValueError: loss is nan
Traceback (most recent call last):
  File "/usr/bin/torchrun", line 8, in <module>
torch.distributed.elastic.multiprocessing.errors.ChildFailedError: 
${'='.repeat(60)}
train.py FAILED
${Array.from({ length: 9 }, (_, index) => `  note ${index}`).join('\n')}
${'='.repeat(60)}`
  const failure = addOutput('exit code 1', torchrun)
  expect(failure.split('\n')).toHaveLength(11)
  expect(shortenFailure(failure)).toBe('exit code 1; last output: ValueError: loss is nan')
})
