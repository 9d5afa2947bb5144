import { getState, saveState } from '@actions/core'

/** What a step leaves to its own post step, which gets it however the step ended; empty when there is nothing. */
export const stepState = {
  pendingCheck: {
    read: (): string => getState('pending-check'),
    write: (text: string): void => saveState('pending-check', text),
  },
} as const
