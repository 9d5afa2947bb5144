import { spawn, spawnSync } from 'node:child_process'
import { existsSync, mkdtempSync, readFileSync, readdirSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join, resolve } from 'node:path'
import { setTimeout as delay } from 'node:timers/promises'
import { afterAll, describe, expect, it } from 'vitest'
import { parseGpuMetricsLog } from '../../src/adapters/smi/gpu-metrics-log.ts'
import { runCommandInside } from '../fakes/inner-command.ts'
import { compileCache } from '../fakes/installed-action.ts'
import { hideTools, openToolPath } from '../fakes/tool-path.ts'

const cli = resolve(import.meta.dirname, '../../dist/cli.js')
const folder = mkdtempSync(join(tmpdir(), 'monitor-e2e-'))
const bare = openToolPath()
const withGpus = openToolPath().link('nvidia-smi', 'replays-nvidia-smi.mjs')
afterAll(() => {
  rmSync(folder, { recursive: true, force: true })
  bare[Symbol.dispose]()
  withGpus[Symbol.dispose]()
})

type Env = Readonly<Record<string, string>>
const environment = (tools: typeof bare, env: Env = {}) => ({
  ...compileCache,
  PATH: tools.path,
  TMPDIR: folder,
  TERM: 'xterm',
  ...env,
})
const gpuOptions = ['--monitor', 'nvidia-smi', '--interval', '50']

function monitor(tools: typeof bare, args: readonly string[], env: Env = {}) {
  const result = spawnSync(process.execPath, [cli, 'monitor', ...args], {
    env: environment(tools, env),
    encoding: 'utf8',
    input: 'typed by the user\n',
  })
  return { exitCode: result.status, stdout: result.stdout, stderr: result.stderr }
}

describe('warpgauge monitor on a machine with GPUs', () => {
  it('leaves the streams to the command, gives its exit code and prints a table on stderr', () => {
    const { exitCode, stdout, stderr } = monitor(withGpus, [...gpuOptions, '--', 'sh', '-c', 'cat; sleep 0.5; exit 7'])
    expect({ exitCode, stdout }).toEqual({ exitCode: 7, stdout: 'typed by the user\n' })
    expect(stderr).toMatch(/2 × NVIDIA H200, nvidia-smi: \d+ samples at 50 ms/)
    expect(stderr).toMatch(/^GPU {2}util mean {2}\s*max {2}.*memory peak.*power mean.*SM clock.*max temp$/m)
    expect(stderr).toMatch(/^ {2}0 {5}35\.0 % {2}35\.0 %.*GiB.*413 W/m)
    expect(stderr).not.toContain('SM active')
    expect(stderr).toMatch(/GPU 0 lowered its clocks: sw-power-cap 100\.0 % of the time/)
  })

  it('keeps stdout for the JSON alone and sends the output of the command to stderr', () => {
    const { exitCode, stdout, stderr } = monitor(withGpus, [
      ...gpuOptions,
      '--json',
      '--',
      'sh',
      '-c',
      'echo result; sleep 0.3',
    ])
    expect({ exitCode, stderr }).toEqual({ exitCode: 0, stderr: 'result\n' })
    expect(JSON.parse(stdout)).toMatchObject({
      command: ['sh', '-c', 'echo result; sleep 0.3'],
      exitCode: 0,
      signal: null,
      monitor: { kind: 'nvidia-smi' },
      gpus: [{ index: 0, uuid: 'GPU-00aa-bb' }, { index: 1 }],
      telemetry: { intervalMs: 50, logFile: null, gpus: [{ utilizationPercent: { mean: 35 } }, { gpu: 1 }] },
    })
  })

  it('keeps the samples where it is told to, and overwrites none (MON-01, W25)', () => {
    const log = join(folder, 'gpu_metrics_mine.log')
    const first = monitor(withGpus, [...gpuOptions, '--log', log, '--', 'sleep', '0.2'])
    expect(first.stderr).toContain(`samples: ${log}`)
    const before = readFileSync(log, 'utf8')
    expect(parseGpuMetricsLog(before)?.readings[0]).toMatchObject({ gpu: 0, utilizationPercent: 35, powerWatts: 413.1 })
    monitor(withGpus, [...gpuOptions, '--log', log, '--', 'true'])
    expect(readFileSync(log, 'utf8')).toBe(before)
    expect(readdirSync(folder).filter((name) => name.startsWith('gpu_metrics_mine'))).toHaveLength(2)
  })

  it('watches every GPU and says which of them the command may not even see (W21, W22)', () => {
    const env = { CUDA_VISIBLE_DEVICES: '1,7' }
    const { stderr } = monitor(withGpus, [...gpuOptions, '--', 'echo', '--gpus', '0,1'], env)
    expect(stderr).toContain('note: CUDA_VISIBLE_DEVICES=1,7: 7 matches no GPU, so only the 1 before it is visible')
    expect(stderr).toContain('note: the command asks for --gpus 0,1, but CUDA_VISIBLE_DEVICES leaves 1 GPU')
    expect(stderr).toMatch(/^ {2}0 /m)
  })

  it('shows – where the tool tells nothing, never 0 (F-14, W13)', () => {
    const values = {
      'utilization.gpu': '[N/A]',
      'memory.used': '[Not Supported]',
      'power.draw.instant': '[Unknown Error]',
      'power.draw': '[N/A]',
    }
    const { stderr } = monitor(withGpus, [...gpuOptions, '--', 'sleep', '0.2'], {
      FAKE_SMI_VALUES: JSON.stringify(values),
    })
    expect(stderr).toMatch(/^GPU {2}(?:own peak {2})?SM clock {2}max temp\n {2}0 {2}(?: +0 B {2})?1980 MHz {5}51 °C\n/m)
  })

  it('tells of a driver that goes away in mid-run, and still gives the exit code', () => {
    const command = ['--', 'sh', '-c', 'sleep 1.2; exit 5']
    const { exitCode, stderr } = monitor(withGpus, [...gpuOptions, ...command], { FAKE_SMI_AFTER: 'exit:3' })
    expect(exitCode).toBe(5)
    expect(stderr).toMatch(
      /note: nvidia-smi ended with exit code 15: Unable to determine the device handle.*no further readings/,
    )
  })
})

describe('warpgauge monitor on a machine without a GPU', () => {
  it('has host figures, GPU figures are unavailable with a reason, and nothing says 0 % (F-14)', () => {
    const work = 'const end = Date.now() + 900; while (Date.now() < end);'
    const { exitCode, stderr } = monitor(bare, ['--monitor', 'none', '--', process.execPath, '-e', work])
    expect(exitCode).toBe(0)
    expect(stderr).toMatch(/no GPU, no GPU monitor: 0 samples/)
    expect(stderr).toContain('GPU figures: unavailable')
    expect(stderr).toMatch(/host: .* elapsed; CPU \d.*memory peak \d/)
    expect(stderr).toContain('note: GPU figures are unavailable: it was asked for no GPU monitor')
    expect(stderr).not.toContain('util')
  })

  it('ends with 2 when the monitor that is asked for does not work, and runs nothing', () => {
    const marker = join(folder, 'ran')
    const asked = ['--monitor', 'nvidia-smi', '--', 'touch', marker]
    const { exitCode, stderr } = monitor(bare, asked, { PATH: hideTools(['nvidia-smi']) })
    expect(exitCode).toBe(2)
    expect(stderr).toMatch(/^error: nvidia-smi was not found on PATH\n {2}→ /)
    expect(existsSync(marker)).toBe(false)
  })
})

describe('what a user can get wrong', () => {
  it.each([
    [['--monitor', 'none', '--', '/nowhere/at/all'], /nowhere\/at\/all does not exist[\s\S]*after --/],
    [['--monitor', 'none', '--', 'no-such-program-here'], /no-such-program-here was not found on PATH/],
    [['--interval', '5', '--', 'true'], /--interval 5 is not a whole number from 10 to 60000/],
    [['--interval', 'fast', '--', 'true'], /--interval fast is not/],
    [['--log', '/nowhere/at/all/a.log', '--', 'true'], /directory \/nowhere\/at\/all does not exist/],
    [['--log', `/${'x'.repeat(300)}/a.log`, '--', 'true'], /directory \/x+ does not exist or cannot be reached/],
    [['--monitor', 'magic', '--', 'true'], /Allowed choices are auto, nvml/],
    [[], /missing required argument 'command'/],
  ])('%j ends with 2 and says what to do', async (args, message) => {
    const place = { cwd: folder, env: environment(bare) }
    const { exitCode, stdout, stderr } = await runCommandInside(place, 'monitor', ...args)
    expect({ exitCode, stdout }).toEqual({ exitCode: 2, stdout: '' })
    expect(stderr).toMatch(message)
  })
})

describe('signals', () => {
  it('of the command become 128 and their number', () => {
    expect(monitor(bare, ['--monitor', 'none', '--', 'sh', '-c', 'kill -KILL $$']).exitCode).toBe(137)
  })

  it.each(['SIGTERM', 'SIGINT'] as const)('%s is passed on, and the table is printed all the same', async (signal) => {
    const script = `trap 'echo caught; exit 4' TERM INT; echo ready; while :; do sleep 0.05; done`
    const child = spawn(process.execPath, [cli, 'monitor', ...gpuOptions, '--', 'sh', '-c', script], {
      env: environment(withGpus),
      stdio: ['ignore', 'pipe', 'pipe'],
    })
    const said = { stdout: '', stderr: '' }
    child.stdout.on('data', (chunk: Buffer) => (said.stdout += chunk.toString()))
    child.stderr.on('data', (chunk: Buffer) => (said.stderr += chunk.toString()))
    while (!said.stdout.includes('ready')) await delay(10)
    child.kill(signal)
    const exitCode = await new Promise((done) => child.once('close', done))
    expect({ exitCode, stdout: said.stdout }).toEqual({ exitCode: 4, stdout: 'ready\ncaught\n' })
    expect(said.stderr).toMatch(/2 × NVIDIA H200/)
  })
})

describe('on a terminal', () => {
  /** Runs the command line on a pseudo-terminal of 100 columns and 24 rows; what it wrote to it, control codes included. */
  function onTerminal(command: string): string {
    const line = `stty cols 100 rows 24; ${process.execPath} ${cli} monitor ${gpuOptions.join(' ')} -- ${command}`
    return spawnSync('script', ['-qec', line, '/dev/null'], { env: environment(withGpus), encoding: 'utf8' }).stdout
  }

  it('keeps its live line below the part in which the command writes, and gives the line back', () => {
    const written = onTerminal(`sh -c 'for i in 1 2 3; do echo line $i; sleep 0.4; done'`).replaceAll('\u001B', 'ESC')
    expect(written).toContain('ESC[1;23r')
    expect(written).toMatch(/ESC\[24;1HESC\[2K\d+ s \| GPU 0: util 35 % mem 1\.\d GiB 413 W \| GPU 1: util 35 %/)
    expect(written.lastIndexOf('ESC[r')).toBeGreaterThan(written.lastIndexOf('line 3'))
    for (const line of ['line 1\r\n', 'line 2\r\n', 'line 3\r\n']) expect(written).toContain(line)
    expect(written).toMatch(/2 × NVIDIA H200, nvidia-smi/)
  })

  it('lets the command see a terminal', () => {
    expect(onTerminal(`sh -c 'test -t 0 && test -t 1 && test -t 2 && echo all three'`)).toContain('all three')
  })
})
