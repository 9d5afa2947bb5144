import { execFileSync } from 'node:child_process'
import { globSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { fileURLToPath } from 'node:url'
import type { RunRecord } from '../../src/record/run.ts'
import type { Trial } from '../../src/domain/trial/trial.ts'
import { writeLongGpuLog, type LongLog } from '../fakes/long-gpu-log.ts'

const root = fileURLToPath(new URL('../..', import.meta.url))

/** A temporary folder with run folders in it and the pages that were made of them. */
export type Workshop = Disposable & {
  readonly folder: string
  /** Unpacks the run folder of `docs/evidence/NAME`, measured on real GPUs. */
  readonly evidence: (name: string) => string
  /** Runs the built command line; gives what it said on standard error. Exit code 2 is thrown. */
  readonly warpgauge: (...args: readonly string[]) => string
  /** Makes the page of a run folder; gives its path. */
  readonly page: (runFolder: string, ...args: readonly string[]) => string
}

export function openWorkshop(): Workshop {
  const folder = mkdtempSync(join(tmpdir(), 'warpgauge-html-'))
  let pages = 0
  const warpgauge: Workshop['warpgauge'] = (...args) => {
    try {
      execFileSync(process.execPath, [join(root, 'dist', 'cli.js'), ...args], { encoding: 'utf8', stdio: 'pipe' })
      return ''
    } catch (error) {
      const { status, stderr } = error as { status: number; stderr: string }
      // 1: judged, and something failed.
      if (status === 1) return stderr
      throw new Error(`warpgauge ${args.join(' ')}: exit code ${status}\n${stderr}`, { cause: error })
    }
  }
  return {
    folder,
    warpgauge,
    evidence(name) {
      const target = mkdtempSync(join(folder, `${name}-`))
      execFileSync('tar', ['-xJf', join(root, 'docs', 'evidence', name, 'run.tar.xz'), '-C', target])
      const [record] = globSync('**/run.json', { cwd: target })
      if (!record) throw new Error(`there is no run.json in the evidence of ${name}`)
      return join(target, dirname(record))
    },
    page(runFolder, ...args) {
      const path = join(folder, `page-${(pages += 1)}.html`)
      warpgauge('report', runFolder, '--html', path, ...args)
      return path
    },
    [Symbol.dispose]: () => rmSync(folder, { recursive: true, force: true }),
  }
}

/** Changes the record of a run folder. */
export function rewrite(runFolder: string, change: (record: RunRecord) => RunRecord): void {
  const path = join(runFolder, 'run.json')
  writeFileSync(path, JSON.stringify(change(JSON.parse(readFileSync(path, 'utf8')) as RunRecord)))
}

/** Leaves one run in the folder that counts, as long as a log that takes the place of its own. */
export function makeLong(runFolder: string, log: Omit<LongLog, 'startMs'>): void {
  rewrite(runFolder, (record) => {
    const chosen = record.trials.findLast(({ telemetry }) => telemetry?.logFile)
    const { telemetry } = chosen ?? {}
    if (!chosen || !telemetry?.logFile) throw new Error(`no run in ${runFolder} has a log`)
    const startMs = telemetry.startedMs
    const directory = join(runFolder, dirname(chosen.stdoutPath))
    mkdirSync(directory, { recursive: true })
    writeLongGpuLog(join(directory, telemetry.logFile), { ...log, startMs })
    const endMs = startMs + log.ticks * 100
    return {
      ...record,
      trials: record.trials.map((trial) => (trial === chosen ? stretched(trial, startMs, endMs) : trial)),
    }
  })
}

function stretched(trial: Trial, startMs: number, endMs: number): Trial {
  const step = (endMs - startMs) / Math.max(1, trial.stages.length)
  const stages = trial.stages.map((stage, index) => ({
    ...stage,
    startedMs: startMs + index * step,
    endedMs: startMs + (index + 1) * step,
  }))
  const telemetry = trial.telemetry && { ...trial.telemetry, startedMs: startMs, endedMs: endMs }
  return { ...trial, stages, telemetry }
}
