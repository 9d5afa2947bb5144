import { resolve } from 'node:path'
import type { Command } from 'commander'
import type { ExitCode } from './exit-code.ts'
import { measureColumns, mayColor, print, createTerminalLogger } from './terminal.ts'

type DoctorOptions = {
  readonly config?: string
  readonly traceFiles?: boolean
  readonly json?: boolean
  readonly verbose?: boolean
}

const usualConfig = '.github/warpgauge.yml'
/** Incremented when a field of the JSON is renamed, removed or changes its meaning. */
const jsonVersion = 1

/** `warpgauge doctor`: checks whether this runner is suitable and safe to measure on, and lists remedies. */
export function addDoctor(program: Command, exit: (code: ExitCode) => void): void {
  program
    .command('doctor')
    .description(
      'Check whether this machine and repository are ready and safe for measurements. Exit code 1: a check fails',
    )
    .option('--config <file>', `config of this repository (default ${usualConfig})`)
    .option(
      '--trace-files',
      'run setup and first case of HEAD once under strace; list files that pipeline.paths misses',
    )
    .option('--json', 'print the findings as JSON (docs/doctor.md)')
    .option('--verbose', 'print debug messages')
    .action(async (options: DoctorOptions) => {
      const workspace = process.cwd()
      const shownConfig = options.config ?? usualConfig
      const { runUntilStopped } = await import('../io/process/own-process.ts')
      const { runDoctor: doctorHere } = await import('../wiring/run-doctor.ts')
      const request = {
        workspace,
        configPath: resolve(workspace, shownConfig),
        shownConfig,
        wasConfigNamed: options.config !== undefined,
        isTracing: options.traceFiles ?? false,
        environment: process.env,
        logger: createTerminalLogger(options.verbose ?? false),
      }
      const diagnosis = await runUntilStopped((signal) => doctorHere({ ...request, signal }))
      if (options.json) print(JSON.stringify({ schemaVersion: jsonVersion, ...diagnosis }, null, 2))
      else {
        const { renderDoctor } = await import('../reporters/terminal/doctor-table.ts')
        print(renderDoctor(diagnosis, { columns: measureColumns(process.stdout), color: mayColor(process.stdout) }))
      }
      exit(diagnosis.verdict === 'fail' ? 1 : 0)
    })
}
