import { actionsLogger } from './action/logger.ts'
import { tidyUp } from './wiring/action-post.ts'

// The post step must never fail a job that has its verdict already.
await tidyUp().catch((error: unknown) => actionsLogger.warning(error instanceof Error ? error.message : String(error)))
