import { spawn } from 'node:child_process'
import { once } from 'node:events'

/** Milliseconds from just before the start to the exit of a process that nobody reads from. Throws when it fails. */
export async function timeBareProcess(argv: readonly string[], env: Readonly<Record<string, string>>): Promise<number> {
  const [file = '', ...rest] = argv
  const started = performance.now()
  const child = spawn(file, rest, { env, stdio: 'ignore' })
  const [exitCode] = (await once(child, 'exit')) as [number | null]
  const durationMs = performance.now() - started
  if (exitCode !== 0) throw new Error(`${argv.join(' ')} ended with ${exitCode}`)
  return durationMs
}
