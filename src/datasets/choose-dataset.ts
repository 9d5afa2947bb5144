import type { PreparedDataset } from '../domain/core/dataset.ts'
import { UserError } from '../domain/core/errors.ts'
import type { DatasetDifference } from '../record/run.ts'

/** One dataset, prepared from the checkouts of base and head; an error explains why a side cannot provide it. */
export type DatasetSides = {
  /** Name in the config. */
  readonly name: string
  readonly base: PreparedDataset | UserError
  readonly head: PreparedDataset | UserError
  /** The config names the SHA-256 of the content, so neither side can choose it. */
  readonly isPinned: boolean
}

/** The dataset that all revisions are measured with. */
export type ChosenDataset = {
  readonly dataset: PreparedDataset
  /** Null: the sides do not differ, or the config names the content. */
  readonly difference: DatasetDifference | null
}

/**
 * Chooses by content, so that a head cannot change its own input: equal content is read from the checkout of the head,
 * other content from that of the base. Only a dataset that the base cannot provide is the head's.
 *
 * @throws UserError of the head when neither side can provide it
 */
export function chooseDataset({ name, base, head, isPinned }: DatasetSides): ChosenDataset {
  if (base instanceof UserError) {
    if (head instanceof UserError) throw head
    return { dataset: head, difference: isPinned ? null : { name, used: 'head', problem: base.message } }
  }
  if (head instanceof UserError) return { dataset: base, difference: { name, used: 'base', problem: head.message } }
  if (head.identity.sha256 === base.identity.sha256) return { dataset: head, difference: null }
  return { dataset: base, difference: { name, used: 'base', problem: null } }
}
