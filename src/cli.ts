import { refuseOldNode } from './node-version.ts'

/** Exit code of the command line; null until it is known. */
let exitCode: number | null = null

// Node exits with 1, the code of a regression, after an uncaught error or when a module cannot be loaded, such as with
// too few file descriptors, and with 0 when nothing is left to await. All of them become 2.
process.on('exit', (code) => {
  if (code === exitCode) return
  if (code === 0) process.stderr.write('error: warpgauge ended without a result: an awaited event never came\n')
  process.exitCode = 2
})

// Not at the top level: for an await there that never settles, Node prints a message of its own.
async function start(): Promise<void> {
  const { runCli } = await import('./cli/program.ts')
  exitCode = await runCli(process.argv)
  process.exitCode = exitCode
  // What still waits, such as a request or a file, cannot change the result.
  // oxlint-disable-next-line unicorn/no-process-exit -- the command has ended
  setTimeout(() => process.exit(), 2000).unref()
}

const problem = refuseOldNode(false)
if (problem === null) void start()
else {
  process.stderr.write(`${problem}\n`)
  process.exitCode = 2
}
