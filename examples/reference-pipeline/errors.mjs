/** Something the caller can put right. `exitCode` is what the process ends with. */
export class PipelineError extends Error {
  constructor(message, exitCode = 1, options) {
    super(message, options)
    this.name = 'PipelineError'
    this.exitCode = exitCode
  }
}

/** 4 for exhausted memory, the code an error carries, else 1. */
export function exitCodeOf(error) {
  if (error?.code === 'ERR_WORKER_OUT_OF_MEMORY') return 4
  return error instanceof PipelineError ? error.exitCode : 1
}
