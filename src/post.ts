import { openProcessStep } from './action/process-step.ts'
import { cleanUp } from './wiring/action-post.ts'

await cleanUp(openProcessStep())
