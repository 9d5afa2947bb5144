import { actionsLogger } from './action/logger.ts'
import { tidyUp } from './wiring/action-post.ts'

// The post step must not fail a job that already has its verdict.
await tidyUp().catch((error: unknown) => actionsLogger.warning(error instanceof Error ? error.message : String(error)))
