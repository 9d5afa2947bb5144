import { refuseOldNode } from './node-version.ts'

// The main step has failed already.
const problem = refuseOldNode(true)
if (problem !== null) process.stdout.write(`::warning::${problem}\n`)
else {
  const { cleanUp } = await import('./wiring/action-post.ts')
  const { openProcessStep } = await import('./action/action-step.ts')
  await cleanUp(openProcessStep())
}
