#!/usr/bin/env node
import { exitCodeOf } from './errors.mjs'
import { helpText, readOptions } from './options.mjs'
import { runPipeline } from './run.mjs'

// Exit codes: 0 success · 1 failure · 2 some inputs failed, or wrong usage · 4 out of memory.
try {
  const options = readOptions(process.argv.slice(2))
  if (options.isHelp) process.stdout.write(helpText)
  else process.exitCode = (await runPipeline(options)) === 0 ? 0 : 2
} catch (error) {
  process.exitCode = exitCodeOf(error)
  process.stderr.write(`ERROR: ${error instanceof Error ? error.message : String(error)}\n`)
}
