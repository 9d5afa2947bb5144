import { expect, it } from 'vitest'
import { findReportedErrors, normalizeError } from '../../../../src/domain/trial/reported-errors.ts'

const find = (text: string): string[] => findReportedErrors(text.split('\n'))

it('states a traceback by its exception, of every rank, and a chain by its last one', () => {
  const traceback = `[rank1]: Traceback (most recent call last):
[rank1]:   File "/w/train.py", line 12, in <module>
[rank1]:     loss: Tensor = model(batch)
[rank1]: torch.OutOfMemoryError: CUDA out of memory. Tried to allocate 2.00 GiB.`
  expect(find(`epoch 1\n${traceback}\ndone`)).toEqual([
    'torch.OutOfMemoryError: CUDA out of memory. Tried to allocate 2.00 GiB.',
  ])
  const chain = `Traceback (most recent call last):
  File "w.py", line 3, in load
KeyError: 'weights'

During handling of the above exception, another exception occurred:

Traceback (most recent call last):
  File "w.py", line 9, in <module>
RuntimeError: DataLoader worker (pid 4711) is killed by signal: Killed.`
  expect(find(chain)).toEqual(['RuntimeError: DataLoader worker (pid 4711) is killed by signal: Killed.'])
})

it('finds the end of a traceback among lines of other workers, and one that was cut off', () => {
  const text = 'Traceback (most recent call last):\n  File "w.py", line 3, in f\n- epoch 3 is done\nKeyError: 7\nbye: 1'
  expect(find(text)).toEqual(['KeyError: 7'])
  expect(find(text.split('\n').slice(0, 3).join('\n'))).toEqual(['Traceback (most recent call last)'])
})

it.each([
  'Segmentation fault (core dumped)',
  'run.sh: line 3:  4711 Killed                  python train.py',
  'terminate called after throwing an instance of thrust::system_error',
  "thread 'main' panicked at src/main.rs:4:5:",
  'srun: error: node2: task 1: Segmentation fault (core dumped)',
  'CUDA error: no kernel image is available for execution on the device',
  'failed with cudaErrorLaunchFailure',
  'rank 1: no CUDA-capable device is detected, using CPU',
  'WARNING: No GPU/TPU found, falling back to CPU.',
  'no NVIDIA GPU was found; using the CPU',
])('finds %s', (line) => {
  expect(find(`start\n${line}\ndone`)).toEqual([line])
})

it.each([
  'validation error 0.12',
  'CUDA error: no error',
  'CUDA errors: 0',
  'cudaErrorNotReady is expected here',
  'Killed 3 idle connections',
  'Aborted transactions: 0',
  'using 4 CPU threads and no compression',
  'RuntimeWarning: invalid value encountered in divide',
])('takes %s for no error', (line) => {
  expect(find(line)).toEqual([])
})

it('keeps different errors once, whatever their numbers and paths', () => {
  const lines = [1, 2, 3].map((rank) => `CUDA error at /tmp/run-${rank}/k.cu:${rank}`).join('\n')
  expect(find(lines)).toEqual(['CUDA error at /tmp/run-1/k.cu:1'])
  expect(normalizeError('pid 12 at 0x7fe1 in /a/b.py')).toBe(normalizeError('pid 7 at 0x1 in /c.py'))
  expect(find(Array.from({ length: 9 }, (_, index) => `CUDA error: ${'x'.repeat(index)}`).join('\n'))).toHaveLength(5)
})

it('keeps an error short and safe to print', () => {
  const [error = ''] = find(`CUDA error: ##[error]\u200B${'x'.repeat(300)}`)
  expect(error).toMatch(/^CUDA error: ## \[error\]x+$/)
  expect(error).toHaveLength(200)
  expect(find('Traceback (most recent call last):\nx::add-mask::Error: 1\nKeyError: 1')).toEqual(['KeyError: 1'])
})
