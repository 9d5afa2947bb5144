import { statSync } from 'node:fs'
import { dirname, resolve } from 'node:path'
import { Option, type Command } from 'commander'
import { UserError } from '../domain/core/errors.ts'
import type { MonitorKind } from '../ports/gpu-monitor.ts'
import { measureColumns, print, say } from './terminal.ts'

type MonitorOptions = {
  readonly interval?: string
  readonly monitor: 'auto' | MonitorKind
  readonly json?: boolean
  readonly log?: string
}

const kinds = ['auto', 'nvml', 'nvidia-smi', 'amd-smi', 'rocm-smi', 'none']

/** `warpgauge monitor`: like `time`, for GPUs. */
export function addMonitor(program: Command, exit: (code: number) => void): void {
  program
    .command('monitor')
    .description('Run a command under the GPU monitor and print what it used; the exit code is that of the command')
    .usage('[options] -- COMMAND...')
    .argument('<command...>', 'command with its arguments, after --')
    .option(
      '--interval <ms>',
      'sampling interval in milliseconds, 10 to 60000 (default: 500; with NVML 1000 to 2000 for 3 or more GPUs)',
    )
    .addOption(new Option('--monitor <kind>', 'what reads the GPUs').choices(kinds).default('auto'))
    .option('--json', 'print the results as JSON to stdout; stdout of the command goes to stderr')
    .option('--log <file>', 'write every sample to this file; an existing file is never overwritten')
    .action(async (argv: string[], options: MonitorOptions) => {
      const { watchCommand } = await import('./watch-command.ts')
      const watched = await watchCommand({
        argv,
        wanted: options.monitor,
        intervalMs: options.interval === undefined ? null : parseInterval(options.interval),
        logPath: options.log === undefined ? null : parseLogPath(options.log),
        output: options.json ? 'stderr' : 'stdout',
      })
      const { exitCode, wallSeconds, monitor, gpus, telemetry } = watched
      if (options.json) print(JSON.stringify(watched, null, 2))
      else {
        const { renderMonitorTable } = await import('../reporters/terminal/monitor-table.ts')
        const { reason } = monitor
        say(renderMonitorTable(telemetry, { columns: measureColumns(process.stderr), wallSeconds, gpus, reason }))
      }
      if (options.log !== undefined && telemetry.logFile !== null)
        say(`samples: ${dirname(options.log)}/${telemetry.logFile}`)
      exit(exitCode)
    })
}

function parseInterval(text: string): number {
  const value = Number(text)
  if (Number.isInteger(value) && value >= 10 && value <= 60_000) return value
  throw new UserError(`--interval ${text} is not a whole number from 10 to 60000`, 'Give milliseconds, such as 500.')
}

function parseLogPath(file: string): string {
  const path = resolve(file)
  if (statSync(dirname(path), { throwIfNoEntry: false })?.isDirectory()) return path
  throw new UserError(
    `--log ${file}: the directory ${dirname(path)} does not exist`,
    'Create it, or give another file.',
  )
}
