import type { Acceptance } from '../verdict/acceptance.ts'
import type { Command } from './command.ts'

/** What became of a command. */
export type CommandOutcome =
  | { readonly kind: 'helped' }
  | {
      readonly kind: 'started'
      readonly command: Command
      /** The commit it is about; null: the default branch. */
      readonly headCommit: string | null
      /** What it is held against; null where the command names nothing. */
      readonly reference: { readonly name: string; readonly commit: string } | null
      /** The run that works on it; null when GitHub did not tell. */
      readonly runUrl: string | null
    }
  | { readonly kind: 'accepted'; readonly acceptance: Acceptance }
  | { readonly kind: 'cancelled'; readonly runUrls: readonly string[] }
  | { readonly kind: 'refused'; readonly problem: string; readonly hint: string }
