/**
 * Entry point of the post step of the Action (`post:` in action.yml): ends processes and removes directories that a killed
 * run left, and completes an open check on GitHub. Takes the environment and the event of the job.
 */
import { refuseOldNode } from './node-version.ts'

// The main step has failed already.
const problem = refuseOldNode(true)
if (problem !== null) process.stdout.write(`::warning::${problem}\n`)
else {
  const { cleanUp } = await import('./wiring/action-post.ts')
  const { openProcessStep } = await import('./action/action-step.ts')
  await cleanUp(openProcessStep())
}
