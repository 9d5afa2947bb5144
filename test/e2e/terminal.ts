import { spawn, spawnSync } from 'node:child_process'
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { runCommandInside, type Spoken } from '../fakes/inner-command.ts'
import { compileCache, installedAction } from '../fakes/installed-action.ts'
import { buildDemoRepository } from '../fakes/demo-repository.ts'
import { findReportProblems } from '../fakes/report-validator.ts'
import { gitEnvironment, gitWith, type Git } from '../fakes/git.ts'

const root = fileURLToPath(new URL('../..', import.meta.url))

export type { Spoken }

/** A user's terminal: the built command line alone in a folder, the demo repository as a remote, clones of it. */
export type Terminal = AsyncDisposable & {
  readonly folder: string
  /** Clones the demo repository with these options of `git clone`. */
  readonly clone: (...options: readonly string[]) => string
  readonly git: Git
  /** Runs a command of the built program in this process. */
  readonly warpgauge: (cwd: string, ...args: readonly string[]) => Promise<Spoken>
  /** Runs the built program as its users start it. */
  readonly runProcess: (cwd: string, ...args: readonly string[]) => Spoken
  /** The same, in the background. */
  readonly start: (cwd: string, ...args: readonly string[]) => { readonly pid: number; readonly ended: Promise<Spoken> }
}

/** Builds everything anew in a temporary folder; `more` is added to its environment. */
export async function openTerminal(more: Readonly<Record<string, string>> = {}): Promise<Terminal> {
  const folder = mkdtempSync(join(tmpdir(), 'warpgauge-cli-'))
  const demo = await buildDemoRepository(join(folder, 'demo'), join(root, 'examples'))
  const home = join(folder, 'home')
  mkdirSync(home)
  const env = {
    ...compileCache,
    PATH: `${dirname(process.execPath)}:${process.env['PATH']}`,
    HOME: home,
    TMPDIR: folder,
    ...more,
  }
  const command = join(installedAction, 'dist', 'cli.js')
  let clones = 0
  const git = gitWith(gitEnvironment(home))
  return {
    folder,
    git,
    clone(...options) {
      const path = join(folder, `clone-${(clones += 1)}`)
      git(folder, 'clone', '--quiet', ...options, `file://${demo.path}`, path)
      return path
    },
    async warpgauge(cwd, ...args) {
      const spoken = await runCommandInside({ cwd, env }, ...args)
      refuseInvalidReport(args, spoken)
      return spoken
    },
    runProcess(cwd, ...args) {
      const { status: exitCode, stdout, stderr } = spawnSync(command, args, { cwd, env, encoding: 'utf8' })
      refuseInvalidReport(args, { stdout })
      return { exitCode, stdout, stderr }
    },
    start(cwd, ...args) {
      const child = spawn(command, args, { cwd, env, stdio: ['ignore', 'pipe', 'pipe'], detached: true })
      const { pid } = child
      if (pid === undefined) {
        child.once('error', () => {})
        throw new Error(`${command} could not be started; run npm run build if dist/ is incomplete`)
      }
      const said = { stdout: '', stderr: '' }
      for (const name of ['stdout', 'stderr'] as const) {
        child[name].on('data', (chunk: Buffer) => (said[name] += chunk.toString('utf8')))
      }
      const ended = new Promise<Spoken>((resolve) => {
        child.once('close', (exitCode) => resolve({ exitCode, ...said }))
      })
      return { pid, ended }
    },
    async [Symbol.asyncDispose]() {
      rmSync(folder, { recursive: true, force: true, maxRetries: 3 })
    },
  }
}

/** Every JSON report of the end-to-end tests agrees with the published schema. */
function refuseInvalidReport(args: readonly string[], { stdout }: Pick<Spoken, 'stdout'>): void {
  if (args[0] !== 'report' || !args.includes('json') || stdout === '') return
  const problems = findReportProblems(JSON.parse(stdout))
  if (problems.length > 0) throw new Error(`invalid by schema/report.schema.json: ${problems.join('; ')}`)
}

export type DemoConfig = {
  readonly repeats?: number
  readonly warmups?: number
  readonly sequences?: number
  readonly program?: string
  /** Directory of committed samples; another one where no verdict of this noisy machine may decide. */
  readonly baselines?: string
  /** Lines of the whole document. */
  readonly rest?: readonly string[]
  /** Lines under `suites`. */
  readonly suites?: readonly string[]
}

/** Writes a config that measures the demo repository in a second or two. */
export function writeConfig(clone: string, name: string, options: DemoConfig = {}): string {
  const { repeats = 3, warmups = 1, sequences = 4, program = 'node' } = options
  const { baselines = 'baselines', rest = [], suites = [] } = options
  const text = `version: 1
pipeline:
  name: predict
  devices: cpu
  command: [${program}, pipeline.mjs, predict, "{dataset}", --gpus, "{gpus}", --parallel, --output-dir, "{output}"]
  proof:
    results: { path: "{output}/*_merged/prediction_results_highestscore.csv" }
    stdout: ["Pipeline completed successfully!"]
  identity: [model.json]
datasets:
  tiny: { preset: tiny, sequences: ${sequences}, seed: 1 }
suites:
  end-to-end: { run: { dataset: tiny, warmups: ${warmups}, repeats: ${repeats} } }
${suites.map((line) => `  ${line}\n`).join('')}comparison: { minEffect: 0.9, baselines: ${baselines} }
${rest.map((line) => `${line}\n`).join('')}`
  const path = join('.github', `${name}.yml`)
  writeFileSync(join(clone, path), text)
  return path
}
