/** Every word that may follow `/warpgauge`, in the order in which help lists them. */
export const commandNames = ['help', 'run', 'compare', 'accept', 'refresh', 'bisect', 'cancel'] as const

export type CommandName = (typeof commandNames)[number]

/** What somebody asked for in a comment, taken apart and bounded; what it names may still not exist. */
export type Command =
  | { readonly name: 'help' }
  /** Null: everything that the config asks for. */
  | { readonly name: 'run'; readonly suite: string | null }
  | { readonly name: 'compare'; readonly revision: string }
  /** `until`: the last day (YYYY-MM-DD, UTC) on which it counts; null: as long as this head is not merged or replaced. */
  | { readonly name: 'accept'; readonly reason: string; readonly until: string | null }
  | { readonly name: 'refresh'; readonly reason: string | null }
  /** Null: the only suite there is, or end-to-end; on an issue the newest regression of the history. */
  | { readonly name: 'bisect'; readonly suite: string | null }
  | { readonly name: 'cancel' }

/** How each command is written, for help and for answers to what was not understood. */
export const commandForms: Readonly<Record<CommandName, { readonly form: string; readonly does: string }>> = {
  help: { form: '/warpgauge help', does: 'lists the commands' },
  run: { form: '/warpgauge run [SUITE]', does: 'measures this head again, all of it or one suite' },
  compare: { form: '/warpgauge compare REV', does: 'measures this head beside a tag, branch or commit' },
  accept: {
    form: '/warpgauge accept [until YYYY-MM-DD] "REASON"',
    does: 'makes the failed check of this head neutral and records who and why',
  },
  refresh: {
    form: '/warpgauge refresh ["REASON"]',
    does: 'measures the default branch and proposes new baselines; regressions need the reason',
  },
  bisect: { form: '/warpgauge bisect [SUITE]', does: 'looks for the commit that made it slower' },
  cancel: { form: '/warpgauge cancel', does: 'ends the runs that the open checks of this head name' },
}

export function isCommandName(text: string): text is CommandName {
  return (commandNames as readonly string[]).includes(text)
}
