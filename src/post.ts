import { actionsLogger } from './action/logger.ts'
import { closeLeftoverCheck } from './wiring/action-post.ts'

// The post step must never fail a job that has its verdict already.
await closeLeftoverCheck().catch((error: unknown) =>
  actionsLogger.warning(error instanceof Error ? error.message : String(error)),
)
