/** Aborts when the process is asked to end, so that children are killed and the run folder is saved. */
export function cancelOnSignals(): { readonly signal: AbortSignal; readonly release: () => void } {
  const controller = new AbortController()
  const abort = (): void => controller.abort(new Error('cancelled'))
  process.on('SIGINT', abort)
  process.on('SIGTERM', abort)
  return {
    signal: controller.signal,
    release: () => {
      process.off('SIGINT', abort)
      process.off('SIGTERM', abort)
    },
  }
}
