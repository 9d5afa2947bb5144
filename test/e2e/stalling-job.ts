import { execFileSync, spawnSync } from 'node:child_process'
import { existsSync, mkdirSync, mkdtempSync, readdirSync, readFileSync, writeFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { setTimeout as delay } from 'node:timers/promises'
import { newTrackingId } from '../fakes/action-step.ts'
import type { ActionRunOptions, RunningAction } from '../fakes/actions-runner.ts'
import { checkOptions } from './run-check.ts'
import { writeToken, type Scenario } from './scenario.ts'

/** The trial in which the stand-in pipeline stops and waits, together with a child that has left its process group. */
const stallingTrial = 3

/** One job on one machine: its clone, its RUNNER_TEMP, its caches and the place where the pipeline is told to stall. */
export type Job = {
  readonly clone: string
  readonly temporary: string
  readonly caches: string
  readonly place: string
  readonly runFolder: string
  readonly options: ActionRunOptions
}

export type JobOptions = {
  readonly clone?: string
  readonly env?: Readonly<Record<string, string>>
  /** Instead of the server of the scenario. */
  readonly serverUrl?: string
  /** False: no trial stalls. */
  readonly isStalling?: boolean
}

export function newJob(scenario: Scenario, config: string, options: JobOptions = {}): Job {
  const { clone = scenario.checkOut(), serverUrl = scenario.server.url, isStalling = true } = options
  const folder = mkdtempSync(join(scenario.folder, 'job-'))
  const at = (name: string): string => join(folder, name)
  const [temporary, caches, place, runFolder] = [at('temp'), at('tools'), at('place'), at('run')]
  mkdirSync(place)
  if (isStalling) writeFileSync(join(place, 'stall-at'), String(stallingTrial))
  const env = { STAND_IN_PLACE: place, RUNNER_TOOL_CACHE: caches, ...options.env }
  const check = checkOptions(scenario, { config, token: writeToken, clone, env, inputs: { 'run-folder': runFolder } })
  const step = { ...check, serverUrl, runnerTemp: temporary, trackingId: newTrackingId(), isProcess: true }
  return { clone, temporary, caches, place, runFolder, options: step }
}

/** The same job started anew: the measurements that lie in the run folder are gone on with. */
export function resumed({ options }: Job, more: Partial<ActionRunOptions> = {}): ActionRunOptions {
  return { ...options, ...more, inputs: { ...options.inputs, ...more.inputs, resume: 'true' } }
}

/** Process ids of the trial that stalls and of its child, once both are there. */
export async function untilStalled({ place }: Pick<Job, 'place'>, running: RunningAction): Promise<number[]> {
  const path = join(place, 'stalled')
  let hasEnded = false
  void running.result.then(() => (hasEnded = true))
  while (!existsSync(path) || readFileSync(path, 'utf8') === '') {
    if (hasEnded) throw new Error(`the step ended before its pipeline stalled:\n${(await running.result).stdout}`)
    await delay(10)
  }
  return readFileSync(path, 'utf8').split(' ').map(Number)
}

export function isAlive(pid: number): boolean {
  return existsSync(`/proc/${pid}/stat`) && !/\) [ZX] /.test(readFileSync(`/proc/${pid}/stat`, 'latin1'))
}

export function worktreesOf(clone: string): string[] {
  const directory = join(clone, '.git', 'worktrees')
  return existsSync(directory) ? readdirSync(directory) : []
}

/** Scratch directories of runs below a temporary directory. */
export function scratchIn(temporary: string): string[] {
  return readdirSync(temporary).filter((name) => name.includes('warpgauge-work'))
}

export function statusOf(clone: string): string {
  return execFileSync('git', ['status', '--porcelain', '--ignored'], { cwd: clone, encoding: 'utf8' })
}

export function report(scenario: Scenario, runFolder: string, format: string) {
  const cli = join(dirname(scenario.actionYml), 'dist', 'cli.js')
  return spawnSync(process.execPath, [cli, 'report', runFolder, '--format', format], { encoding: 'utf8' })
}
