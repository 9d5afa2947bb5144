const neededNode = 24
const [major = '0'] = process.versions.node.split('.')

/** What the command line said its exit code is; null until it is known. */
let said: number | null = null

// Node leaves with 1, the code of a judged regression, when an error is caught by nobody or a part of this program cannot
// be loaded, such as with too few file descriptors, and with 13 when nothing is left to wait for.
process.on('exit', (code) => {
  if (code !== said) process.exitCode = 2
})

// An older Node cannot even parse the rest, so it is loaded only when it can be.
if (Number(major) < neededNode) {
  process.stderr.write(`warpgauge needs Node ${neededNode} or newer, this is ${process.versions.node}\n`)
} else {
  const { runCli } = await import('./cli/program.ts')
  said = await runCli(process.argv)
  process.exitCode = said
}
