import { join } from 'node:path'
import type { ProcessRunner } from '../../ports/process-runner.ts'

/** A traced command with its log. */
export type TracedProcess = { readonly argv: readonly string[]; readonly cwd: string; readonly log: string }

/** A process runner that logs the files opened by each command and its descendants. */
export type TracedProcesses = ProcessRunner & { readonly traced: readonly TracedProcess[] }

/** Runs every command under strace, which must be installed; the logs are written below `directory`. */
export function traceProcesses(processes: ProcessRunner, directory: string): TracedProcesses {
  const traced: TracedProcess[] = []
  return {
    traced,
    async run({ confinement: _sandbox, ...spec }) {
      const log = join(directory, `${traced.length}.strace`)
      traced.push({ argv: spec.argv, cwd: spec.cwd, log })
      return await processes.run({ ...spec, argv: ['strace', ...options, '-o', log, '--', ...spec.argv] })
    },
  }
}

const options = ['-f', '-qq', '-y', '-s', '4096', '-e', 'trace=open,openat,openat2', '-e', 'signal=none']
