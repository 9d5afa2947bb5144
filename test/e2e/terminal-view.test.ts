import { execFileSync } from 'node:child_process'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { compileFakeNvml, type FakeNvml } from '../fakes/fake-nvml.ts'
import { openGpuMachine, type GpuMachine } from './gpu-machine.ts'

let library: FakeNvml
let machine: GpuMachine

beforeAll(() => {
  library = compileFakeNvml()
  machine = openGpuMachine(library.folder, { gpus: 2, repeats: 2, workMs: 1500 })
})
afterAll(() => {
  machine[Symbol.dispose]()
  library[Symbol.dispose]()
})

describe('a run on a terminal', () => {
  it('says what runs and the result so far, and ends with the report below it', async () => {
    const { exitCode, stdout } = await machine.onTerminal({ columns: 80, rows: 30 }, ['run', '--out', 'live'])
    expect(exitCode).toBe(0)
    expect(stdout).toMatch(/0 of 2 trials \(1 case\)/)
    expect(stdout.slice(stdout.lastIndexOf('trials (1 case)'))).toMatch(/Next steps|End to end/)
  })

  it('ends at Ctrl-C with a report of what there is', async () => {
    const typed = { at: /0 of 2 trials/, keys: '\u0003' }
    const { exitCode, stdout } = await machine.onTerminal({ columns: 80, rows: 30, typed }, ['run', '--out', 'cut'])
    expect(exitCode).toBe(2)
    expect(stdout).toMatch(/Could not|cancelled/)
  })

  it('writes plain lines where CI keeps every one of them', async () => {
    const environment = { CI: 'true', NO_COLOR: '1' }
    const size = { columns: 80, rows: 30, environment }
    const { stdout } = await machine.onTerminal(size, ['run', '--out', 'ci'])
    expect(stdout).toContain('0 of 2 trials (1 case)')
    expect(stdout).not.toContain('\u001B')
  })
})

describe('a report', () => {
  it('is coloured as NO_COLOR and FORCE_COLOR say, else on a terminal alone', async () => {
    const report = ['report', 'live']
    const size = { columns: 60, rows: 30 }
    const green = '\u001B[32m'
    expect((await machine.onTerminal(size, report)).stdout).toContain(green)
    expect((await machine.onTerminal({ ...size, environment: { NO_COLOR: '1' } }, report)).stdout).not.toContain(
      '\u001B[',
    )
    expect((await machine.warpgauge(...report)).stdout).not.toContain('\u001B[')
  })

  it('ends quietly when its reader has seen enough', () => {
    const cli = join(import.meta.dirname, '../../dist/cli.js')
    const line = `"${process.execPath}" "${cli}" report live --format json 2>said | head -c 10; cat said`
    const text = execFileSync('sh', ['-c', line], { cwd: machine.folder, encoding: 'utf8' })
    expect(text).toHaveLength(10)
  })
})
