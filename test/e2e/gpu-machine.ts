import { spawn, type ChildProcess } from 'node:child_process'
import { existsSync, mkdirSync, mkdtempSync, readFileSync, renameSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { delimiter, dirname, join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { gitEnvironment, gitWith } from '../fakes/git.ts'
import { compileCache } from '../fakes/installed-action.ts'
import { runCommandInside } from '../fakes/inner-command.ts'
import { hideTools } from '../fakes/tool-path.ts'
import { runOnTerminal, type TypedKeys } from './pseudo-terminal.ts'
import type { Spoken } from './terminal.ts'

const root = fileURLToPath(new URL('../..', import.meta.url))
const pipeline = readFileSync(join(root, 'test/fixtures/stand-in-pipeline/gpu-stand-in.mjs'), 'utf8')

export type GpuMachineOptions = {
  /** Options of the stand-in driver from its start on. */
  readonly driver?: readonly string[]
  /** Options of the stand-in driver while the pipeline runs, and after it. */
  readonly always?: readonly string[]
  /** The same for the nth run alone, from 1. */
  readonly byTurn?: Readonly<Record<number, readonly string[]>>
  readonly workMs?: number
  /** The pipeline takes its GPUs by their physical index, whatever CUDA_VISIBLE_DEVICES says. */
  readonly ignoresVisible?: boolean
  /** The pipeline keeps its GPUs until `release`. */
  readonly isHeld?: boolean
  readonly gpus?: number
  readonly repeats?: number
  readonly waitMinutes?: number
  readonly environment?: Readonly<Record<string, string>>
  /** Lines under `run`. */
  readonly run?: readonly string[]
}

export type StartedCommand = { readonly child: ChildProcess; readonly ended: Promise<Spoken> }

export type TerminalSize = {
  readonly columns: number
  readonly rows: number
  readonly environment?: Readonly<Record<string, string>>
  readonly typed?: TypedKeys
}

/** A machine with eight GPUs of which only the driver is not real, and a clone of a pipeline that uses them. */
export type GpuMachine = Disposable & {
  readonly folder: string
  /** Measures; `driver` are further options of the stand-in driver from its start on. */
  readonly run: (out: string, driver?: readonly string[]) => Promise<Spoken>
  readonly warpgauge: (...args: readonly string[]) => Promise<Spoken>
  /** Runs a command that needs no GPU in this process. */
  readonly say: (...args: readonly string[]) => Promise<Spoken>
  /** The same as `warpgauge`, with the process for a signal. */
  readonly start: (...args: readonly string[]) => StartedCommand
  /** The same on a pseudo-terminal. */
  readonly onTerminal: (size: TerminalSize, args: readonly string[]) => Promise<Spoken>
  /** Changes the driver from outside of the pipeline. */
  readonly tellDriver: (options: readonly string[]) => void
  readonly release: () => void
  /** How often the pipeline was started. */
  readonly starts: () => number
}

let hosts = 0

/** `libraryFolder` holds the compiled stand-in; every machine has GPUs of its own, so that none waits for another's lock. */
export function openGpuMachine(libraryFolder: string, options: GpuMachineOptions = {}): GpuMachine {
  const {
    driver = [],
    always = [],
    byTurn = {},
    workMs = 400,
    ignoresVisible = false,
    isHeld = false,
    environment = {},
  } = options
  const folder = mkdtempSync(join(tmpdir(), 'warpgauge-gpus-'))
  const [place, clone] = [join(folder, 'place'), join(folder, 'clone')]
  for (const path of [place, join(clone, '.github')]) mkdirSync(path, { recursive: true })
  const host = process.pid * 100 + (hosts += 1)
  const base = ['devices=8', 'mig_gpu=-1', 'reasons=0', 'temperature=40', 'busy=0', `host=${host}`, ...driver]
  writeFileSync(join(place, 'script.json'), JSON.stringify({ workMs, always, byTurn, ignoresVisible, isHeld }))
  writeFileSync(join(clone, 'gpu-stand-in.mjs'), pipeline)
  writeFileSync(join(clone, '.github/warpgauge.yml'), config(options))
  commitAll(clone)
  const env = {
    ...compileCache,
    PATH: pathWithoutTools(),
    HOME: folder,
    TMPDIR: folder,
    LD_LIBRARY_PATH: libraryFolder,
    FAKE_NVML: base.join(','),
    FAKE_NVML_CONTROL: join(place, 'control'),
    STAND_IN_PLACE: place,
    ...environment,
  }
  return {
    folder: clone,
    run: (out, more = []) =>
      speak(['run', '--out', out], clone, { ...env, FAKE_NVML: [...base, ...more].join(',') }).ended,
    warpgauge: (...args) => speak(args, clone, env).ended,
    say: async (...args) => await runCommandInside({ cwd: clone, env }, ...args),
    start: (...args) => speak(args, clone, env),
    onTerminal: ({ environment: more = {}, typed, ...size }, args) =>
      runOnTerminal([process.execPath, join(root, 'dist/cli.js'), ...args].join(' '), {
        ...size,
        cwd: clone,
        env: { ...env, ...more },
        typed: typed ? [typed] : [],
      }),
    tellDriver(told) {
      writeFileSync(join(place, 'control.outside'), told.join(','))
      renameSync(join(place, 'control.outside'), join(place, 'control'))
    },
    release: () => writeFileSync(join(place, 'released'), ''),
    starts: () => (existsSync(join(place, 'starts')) ? readFileSync(join(place, 'starts'), 'utf8').length : 0),
    [Symbol.dispose]: () => rmSync(folder, { recursive: true, force: true, maxRetries: 3 }),
  }
}

/** The stand-in tells its test which process it is on this machine, outside of what a sandbox lets it write. */
function config({ gpus = 1, repeats = 2, waitMinutes = 0, run = [] }: GpuMachineOptions): string {
  return `version: 1
pipeline:
  name: predict
  devices: gpu
  command: [node, gpu-stand-in.mjs, "{dataset}", "{gpus}", "{output}"]
  passEnv: [STAND_IN_PLACE]
  proof: { results: { path: "{output}/table.csv", rows: 4 } }
datasets:
  four: { preset: tiny, sequences: 4 }
suites:
  end-to-end: { run: { dataset: four, warmups: 0, repeats: ${repeats} }, gpus: ${gpus} }
requirements:
  - { id: FAST, suite: end-to-end, value: sequences_per_hour, operator: ">", limit: 1 }
run:
  isolation: none
  sampleIntervalMs: 50
  preflight: { waitMinutes: ${waitMinutes}, settleSeconds: 0.2, minFreeDiskGigabytes: 0 }
${run.map((line) => `  ${line}\n`).join('')}`
}

function commitAll(clone: string): void {
  const git = gitWith(gitEnvironment(clone)).bind(null, clone)
  git('init', '--quiet', '--initial-branch=main')
  git('add', '.')
  git('commit', '--quiet', '-m', 'A pipeline for GPUs')
}

/** A real nvidia-smi would tell of other GPUs than the stand-in. */
function pathWithoutTools(): string {
  return [dirname(process.execPath), hideTools(['nvidia-smi'])].join(delimiter)
}

function speak(args: readonly string[], cwd: string, env: Record<string, string>): StartedCommand {
  const command = [join(root, 'dist/cli.js'), ...args]
  const child = spawn(process.execPath, command, { cwd, env, stdio: ['ignore', 'pipe', 'pipe'] })
  const said = { stdout: '', stderr: '' }
  for (const name of ['stdout', 'stderr'] as const)
    child[name].on('data', (chunk: Buffer) => (said[name] += chunk.toString('utf8')))
  const ended = new Promise<Spoken>((resolve) => child.once('close', (exitCode) => resolve({ exitCode, ...said })))
  return { child, ended }
}
