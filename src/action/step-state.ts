import { getState, saveState } from '@actions/core'

/** State that a step passes to its post step, also after a failure; empty when there is none. */
export const stepState = {
  pendingCheck: {
    read: (): string => getState('pending-check'),
    write: (text: string): void => saveState('pending-check', text),
  },
} as const
