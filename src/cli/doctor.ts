import { resolve } from 'node:path'
import { runUntilStopped } from '../io/process/own-process.ts'
import { renderDoctor } from '../reporters/terminal/doctor-table.ts'
import { runDoctor } from '../wiring/run-doctor.ts'
import type { ExitCode } from './exit-code.ts'
import { createTerminalLogger, inspectTerminal, print } from './terminal.ts'

type DoctorOptions = {
  readonly config?: string
  readonly traceFiles?: boolean
  readonly json?: boolean
  readonly verbose?: boolean
}

/** Incremented when a field of the JSON is renamed, removed or changes its meaning. */
const jsonVersion = 1

/** Prints the diagnosis of this machine and repository. */
export async function diagnoseMachine({ config, traceFiles, json, verbose }: DoctorOptions): Promise<ExitCode> {
  const workspace = process.cwd()
  const shownConfig = config ?? '.github/warpgauge.yml'
  const request = {
    workspace,
    configPath: resolve(workspace, shownConfig),
    shownConfig,
    wasConfigNamed: config !== undefined,
    isTracing: traceFiles ?? false,
    environment: process.env,
    logger: createTerminalLogger(verbose),
  }
  const diagnosis = await runUntilStopped((signal) => runDoctor({ ...request, signal }))
  print(
    json
      ? JSON.stringify({ schemaVersion: jsonVersion, ...diagnosis }, null, 2)
      : renderDoctor(diagnosis, inspectTerminal()),
  )
  return diagnosis.verdict === 'fail' ? 1 : 0
}
