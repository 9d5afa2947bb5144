import type { Acceptance } from '../verdict/conclusion.ts'
import type { Command } from './command.ts'

/** Result of a command. */
export type CommandOutcome =
  | { readonly kind: 'helped' }
  | {
      readonly kind: 'started'
      readonly command: Command
      /** The head commit of the started run; null: the default branch. */
      readonly headCommit: string | null
      /** The reference of the comparison; null: the command names none. */
      readonly reference: { readonly name: string; readonly commit: string } | null
      /** URL of the started run; null: GitHub did not report it. */
      readonly runUrl: string | null
    }
  | { readonly kind: 'accepted'; readonly acceptance: Acceptance }
  | { readonly kind: 'cancelled'; readonly runUrls: readonly string[] }
  | { readonly kind: 'refused'; readonly problem: string; readonly hint: string }
