import { spawnSync } from 'node:child_process'
import { mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, describe, expect, test } from 'vitest'
import { events } from '../../src/adapters/pipeline/events.ts'
import { needs } from '../fakes/needs.ts'

const source = join(import.meta.dirname, '../../clients/python/src')
const scratch = mkdtempSync(join(tmpdir(), 'warpgauge-event-client-python-'))
afterAll(() => rmSync(scratch, { recursive: true, force: true }))

type PythonRun = { readonly output: string; readonly text: string | null }

let count = 0
function runPython(program: string, isMeasured: boolean): PythonRun {
  count += 1
  const path = join(scratch, `events-${count}.jsonl`)
  const { WARPGAUGE_EVENTS: _, ...outside } = process.env
  const env = { ...outside, PYTHONPATH: source, ...(isMeasured && { WARPGAUGE_EVENTS: path }) }
  const options = { encoding: 'utf8', cwd: scratch, env: { ...env, PYTHONDONTWRITEBYTECODE: '1' } } as const
  const { status, stdout, stderr } = spawnSync('python3', ['-S', '-c', program], options)
  if (status !== 0) throw new Error(stderr)
  return { output: stdout.trim(), text: isMeasured ? readFileSync(path, 'utf8') : null }
}

/** A stand-in for torch that records the calls. */
const fakeTorch = `
import sys, types
calls = []
class Cuda:
    is_initialized = staticmethod(lambda: True)
    synchronize = staticmethod(lambda device: calls.append(f"wait {device}"))
sys.modules["torch"] = types.SimpleNamespace(cuda=Cuda)
`

describe.skipIf(needs('Python 3'))('the event client for Python', () => {
  const staged = `${fakeTorch}
import warpgauge
with warpgauge.torch_stage("infer", device=1):
    calls.append("work")
print(calls)`

  test('waits for the device at both ends of a stage, during a measurement only', () => {
    expect(runPython(staged, true).output).toBe("['wait 1', 'work', 'wait 1']")
    expect(runPython(staged, false).output).toBe("['work']")
  })

  test('neither imports torch nor initializes a device', () => {
    const program = `
import sys, types, warpgauge
with warpgauge.torch_stage("infer"):
    pass
assert "torch" not in sys.modules
sys.modules["torch"] = types.SimpleNamespace(cuda=types.SimpleNamespace(is_initialized=lambda: False))
with warpgauge.torch_stage("infer"):
    pass
print("done")`
    const { output, text } = runPython(program, true)
    expect(output).toBe('done')
    expect(events.parse(text ?? '')?.problems).toEqual([])
  })

  test('measures a coroutine until it ends, and refuses a generator with the remedy', () => {
    const program = `
import asyncio, warpgauge
@warpgauge.stage("fetch")
async def fetch():
    await asyncio.sleep(0.05)
async def main():
    await asyncio.gather(fetch(), fetch())
asyncio.run(main())
try:
    @warpgauge.stage("rows")
    def rows():
        yield 1
except TypeError as error:
    print(error)`
    const { output, text } = runPython(program, true)
    expect(output).toBe('rows is a generator; use `with warpgauge.stage(...)` inside of it')
    expect(runPython(program, false).output).toBe(output)
    const [fetch] = events.parse(text ?? '')?.stages ?? []
    expect(fetch?.seconds).toBeGreaterThanOrEqual(0.05)
  })

  test('leaves functions as they are outside a measurement', () => {
    const program = `
import warpgauge
def f(): pass
print(warpgauge.stage("a")(f) is f, warpgauge.is_measured())`
    expect(runPython(program, false).output).toBe('True False')
    expect(runPython(program, true).output).toBe('False True')
  })

  test('never writes to a file that took over its descriptor', () => {
    const program = `
import os, warpgauge
with warpgauge.stage("before"):
    pass
os.closerange(3, 64)
files = [open(f"own-{index}.txt", "a") for index in range(20)]
with warpgauge.stage("after"):
    pass
print(sum(os.fstat(file.fileno()).st_size for file in files))`
    const { output, text } = runPython(program, true)
    expect(output).toBe('0')
    expect(events.parse(text ?? '')?.stages.map(({ stage }) => stage)).toEqual(['before'])
  })
})
