import { actionsLogger } from './action/logger.ts'
import { cleanUp } from './wiring/action-post.ts'

// The post step must not fail a job that already has its verdict.
await cleanUp().catch((error: unknown) => actionsLogger.warning(error instanceof Error ? error.message : String(error)))
