const neededNode = 24
const [major = '0'] = process.versions.node.split('.')

// An older Node cannot even parse the rest, so it is loaded only when it can be.
if (Number(major) < neededNode) {
  process.stderr.write(`warpgauge needs Node ${neededNode} or newer, this is ${process.versions.node}\n`)
  process.exitCode = 2
} else {
  const { runCli } = await import('./cli/program.ts')
  process.exitCode = await runCli(process.argv)
}
