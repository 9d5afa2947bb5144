import { writeFile } from 'node:fs/promises'
import { resolve } from 'node:path'
import { formatAbConfig } from '../../config/ab/ab-config.ts'
import { runUntilStopped } from '../../io/process/cancel-on-signals.ts'
import type { ExitCode } from '../exit-code.ts'
import { print, say } from '../terminal.ts'
import { parseAbRequest, type AbOptions } from './ab-options.ts'
import { measureAb } from './measure-ab.ts'

/** Compares two sides, or only exports the equivalent config. */
export async function compareOrExport(command: readonly string[], options: AbOptions): Promise<ExitCode> {
  const request = await runUntilStopped(() => parseAbRequest(command, options, process.env))
  const { exportConfig } = options
  if (exportConfig === undefined) return await measureAb(request, options)
  await writeConfig(exportConfig, formatAbConfig(request))
  return 0
}

async function writeConfig(file: string | true, text: string): Promise<void> {
  if (file === true) return print(text)
  await writeFile(resolve(file), text, { flag: 'wx' })
  say(`wrote ${file}; measure it with \`warpgauge run --config ${file} --base REV\``)
}
