/** A file of the data branch with records of one testbed and month, one per line. */
export type ShardName = {
  readonly testbedId: string
  /** `2026-11` */
  readonly month: string
  /** From 1; a month with many runs has several parts. */
  readonly part: number
}

/** Directory of the records, with one subdirectory per testbed. */
export const historyDirectory = 'history'

/** Size at which the next part starts, because every append uploads its shard. */
export const fullShardBytes = 2 * 2 ** 20

/** Path of a shard: `history/1x-nvidia-h200/2026-11.jsonl`, `…/2026-11.002.jsonl`. */
export function formatShardPath({ testbedId, month, part }: ShardName): string {
  const suffix = part === 1 ? '' : `.${String(part).padStart(3, '0')}`
  return `${historyDirectory}/${testbedId}/${month}${suffix}.jsonl`
}

/** Parses the path of a shard; null for other paths. */
export function parseShardPath(path: string): ShardName | null {
  const found = /^history\/([a-z0-9][a-z0-9.-]{0,79})\/(\d{4}-\d{2})(?:\.(\d{3,6}))?\.jsonl$/.exec(path)
  if (!found) return null
  const [, testbedId = '', month = '', part = '1'] = found
  return { testbedId, month, part: Number(part) }
}

/**
 * A shard without the torn end that a crash or a power failure left: a partial line, or zeros of an unwritten block.
 */
export type RepairedShard = { readonly kept: string; readonly torn: string }

/**
 * Removes a torn end. Only the end can be torn, because a shard only grows. `isWhole` checks whether a line without its
 * line end is complete.
 */
export function withoutTornTail(text: string, isWhole: (line: string) => boolean): RepairedShard {
  const written = text.slice(0, findWrittenEnd(text))
  const last = written.slice(written.lastIndexOf('\n') + 1)
  if (last !== '' && isWhole(last)) return { kept: `${written}\n`, torn: text.slice(written.length) }
  const kept = written.slice(0, written.length - last.length)
  return { kept, torn: text.slice(kept.length) }
}

function findWrittenEnd(text: string): number {
  let end = text.length
  while (end > 0 && text[end - 1] === '\0') end -= 1
  return end
}

/** Month of an ISO 8601 time, in UTC. */
export function formatMonth(time: string): string {
  return new Date(time).toISOString().slice(0, 7)
}

/** The month `months` after this one. */
export function addMonths(month: string, months: number): string {
  const [year = 0, number = 1] = month.split('-').map(Number)
  return formatMonth(new Date(Date.UTC(year, number - 1 + months, 1)).toISOString())
}
