/** The operations that a workflow run can perform. */
export const modeNames = ['check', 'publish', 'plan', 'bisect', 'command', 'refresh', 'record'] as const
export type ModeName = (typeof modeNames)[number]

/**
 * Selects the mode for an event: publish a finished workflow run, answer a comment, record the default branch,
 * otherwise check.
 */
export function selectMode({ event, branch, defaultBranch }: EventOfRun): ModeName {
  if (event === 'issue_comment') return 'command'
  if (event === 'workflow_run') return 'publish'
  const isOfDefaultBranch = branch !== undefined && branch === defaultBranch
  return (event === 'push' || event === 'schedule') && isOfDefaultBranch ? 'record' : 'check'
}

type EventOfRun = { readonly event: string; readonly branch?: string; readonly defaultBranch?: string }
