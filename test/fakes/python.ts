import { execFileSync } from 'node:child_process'
import { join } from 'node:path'

const root = join(import.meta.dirname, '../..')

/** Runs a Python script of the repository and parses what it prints as JSON. */
export function runPython(script: string, args: readonly string[], input?: string): unknown {
  const options = { cwd: root, encoding: 'utf8', maxBuffer: 2 ** 26, ...(input !== undefined && { input }) } as const
  return JSON.parse(execFileSync('python3', [script, ...args], options))
}
