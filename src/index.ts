import { refuseOldNode } from './node-version.ts'

const problem = refuseOldNode(true)
if (problem === null) {
  const { main } = await import('./main.ts')
  await main()
} else {
  process.stdout.write(`::error::${problem}\n`)
  process.exitCode = 1
}
