/** All command names, in the order of the help text. */
export const commandNames = ['help', 'run', 'compare', 'accept', 'refresh', 'bisect', 'cancel'] as const

export type CommandName = (typeof commandNames)[number]

/** A parsed command. All fields have a checked format; the suites and revisions that they name may not exist. */
export type Command =
  | { readonly name: 'help' }
  /** Null: everything in the config. */
  | { readonly name: 'run'; readonly suite: string | null }
  | { readonly name: 'compare'; readonly revision: string }
  /** `until`: last day (YYYY-MM-DD, UTC) of the acceptance. Null: until this head is merged or replaced. */
  | { readonly name: 'accept'; readonly reason: string; readonly until: string | null }
  | { readonly name: 'refresh'; readonly reason: string | null }
  /** Null: the only suite, or end-to-end. On an issue: the suite of the newest regression in the history. */
  | { readonly name: 'bisect'; readonly suite: string | null }
  | { readonly name: 'cancel' }

/** Syntax and description of each command, for the help text and error messages. */
export const commandForms: Readonly<Record<CommandName, { readonly form: string; readonly does: string }>> = {
  help: { form: '/warpgauge help', does: 'lists the commands' },
  run: { form: '/warpgauge run [SUITE]', does: 'measures this head again, all suites or one' },
  compare: { form: '/warpgauge compare REV', does: 'compares this head with a tag, branch or commit' },
  accept: {
    form: '/warpgauge accept [until YYYY-MM-DD] "REASON"',
    does: 'makes the failed check of this head neutral and records who and why',
  },
  refresh: {
    form: '/warpgauge refresh ["REASON"]',
    does: 'measures the default branch and proposes new baselines; regressions require the reason',
  },
  bisect: { form: '/warpgauge bisect [SUITE]', does: 'finds the commit that caused a slowdown' },
  cancel: { form: '/warpgauge cancel', does: 'cancels the runs behind the open checks of this head' },
}

/** Whether a word is the name of a command. */
export function isCommandName(text: string): text is CommandName {
  return (commandNames as readonly string[]).includes(text)
}
