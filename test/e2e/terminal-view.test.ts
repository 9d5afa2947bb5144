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

const hideCursor = '\u001B[?25l'
const showCursor = '\u001B[?25h'
/** A move of the cursor to another line, as every redrawn frame needs. */
// oxlint-disable-next-line no-control-regex -- control codes are what is looked for
const cursorUp = /\u001B\[\d*A/

describe('a run on a terminal', () => {
  it('shows trials, the case that runs and every GPU, and ends with the report below it', async () => {
    const { exitCode, stdout } = await machine.onTerminal({ columns: 80, rows: 30 }, ['run', '--out', 'live'])
    expect(exitCode).toBe(0)
    expect(stdout).toMatch(/█+░+ \d of 2 trials \(1 case\)/)
    expect(stdout).toMatch(/now {4}end-to-end\/predict dataset=four gpus=2, run 1, \d s/)
    expect(stdout).toMatch(/GPU 0 [█▏▎▍▌▋▊▉░]{20} +\d+ % +\d+\.\d of \d+ GiB {2}\d+ W {2}\d+ °C/)
    expect(stdout).toMatch(/GPU 7 /)
    expect(stdout).toMatch(cursorUp)
    expect(stdout.lastIndexOf(showCursor)).toBeGreaterThan(stdout.lastIndexOf(hideCursor))
    expect(stdout.slice(stdout.lastIndexOf('trials (1 case)'))).toMatch(/Next steps|End to end/)
  })

  it('leaves the terminal as it was after Ctrl-C, with a report of what there is', async () => {
    const typed = { at: /now {4}end-to-end/, keys: '\u0003' }
    const { exitCode, stdout } = await machine.onTerminal({ columns: 80, rows: 30, typed }, ['run', '--out', 'cut'])
    expect(exitCode).toBe(2)
    expect(stdout.lastIndexOf(showCursor)).toBeGreaterThan(stdout.lastIndexOf(hideCursor))
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
