/** Why we were called. */
export const modeNames = ['check', 'publish'] as const
export type ModeName = (typeof modeNames)[number]

export function isModeName(text: string): text is ModeName {
  return (modeNames as readonly string[]).includes(text)
}

/** What an event asks for: a finished workflow run is published, everything else is measured. */
export function modeForEvent(event: string): ModeName {
  return event === 'workflow_run' ? 'publish' : 'check'
}
